"""The words that stand for the positives, and how much of them each document has (LPLP, Figures 2 and 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from onesided.bayes.multinomial import Vector
from onesided.engine.rows import MemoryRows


def word_scores(rows: MemoryRows, is_positive: NDArray[np.bool_]) -> Vector:
    r"""How much each word is frequent in P and rare elsewhere.

    .. math:: s(w) = \frac{N(w,P)}{\sum_v N(v,P)} \log\frac{|P|+|U|}{df(w)}, \qquad
              N(w,P) = \sum_{d \in P} \frac{x_{dw}}{\max_v x_{dv}}

    Parameters
    ----------
    rows : MemoryRows of shape (n, n_features)
        Counts of P and U.
    is_positive : array of bool of shape (n,)

    Returns
    -------
    array of shape (n_features,)
        0 for words that no positive has, or every document.

    Examples
    --------
    >>> rows = MemoryRows(np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 3.0], [0.0, 1.0, 1.0]]))
    >>> word_scores(rows, np.array([True, False, False, False])).round(3)     # 2/3 · log 4, 1/3 · log 1, 0
    array([0.924, 0.   , 0.   ])
    """
    positives = rows.take(np.flatnonzero(is_positive))
    largest = _row_maxima(positives.X)
    # A document without words has no largest frequency and adds nothing.
    frequency = positives.transposed_times(1.0 / np.where(largest > 0, largest, np.inf))
    n_documents_with = _column_nonzeros(rows.X)
    rarity = np.log(rows.shape[0] / np.maximum(n_documents_with, 1))
    return frequency / max(frequency.sum(), np.finfo(float).tiny) * rarity


def best_words(scores: Vector, n_words: int) -> NDArray[np.intp]:
    """The columns of the `n_words` largest scores above 0, best first; of equal ones the first columns.

    Departs from the letter of Figure 2, which keeps scores strictly greater than the k-th and so one word too few.
    """
    ranked = np.argsort(-scores, kind="stable")[:n_words]
    return ranked[scores[ranked] > 0]


def cosine_to(rows: MemoryRows, words: NDArray[np.intp]) -> Vector:
    """Cosine of each row with the document that has each of `words` once; 0 for rows without any of them."""
    representative = np.zeros(rows.shape[1])
    representative[words] = 1.0
    lengths = _row_norms(rows.X) * np.sqrt(max(len(words), 1))
    return rows.times(representative) / np.where(lengths > 0, lengths, np.inf)


def _row_maxima(X: Any) -> Vector:
    if sparse.issparse(X):
        return X.max(axis=1).toarray().ravel().astype(np.float64)
    return X.max(axis=1).astype(np.float64)


def _row_norms(X: Any) -> Vector:
    squares = X.multiply(X).sum(axis=1) if sparse.issparse(X) else np.einsum("ij,ij->i", X, X)
    return np.sqrt(np.asarray(squares, dtype=np.float64).ravel())


def _column_nonzeros(X: Any) -> NDArray[np.intp]:
    if sparse.issparse(X):
        return np.bincount(X.indices[X.data != 0], minlength=X.shape[1])
    return np.count_nonzero(X, axis=0)
