"""Approximate search of neighbours in large text: some of the true neighbours are missed, most are found."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import gen_batches

from onesided.engine.compiled import IS_COMPILED
from onesided.engine.rows import MemoryRows
from onesided.engine.threads import do_in_threads
from onesided.semi_supervised import text_search

Found = tuple[NDArray[np.float64], NDArray[np.intp]]

N_STRONGEST = 30
"""Entries of a sparse row by which candidates are found; with 5 candidates a neighbour 87% of the true ones on news."""
LONGEST_LIST = 500
"""Rows by which a word finds candidates: those where it weighs most.  On news the share found stayed 87%, and words
that stand in most rows no longer cost the square of the rows."""
N_CANDIDATES = 5
"""Candidates for each neighbour wanted; the exact cosine chooses among them."""
BLOCK, COMPILED_BLOCK = 500, 2000
"""Queries at a time."""
DENSE = 1_000_000
"""Entries of queries held as dense rows at a time: 8 MB."""


class StrongestEntries:
    """Sparse rows of length 1, found by the words that matter most in them.

    Candidates are the rows of largest product with only the `N_STRONGEST` entries of each row left, for tf-idf
    the rare words; of a word that many rows share, only the `LONGEST_LIST` rows where it weighs most count.  The
    exact cosine then chooses among them.
    """

    def __init__(self, rows: Any):
        self._rows = rows
        self._short = strongest(rows, N_STRONGEST)
        self._by_word = strongest(sparse.csr_array(self._short.T), LONGEST_LIST)

    def search(self, queries: Any, k: int) -> Found:
        """Distances and indices of about the nearest k rows of each query; infinite where fewer were found."""
        n = queries.shape[0]
        short = self._short if queries is self._rows else strongest(queries, N_STRONGEST)
        cosines, indices = np.zeros((n, k)), np.zeros((n, k), dtype=np.intp)
        one_block = self._search_compiled if IS_COMPILED else self._search_vectorised

        def work(block: slice) -> None:
            cosines[block], indices[block] = one_block(queries[block], short[block], k)

        do_in_threads(work, gen_batches(n, COMPILED_BLOCK if IS_COMPILED else BLOCK))
        return chord(cosines), indices

    def _search_compiled(self, queries: Any, short: Any, k: int) -> Found:
        matrices = (MemoryRows(matrix).unsigned for matrix in (queries, short, self._by_word, self._rows))
        return text_search.search(*matrices, self._rows.shape, k, N_CANDIDATES * k)

    def _search_vectorised(self, queries: Any, short: Any, k: int) -> Found:
        """The same without a compiler."""
        candidates, is_void = _largest(short @ self._by_word, N_CANDIDATES * k)
        products = _products(queries, self._rows, candidates)
        products[is_void] = 0.0
        order = np.argsort(-products, axis=1, kind="stable")[:, :k]
        return np.take_along_axis(products, order, axis=1), np.take_along_axis(candidates, order, axis=1)


def chord(cosines: NDArray[np.float64]) -> NDArray[np.float64]:
    """The distance of two rows of length 1; infinite where they have nothing in common."""
    return np.where(cosines > 0, np.sqrt(np.maximum(2 - 2 * cosines, 0)), np.inf)


def strongest(rows: Any, n_entries: int) -> sparse.csr_array:
    """The rows with only their largest entries left, in falling order."""
    lengths = np.diff(rows.indptr)
    starts = np.append(0, np.cumsum(np.minimum(lengths, n_entries))).astype(rows.indptr.dtype)
    if IS_COMPILED:
        words, values = np.empty(starts[-1], dtype=rows.indices.dtype), np.empty(starts[-1], dtype=rows.data.dtype)
        text_search.strongest(MemoryRows(rows).unsigned, n_entries, starts, words, values)
    else:
        falling = np.lexsort((-rows.data, np.repeat(np.arange(rows.shape[0]), lengths)))
        rank = np.arange(rows.nnz) - np.repeat(rows.indptr[:-1], lengths)
        kept = falling[rank < n_entries]
        words, values = rows.indices[kept], rows.data[kept]
    return sparse.csr_array((values, words, starts), shape=rows.shape)


def _largest(products: sparse.csr_array, k: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Columns of the k largest entries of each row, and where there are fewer."""
    columns = np.zeros((products.shape[0], k), dtype=np.intp)
    is_void = np.ones(columns.shape, dtype=bool)
    for i, (start, end) in enumerate(zip(products.indptr[:-1], products.indptr[1:], strict=True)):
        best = np.arange(end - start)
        if end - start > k:
            best = np.argpartition(products.data[start:end], -k)[-k:]
        columns[i, : len(best)] = products.indices[start + best]
        is_void[i, : len(best)] = False
    return columns, is_void


def _products(queries: Any, rows: Any, candidates: NDArray[np.intp]) -> NDArray[np.float64]:
    """The product of each query with each of its candidates, some dense queries at a time."""
    products = np.empty(candidates.shape)
    n_words = rows.shape[1]
    for block in gen_batches(len(candidates), max(1, DENSE // n_words)):
        chosen = rows[candidates[block].ravel()]
        which = np.repeat(np.arange(len(candidates[block])), candidates.shape[1])
        places = np.repeat(which * n_words, np.diff(chosen.indptr)) + chosen.indices
        chosen.data = chosen.data * queries[block].toarray().ravel()[places]
        products[block] = chosen.sum(axis=1).reshape(-1, candidates.shape[1])
    return products
