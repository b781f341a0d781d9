"""Tables larger than memory: they stay in their file and are read again, part by part, whenever they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars as pl

ROWS_AT_A_TIME = 8192
FEW = 200_000
"""So many rows are handed out in memory, in any order."""


@dataclass(frozen=True)
class StreamedTable:
    """Columns of a file, or rows in memory followed by those of a file; offers what is used of a polars frame.

    Attributes
    ----------
    scan : polars.LazyFrame
        The rows of the file, blank ones left out.
    n_scanned : int
        How many they are.
    head : polars.DataFrame or None
        Rows before them.
    rows : array of int or None
        Those of all these rows that belong to this table, in increasing order; None for all.
    """

    scan: pl.LazyFrame
    n_scanned: int
    head: pl.DataFrame | None = None
    rows: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return self._n_all if self.rows is None else len(self.rows)

    @property
    def height(self) -> int:
        return len(self)

    @property
    def columns(self) -> list[str]:
        return self.scan.collect_schema().names()

    @property
    def _n_all(self) -> int:
        return self.n_scanned + (0 if self.head is None else self.head.height)

    def batches(self) -> Iterator[pl.DataFrame]:
        """The rows in order, some thousand at a time."""
        begin = 0
        for batch in self._all_batches():
            if self.rows is not None:
                first, last = np.searchsorted(self.rows, [begin, begin + batch.height])
                wanted = self.rows[first:last] - begin
                begin += batch.height
                batch = batch if len(wanted) == batch.height else batch[wanted]
            if batch.height:
                yield batch

    def _all_batches(self) -> Iterator[pl.DataFrame]:
        if self.head is not None:
            yield from self.head.iter_slices(ROWS_AT_A_TIME)
        yield from self.scan.collect_batches(chunk_size=ROWS_AT_A_TIME, maintain_order=True)

    def __getitem__(self, rows: Any) -> Any:
        """Few rows as a frame in memory, in the order asked for; many, in increasing order, as another such table."""
        rows = np.asarray(rows)
        rows = np.flatnonzero(rows) if rows.dtype == bool else rows.astype(np.int64)
        rows = rows if self.rows is None else self.rows[rows]
        if len(rows) > FEW:
            if np.any(np.diff(rows) <= 0):
                raise ValueError("many rows of a streamed table can be taken in increasing order only")
            return replace(self, rows=rows)
        import polars as pl

        wanted, place = np.unique(rows, return_inverse=True)
        parts = [*replace(self, rows=wanted).batches(), self.scan.head(0).collect()]
        return pl.concat(parts)[place]

    def after(self, head: pl.DataFrame) -> StreamedTable:
        """The rows of `head` and then these."""
        return replace(self, head=head)


class StreamedTexts:
    """One text column of a streamed table, with what is used of a polars series of texts."""

    def __init__(self, table: StreamedTable):
        self.table = table

    def __len__(self) -> int:
        return len(self.table)

    def chunks(self) -> Iterator[pl.Series]:
        """The texts in order, some thousand at a time."""
        for batch in self.table.batches():
            yield batch.to_series()

    def __getitem__(self, rows: Any) -> Any:
        part = self.table[rows]
        return StreamedTexts(part) if isinstance(part, StreamedTable) else part.to_series()

    def after(self, texts: pl.Series) -> StreamedTexts:
        """The texts of another column and then these."""
        return StreamedTexts(self.table.after(texts.to_frame(self.table.columns[0])))
