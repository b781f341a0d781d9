"""Piles larger than memory: when a pile stays in its file, and how its rows are put in the order of the answer."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from onesided.cli.console import Talk
from onesided.engine.disk_rows import memory_size
from onesided.text.streamed import StreamedTable
from onesided.text.streaming import PARQUET, can_stream

if TYPE_CHECKING:
    import polars as pl

MEMORY_A_BYTE = 6
"""Peak of a run in memory for each byte of text, as measured."""
PARQUET_EXPANDS = 3
ROWS_IN_ORDER = 100_000
"""Rows that are put in order at a time."""


def stays_on_disk(path: str, wanted: bool | None, has_numbers: bool, talk: Talk) -> bool:
    """Whether a pile is read in parts: if the user says so, or if it would take more than half of the memory."""
    if wanted is not None:
        return wanted
    file = Path(path)
    if path == "-" or not file.is_file() or has_numbers or not can_stream(file):
        return False
    needed = file.stat().st_size * MEMORY_A_BYTE * (PARQUET_EXPANDS if file.suffix in PARQUET else 1)
    if needed <= memory_size() / 2:
        return False
    talk.say(
        "Read",
        f"{path} would take about {needed / 1e9:,.0f} GB of {memory_size() / 1e9:,.0f}: it stays on disk and is "
        "read in parts (--in-memory reads it whole)",
    )
    return True


def in_order(table: StreamedTable, rows: NDArray[Any]) -> Iterator[pl.DataFrame]:
    """All rows of the table in a new order, some at a time: dealt to files by new place, then sorted file by file.

    Parameters
    ----------
    table : StreamedTable
    rows : array of int
        Each row number once, in the order wanted.
    """
    import polars as pl

    place_of = np.empty(len(rows), dtype=np.int64)
    place_of[rows] = np.arange(len(rows))
    n_files = -(-len(rows) // ROWS_IN_ORDER)
    folder = Path(tempfile.mkdtemp(prefix="onesided-"))
    try:
        for number, (begin, part) in enumerate(_large_batches(table)):
            part = part.with_columns(pl.Series("", place_of[begin : begin + part.height])).sort("")
            ends = np.searchsorted(part[""].to_numpy(), np.arange(1, n_files + 1) * ROWS_IN_ORDER)
            for file, (first, last) in enumerate(zip([0, *ends[:-1]], ends, strict=True)):
                part.slice(first, last - first).write_ipc(folder / f"{file}-{number}.arrow")
        n_parts = number + 1
        for file in range(n_files):
            parts = [pl.read_ipc(folder / f"{file}-{number}.arrow") for number in range(n_parts)]
            yield pl.concat(parts).sort("").drop("")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _large_batches(table: StreamedTable) -> Iterator[tuple[int, pl.DataFrame]]:
    """Batches of some hundred thousand rows, each with the number of its first row."""
    import polars as pl

    begin, waiting = 0, []
    for batch in table.batches():
        waiting.append(batch)
        if sum(one.height for one in waiting) >= ROWS_IN_ORDER:
            yield begin, pl.concat(waiting)
            begin += sum(one.height for one in waiting)
            waiting = []
    if waiting:
        yield begin, pl.concat(waiting)
