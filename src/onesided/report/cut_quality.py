"""Recall and precision against the number of rows called positive, with bands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.finder import Findings
from onesided.labels import Labels, read_labels
from onesided.prior import CutQuality, PriorEstimate, cut_quality, estimate_prior
from onesided.report.axes import CUT, PRECISION, RECALL, Display

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CUTS = 200
UNKNOWN = 0.75
"""Width of an interval from which no estimate is shown: nearly anything is possible."""


class CutQualityDisplay(Display):
    """What is gained and lost by reading further down the ranking, as far as it can be known without negatives.

    Where an interval is so wide that it says nothing, the band alone is drawn.

    Parameters
    ----------
    quality : CutQuality
        At several cuts, from few rows called to many.
    n_chosen : int or None
        Rows above the suggested cut.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> is_positive = rng.random(3000) < 0.3
    >>> y, scores = is_positive & (rng.random(3000) < 0.5), rng.normal(2 * is_positive, 1)
    >>> display = CutQualityDisplay.from_predictions(y, scores, threshold=1.0)
    >>> int(display.quality.n_called[0]), bool(display.quality.recall[-1] == 1)
    (1, True)
    """

    def __init__(self, quality: CutQuality, n_chosen: int | None = None):
        if np.ndim(quality.recall) != 1:
            raise InputError("one cut makes no curve; give cut_quality an array of thresholds, or use from_predictions")
        self.quality = quality
        self.n_chosen = n_chosen

    @classmethod
    def from_predictions(
        cls,
        y: ArrayLike | Labels,
        scores: ArrayLike,
        *,
        prior_estimate: PriorEstimate | None = None,
        threshold: float | None = None,
        pos_label: object = None,
        ax: Axes | None = None,
    ) -> Self:
        """From labels and held-out scores; the prior is estimated from them if none is given."""
        labels = y if isinstance(y, Labels) else read_labels(y, pos_label)
        column = np.asarray(scores, dtype=float)
        if prior_estimate is None:
            prior_estimate = estimate_prior(labels, column)
        unlabeled = column[labels.is_unlabeled]
        quality = cut_quality(labels, column, _cuts(unlabeled), prior_estimate)
        n_chosen = None if threshold is None else int(np.count_nonzero(unlabeled > threshold))
        return cls(quality, n_chosen).plot(ax)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: ArrayLike, **options: Any) -> Self:
        """From a fitted classifier and rows that it has not seen."""
        return cls.from_predictions(y, estimator.decision_function(X), **{"threshold": 0.0, **options})

    @classmethod
    def from_findings(cls, found: Findings, **options: Any) -> Self:
        """From the answer of a :class:`~onesided.Finder`; duplicates count once."""
        counted = found.is_counted
        known = {"prior_estimate": found.prior, "threshold": 0.0}
        return cls.from_predictions(found.labels.take(counted), found.scores[counted], **{**known, **options})

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw."""
        ax = self._axes(ax)
        quality = self.quality
        around = f"{quality.recall_interval.level:.0%} interval"
        curves = (
            ("recall", quality.recall, quality.recall_interval, RECALL),
            ("precision", quality.precision_in_unlabeled, quality.precision_in_unlabeled_interval, PRECISION),
        )
        for name, values, interval, colour in curves:
            ax.fill_between(quality.n_called, interval.low, interval.high, color=colour, alpha=0.15, linewidth=0)
            values = np.where(interval.width > UNKNOWN, np.nan, values)
            ax.plot(quality.n_called, values, color=colour, linewidth=1.8, label=f"estimated {name}, {around}")
        if self.n_chosen:
            label = f"suggested cut: {self.n_chosen:,}"
            ax.axvline(self.n_chosen, color=CUT, linestyle="--", linewidth=1.2, label=label)
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        ax.set(xlabel="unlabeled rows called positive, the best first", ylim=(0, 1.02))
        ax.set_xlim(1, quality.n_called[-1])  # type: ignore[index]
        ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=1)
        return self


def _cuts(unlabeled: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cuts below the first 1, 2, 3, ... rows of the ranking, evenly spaced in the logarithm and few enough to draw.

    Rows with equal scores are called together or not at all.
    """
    ranked = np.sort(unlabeled)[::-1]
    counts = np.append(np.flatnonzero(ranked[1:] < ranked[:-1]) + 1, len(ranked))
    wanted = np.geomspace(1, len(ranked), MOST_CUTS).astype(int)
    counts = counts[np.unique(np.searchsorted(counts, wanted))]
    return np.append(ranked, np.nextafter(ranked[-1], -np.inf))[counts]  # the rows above the next score below
