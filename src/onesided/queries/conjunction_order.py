"""What a learner of conjunctions asks, and the list of variables that follows from the answers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

Vector = NDArray[np.float64]

_DIGITS = 12
"""Sums of shares that are equal but for rounding are ties."""


def without_noise(with_positive: ArrayLike, with_negative: ArrayLike, noise: float) -> Vector:
    r"""Probability of an event and a truly positive label, from its probabilities with the noisy labels.

    .. math:: p_1(A) = \frac{(1-\eta)\, q_1(A) - \eta\, q_0(A)}{1 - 2\eta}

    Parameters
    ----------
    with_positive, with_negative : array-like
        :math:`q_1(A)` and :math:`q_0(A)`: the event together with a label that reads positive, or negative.
    noise : float in [0, 1/2)
        The chance η that a label is flipped.

    Returns
    -------
    ndarray

    Examples
    --------
    No positive row lacks the variable; 30 of 100 rows do, and the labels of a fifth of them are wrong.

    >>> float(without_noise(0.06, 0.24, noise=0.2).round(12))
    0.0
    """
    kept = (1 - noise) * np.asarray(with_positive) - noise * np.asarray(with_negative)
    return np.asarray(kept / (1 - 2 * noise))


def by_rising(values: ArrayLike, ties: ArrayLike | None = None) -> NDArray[np.intp]:
    """Places of the last axis in the order of rising `values`; equal ones by falling `ties`, then as they come.

    Examples
    --------
    >>> by_rising([0.2, 0.0, 0.1, 0.0]).tolist()
    [1, 3, 2, 0]
    >>> by_rising([0.2, 0.0, 0.1, 0.0], ties=[0.3, 0.1, 0.2, 0.4]).tolist()
    [3, 1, 2, 0]
    """
    rounded = np.round(np.asarray(values, dtype=float), _DIGITS)
    if ties is None:
        return np.argsort(rounded, axis=-1, kind="stable")
    return np.lexsort((-np.round(np.asarray(ties, dtype=float), _DIGITS), rounded), axis=-1)


def satisfied(rows: Any, order: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many variables from the front of the list `order` are 1 in each row, before the first that is 0.

    The conjunction of the first k variables holds in the rows whose number is at least k, so that one pass over the
    rows tells about every conjunction along the list.

    Parameters
    ----------
    rows : array or CSR matrix of 0 and 1, of shape (n, n_features)
    order : array of column numbers

    Returns
    -------
    ndarray of shape (n,)

    Examples
    --------
    >>> rows = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1]])
    >>> satisfied(rows, np.array([2, 0, 1])).tolist()
    [2, 1, 3]
    >>> satisfied(sparse.csr_array(rows), np.array([2, 0, 1])).tolist()
    [2, 1, 3]
    """
    if not sparse.issparse(rows):
        lacks = np.asarray(rows)[:, order] == 0
        return np.where(lacks.any(axis=1), lacks.argmax(axis=1), len(order))
    place_of = np.empty(len(order), dtype=np.intp)
    place_of[order] = np.arange(len(order))
    n_ones = np.diff(rows.indptr)
    row, place = np.repeat(np.arange(rows.shape[0]), n_ones), place_of[rows.indices]
    # A row of m ones has at most the first m variables, so that places from m on do not matter: most of a sparse row.
    matters = (place < n_ones[row]) & (rows.data != 0)
    row, place = row[matters], place[matters]
    # In each row the k-th of the rest is at least at place k of the list; it is at place k just if none before is 0.
    place = place[np.lexsort((place, row))]
    first = np.searchsorted(row, row)
    return np.bincount(row[place == np.arange(len(row)) - first], minlength=rows.shape[0])


def share_at_least(numbers: NDArray[np.intp], weights: Vector, largest: int) -> Vector:
    """Weighted share of `numbers` that are at least k, for k = 0 to `largest`.

    Examples
    --------
    >>> share_at_least(np.array([2, 1, 3, 0]), np.ones(4), largest=3).tolist()
    [1.0, 0.75, 0.5, 0.25]
    """
    each = np.bincount(numbers, weights=weights, minlength=largest + 1)
    return each[::-1].cumsum()[::-1] / weights.sum()
