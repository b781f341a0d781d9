"""A matrix that is made block by block, in memory or on disk (:class:`onesided.engine.disk_rows.MatrixFile`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Protocol

from scipy import sparse


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
        return sparse.vstack(list(self.blocks(n_columns)), format="csr")
