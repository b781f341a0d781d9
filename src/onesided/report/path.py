"""The criterion along the regularisation path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from onesided.exceptions import InputError
from onesided.report.axes import CUT, RECALL, Display

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CRITERIA = {
    "lee_liu": "F̂ (Lee & Liu)",
    "pu_auc": "AUC of P against U",
    "neg_error_frequency_sum": "−(error and frequency)",
}
"""What to write beside the axis."""


class PathDisplay(Display):
    """Which settings a search tried and what each was worth.

    Parameters
    ----------
    results : mapping
        `cv_results_` of a search, in the manner of scikit-learn.
    parameter : str, optional
        The parameter along the axis, by default the one with most values; each setting of the others is a line.
    criterion : str
        Name of the criterion.

    Examples
    --------
    >>> results = {"param_C": [0.1, 1, 10], "mean_test_score": [1, 3, 2], "std_test_score": [1, 1, 1]}
    >>> display = PathDisplay(results)
    >>> display.parameter, display.best
    ('C', 1)
    """

    def __init__(self, results: Mapping[str, ArrayLike], parameter: str | None = None, criterion: str = "criterion"):
        self.parameters = {
            name.removeprefix("param_"): np.asarray(values)
            for name, values in results.items()
            if name.startswith("param_")
        }
        if not self.parameters:
            raise InputError("these results name no parameter; pass the cv_results_ of a fitted …CV estimator")
        if parameter is None:
            parameter = max(self.parameters, key=lambda name: len(np.unique(self.parameters[name])))
        if parameter not in self.parameters:
            raise InputError(f"parameter {parameter!r} was not searched; there are {', '.join(self.parameters)}")
        self.parameter = parameter
        self.mean = np.asarray(results["mean_test_score"], dtype=float)
        self.spread = np.asarray(results["std_test_score"], dtype=float)
        self.criterion = criterion

    @property
    def best(self) -> int:
        """The place of the best setting."""
        return int(np.argmax(self.mean))

    @classmethod
    def from_estimator(cls, estimator: Any, *, parameter: str | None = None, ax: Axes | None = None) -> Self:
        """From a fitted estimator that searched (or a Finder, or a GridSearchCV)."""
        estimator = getattr(estimator, "estimator_", estimator)
        if not hasattr(estimator, "cv_results_"):
            raise InputError(
                f"{type(estimator).__name__} has no cv_results_; fit an estimator that searches, such as "
                "WeightedLogisticRegressionCV"
            )
        criterion = getattr(estimator, "criterion", "criterion")
        return cls(estimator.cv_results_, parameter, criterion if isinstance(criterion, str) else "criterion").plot(ax)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw."""
        ax = self._axes(ax)
        x = self.parameters[self.parameter].astype(float)
        others = [values for name, values in self.parameters.items() if name != self.parameter]
        lines, which = np.unique(np.column_stack(others), axis=0, return_inverse=True) if others else ([()], 0 * x)
        names = [name for name in self.parameters if name != self.parameter]
        for number, setting in enumerate(lines):
            rows = np.flatnonzero(which == number)
            rows = rows[np.argsort(x[rows], kind="stable")]
            # Of several lines the one with the best setting is in front, with its spread.
            is_front = which[self.best] == number
            ax.plot(x[rows], self.mean[rows], marker="o", markersize=3.5, linewidth=1.6 if is_front else 1.0,
                    color=RECALL, alpha=1 if is_front else 0.25, zorder=3 if is_front else 2)  # fmt: skip
            if is_front:
                middle, spread = self.mean[rows], self.spread[rows]
                ax.fill_between(x[rows], middle - spread, middle + spread, color=RECALL, alpha=0.12, linewidth=0,
                                label="± 1 sd over the folds")  # fmt: skip
                fixed = ", ".join(f"{name}={float(value):g}" for name, value in zip(names, setting, strict=True))
        label = f"best: {self.parameter}={x[self.best]:g}" + (f", {fixed}" if fixed else "")
        ax.axvline(x[self.best], color=CUT, linestyle="--", linewidth=1.2, label=label)
        if np.all(x > 0):
            ax.set_xscale("log")
        ax.set(xlabel=self.parameter, ylabel=CRITERIA.get(self.criterion, self.criterion))
        ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        return self
