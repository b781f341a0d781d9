"""The answer as a table: rank, score, probability, chosen, why, nearest_positive, then the user's own columns."""

from __future__ import annotations

import io
import itertools
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from onesided.exceptions import InputError
from onesided.writing import written_at_once

if TYPE_CHECKING:
    import polars as pl

FORMATS = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".xlsx")
XLSX_ROWS = 1_048_575
ROWS_AT_A_TIME = 50_000


def check_output(path: Path | None, *inputs: str | Path | None) -> None:
    """Refuse, before any work, a table that cannot be written or that would overwrite an input."""
    if path is None:
        return
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{path}: the format follows from the ending, which is one of {', '.join(FORMATS)}")
    check_place(path, *inputs)


def check_place(path: Path, *taken: str | Path | None) -> None:
    """Refuse a place that cannot be written, or that holds something this run reads or writes."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; give the name of a file in it")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InputError(f"{path}: the folder {folder} does not exist; make it first")
    if not os.access(folder, os.W_OK):
        raise InputError(f"{path}: the folder {folder} may not be written; choose another place")
    for other in taken:
        if other in (None, "-"):
            continue
        other = Path(str(other))
        if path.resolve() == other.resolve() or (path.exists() and other.exists() and path.samefile(other)):
            raise InputError(f"{path}: is named twice, and one would overwrite the other; choose another name")
        if other.is_dir() and path.exists() and other.resolve() in path.resolve().parents:
            raise InputError(f"{path}: is a file of the input {other} and would be overwritten; choose another name")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in what goes wrong while it is written (it is written at once: the old one is still there)."""
    from polars.exceptions import ComputeError

    try:
        yield
    except (OSError, ComputeError) as error:
        raise InputError(
            f"{path}: could not be written ({_cause(error)}); free some space or choose another "
            "place; what was there before is untouched"
        ) from error


def _cause(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).splitlines()[0]  # polars has errors of its own for a full disk


def add_columns(ours: pl.DataFrame, theirs: pl.DataFrame) -> pl.DataFrame:
    """Ours, then theirs in their order; a name of theirs that we use is kept, with an underscore behind it."""
    import polars as pl

    taken = set(ours.columns) | set(theirs.columns)
    renamed = {}
    for name in theirs.columns:
        if name in ours.columns:
            new = f"{name}_"
            while new in taken:
                new += "_"
            taken.add(new)
            renamed[name] = new
    return pl.concat([ours, theirs.rename(renamed)], how="horizontal")


def write_table(frame: pl.DataFrame, path: Path | None) -> None:
    """Write `frame` whole or not at all; to standard output as CSV if there is no path."""
    write_parts([frame], path)


def write_parts(parts: Iterable[pl.DataFrame], path: Path | None) -> None:
    """Write one table that comes in parts, in bounded memory; whole or not at all."""
    if path is None:
        for text in _as_text(parts, ".csv"):
            sys.stdout.write(text)
        return
    kind = path.suffix.lower()
    with naming(path), written_at_once(path) as file:
        if kind == ".parquet":
            _write_parquet(parts, file)
        elif kind == ".xlsx":
            file.write(_as_xlsx(_few_rows(parts, path)))
        else:
            for text in _as_text(parts, kind):
                file.write(text.encode())


def _as_text(parts: Iterable[pl.DataFrame], kind: str) -> Iterator[str]:
    """Pieces of a CSV, TSV or JSONL file."""
    is_first = True
    for part in parts:
        for piece in part.iter_slices(ROWS_AT_A_TIME) if part.height else [part]:
            if kind in (".csv", ".tsv"):
                yield _harmless(piece).write_csv(separator="\t" if kind == ".tsv" else ",", include_header=is_first)
            else:
                yield piece.write_ndjson()
            is_first = False


def _write_parquet(parts: Iterable[pl.DataFrame], file: IO[bytes]) -> None:
    import polars as pl

    waiting = iter(parts)
    first, second = next(waiting), next(waiting, None)
    if second is None:
        first.write_parquet(file)
        return
    with tempfile.TemporaryDirectory(prefix="onesided-") as folder:
        for number, part in enumerate(itertools.chain([first, second], waiting)):
            part.write_parquet(Path(folder) / f"{number:06}.parquet")
        pl.scan_parquet(folder).sink_parquet(file, maintain_order=True)


def _few_rows(parts: Iterable[pl.DataFrame], path: Path) -> pl.DataFrame:
    """One frame that XLSX can hold."""
    import polars as pl

    kept, n_rows = [], 0
    for part in parts:
        kept.append(part)
        n_rows += part.height
        if n_rows > XLSX_ROWS:
            raise InputError(f"{path}: XLSX holds {XLSX_ROWS:,} rows and this has more; write .csv or .parquet")
    return pl.concat(kept)


def _harmless(frame: pl.DataFrame) -> pl.DataFrame:
    """Texts that a spreadsheet would run as a formula get an apostrophe in front; lists and the like become text."""
    import polars as pl

    frame = frame.with_columns(pl.col(n).map_elements(str, pl.String) for n, t in frame.schema.items() if t.is_nested())
    is_formula = (
        pl.col(pl.String).str.contains(r"^[=+\-@\t\r]") & pl.col(pl.String).cast(pl.Float64, strict=False).is_null()
    )
    return frame.with_columns(
        pl.when(is_formula).then("'" + pl.col(pl.String)).otherwise(pl.col(pl.String)).name.keep()
    )


def _as_xlsx(frame: pl.DataFrame) -> bytes:
    import xlsxwriter

    buffer = io.BytesIO()
    options: dict[str, Any] = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with xlsxwriter.Workbook(buffer, options) as workbook:
        workbook.set_properties({"created": datetime(2000, 1, 1, tzinfo=UTC)})  # same input, same bytes
        _harmless(frame).write_excel(workbook=workbook, autofit=False)
    return buffer.getvalue()
