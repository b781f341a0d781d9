"""Learning from positive and unlabeled examples.

The public names are loaded when they are first used, so that `import onesided` and `onesided --help` stay quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from onesided._version import __version__

if TYPE_CHECKING:
    from onesided.finder import Finder, Findings
    from onesided.linear import (
        BiasedSVM,
        BiasedSVMCV,
        RankSVM,
        RankSVMCV,
        WeightedLogisticRegression,
        WeightedLogisticRegressionCV,
    )
    from onesided.text import TextVectorizer

_HOMES = {
    "BiasedSVM": "linear",
    "BiasedSVMCV": "linear",
    "Finder": "finder",
    "Findings": "finder",
    "RankSVM": "linear",
    "RankSVMCV": "linear",
    "TextVectorizer": "text",
    "WeightedLogisticRegression": "linear",
    "WeightedLogisticRegressionCV": "linear",
}

__all__ = [
    "BiasedSVM",
    "BiasedSVMCV",
    "Finder",
    "Findings",
    "RankSVM",
    "RankSVMCV",
    "TextVectorizer",
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
