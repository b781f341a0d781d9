"""From counts to unit-length tf-idf rows: which terms stay, what each weighs."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from onesided.engine.compiled import IS_COMPILED
from onesided.exceptions import InputError
from onesided.text.ordering import weigh_rows


def as_count(limit: float, n_documents: int) -> float:
    """Turn a limit on document frequency, a count (int) or a share (float), into a number of documents."""
    return float(limit) if isinstance(limit, (int, np.integer)) else limit * n_documents


def kept_terms(terms: np.ndarray, frequency: np.ndarray, low: float, high: float) -> np.ndarray:
    """Places of the terms to keep, in alphabetical order of the terms.

    Parameters
    ----------
    terms : ndarray of str
        The terms.
    frequency : ndarray of int
        In how many documents each term is.
    low, high : float
        Limits on the number of documents.

    Returns
    -------
    ndarray of int
    """
    places = np.flatnonzero((frequency >= low) & (frequency <= high))
    if len(places) == 0:
        raise InputError(
            f"no term is left out of {len(terms)}: every one is in fewer than min_df or more than max_df documents; "
            "give more text, lower min_df or raise max_df"
        )
    import polars as pl

    # polars sorts by UTF-8 bytes, which is the order of code points that Python sorts by, on all cores.
    return places[pl.Series(terms[places], dtype=pl.String).arg_sort().to_numpy()]


def most_frequent(places: np.ndarray, occurrences: np.ndarray, n_terms: int) -> np.ndarray:
    """Of the places those `n_terms` whose terms occur most often, in the same order; of equal ones the first."""
    most = np.argsort(-occurrences[places], kind="stable")[:n_terms]
    return places[np.sort(most)]


def smooth_idf(frequency: np.ndarray, n_documents: int) -> np.ndarray:
    r"""Inverse document frequency as scikit-learn has it, :math:`1 + \log\frac{1 + n}{1 + \mathrm{df}}`.

    Examples
    --------
    >>> smooth_idf(np.array([3, 1]), 3)
    array([1.        , 1.69314718])
    """
    return 1.0 + np.log((1.0 + n_documents) / (1.0 + frequency))


def weigh(
    counts: sparse.csr_matrix,
    new_column: np.ndarray,
    idf: np.ndarray,
    *,
    sublinear_tf: bool,
    norm: str | None,
    dtype: type,
) -> sparse.csr_matrix:
    r"""Weigh counts by :math:`(1 + \log \mathrm{tf})\,\mathrm{idf}` and bring rows to length one, columns in order.

    Parameters
    ----------
    counts : CSR matrix of int
        How often each row holds each term.
    new_column : array of int32
        Column of each term, -1 to leave it out.
    idf : array of float64
        Weight of each new column.
    sublinear_tf, norm, dtype
        As in `TextVectorizer`.

    Returns
    -------
    CSR matrix
    """
    weight_of_count = np.arange(counts.data.max(initial=1) + 1, dtype=np.float64)
    if sublinear_tf:
        weight_of_count[1:] = 1.0 + np.log(weight_of_count[1:])
    shape = counts.shape[0], len(idf)
    if IS_COMPILED:
        values, columns = np.empty(counts.nnz, dtype=dtype), np.empty(counts.nnz, dtype=np.int32)
        indptr = np.zeros(len(counts.indptr), dtype=np.int32)
        power = {None: 0, "l1": 1, "l2": 2}[norm]
        parts = counts.data, counts.indices, counts.indptr
        n_kept = weigh_rows(*parts, new_column, weight_of_count, idf, power, values, columns, indptr)
        weighted = sparse.csr_matrix((values[:n_kept], columns[:n_kept], indptr), shape=shape)
        weighted.has_sorted_indices = True
        return weighted
    columns = new_column[counts.indices]
    kept = columns >= 0
    indptr = np.concatenate([[0], np.cumsum(kept)])[counts.indptr].astype(np.int32)
    columns = columns[kept]
    values = weight_of_count[counts.data[kept]] * idf[columns]
    weighted = sparse.csr_matrix((values, columns, indptr), shape=shape)
    weighted.sort_indices()
    if norm is not None:
        normalize(weighted, norm=norm, copy=False)
    return weighted.astype(dtype)
