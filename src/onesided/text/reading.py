"""Reading a side of the problem, positives or pile, whatever it comes as."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from onesided.exceptions import InputError
from onesided.text.collection import Collection
from onesided.text.columns import (
    categories,
    check_columns,
    guess_table_columns,
    guess_text_columns,
    joined_texts,
    numeric_values,
    text_expression,
)
from onesided.text.documents import DOCUMENT_SUFFIXES, document_text
from onesided.text.files import check_exists, decompress, plain_suffix, read_bytes, read_standard_input
from onesided.text.folders import read_folder, tables_in
from onesided.text.streamed import ROWS_AT_A_TIME, StreamedTable, StreamedTexts
from onesided.text.streaming import can_stream, scan_table
from onesided.text.tables import parse_table, read_table

if TYPE_CHECKING:
    import polars as pl


def read_collection(
    path: str | PathLike[str],
    *,
    text: Sequence[str] = (),
    id: str | None = None,
    numeric: Sequence[str] = (),
    categorical: Sequence[str] = (),
    label: str | None = None,
    in_parts: bool = False,
) -> Collection:
    """Read a folder of documents, a table, a file with one document a line, or standard input.

    Parameters
    ----------
    path : str or path
        A folder (.txt, .md, .html, .eml…, and files without suffix), a table (CSV, TSV, JSONL, JSON, Parquet, XLSX;
        text tables also compressed by gzip, bzip2, xz or zstandard), a .txt file with one document a line, one
        .md, .html or .eml document, or ``-`` for CSV, JSONL or one document a line on standard input.
    text : sequence of str
        Text columns, joined by a new line.  By default columns with usual names (title, abstract, text…), else those
        with the most words.  A table without any is taken as numbers and categories.
    id : str, optional
        Column that names the rows; by default the row number, or the file name in a folder.
    numeric, categorical : sequences of str
        Columns to use as numbers and as categories.
    label : str, optional
        Column that says which rows are positive.
    in_parts : bool, default=False
        Leave the rows of a table in its file and read them in parts whenever they are needed: for tables larger than
        memory.  Parquet, or CSV, TSV or JSONL in UTF-8; text columns only.

    Returns
    -------
    Collection

    Raises
    ------
    InputError
        In one line what is wrong, where, and what to do.
    """
    # One name is a common slip for a list of one.
    text, numeric, categorical = (
        (names,) if isinstance(names, str) else tuple(names) for names in (text, numeric, categorical)
    )
    named = [*text, *numeric, *categorical, *([id] if id else []), *([label] if label else [])]
    source = "standard input" if str(path) == "-" else str(path)
    if in_parts:
        return _collection_in_parts(Path(path), text, id, label, [*numeric, *categorical])
    if str(path) == "-":
        frame, row_numbers, blank_rows = parse_table(read_standard_input(), source)
    else:
        path = Path(path)
        check_exists(path)
        if path.is_dir():
            tables = tables_in(path)
            if len(tables) > 1:
                raise InputError(f"{path}: holds {len(tables)} tables and no documents; give one, such as {tables[0]}")
            if not tables:
                return _folder_collection(path, named)
            path, source = tables[0], str(tables[0])
        if plain_suffix(path) in DOCUMENT_SUFFIXES - {".txt", ".text", ".log"}:
            return _document_collection(path, named)
        frame, row_numbers, blank_rows = read_table(path)
    check_columns(frame, named, source)
    others = [name for name in named if name not in text]
    if not text:
        text = tuple(guess_text_columns(frame, others))
    if not text and not numeric and not categorical:
        guessed = guess_table_columns(frame, others)
        numeric, categorical = tuple(guessed[0]), tuple(guessed[1])
        if not numeric and not categorical:
            raise InputError(f"{source}: no column holds text, numbers or categories; name one as text")
    return Collection(
        source=source,
        frame=frame,
        ids=_ids(frame, id, row_numbers),
        row_numbers=row_numbers,
        texts=joined_texts(frame, text, source) if text else None,
        text_columns=text,
        numeric=numeric_values(frame, numeric, source, row_numbers) if numeric else None,
        numeric_columns=numeric,
        categorical=categories(frame, categorical, source) if categorical else None,
        label=frame[label] if label else None,
        skipped=[(f"row {row}", "blank row") for row in blank_rows],
        understood=_understood(text, numeric, categorical, id),
    )


def _collection_in_parts(
    path: Path, text: tuple[str, ...], id: str | None, label: str | None, others: Sequence[str]
) -> Collection:
    """A table that stays in its file; only its ids and labels come into memory."""
    source = str(path)
    check_exists(path)
    if not can_stream(path):
        raise InputError(
            f"{source}: cannot be read in parts: give Parquet, or CSV, TSV or JSONL in UTF-8 without compression"
        )
    if others:
        raise InputError(f"{source}: a table that is read in parts is read as text only; leave out {others[0]}")
    table, row_numbers, blank_rows = scan_table(path)
    head = table.scan.head(ROWS_AT_A_TIME).collect()
    roles = [name for name in (id, label) if name is not None]
    check_columns(head, [*text, *roles], source)
    text = text or tuple(guess_text_columns(head, roles))
    if not text:
        raise InputError(f"{source}: no column holds text; name one with --text")
    few = table.scan.select(roles).collect() if roles else None
    joined = table.scan.select(text_expression(head.schema, text, source))
    return Collection(
        source=source,
        frame=table,
        ids=_ids(few, id, row_numbers),
        row_numbers=row_numbers,
        texts=StreamedTexts(StreamedTable(joined, len(table))),
        text_columns=text,
        label=few[label] if few is not None and label else None,
        skipped=[(f"row {row}", "blank row") for row in blank_rows],
        understood=_understood(text, (), (), id),
    )


def _folder_collection(path: Path, named: Sequence[str]) -> Collection:
    import polars as pl

    if named:
        raise InputError(f"{path}: is a folder of documents and has no column {named[0]!r}; leave the option out")
    folder = read_folder(path)
    kinds = ", ".join(f"{count} {kind}" for kind, count in folder.kinds.most_common())
    return Collection(
        source=str(path),
        frame=pl.DataFrame({"file": folder.names}),
        ids=folder.names,
        row_numbers=np.arange(1, len(folder.names) + 1),
        texts=pl.Series("text", folder.texts, dtype=pl.String),
        skipped=folder.skipped,
        understood=f"one document a file ({kinds})",
        is_folder=True,
    )


def _document_collection(path: Path, named: Sequence[str]) -> Collection:
    import polars as pl

    if named:
        raise InputError(f"{path}: is one document and has no column {named[0]!r}; leave the option out")
    content = document_text(decompress(read_bytes(path), str(path)), plain_suffix(path))
    if not content.strip():
        raise InputError(f"{path}: the document holds no text")
    return Collection(
        source=str(path),
        frame=pl.DataFrame({"file": [path.name]}),
        ids=[path.name],
        row_numbers=np.array([1]),
        texts=pl.Series("text", [content], dtype=pl.String),
        understood="one document",
        is_folder=True,
    )


def _ids(frame: pl.DataFrame | None, column: str | None, row_numbers: np.ndarray) -> list[str]:
    import polars as pl

    numbers = pl.Series(row_numbers).cast(pl.String)
    if frame is None or column is None:
        return numbers.to_list()
    ids = frame[column].cast(pl.String)
    return ids.zip_with(ids.is_not_null(), numbers).to_list()


def _understood(text: Sequence[str], numeric: Sequence[str], categorical: Sequence[str], id: str | None) -> str:
    parts = {"text": text, "numbers": numeric, "categories": categorical, "id": [id] if id else []}
    told = []
    for role, names in parts.items():
        if names:
            told.append(f"{role} from {', '.join(names[:8])}{', …' if len(names) > 8 else ''}")
    return " · ".join(told)
