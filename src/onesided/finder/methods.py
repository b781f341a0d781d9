"""The methods that `Finder(method=...)` and the command line know by name, and when to use which."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from onesided.base import PUClassifier
from onesided.exceptions import InputError
from onesided.linear import BiasedSVMCV, RankSVMCV, WeightedLogisticRegressionCV
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


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "weighted-logistic",
            lambda random_state: WeightedLogisticRegressionCV(random_state=random_state),
            "logistic regression that weighs both sides the same (Lee & Liu 2003)",
            "the first choice for text of any size; robust when few positives are labelled",
            "10 penalties × 5 folds",
        ),
        Method(
            "rank-svm",
            lambda random_state: RankSVMCV(random_state=random_state),
            "ranks every positive above every unlabeled row (Sellamanickam et al. 2011)",
            "when the order matters more than the cut; one setting to search",
            "10 to 16 values of C × 5 folds",
        ),
        Method(
            "biased-svm",
            lambda random_state: BiasedSVMCV(random_state=random_state),
            "an SVM that trusts positives more than unlabeled rows (Liu et al. 2003)",
            "when positives are many and clean; the widest search, the slowest of the linear ones",
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
    "fast": Preset(("weighted-logistic",), TextVectorizer(), "single words, one method"),
    "balanced": Preset(("weighted-logistic", "rank-svm"), TextVectorizer(), "single words, the two best linear methods"),
    "best": Preset(
        ("weighted-logistic", "rank-svm", "biased-svm"),
        TextVectorizer(ngram_range=(1, 2)),
        "words and pairs of words, every linear method",
    ),
}


def find_method(name: str) -> Method:
    """The method of that name, or an error that names the closest."""
    if name in METHODS:
        return METHODS[name]
    close = difflib.get_close_matches(name, METHODS, n=1, cutoff=0.3)
    hint = f"did you mean {close[0]}? " if close else ""
    raise InputError(f"method {name!r} is not known; {hint}the methods are auto, {', '.join(METHODS)}")
