"""Which columns are text, numbers or categories, and their values, checked."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from onesided.exceptions import InputError

if TYPE_CHECKING:
    import polars as pl

TEXT_NAMES = {
    "text", "texts", "body", "content", "abstract", "title", "description", "summary", "message", "review",
    "comment", "document", "sentence", "post", "subject", "headline", "question", "answer", "line",
}  # fmt: skip
WORDS_OF_A_TEXT = 4  # a column of this many words a cell, on average, is text
MOST_CATEGORIES = 1000


def check_columns(frame: pl.DataFrame, names: Sequence[str], source: str) -> None:
    """Raise with the closest name if a column is not there."""
    for name in names:
        if name in frame.columns:
            continue
        folded = {column.casefold(): column for column in frame.columns}
        close = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.5)
        shown = ", ".join(frame.columns[:12]) + (", …" if frame.width > 12 else "")
        hint = f"did you mean {folded[close[0]]!r}? " if close else ""
        raise InputError(f"{source}: there is no column {name!r}; {hint}Its columns are: {shown}")


def guess_text_columns(frame: pl.DataFrame, besides: Sequence[str] = ()) -> list[str]:
    """Columns that hold text: those with a usual name; else those with the most words; else none.

    Parameters
    ----------
    frame : polars.DataFrame
        The table.
    besides : sequence of str
        Columns with another role.

    Returns
    -------
    list of str
        In the table's order.

    Examples
    --------
    >>> import polars as pl
    >>> guess_text_columns(pl.DataFrame({"n": [1], "Title": ["A cat"], "Abstract": ["On cats."], "doi": ["10/1"]}))
    ['Title', 'Abstract']
    """
    import polars as pl

    strings = [n for n, dtype in frame.schema.items() if dtype == pl.String and n not in besides]
    head = frame.select(strings).head(10_000)
    named = [name for name in strings if name.strip().casefold() in TEXT_NAMES and not _is_number_column(head[name])]
    if named or not strings:
        return named
    # Word counts rather than lengths: addresses and keys are long too.
    counts = head.select(pl.all().str.strip_chars().str.count_matches(r"\s+").mean().fill_null(0.0) + 1)
    n_words = dict(zip(strings, counts.row(0), strict=True))
    most = max(n_words.values())
    return [name for name in strings if n_words[name] >= max(WORDS_OF_A_TEXT, most / 2)]


def guess_table_columns(frame: pl.DataFrame, besides: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """Numeric columns, and those with few enough distinct values to be categories; in the table's order."""
    import polars as pl

    numeric, categorical = [], []
    for name, dtype in frame.schema.items():
        if name in besides:
            continue
        if dtype.is_numeric() or (dtype == pl.String and _is_number_column(frame[name])):
            numeric.append(name)
        elif dtype in (pl.String, pl.Boolean, pl.Categorical, pl.Enum):
            n_distinct = frame[name].n_unique()
            if n_distinct <= MOST_CATEGORIES and n_distinct <= max(10, frame.height / 2):
                categorical.append(name)
    return numeric, categorical


def joined_texts(frame: pl.DataFrame, names: Sequence[str], source: str) -> pl.Series:
    """Texts of several columns, joined by a new line; a missing cell is an empty text."""
    return frame.select(text_expression(frame.schema, names, source)).to_series()


def text_expression(schema: pl.Schema, names: Sequence[str], source: str) -> pl.Expr:
    """What `joined_texts` computes, for a table that is read in parts."""
    import polars as pl

    parts = []
    for name in names:
        dtype = schema[name]
        if dtype == pl.List(pl.String):
            parts.append(pl.col(name).list.join(" ", ignore_nulls=True))
        elif dtype.is_nested() or dtype in (pl.Binary, pl.Object):
            raise InputError(f"{source}: column {name!r} holds {dtype}, not text; name another column as text")
        else:
            parts.append(pl.col(name).cast(pl.String))
    return pl.concat_str(parts, separator="\n", ignore_nulls=True).fill_null("").alias("text")


def numeric_values(frame: pl.DataFrame, names: Sequence[str], source: str, row_numbers: np.ndarray) -> np.ndarray:
    """Numeric columns as a float64 matrix; the first cell that is no finite number is named."""
    import polars as pl

    columns = []
    for name in names:
        column = frame[name]
        if column.dtype.is_nested():
            raise InputError(f"{source}: column {name!r} holds {column.dtype}, not numbers")
        text = column.cast(pl.String, strict=False)
        if column.dtype == pl.String:
            column = column.str.strip_chars()
        values = column.cast(pl.Float64, strict=False)
        bad = (values.is_null() | ~values.is_finite()).fill_null(True)
        if bad.any():
            row = int(bad.arg_true()[0])
            place = f"{source}, row {row_numbers[row]}, column {name!r}"
            shown = text[row]
            if shown is None or not shown.strip():
                raise InputError(f"{place}: the number is missing; fill it in or leave the row or column out")
            if values[row] is not None:
                raise InputError(f"{place}: {shown} is not a finite number; replace it or leave the row out")
            raise InputError(f"{place}: {shown[:40]!r} is not a number; repair it or name the column as categorical")
        columns.append(values.to_numpy())
    return np.column_stack(columns)


def categories(frame: pl.DataFrame, names: Sequence[str], source: str) -> pl.DataFrame:
    """Categorical columns as strings, missing values as ''."""
    import polars as pl

    for name in names:
        if frame.schema[name].is_nested():
            raise InputError(f"{source}: column {name!r} holds {frame.schema[name]}, not categories")
    return frame.select(pl.col(name).cast(pl.String).fill_null("") for name in names)


def _is_number_column(column: pl.Series) -> bool:
    import polars as pl

    filled = column.drop_nulls()
    return len(filled) > 0 and filled.str.strip_chars().cast(pl.Float64, strict=False).null_count() == 0
