"""Learning from positive and unlabeled examples.

The public names are loaded when they are first used, so that `import onesided` and `onesided --help` stay quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from onesided._version import __version__

if TYPE_CHECKING:
    from onesided.bayes import LPLP, EMNaiveBayes, PositiveNaiveBayes
    from onesided.feature_selection import AUCSelector
    from onesided.finder import Finder, Findings
    from onesided.linear import (
        BiasedSVM,
        BiasedSVMCV,
        RankSVM,
        RankSVMCV,
        SetAsideSVM,
        WeightedLogisticRegression,
        WeightedLogisticRegressionCV,
    )
    from onesided.queries import MonotoneConjunction, PosUnlForest, PosUnlTree
    from onesided.semi_supervised import (
        CoTraining,
        HarmonicFunction,
        MinCut,
        SpectralPartition,
        TransductiveSVM,
    )
    from onesided.text import TextVectorizer
    from onesided.two_step import PEBL, RocchioSVM, SpyEM, TwoStep
    from onesided.wrappers import ElkanNoto, PUBagging, PUBoosting

_HOMES = {
    "AUCSelector": "feature_selection",
    "BiasedSVM": "linear",
    "BiasedSVMCV": "linear",
    "CoTraining": "semi_supervised",
    "EMNaiveBayes": "bayes",
    "ElkanNoto": "wrappers",
    "Finder": "finder",
    "Findings": "finder",
    "HarmonicFunction": "semi_supervised",
    "LPLP": "bayes",
    "MinCut": "semi_supervised",
    "MonotoneConjunction": "queries",
    "PEBL": "two_step",
    "PUBagging": "wrappers",
    "PUBoosting": "wrappers",
    "PosUnlForest": "queries",
    "PosUnlTree": "queries",
    "PositiveNaiveBayes": "bayes",
    "RankSVM": "linear",
    "RankSVMCV": "linear",
    "RocchioSVM": "two_step",
    "SetAsideSVM": "linear",
    "SpectralPartition": "semi_supervised",
    "SpyEM": "two_step",
    "TextVectorizer": "text",
    "TransductiveSVM": "semi_supervised",
    "TwoStep": "two_step",
    "WeightedLogisticRegression": "linear",
    "WeightedLogisticRegressionCV": "linear",
}

__all__ = [
    "LPLP",
    "PEBL",
    "AUCSelector",
    "BiasedSVM",
    "BiasedSVMCV",
    "CoTraining",
    "EMNaiveBayes",
    "ElkanNoto",
    "Finder",
    "Findings",
    "HarmonicFunction",
    "MinCut",
    "MonotoneConjunction",
    "PUBagging",
    "PUBoosting",
    "PosUnlForest",
    "PosUnlTree",
    "PositiveNaiveBayes",
    "RankSVM",
    "RankSVMCV",
    "RocchioSVM",
    "SetAsideSVM",
    "SpectralPartition",
    "SpyEM",
    "TextVectorizer",
    "TransductiveSVM",
    "TwoStep",
    "WeightedLogisticRegression",
    "WeightedLogisticRegressionCV",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"onesided.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'onesided' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
