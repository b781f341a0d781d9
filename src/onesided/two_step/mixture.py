"""EM for naive Bayes where some rows keep their class: the positives, and the negatives that are known."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from onesided.bayes.multinomial import Multinomial, column_sums, fit_counts
from onesided.engine.rows import Rows
from onesided.labels import Labels

Vector = NDArray[np.float64]


def em_models(
    rows: Rows, labels: Labels, model: Multinomial, *, smoothing: float = 0.1, tol: float = 1e-3
) -> Iterator[tuple[Multinomial, Vector]]:
    """`model` and its successors under EM, each with its scores of all rows, until they stand still.

    Positives stay positive and known negatives negative; every unlabeled row, also one that began as a reliable
    negative, has the probability that the last model gave it.  One pair of products an iteration.

    Parameters
    ----------
    rows : Rows
        Word counts.
    labels : Labels
    model : Multinomial
        Where to begin.
    smoothing : float
    tol : float
        Stop when no probability changed by more.

    Yields
    ------
    model : Multinomial
    scores : array of shape (n,)
    """
    sums = column_sums(rows)
    scores = model.scores(rows)
    share = _fixed(expit(scores), labels)
    yield model, scores
    while True:
        model = fit_counts(rows, share, sums, smoothing=smoothing)
        scores = model.scores(rows)
        before, share = share, _fixed(expit(scores), labels)
        yield model, scores
        if np.max(np.abs(share - before)) <= tol:
            return


def positive_against(
    rows: Rows, is_positive: NDArray[np.bool_], is_negative: NDArray[np.bool_], smoothing: float = 0.1
) -> Multinomial:
    """Naive Bayes of some rows against some others; rows in neither are left out."""
    weights = (is_positive | is_negative).astype(np.float64)
    return fit_counts(
        rows, is_positive.astype(np.float64), column_sums(rows, weights), weights=weights, smoothing=smoothing
    )


def _fixed(share: Vector, labels: Labels) -> Vector:
    share[labels.is_positive] = 1.0
    share[labels.is_negative] = 0.0
    return share
