"""Every cut that a score allows, counted with one sort and cumulative sums."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import total


def read_scores(y_score: ArrayLike, n_rows: int) -> NDArray[np.floating[Any]]:
    """Scores as a column of finite floats; float32 stays float32, so that cuts compare exactly with the scores."""
    if hasattr(y_score, "to_numpy") and not isinstance(y_score, np.ndarray):
        y_score = y_score.to_numpy()
    scores = np.asarray(y_score)
    if scores.dtype not in (np.float32, np.float64):
        scores = scores.astype(np.float64)
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores[:, 0]
    if scores.shape != (n_rows,):
        raise InputError(
            f"y_score has shape {scores.shape}, but y has {n_rows} rows; give one score a row "
            "(of predict_proba, the last column)"
        )
    if not np.all(np.isfinite(scores)):
        raise InputError(f"y_score has NaN or infinity (first in row {int(np.argmin(np.isfinite(scores)))})")
    return scores


def cuts(scores: NDArray[Any]) -> tuple[NDArray[np.floating[Any]], NDArray[np.intp], NDArray[np.intp]]:
    """All cuts between distinct scores, ascending.

    Returns
    -------
    thresholds : from below the smallest score (everything is called positive) through the midpoints between
        neighbouring distinct scores to the largest score (nothing is): k distinct scores have k + 1 cuts
    order : the rows by ascending score
    starts : for each threshold, where in `order` the rows above it begin

    """
    order = np.argsort(scores, kind="stable")
    ranked = scores[order]
    is_new = np.r_[True, ranked[1:] > ranked[:-1]]
    starts = np.r_[np.flatnonzero(is_new), len(scores)]
    distinct = ranked[is_new]
    return midpoints(distinct), order, starts


def midpoints(distinct: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """Thresholds around and between ascending distinct scores: `score > threshold` splits them everywhere."""
    low, high = distinct[:-1], distinct[1:]
    middle = low / 2 + high / 2
    # Neighbouring floats have nothing between them: the lower one itself is then the threshold.
    middle = np.where((middle >= low) & (middle < high), middle, low)
    margin = (high[0] / 2 - low[0] / 2) if len(low) else max(abs(distinct[0]) / 2, 0.5)
    below = min(distinct[0] - margin, np.nextafter(distinct[0], -np.inf))
    return np.concatenate([[below], middle, distinct[-1:]]).astype(distinct.dtype, copy=False)


def sums_above(values: NDArray[np.float64], order: NDArray[np.intp], starts: NDArray[np.intp]) -> NDArray[np.float64]:
    """Sum of `values` over the rows above each cut."""
    # From the top down, so that sums of few rows are exact and the last cut gives 0 and not a rounding error.
    from_top = np.concatenate([[0.0], np.cumsum(values[order[::-1]])])
    return from_top[len(order) - starts]


def rates_at_cuts(
    labels: Labels, y_score: ArrayLike, weights: NDArray[np.float64], population: NDArray[np.float64]
) -> tuple[NDArray[np.floating[Any]], NDArray[np.float64], NDArray[np.float64]]:
    """Thresholds, recall on P and share of `population` (weights, too) called positive, at every cut."""
    thresholds, order, starts = cuts(read_scores(y_score, len(labels)))
    inside = np.where(labels.is_positive, weights, 0.0)
    recall = sums_above(inside, order, starts) / total(inside, "positives")
    return thresholds, recall, sums_above(population, order, starts) / total(population, "unlabeled rows")
