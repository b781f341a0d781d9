"""The methods that `Finder(method=...)` and the command line know by name, and when to use which."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from onesided.base import PUClassifier
from onesided.bayes import LPLP, EMNaiveBayes, PositiveNaiveBayes
from onesided.exceptions import InputError
from onesided.linear import BiasedSVMCV, RankSVMCV, SetAsideSVM, WeightedLogisticRegressionCV
from onesided.queries.forest import PosUnlForest
from onesided.text import TextVectorizer
from onesided.two_step import PEBL, RocchioSVM, SpyEM
from onesided.wrappers import ElkanNoto, PUBagging, PUBoosting
from onesided.wrappers.boosting import load_lightgbm

WORDS = TextVectorizer()
COUNTS = TextVectorizer(use_idf=False, sublinear_tf=False, norm=None, stop_words="english")


@dataclass(frozen=True)
class Method:
    """One way to learn from P and U."""

    name: str
    make: Callable[[Any], PUClassifier]
    """A fresh estimator, given the random state."""
    summary: str
    when: str
    cost: str
    needs_counts: bool = False
    """Whether it reads word counts, which are whole numbers, instead of weighted words."""
    needs_table: bool = False
    """Whether it reads a table of numbers and categories as it is, and no text."""
    load: Callable[[], Any] | None = None
    """Loads the library that it drives, and raises InputError with the remedy where it cannot."""

    @property
    def missing(self) -> str | None:
        """Why it cannot be used here, if so."""
        try:
            if self.load is not None:
                self.load()
        except InputError as error:
            return str(error)
        return None


def _seeded(kind: Callable[..., PUClassifier], **settings: Any) -> Callable[[Any], PUClassifier]:
    return lambda random_state: kind(**settings, random_state=random_state)


def _plain(kind: Callable[..., PUClassifier], **settings: Any) -> Callable[[Any], PUClassifier]:
    return lambda random_state: kind(**settings)


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "set-aside-svm",
            _seeded(SetAsideSVM),
            "a biased SVM, fitted again without the likely positives of the pile",
            "the first choice for text: ahead on Reuters and 20 Newsgroups with few and with many positives, and quick",
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
        Method(
            "elkan-noto",
            _seeded(ElkanNoto),
            "a probability of being labelled, divided by the label frequency (Elkan & Noto 2008)",
            "when a probability is wanted and positives are many; its cut fails with few",
            "6 fits × 6",
        ),
        Method(
            "bagging",
            _seeded(PUBagging),
            "many small models, each of the positives against a draw from the pile (Mordelet & Vert 2014)",
            "when positives are few or the pile is dirty; any classifier can be its member",
            "30 small fits × 6",
        ),
        Method(
            "boosting",
            _seeded(PUBoosting),
            "boosted trees that take the hidden positives out of the loss (Kiryo et al. 2017)",
            "tables: numbers and categories as they are, missing values too; needs the extra boost",
            "10 boosters",
            needs_table=True,
            load=load_lightgbm,
        ),
        Method(
            "forest",
            _seeded(PosUnlForest),
            "a forest of trees that count positives by P and U (De Comité et al. 1999)",
            "tables: numbers and categories as they are, missing values too; no library beside ours",
            "130 trees × 6",
            needs_table=True,
        ),
        Method(
            "positive-nb",
            _seeded(PositiveNaiveBayes, smoothing=0.1),
            "naive Bayes with the negatives by subtraction (Denis et al. 2002)",
            "very large text, where a few passes must do",
            "a few passes × 6",
            needs_counts=True,
        ),
        Method(
            "em-nb",
            _seeded(EMNaiveBayes, smoothing=0.1),
            "naive Bayes with EM over the pile (Nigam et al. 2000)",
            "when each side is one topic, and known negatives are there; else it drifts",
            "some 20 iterations × 6",
            needs_counts=True,
        ),
        Method(
            "lplp",
            _plain(LPLP),
            "likely positives by representative words, then EM (Li, Liu & Ng 2007)",
            "when the positives are few and come from another source than the pile",
            "some 20 iterations × 6",
            needs_counts=True,
        ),
        Method(
            "s-em",
            _seeded(SpyEM),
            "spies find reliable negatives, then EM (Liu et al. 2002)",
            "to compare with the published method",
            "some 5 to 30 passes × 6",
            needs_counts=True,
        ),
        Method(
            "pebl",
            _plain(PEBL),
            "1-DNF finds reliable negatives, then SVMs in a row (Yu et al. 2002)",
            "to compare with the published method; needs many positives",
            "some 10 fits × 6",
            needs_counts=True,
        ),
        Method(
            "roc-svm",
            _plain(RocchioSVM),
            "Rocchio finds reliable negatives, then SVMs in a row (Li & Liu 2003)",
            "the best of the published two-step pairs when positives are few",
            "some 10 fits × 6",
            needs_counts=True,
        ),
    )
}


@dataclass(frozen=True)
class Preset:
    """How much the Finder tries."""

    methods: tuple[str, ...]
    vectorizer: TextVectorizer
    summary: str
    for_tables: tuple[str, ...]
    """The methods for tables without text, the best first."""
    most: int | None = None
    """How many of them are tried; all by default."""

    def methods_for(self, is_table: bool) -> list[Method]:
        """What to try; of the methods for tables those that can be loaded, and the others if none can."""
        usable = [method for name in self.for_tables if (method := METHODS[name]).missing is None] if is_table else []
        return usable[: self.most] or [METHODS[name] for name in self.methods]


PRESETS: dict[str, Preset] = {
    "fast": Preset(("set-aside-svm",), WORDS, "single words, one method", ("boosting", "forest"), most=1),
    "balanced": Preset(
        ("set-aside-svm", "weighted-logistic"),
        WORDS,
        "single words; weighted logistic regression where it is clearly ahead",
        ("boosting", "forest", "weighted-logistic"),
    ),
    "best": Preset(
        ("set-aside-svm", "weighted-logistic", "rank-svm", "biased-svm"),
        TextVectorizer(ngram_range=(1, 2)),
        "words and pairs of words; another linear method where it is clearly ahead",
        ("boosting", "forest", "weighted-logistic", "set-aside-svm", "rank-svm"),
    ),
}


def find_preset(name: str) -> Preset:
    """The preset of that name, or an error that names those there are."""
    if name in PRESETS:
        return PRESETS[name]
    raise InputError(f"preset={name!r} is not known; it is one of {', '.join(PRESETS)}")


def find_method(name: str) -> Method:
    """The method of that name, or an error that names the closest."""
    if name in METHODS:
        return METHODS[name]
    close = difflib.get_close_matches(name, METHODS, n=1, cutoff=0.3)
    hint = f"did you mean {close[0]}? " if close else ""
    raise InputError(f"method {name!r} is not known; {hint}the methods are auto, {', '.join(METHODS)}")
