"""Scores of the positives and of the unlabeled rows, with the cut between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.finder import Findings
from onesided.labels import Labels, read_labels
from onesided.report.axes import CUT, POSITIVE, UNLABELED, Display, few_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_MARKS = 300
"""Positives that are drawn one by one below the histogram."""


class ScoreDistributionDisplay(Display):
    """Histograms of the scores of P and of U, each as shares of its own side, and the cut.

    The scores of the positives are only worth looking at where the model has not seen them: held-out rows, or
    out-of-fold scores.  Unlabeled rows among the positives are the hidden ones.

    Parameters
    ----------
    positive, unlabeled : arrays
        Scores.
    threshold : float or None
        The cut.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([1, 0], [50, 500])
    >>> display = ScoreDistributionDisplay.from_predictions(y, rng.normal(2 * y, 1), threshold=1.0)
    >>> len(display.positive), len(display.unlabeled)
    (50, 500)
    """

    def __init__(self, positive: ArrayLike, unlabeled: ArrayLike, threshold: float | None = None):
        self.positive = _finite(positive)
        self.unlabeled = _finite(unlabeled)
        self.threshold = threshold

    @classmethod
    def from_predictions(
        cls,
        y: ArrayLike | Labels,
        scores: ArrayLike,
        *,
        threshold: float | None = None,
        pos_label: object = None,
        ax: Axes | None = None,
    ) -> Self:
        """From labels and held-out scores."""
        labels = y if isinstance(y, Labels) else read_labels(y, pos_label)
        column = np.asarray(scores)
        return cls(column[labels.is_positive], column[labels.is_unlabeled], threshold).plot(ax)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: ArrayLike, **options: Any) -> Self:
        """From a fitted classifier and rows that it has not seen.

        For the rows it was fitted on, pass `cv_scores_` and `threshold_` to `from_predictions`.
        """
        return cls.from_predictions(y, estimator.decision_function(X), **{"threshold": 0.0, **options})

    @classmethod
    def from_findings(cls, found: Findings, **options: Any) -> Self:
        """From the answer of a :class:`~onesided.Finder`, whose scores are out of fold."""
        counted = found.is_counted
        scores = found.scores[counted]
        return cls.from_predictions(found.labels.take(counted), scores, **{"threshold": 0.0, **options})

    def plot(self, ax: Axes | None = None, *, bins: int = 30) -> Self:
        """Draw."""
        ax = self._axes(ax)
        edges = np.histogram_bin_edges(np.concatenate([self.positive, self.unlabeled]), bins)
        sides = (("unlabeled", self.unlabeled, UNLABELED), ("positives, held out", self.positive, POSITIVE))
        for name, scores, colour in sides:
            shares = np.histogram(scores, edges)[0] / max(len(scores), 1)
            ax.stairs(shares, edges, fill=True, alpha=0.3, color=colour)
            ax.stairs(shares, edges, color=colour, linewidth=1.4, label=f"{name} ({len(scores):,})")
        if len(self.positive) <= MOST_MARKS:
            places = np.full(len(self.positive), -0.025)
            ax.plot(self.positive, places, "|", color=POSITIVE, markersize=7, transform=ax.get_xaxis_transform(),
                    clip_on=False)  # fmt: skip
        if self.threshold is not None:
            ax.axvline(self.threshold, color=CUT, linestyle="--", linewidth=1.2, label="cut")
        few_ticks(ax)
        ax.tick_params(axis="x", pad=8)
        ax.set(xlabel="score", ylabel="share of each side", ylim=(0, None))
        ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=1)
        return self


def _finite(scores: ArrayLike) -> NDArray[np.float64]:
    """Without the infinite scores of empty documents."""
    column = np.asarray(scores, dtype=float)
    return column[np.isfinite(column)]
