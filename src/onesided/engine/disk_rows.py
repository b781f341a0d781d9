"""Rows on disk: a CSR matrix in memory-mapped files, for data larger than memory.

The files are written block by block.  What is read from them stays in the operating system's cache as long as there is
room and is dropped, not swapped, when there is none.
"""

from __future__ import annotations

import mmap
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from onesided.engine.rows import MemoryRows

ROWS_AT_A_TIME = 8192
MOST_ENTRIES = 2**31 - 1


class MatrixFile:
    """A CSR matrix that grows on disk, in a temporary folder that goes when nobody uses the matrix any more.

    Parameters
    ----------
    dtype : type
        Of the values; columns are int32.

    Examples
    --------
    >>> file = MatrixFile(np.float32)
    >>> for _ in range(2):
    ...     file.append(sparse.csr_matrix([[0, 1.5], [2, 0]]))
    >>> file.matrix(2).toarray().tolist()
    [[0.0, 1.5], [2.0, 0.0], [0.0, 1.5], [2.0, 0.0]]
    """

    def __init__(self, dtype: Any):
        self.folder = Path(tempfile.mkdtemp(prefix="onesided-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.dtype = np.dtype(dtype)
        self._ends = [np.zeros(1, dtype=np.int64)]
        self._n_entries = 0

    def append(self, block: sparse.csr_matrix) -> None:
        """Write more rows behind those that are there."""
        if self._n_entries + block.nnz > MOST_ENTRIES:
            raise MemoryError(f"the matrix has more than {MOST_ENTRIES:,} entries")
        for name, part, dtype in (("values", block.data, self.dtype), ("columns", block.indices, np.dtype(np.int32))):
            with (self.folder / name).open("ab") as file:
                part.astype(dtype, copy=False).tofile(file)
        self._ends.append(self._n_entries + block.indptr[1:].astype(np.int64))
        self._n_entries += block.nnz

    def blocks(self, n_columns: int) -> Iterator[sparse.csr_matrix]:
        """The blocks as they were written, mapped."""
        whole = self.matrix(n_columns)
        row = 0
        for ends in self._ends[1:]:
            yield rows_between(whole, row, row + len(ends))
            row += len(ends)

    drain = blocks

    def matrix(self, n_columns: int) -> sparse.csr_matrix:
        """All rows as one mapped matrix, which keeps the files alive."""
        indptr = np.concatenate(self._ends).astype(np.int32)
        parts = (self._map("values", self.dtype), self._map("columns", np.dtype(np.int32)), indptr)
        matrix = sparse.csr_matrix(parts, shape=(len(indptr) - 1, n_columns), copy=False)
        matrix.file = self
        return matrix

    def _map(self, name: str, dtype: np.dtype[Any]) -> NDArray[Any]:
        if self._n_entries == 0:
            return np.empty(0, dtype=dtype)
        # Copy on write: nobody writes, but kernels need not be compiled once more for arrays that may not be written.
        return np.memmap(self.folder / name, dtype=dtype, mode="c")


class DiskRows:
    """A mapped CSR matrix as Rows, gone through from front to back, some thousand rows at a time.

    Products with weights are the same numbers as in memory; sums over rows are added up block by block in float64, and
    so differ from them in the last digits of the data's precision.
    """

    def __init__(self, X: sparse.csr_matrix):
        self.X = X

    @property
    def shape(self) -> tuple[int, int]:
        return self.X.shape

    def _blocks(self) -> Iterator[tuple[slice, sparse.csr_matrix]]:
        n_rows = self.shape[0]
        for begin in range(0, n_rows, ROWS_AT_A_TIME):
            end = min(begin + ROWS_AT_A_TIME, n_rows)
            yield slice(begin, end), rows_between(self.X, begin, end)

    @cached_property
    def squared_norms(self) -> NDArray[np.float64]:
        """‖x‖² of each row."""
        return np.concatenate([MemoryRows(block).squared_norms for _, block in self._blocks()])

    def times(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        weights = weights.astype(self.X.dtype, copy=False)
        return np.concatenate([MemoryRows(block).times(weights) for _, block in self._blocks()])

    def transposed_times(self, numbers: NDArray[Any]) -> NDArray[np.float64]:
        total = np.zeros((self.shape[1], *numbers.shape[1:]))
        for place, block in self._blocks():
            total += MemoryRows(block).transposed_times(numbers[place])
        return total

    def take(self, rows: ArrayLike) -> DiskRows:
        """Part of the rows, copied to files of its own."""
        places = np.arange(self.shape[0])[np.asarray(rows)]
        file = MatrixFile(self.X.dtype)
        for begin in range(0, len(places), ROWS_AT_A_TIME):
            file.append(self.X[places[begin : begin + ROWS_AT_A_TIME]])
        return DiskRows(file.matrix(self.shape[1]))


def rows_of(X: Any) -> MemoryRows | DiskRows:
    """A matrix as Rows: one on disk that memory could not hold is gone through in blocks, any other at once."""
    if sparse.issparse(X) and is_mapped(X.data) and X.data.nbytes + X.indices.nbytes > memory_size() / 2:
        return DiskRows(X)
    return MemoryRows(X)


def rows_between(X: sparse.csr_matrix, begin: int, end: int) -> sparse.csr_matrix:
    """Rows `begin` to `end` without a copy of their entries, which scipy's own slices make."""
    first, last = X.indptr[begin], X.indptr[end]
    parts = (X.data[first:last], X.indices[first:last], X.indptr[begin : end + 1] - first)
    return sparse.csr_matrix(parts, shape=(end - begin, X.shape[1]), copy=False)


def is_mapped(array: Any) -> bool:
    """Whether an array's memory is a mapped file."""
    while isinstance(array, np.ndarray):
        array = array.base
    return isinstance(array, mmap.mmap)


def memory_size() -> int:
    """Bytes of memory that this machine has; 8 GB where it does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 8 * 2**30
