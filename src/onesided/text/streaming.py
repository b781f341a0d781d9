"""Files that are read in parts: which can be, how each kind is scanned, and what is checked on the way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from onesided.exceptions import InputError
from onesided.text.files import COMPRESSED_SUFFIXES, MAGIC, plain_suffix
from onesided.text.separated import HEAD, find_separator, read_header
from onesided.text.streamed import ROWS_AT_A_TIME, StreamedTable
from onesided.text.tables import JSON_LINES, SEPARATOR_OF, is_blank_row

PARQUET = {".parquet", ".pq"}
BLOCK = 2**24


def can_stream(path: Path) -> bool:
    """Whether a file can be read in parts: Parquet; CSV and the like or JSONL, in UTF-8 and not compressed."""
    if not path.is_file() or path.suffix.lower() in COMPRESSED_SUFFIXES:
        return False
    suffix = plain_suffix(path)
    if suffix in PARQUET:
        return True
    if suffix not in SEPARATOR_OF and suffix not in JSON_LINES:
        return False
    head = _head(path)
    try:
        head.decode()
    except UnicodeDecodeError as error:
        if len(head) < HEAD or error.start < len(head) - 4:  # else a character is cut at the end
            return False
    return not head.startswith((*MAGIC, b"\xef\xbb\xbf", b"\n", b"\r")) and b"\0" not in head


def scan_table(path: Path) -> tuple[StreamedTable, NDArray[np.int64], NDArray[np.int64]]:
    """Go through a table once without keeping it.

    Parameters
    ----------
    path : Path
        Of a kind that `can_stream` accepts.

    Returns
    -------
    table : StreamedTable
        Its rows without blank ones.
    row_numbers, blank_rows : arrays of int
        Row of each in the file (a header is row 1), and the blank rows.
    """
    import polars as pl

    if path.stat().st_size == 0:
        raise InputError(f"{path}: the file is empty")
    suffix, separator = plain_suffix(path), ""
    n_in_header, n_inside, found = 0, 0, [np.zeros(0, dtype=bool)]
    if suffix in PARQUET:
        scan = pl.scan_parquet(path, glob=False)
    elif suffix in JSON_LINES:
        scan = pl.scan_ndjson(path, infer_schema_length=10_000)
    else:
        head = _head(path)
        separator = SEPARATOR_OF[suffix] or find_separator(head)
        header, names = read_header(head, str(path), separator)
        n_in_header = sum(name.count(separator) for name in header)
        schema = dict.fromkeys(names, pl.String)
        scan = pl.scan_csv(path, has_header=False, skip_rows=1, schema=schema, separator=separator, glob=False)
    try:
        is_blank = is_blank_row(scan.collect_schema())
        for batch in scan.collect_batches(chunk_size=ROWS_AT_A_TIME, maintain_order=True):
            found.append(batch.select(is_blank).to_series().to_numpy())
            if separator:
                counts = batch.select(pl.all().str.count_matches(separator, literal=True).sum())
                n_inside += counts.sum_horizontal().item()
    except pl.exceptions.PolarsError as error:
        reason = str(error).strip().splitlines()[0]
        raise InputError(f"{path}: cannot be read in parts ({reason}); repair it, or try --in-memory") from None
    blank = np.concatenate(found)
    if blank.all():
        raise InputError(f"{path}: every row is blank" if len(blank) else f"{path}: the table has no row")
    n_columns = len(scan.collect_schema())
    if separator and n_columns > 1:
        # polars fills short rows in silence, so the separators between cells are counted; blank lines have none.
        n_missing = n_inside + n_in_header + (n_columns - 1) * (len(blank) + 1) - _count(path, separator)
        if n_missing % (n_columns - 1) or not 0 <= n_missing // (n_columns - 1) <= blank.sum():
            raise InputError(
                f"{path}: some line has not {n_columns} cells as the header has; put quotes around cells that hold "
                "separators (--in-memory reads the file whole and names the line)"
            )
    first = 2 if separator else 1
    rows = np.arange(first, first + len(blank))
    table = StreamedTable(scan.filter(~is_blank) if blank.any() else scan, int(np.count_nonzero(~blank)))
    return table, rows[~blank], rows[blank]


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD)


def _count(path: Path, separator: str) -> int:
    """How often the separator stands in the file."""
    total = 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            total += block.count(separator.encode())
    return total
