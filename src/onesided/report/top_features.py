"""The features that weigh most in a linear model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from onesided.exceptions import InputError
from onesided.report.axes import POSITIVE, UNLABELED, Display, few_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST_NAME = 24


class TopFeaturesDisplay(Display):
    """The largest weights for and against, with their names.

    Parameters
    ----------
    weights : array-like of shape (n_features,)
    names : array-like of shape (n_features,), optional
    n_features : int, default=20
        How many to show, by size.

    Examples
    --------
    >>> TopFeaturesDisplay([0.1, -2.0, 1.0], ["and", "dog", "cat"], n_features=2).names
    ['cat', 'dog']
    """

    def __init__(self, weights: ArrayLike, names: ArrayLike | None = None, n_features: int = 20):
        column = np.asarray(weights, dtype=float)
        called = np.asarray([f"x{j}" for j in range(len(column))] if names is None else names, dtype=object)
        if called.shape != column.shape:
            raise InputError(f"there are {len(column)} weights and {len(called)} names; give one name for each weight")
        largest = np.argsort(-np.abs(column), kind="stable")[:n_features]
        largest = largest[np.argsort(-column[largest], kind="stable")]
        self.weights = column[largest]
        self.names = [str(name) for name in called[largest]]

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        *,
        names: ArrayLike | None = None,
        n_features: int = 20,
        ax: Axes | None = None,
    ) -> Self:
        """From a fitted linear model, or a Finder whose chosen method is one.

        Names are those given, those of the Finder's terms, those seen in `fit`, or x0, x1, ...
        """
        model = getattr(estimator, "estimator_", estimator)
        if not hasattr(model, "coef_"):
            raise InputError(f"{type(model).__name__} has no weights (coef_); this display is for linear models")
        if names is None and hasattr(estimator, "features_"):
            names = estimator.features_.names(np.size(model.coef_))
        if names is None:
            names = getattr(model, "feature_names_in_", None)
        return cls(np.ravel(model.coef_), names, n_features).plot(ax)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw."""
        ax = self._axes(ax)
        ax.grid(False, axis="y")
        places = np.arange(len(self.weights))
        colours = [POSITIVE if weight > 0 else UNLABELED for weight in self.weights]
        ax.barh(places, self.weights, color=colours, height=0.7)
        # A dollar sign in a name would start a formula.
        ax.set_yticks(places, [_short(name).replace("$", r"\$") for name in self.names])
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(places) - 0.4, -0.6)
        ax.axvline(0, color=UNLABELED, linewidth=0.8)
        few_ticks(ax)
        ax.set(xlabel="weight in the score")
        return self


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
