"""Tables of separated values: polars reads the clean ones, Python's csv module the odd ones and finds the bad line."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from onesided.exceptions import InputError

if TYPE_CHECKING:
    import polars as pl

SEPARATORS = ",\t;|"
NO_SEPARATOR = "\x1f"  # for tables of one column, whose cells may hold any of the separators
LINE_ENDS = (b"\r", b"\n")
HEAD = 1_000_000  # bytes looked at to find the separator and the header


def read_separated(data: bytes, source: str, separator: str | None = None, first_line: int = 1) -> pl.DataFrame:
    """Read CSV, TSV and the like; every cell stays the string it was.

    Parameters
    ----------
    data : bytes
        UTF-8 text with a header line.
    source : str
        Name for messages.
    separator : str, optional
        Found in the first records by default.
    first_line : int
        Line of the file on which `data` begins, for messages.

    Returns
    -------
    polars.DataFrame
        String columns; empty cells and blank rows are missing values.

    Examples
    --------
    >>> read_separated(b"id;text\\n1;a, b\\n", "small.csv").rows()
    [('1', 'a, b')]
    """
    import polars as pl

    last = data[-3:].replace(b"\r\n", b"\n")
    if data[:1] in LINE_ENDS or last[-2:-1] in LINE_ENDS:  # blank lines; stripping copies
        data = data.strip(b"\r\n")
    if b"\n" not in data and b"\r" in data:
        data = data.replace(b"\r", b"\n")  # line ends of the old Macintosh
    separator = separator or find_separator(data)
    header, names = read_header(data, source, separator)
    if data.find(b"\n") in (-1, len(data) - 1):
        raise InputError(f"{source}: there is only a header line, or no header at all; add one with column names")
    schema = dict.fromkeys(names, pl.String)
    try:
        frame = pl.read_csv(data, has_header=False, skip_rows=1, schema=schema, separator=separator, glob=False)
    except (pl.exceptions.PolarsError, ValueError):
        return _read_slowly(data, source, separator, names, first_line)
    # polars fills short rows in silence.  Where the last column misses a cell, the separators are counted: those inside
    # cells and those between them.
    if frame.to_series(-1).null_count() == 0:
        return frame
    inside = frame.select(pl.all().str.count_matches(separator, literal=True).sum()).sum_horizontal().item()
    inside += sum(name.count(separator) for name in header)
    if data.count(separator.encode()) != inside + (len(names) - 1) * (frame.height + 1):
        for line, row, _ in _records(data, separator, first_line):
            _check_width(row, names, source, line)
    return frame


def read_header(data: bytes, source: str, separator: str) -> tuple[list[str], list[str]]:
    """Cells of the first line, and the column names that they give."""
    header = next(_records(data[:HEAD], separator))[1]
    return header, _column_names(header, source)


def find_separator(data: bytes) -> str:
    """Return the separator that cuts the first records into the same number (two or more) of cells, best the most.

    Examples
    --------
    >>> find_separator(b"a;b,c\\n1;2\\n")
    ';'
    """
    head = data[:HEAD]
    scores = {}
    for separator in SEPARATORS:
        widths = []
        for (_, row, _), _ in zip(_records(head, separator), range(20), strict=False):
            if any(row):
                widths.append(len(row))
        if widths and widths[0] > 1:
            # A header's own separators count even when a record is broken: that error is told later, with its line.
            scores[separator] = (Counter(widths)[widths[0]] / len(widths) > 0.5, widths[0])
    return max(scores, key=lambda separator: scores[separator]) if scores else NO_SEPARATOR


def looks_separated(data: bytes) -> bool:
    """Whether text of unknown kind is a table: cells of equal number under a line of plain, distinct names."""
    separator = find_separator(data)
    if separator == NO_SEPARATOR:
        return False
    rows = [row for (_, row, _), _ in zip(_records(data[:HEAD], separator), range(20), strict=False) if any(row)]
    if len(rows) > 2:
        rows.pop()  # the last one may be cut
    names = rows[0]
    plain = all(name == name.strip() and 0 < len(name) <= 60 and not name.endswith((".", "!", "?")) for name in names)
    return plain and len(set(names)) == len(names) and len(rows) > 1 and all(len(row) == len(names) for row in rows)


def _records(data: bytes, separator: str, first_line: int = 1) -> Iterator[tuple[int, list[str], int]]:
    """Line on which each record begins, its cells, and the line on which it ends."""
    # csv has one limit for the whole process; huge cells need it out of the way while we read.
    old_limit = csv.field_size_limit(2**31 - 1)
    try:
        reader = csv.reader(io.StringIO(data.decode(errors="replace"), newline=""), delimiter=separator)
        line = first_line
        for row in reader:
            end = first_line + reader.line_num - 1
            yield line, row, end
            line = end + 1
    finally:
        csv.field_size_limit(old_limit)


def _read_slowly(data: bytes, source: str, separator: str, names: list[str], first_line: int) -> pl.DataFrame:
    import polars as pl

    rows, begin, end = [], 0, 0
    for begin, row, end in _records(data, separator, first_line):  # noqa: B007 (the last record's are needed below)
        _check_width(row, names, source, begin)
        rows.append([cell or None for cell in row] if len(row) == len(names) else [None] * len(names))
    if end > begin and not data.rstrip().endswith(b'"'):
        raise InputError(f"{source}, line {begin}: a quote opens here and is never closed; close or double it")
    return pl.DataFrame(rows[1:], schema=dict.fromkeys(names, pl.String), orient="row")


def _check_width(row: list[str], names: list[str], source: str, line: int) -> None:
    if len(row) != len(names) and any(cell.strip() for cell in row):  # blank rows are dropped later, not refused
        raise InputError(
            f"{source}, line {line}: {len(row)} cells where the header has {len(names)}; "
            "put quotes around cells that hold separators, or repair the line"
        )


def _column_names(header: list[str], source: str) -> list[str]:
    """Name each column once: blank names get a number, repeated ones too."""
    cells = [name.strip() for name in header]
    if max(map(len, cells)) > 500 or all(_is_number(name) for name in cells):
        shown = header[0][:30]
        raise InputError(f"{source}: the first line ({shown!r}…) is no header; add a first line with column names")
    names: list[str] = []
    for place, cell in enumerate(cells, start=1):
        name = cell or f"column_{place}"
        while name in names:
            name = f"{name}_{place}"
        names.append(name)
    return names


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
