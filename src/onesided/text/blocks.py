"""A matrix that is made block by block, in memory or on disk (:class:`onesided.engine.disk_rows.MatrixFile`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Protocol

import numpy as np
from scipy import sparse

from onesided.engine.threads import do_in_threads


class Blocks(Protocol):
    """What the vectorizer needs of either."""

    def append(self, block: sparse.csr_matrix) -> None:
        """Add rows."""

    def blocks(self, n_columns: int) -> Iterator[sparse.csr_matrix]:
        """The rows, in the blocks they came in; blocks may have had fewer columns when they came."""

    def drain(self, n_columns: int) -> Iterator[sparse.csr_matrix]:
        """The same for the last time: what was handed out need not be kept."""

    def matrix(self, n_columns: int) -> sparse.csr_matrix:
        """All rows as one matrix."""


class BlocksInMemory:
    """A list of blocks."""

    def __init__(self) -> None:
        self._blocks: deque[sparse.csr_matrix] = deque()

    def append(self, block: sparse.csr_matrix) -> None:
        self._blocks.append(block)

    def blocks(self, n_columns: int) -> Iterator[sparse.csr_matrix]:
        for block in self._blocks:
            block.resize(block.shape[0], n_columns)
            yield block

    def drain(self, n_columns: int) -> Iterator[sparse.csr_matrix]:
        while self._blocks:
            block = self._blocks.popleft()
            block.resize(block.shape[0], n_columns)
            yield block

    def matrix(self, n_columns: int) -> sparse.csr_matrix:
        """All rows; threads copy the blocks, since fresh memory is slow at the first touch."""
        parts = list(self.blocks(n_columns))
        row_ends, ends = (np.cumsum([0, *sizes]) for sizes in ([p.shape[0] for p in parts], [p.nnz for p in parts]))
        index = np.int32 if ends[-1] < 2**31 else np.int64
        values, columns = np.empty(ends[-1], dtype=parts[0].dtype), np.empty(ends[-1], dtype=index)
        indptr = np.zeros(row_ends[-1] + 1, dtype=index)

        def copy(number: int) -> None:
            part, rows = parts[number], slice(row_ends[number] + 1, row_ends[number + 1] + 1)
            entries = slice(ends[number], ends[number + 1])
            values[entries], columns[entries] = part.data, part.indices
            indptr[rows] = part.indptr[1:] + index(ends[number])

        do_in_threads(copy, range(len(parts)))
        return sparse.csr_matrix((values, columns, indptr), shape=(row_ends[-1], n_columns))
