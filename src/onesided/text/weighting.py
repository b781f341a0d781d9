"""From counts to unit-length tf-idf rows: which terms stay, what each weighs."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from onesided.exceptions import InputError


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
    # By UTF-8 bytes, which is the order of code points that Python sorts by.
    return places[np.argsort(np.array([term.encode() for term in terms[places]], dtype=object), kind="stable")]


def most_frequent(places: np.ndarray, occurrences: np.ndarray, n_terms: int) -> np.ndarray:
    """Of the places those `n_terms` whose terms occur most often, in the same order; of equal ones the first."""
    most = np.argsort(-occurrences[places], kind="stable")[:n_terms]
    return places[np.sort(most)]


def take_columns(counts: sparse.csr_matrix, new_column: np.ndarray, n_columns: int) -> sparse.csr_matrix:
    """Move columns to their new places and drop those whose new place is -1."""
    columns = new_column[counts.indices]
    kept = columns >= 0
    before = np.concatenate([[0], np.cumsum(kept)])
    indptr = before[counts.indptr].astype(np.int32)
    moved = sparse.csr_matrix((counts.data[kept], columns[kept], indptr), shape=(counts.shape[0], n_columns))
    moved.sort_indices()
    return moved


def smooth_idf(frequency: np.ndarray, n_documents: int) -> np.ndarray:
    r"""Inverse document frequency as scikit-learn has it, :math:`1 + \log\frac{1 + n}{1 + \mathrm{df}}`.

    Examples
    --------
    >>> smooth_idf(np.array([3, 1]), 3)
    array([1.        , 1.69314718])
    """
    return 1.0 + np.log((1.0 + n_documents) / (1.0 + frequency))


def weigh(
    counts: sparse.csr_matrix, idf: np.ndarray | None, *, sublinear_tf: bool, norm: str | None, dtype: type
) -> sparse.csr_matrix:
    r"""Weigh counts by :math:`(1 + \log \mathrm{tf})\,\mathrm{idf}` and bring rows to length one."""
    values = counts.data.astype(np.float64)
    if sublinear_tf:
        values = 1.0 + np.log(values)
    if idf is not None:
        values *= idf[counts.indices]
    weighted = sparse.csr_matrix((values, counts.indices, counts.indptr), shape=counts.shape)
    if idf is not None and not idf.all():
        weighted.eliminate_zeros()  # hashing: columns outside min_df and max_df have no weight
    if norm is not None:
        normalize(weighted, norm=norm, copy=False)
    return weighted.astype(dtype)
