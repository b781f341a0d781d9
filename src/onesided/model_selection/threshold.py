"""The best cut of a ranking, found exactly: by one sort and cumulative sums over every cut there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels, population_weights, read_weights
from onesided.metrics._cuts import cuts, read_scores, sums_above
from onesided.metrics.lee_liu import lee_liu

Vector = NDArray[np.float64]
Criterion = Callable[[Vector, Vector], Vector]


@dataclass(frozen=True)
class Cut:
    """Where to cut, what the criterion is there, and what is called positive."""

    threshold: float
    """Rows with ``score > threshold`` are called positive; it lies midway between two scores."""
    value: float
    """The criterion at the cut; the mean over the folds, if there are any."""
    n_called_positive: int
    recall: float
    """Share of the labelled positives above the cut."""


def best_threshold(
    y: ArrayLike | Labels,
    y_score: ArrayLike,
    *,
    folds: ArrayLike | None = None,
    criterion: Literal["lee_liu", "error_frequency_sum"] | Criterion = "lee_liu",
    sampling: Literal["one", "two"] = "one",
    confidence: float | None = None,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> Cut:
    r"""The threshold with the best criterion, over all cuts that the scores allow.

    With `folds` it is the threshold with the best *mean over the folds*,
    :math:`\arg\max_\theta \tfrac1K \sum_k \hat F_k(\theta)`, as in [1]_: in each fold the criterion is a step
    function of θ, and all of them are evaluated at every cut of the pooled scores.  Costs one sort and a few passes
    for each fold.

    Parameters
    ----------
    y : array-like of shape (n,) or Labels
        Labels in any code of :mod:`onesided.labels`.
    y_score : array-like of shape (n,)
        The larger, the more likely positive; for an honest cut, scores of rows held out from training.
    folds : array-like of shape (n,), optional
        The fold of each row (:func:`onesided.model_selection.fold_numbers`).
    criterion : {"lee_liu", "error_frequency_sum"} or callable
        What to optimise: the largest :func:`~onesided.metrics.lee_liu_score`, the smallest
        :func:`~onesided.metrics.error_frequency_sum`, or the largest value of a function of two arrays, the recall on
        P and the share of the population called positive.  With a known prior π, for example,
        ``lambda r, q: 2 * prior * r / (prior + q)`` is the best estimated F.
    sampling : {"one", "two"}, default="one"
        The population is all rows, or the unlabeled rows alone.
    confidence : float, optional
        Judge each cut by the lower confidence bound (Wilson's, one-sided) of its recall instead of the recall itself:
        0.9, say.  With few positives the criterion's top can be an accident of one or two of them that rank above
        everything; the bound asks for more witnesses.  Off by default, as in [1]_.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    sample_weight : array-like of shape (n,), optional
        Weights of the rows.

    Returns
    -------
    Cut
        Of equally good cuts, the one that calls most rows positive.

    References
    ----------
    .. [1] S. Sellamanickam, P. Garg, S. K. Selvaraj. A pairwise ranking based approach to learning with positive
       and unlabeled examples. CIKM 2011.

    Examples
    --------
    >>> best_threshold([1, 1, 0, 0, 0, 0], [6.0, 4.0, 5.0, 3.0, 2.0, 1.0])
    Cut(threshold=3.5, value=2.0, n_called_positive=3, recall=1.0)
    """
    labels = as_labels(y, pos_label)
    scores = read_scores(y_score, len(labels))
    weights = read_weights(sample_weight, len(labels))
    thresholds, order, starts = cuts(scores)
    inside = np.where(labels.is_positive, weights, 0.0)
    if criterion == "error_frequency_sum":
        population, judge = np.where(labels.is_positive, 0.0, weights), _little_error
    else:
        population = population_weights(labels, sampling, weights)
        judge = lee_liu if criterion == "lee_liu" else criterion  # type: ignore[assignment]
    if not callable(judge):
        raise InputError(f"criterion={criterion!r} is not known; it is 'lee_liu', 'error_frequency_sum' or a function")

    parts = _parts(folds, len(labels))
    values = np.zeros(len(thresholds))
    for name, is_in in parts:
        recall = _share_above(np.where(is_in, inside, 0.0), order, starts, f"no positive row {name}")
        called = _share_above(np.where(is_in, population, 0.0), order, starts, f"no unlabeled row {name}")
        if confidence is not None:
            recall = _lower_bound(recall, inside[is_in], confidence)
        values += judge(recall, called) / len(parts)

    best = int(np.argmax(values))
    value = -values[best] if criterion == "error_frequency_sum" else values[best]
    is_called = scores > thresholds[best]
    return Cut(float(thresholds[best]), float(value), int(is_called.sum()), float(inside @ is_called / inside.sum()))


def _little_error(recall: Vector, called: Vector) -> Vector:
    return recall - 1 - called


def _parts(folds: ArrayLike | None, n_rows: int) -> list[tuple[str, NDArray[np.bool_]]]:
    """A mask of rows for each fold, with words to name it."""
    if folds is None:
        return [("with a weight", np.ones(n_rows, dtype=bool))]
    numbers = np.asarray(folds)
    if numbers.shape != (n_rows,):
        raise InputError(f"folds has shape {numbers.shape}; it needs one number for each of {n_rows} rows")
    return [(f"in fold {number}", numbers == number) for number in np.unique(numbers)]


def _share_above(weights: Vector, order: NDArray[np.intp], starts: NDArray[np.intp], problem: str) -> Vector:
    above = sums_above(weights, order, starts)
    if above[0] <= 0:
        raise InputError(
            f"there is {problem}, so the criterion cannot be counted; make the folds with "
            "onesided.model_selection.fold_numbers, which puts both kinds into each"
        )
    return above / above[0]


def _lower_bound(recall: Vector, weights: Vector, confidence: float) -> Vector:
    """Wilson's one-sided lower bound of a recall that rests on rows of these weights."""
    if not 0.5 <= confidence < 1:
        raise InputError(f"confidence={confidence!r} is not the level of a bound; it lies between 0.5 and 1")
    z2 = NormalDist().inv_cdf(confidence) ** 2
    n = weights.sum() ** 2 / np.square(weights).sum()  # the number of equal rows that would say as much
    spread = np.sqrt(z2 * recall * (1 - recall) / n + (z2 / (2 * n)) ** 2)
    return np.maximum((recall + z2 / (2 * n) - spread) / (1 + z2 / n), 0.0)
