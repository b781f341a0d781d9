"""Rows: all that a linear learner asks of its data.

A learner touches X in two ways only, `X @ weights` (rows to numbers) and `X.T @ numbers` (numbers to features).
Whatever offers these two, its shape and a way to take part of itself can be learned from.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils.extmath import row_norms

from onesided.engine.compiled import IS_COMPILED
from onesided.engine.products import add_rows


class Rows(Protocol):
    """What the solvers need."""

    @property
    def shape(self) -> tuple[int, int]: ...

    def times(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        """X @ weights."""

    def transposed_times(self, numbers: NDArray[Any]) -> NDArray[np.float64]:
        """X.T @ numbers."""

    def take(self, rows: ArrayLike) -> Self:
        """Part of the rows."""


class MemoryRows:
    """A CSR matrix or an array in memory, in the precision it came with.

    Products are done in the precision of the data (a float32 matrix is never copied to float64); results are float64.
    """

    def __init__(self, X: Any):
        if sparse.issparse(X):
            X = X if X.format == "csr" else X.tocsr()
        else:
            X = np.asarray(X)
        if X.dtype not in (np.float32, np.float64):
            X = X.astype(np.float64)
        self.X = X

    @property
    def shape(self) -> tuple[int, int]:
        return self.X.shape

    @property
    def is_sparse(self) -> bool:
        return sparse.issparse(self.X)

    @cached_property
    def squared_norms(self) -> NDArray[np.float64]:
        """‖x‖² of each row, computed once however many problems are solved on these rows."""
        return np.asarray(row_norms(self.X, squared=True), dtype=np.float64)

    @property
    def unsigned(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The arrays of a CSR matrix for a kernel: with unsigned indices, which numba need not check for negative ones.

        That halves the time of a pass.
        """
        return _unsigned(self.X.indptr), _unsigned(self.X.indices), self.X.data

    def as_sparse(self) -> MemoryRows:
        """The same rows as CSR; for a dense array, whose every entry is then stored, one and a half times its size."""
        return self if self.is_sparse else MemoryRows(sparse.csr_array(self.X))

    def times(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        return np.asarray(self.X @ weights.astype(self.X.dtype, copy=False), dtype=np.float64)

    def transposed_times(self, numbers: NDArray[Any]) -> NDArray[np.float64]:
        if self.is_sparse and IS_COMPILED and numbers.ndim == 1:
            sums = np.zeros(self.shape[1], dtype=self.X.dtype)
            add_rows(*self.unsigned, numbers.astype(self.X.dtype, copy=False), sums)
            return sums.astype(np.float64, copy=False)
        return np.asarray(self.X.T @ numbers.astype(self.X.dtype, copy=False), dtype=np.float64)

    def take(self, rows: ArrayLike) -> MemoryRows:
        return MemoryRows(self.X[np.asarray(rows)])


def _unsigned(indices: NDArray[Any]) -> NDArray[Any]:
    return indices.view(np.uint32 if indices.dtype.itemsize == 4 else np.uint64)
