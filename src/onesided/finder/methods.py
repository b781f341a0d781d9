"""The methods that `Finder(method=...)` and the command line know by name, and when to use which."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from onesided.base import PUClassifier
from onesided.exceptions import InputError
from onesided.linear import BiasedSVMCV, RankSVMCV, SetAsideSVM, WeightedLogisticRegressionCV
from onesided.text import TextVectorizer


@dataclass(frozen=True)
class Method:
    """One way to learn from P and U."""

    name: str
    make: Callable[[Any], PUClassifier]
    """A fresh estimator, given the random state."""
    summary: str
    when: str
    cost: str


def _seeded(kind: Callable[..., PUClassifier], **settings: Any) -> Callable[[Any], PUClassifier]:
    return lambda random_state: kind(**settings, random_state=random_state)


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "set-aside-svm",
            _seeded(SetAsideSVM),
            "a biased SVM, fitted again without the likely positives of the pile",
            "the first choice: ahead of the others on text at every share of labelled positives, and quick",
            "about 20 fits, no search",
        ),
        Method(
            "weighted-logistic",
            _seeded(WeightedLogisticRegressionCV),
            "logistic regression that weighs both sides the same (Lee & Liu 2003)",
            "robust; where positives are labelled at random and a plain model is wanted",
            "10 penalties × 5 folds",
        ),
        Method(
            "rank-svm",
            _seeded(RankSVMCV),
            "ranks every positive above every unlabeled row (Sellamanickam et al. 2011)",
            "when the order matters more than the cut; one setting to search",
            "up to 16 values of C × 5 folds",
        ),
        Method(
            "biased-svm",
            _seeded(BiasedSVMCV),
            "an SVM that trusts positives more than unlabeled rows (Liu et al. 2003)",
            "to compare with the published method; the widest search, the slowest of the linear ones",
            "6 ratios × 7 values of C × 5 folds",
        ),
    )
}


@dataclass(frozen=True)
class Preset:
    """How much the Finder tries."""

    methods: tuple[str, ...]
    vectorizer: TextVectorizer
    summary: str


PRESETS: dict[str, Preset] = {
    "fast": Preset(("set-aside-svm",), TextVectorizer(), "single words, one method"),
    "balanced": Preset(
        ("set-aside-svm", "weighted-logistic"),
        TextVectorizer(),
        "single words; weighted logistic regression where it is clearly ahead",
    ),
    "best": Preset(
        ("set-aside-svm", "weighted-logistic", "rank-svm", "biased-svm"),
        TextVectorizer(ngram_range=(1, 2)),
        "words and pairs of words; another linear method where it is clearly ahead",
    ),
}


def find_method(name: str) -> Method:
    """The method of that name, or an error that names the closest."""
    if name in METHODS:
        return METHODS[name]
    close = difflib.get_close_matches(name, METHODS, n=1, cutoff=0.3)
    hint = f"did you mean {close[0]}? " if close else ""
    raise InputError(f"method {name!r} is not known; {hint}the methods are auto, {', '.join(METHODS)}")
