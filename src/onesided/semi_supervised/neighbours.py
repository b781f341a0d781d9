"""The nearest neighbours of rows: exact for small data, approximate for large."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np
from scipy import sparse
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import normalize
from sklearn.utils import gen_batches

from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised.approximate_dense import RandomPartitions
from onesided.semi_supervised.approximate_text import Found, StrongestEntries, chord

Metric = Literal["auto", "euclidean", "cosine"]
Method = Literal["auto", "exact", "approximate"]

EXACT_UP_TO = 10_000
"""Rows up to which all pairs are compared: a second.  From there on the approximate search is faster."""
EXACT_AT_MOST = 100_000
"""Sparse rows above which comparing all pairs by Euclidean distance is refused: many minutes."""
FEW_COLUMNS = 15
"""Columns up to which scikit-learn's trees find exact neighbours without comparing all pairs."""
BLOCK = 4_000_000
"""Similarities of text held in memory at a time: 32 MB."""


class Neighbours:
    """Finds, for rows old or new, the nearest of the rows it was made from.

    Distances are Euclidean; with the cosine metric they are those of rows scaled to length 1,
    :math:`d^2 = 2 (1 - \\cos)`.  Rows with no entry in common (cosine 0) are no neighbours in sparse data: their
    distance is infinite.

    Parameters
    ----------
    X : array or CSR matrix of shape (n, n_features)
    metric : {"auto", "euclidean", "cosine"}, default="auto"
        "auto" is cosine for sparse rows, Euclidean for dense ones.
    method : {"auto", "exact", "approximate"}, default="auto"
    """

    def __init__(self, X: Any, metric: Metric = "auto", method: Method = "auto"):
        is_sparse = sparse.issparse(X)
        self.metric = ("cosine" if is_sparse else "euclidean") if metric == "auto" else metric
        is_text = is_sparse and self.metric == "cosine"
        self.method = _choose(method, X.shape, is_text, is_sparse)
        self.rows = self._scaled(X)
        self._index: Any = None
        self._tree: Any = None
        if self.method == "approximate":
            self._index = StrongestEntries(self.rows) if is_text else RandomPartitions(self.rows)
        elif not is_text:
            self._tree = NearestNeighbors(algorithm="auto").fit(self.rows)

    def of_each(self, n_neighbors: int) -> Found:
        """Distances and indices of the nearest other rows of each row, nearest first, two arrays of shape (n, k)."""
        n = self.rows.shape[0]
        k = min(n_neighbors, n - 1)
        if self._tree is not None:
            distances, indices = self._tree.kneighbors(n_neighbors=k)
            return distances, indices
        distances, indices = self._nearest(self.rows, k + 1)
        # A row is most often its own nearest, but not always first: it may have duplicates, or be missed by the index.
        is_itself = indices == np.arange(n)[:, None]
        is_itself[~is_itself.any(axis=1), -1] = True
        keep = ~is_itself
        return distances[keep].reshape(n, k), indices[keep].reshape(n, k)

    def of(self, X_new: Any, n_neighbors: int) -> Found:
        """The same for new rows."""
        return self._nearest(self._scaled(X_new), min(n_neighbors, self.rows.shape[0]))

    def _nearest(self, rows: Any, k: int) -> Found:
        if self._index is not None:
            return self._index.search(rows, k)
        if self._tree is not None:
            distances, indices = self._tree.kneighbors(rows, n_neighbors=k)
            return distances, indices
        return nearest_by_cosine(rows, self.rows, k)

    def _scaled(self, X: Any) -> Any:
        return normalize(X) if self.metric == "cosine" else X


def nearest_by_cosine(queries: Any, rows: Any, k: int) -> Found:
    """The k rows of largest cosine for each query, both sparse and of length 1, a block of similarities at a time."""
    n = queries.shape[0]
    distances, indices = np.full((n, k), np.inf), np.zeros((n, k), dtype=np.intp)
    transposed = sparse.csr_array(rows.T)
    for block in gen_batches(n, max(1, BLOCK // rows.shape[0])):
        cosines = (queries[block] @ transposed).toarray()
        best = np.argpartition(-cosines, k - 1, axis=1)[:, :k] if k < rows.shape[0] else np.argsort(-cosines, axis=1)
        values = np.take_along_axis(cosines, best, axis=1)
        order = np.argsort(-values, axis=1, kind="stable")
        indices[block] = np.take_along_axis(best, order, axis=1)
        distances[block] = chord(np.take_along_axis(values, order, axis=1))
    return distances, indices


def _choose(method: Method, shape: tuple[int, int], is_text: bool, is_sparse: bool) -> str:
    """ "exact" or "approximate"; an error where the data are too many for the one and the other cannot be had."""
    if method not in ("auto", "exact", "approximate"):
        raise InputError(f"method={method!r} is none of 'auto', 'exact', 'approximate'")
    n, n_features = shape
    has_trees = not is_sparse and n_features <= FEW_COLUMNS
    if method == "exact" or (method == "auto" and (n <= EXACT_UP_TO or has_trees)):
        return "exact"
    if is_text or not is_sparse:
        return "approximate"
    remedy = "metric='cosine'"
    if n > EXACT_AT_MOST or method == "approximate":
        raise InputError(f"the nearest neighbours among {n:,} sparse rows by Euclidean distance would compare all "
                         f"pairs: use {remedy}, or give your own graph with affinity='precomputed'")  # fmt: skip
    warnings.warn(f"all pairs of {n:,} rows are compared, which takes a while; faster with {remedy}",
                  DataWarning, stacklevel=5)  # fmt: skip
    return "exact"
