"""How many positives are hidden, by several methods side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from numpy.typing import ArrayLike

from onesided.labels import Labels
from onesided.prior import PriorEstimate, estimate_prior
from onesided.report.axes import CUT, POSITIVE, UNLABELED, Display

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class PriorPanelDisplay(Display):
    """The estimate with its interval, the other methods without theirs, and the bound that needs no assumption.

    Parameters
    ----------
    estimate : PriorEstimate

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> is_positive = rng.random(3000) < 0.3
    >>> y, scores = is_positive & (rng.random(3000) < 0.5), rng.normal(2 * is_positive, 1)
    >>> PriorPanelDisplay.from_predictions(y, scores).names[0]
    'odds floor'
    """

    def __init__(self, estimate: PriorEstimate):
        self.estimate = estimate

    @property
    def names(self) -> list[str]:
        """Methods, the one in use first."""
        return [name.replace("_", " ") for name in (self.estimate.method, *(one.method for one in self.estimate.panel))]

    @classmethod
    def from_predictions(
        cls, y: ArrayLike | Labels, scores: ArrayLike, *, ax: Axes | None = None, **options: Any
    ) -> Self:
        """From labels and held-out scores; `options` go to :func:`~onesided.prior.estimate_prior`."""
        return cls(estimate_prior(y, scores, **options)).plot(ax)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: ArrayLike, **options: Any) -> Self:
        """From a fitted classifier and rows that it has not seen."""
        return cls.from_predictions(y, estimator.decision_function(X), **options)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw."""
        ax = self._axes(ax)
        ax.grid(False, axis="y")
        estimate = self.estimate
        low, high = float(estimate.n_hidden_interval.low), float(estimate.n_hidden_interval.high)
        ax.plot([low, high], [0, 0], color=POSITIVE, linewidth=6, alpha=0.3, solid_capstyle="butt",
                label=f"{estimate.n_hidden_interval.level:.0%} interval")  # fmt: skip
        if estimate.can_tell:  # where the data do not settle the number, only the interval is shown
            ax.plot(estimate.n_hidden, 0, "o", color=POSITIVE, markersize=7)
        others = range(1, len(estimate.panel) + 1)
        ax.plot([one.n_hidden for one in estimate.panel], list(others), "o", color=UNLABELED, markersize=6)
        bound = estimate.share_upper_bound * estimate.n_unlabeled
        ax.axvline(bound, color=CUT, linestyle="--", linewidth=1.2, label=f"at most {bound:,.0f}")
        ax.set_yticks([0, *others], self.names)
        ax.set_ylim(len(estimate.panel) + 0.6, -0.6)
        ax.set_xlim(0, max(bound, high, *(one.n_hidden for one in estimate.panel)) * 1.08)
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        ax.set(xlabel="positives hidden among the unlabeled rows")
        ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        return self
