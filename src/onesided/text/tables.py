"""Tables of every kind to one polars frame."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from onesided.exceptions import InputError
from onesided.text.encodings import has_content, looks_binary, to_utf8
from onesided.text.files import decompress, plain_suffix, read_bytes
from onesided.text.separated import looks_separated, read_separated

if TYPE_CHECKING:
    import polars as pl

SEPARATOR_OF = {".csv": None, ".tsv": "\t", ".tab": "\t", ".psv": "|"}
JSON_LINES = {".jsonl", ".ndjson"}
SPREADSHEETS = {".xlsx", ".xls", ".xlsm", ".xlsb", ".ods"}
TABLE_SUFFIXES = {*SEPARATOR_OF, *JSON_LINES, *SPREADSHEETS, ".json", ".parquet", ".pq"}
SOMETHING = r"\S"  # a search stops at the first letter, where stripping goes through both ends and copies
LINES = "line"  # the column of a file with one document a line


class Table(NamedTuple):
    """The user's columns without blank rows; the row of each in the file (a header is row 1); the blank rows."""

    frame: pl.DataFrame
    row_numbers: np.ndarray
    blank_rows: np.ndarray


def read_table(path: Path) -> Table:
    """Read a table file.

    Parameters
    ----------
    path : Path
        CSV, TSV, JSONL, JSON, Parquet, XLSX, or text with one document a line; text may be compressed.

    Returns
    -------
    Table
    """
    return parse_table(read_bytes(path), str(path), plain_suffix(path))


def parse_table(raw: bytes, source: str, suffix: str = "") -> Table:
    """Read a table from bytes; the kind is found from the content when the suffix tells nothing."""
    raw = decompress(raw, source)
    if not has_content(raw):
        raise InputError(f"{source}: the file is empty")
    if suffix in (".parquet", ".pq") or (suffix not in TABLE_SUFFIXES and raw.startswith(b"PAR1")):
        frame, first = _read_parquet(raw, source), 1
    elif suffix in SPREADSHEETS or (suffix not in TABLE_SUFFIXES and raw.startswith(b"PK\x03\x04")):
        frame, first = _read_spreadsheet(raw, source), 2
    else:
        if looks_binary(raw):
            raise InputError(f"{source}: is neither text nor a known table; give CSV, JSONL, Parquet, XLSX or text")
        frame, first = _read_text_table(to_utf8(raw), source, suffix)
    if frame.height == 0:
        raise InputError(f"{source}: the table has no row")
    return _without_blank_rows(frame, first, source)


def _read_text_table(data: bytes, source: str, suffix: str) -> tuple[pl.DataFrame, int]:
    import polars as pl

    if not has_content(data):
        raise InputError(f"{source}: the file is empty")
    if suffix in SEPARATOR_OF:
        n_blank = len(data) - len(data.lstrip(b"\r\n"))
        header = 1 + len(data[:n_blank].splitlines())
        return read_separated(data, source, SEPARATOR_OF[suffix], header), header + 1
    start = data.lstrip()[:1]
    if suffix in JSON_LINES or (suffix in ("", ".json") and start == b"{"):
        return _read_json_lines(data, source), 1
    if suffix == ".json" or (suffix == "" and start == b"[" and data.rstrip().endswith(b"]")):
        return _read_json(data, source), 1
    if suffix != ".txt" and looks_separated(data):
        return read_separated(data, source), 2
    lines = data.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    return pl.DataFrame({LINES: lines}, schema={LINES: pl.String}), 1


def _read_json_lines(data: bytes, source: str) -> pl.DataFrame:
    import polars as pl

    try:
        return pl.read_ndjson(data, infer_schema_length=None)
    except pl.exceptions.PolarsError:
        records, number = [], 0
        for number, line in enumerate(data.split(b"\n"), start=1):
            if line.strip():
                records.append(_parse_json(line, f"{source}, line {number}"))
        return _frame_of(records, source)


def _read_json(data: bytes, source: str) -> pl.DataFrame:
    records = _parse_json(data, source)
    return _frame_of(records if isinstance(records, list) else [records], source)


def _parse_json(text: bytes, place: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"{place}: not valid JSON ({error}); repair or leave it out") from None


def _frame_of(records: list[Any], source: str) -> pl.DataFrame:
    import polars as pl

    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            raise InputError(f"{source}, record {number}: not a JSON object ({{…}}) but {type(record).__name__}")
    return pl.from_dicts(records, infer_schema_length=None, strict=False)


def _read_parquet(raw: bytes, source: str) -> pl.DataFrame:
    import polars as pl

    try:
        return pl.read_parquet(io.BytesIO(raw))
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).strip().splitlines()[0]
        raise InputError(f"{source}: broken Parquet file ({reason}); write or copy it again") from None


def _read_spreadsheet(raw: bytes, source: str) -> pl.DataFrame:
    """Read the first sheet with content; columns of one type keep it, mixed ones become text."""
    import polars as pl
    from python_calamine import CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        sheets = (workbook.get_sheet_by_name(name).to_python() for name in workbook.sheet_names)
        rows = next((rows for rows in sheets if len(rows) > 1), [])
    except Exception as error:  # calamine's errors share no class
        raise InputError(f"{source}: broken or protected spreadsheet ({error}); save it again as XLSX") from None
    if not rows:
        raise InputError(f"{source}: no sheet has a header and a row")
    names: list[str] = []
    for place, cell in enumerate(rows[0], start=1):
        name = _cell_text(cell) or f"column_{place}"
        names.append(f"{name}_{place}" if name in names else name)
    columns = {}
    for name, cells in zip(names, zip(*rows[1:], strict=True), strict=True):
        values = [None if cell == "" else cell for cell in cells]
        kinds = {type(value) for value in values} - {type(None)}
        if kinds <= {int, float}:
            whole = all(value is None or float(value).is_integer() for value in values)
            columns[name] = pl.Series(name, values, dtype=pl.Float64).cast(pl.Int64 if whole else pl.Float64)
        else:
            columns[name] = pl.Series(name, [_cell_text(value) for value in values], dtype=pl.String)
    return pl.DataFrame(columns)


def _cell_text(value: Any) -> str | None:
    if value is None or value == "":
        return None
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def is_blank_row(schema: pl.Schema) -> pl.Expr:
    """Whether every cell of a row is missing or white space."""
    import polars as pl

    cells = []
    for name, dtype in schema.items():
        cell = pl.col(name)
        cells.append(cell.is_null() | ~cell.str.contains(SOMETHING) if dtype == pl.String else cell.is_null())
    return pl.all_horizontal(cells)


def _without_blank_rows(frame: pl.DataFrame, first: int, source: str) -> Table:
    is_blank = frame.select(is_blank_row(frame.schema)).to_series().to_numpy()
    if is_blank.all():
        raise InputError(f"{source}: every row is blank")
    rows = np.arange(first, first + frame.height)
    return Table(frame.filter(~is_blank) if is_blank.any() else frame, rows[~is_blank], rows[is_blank])
