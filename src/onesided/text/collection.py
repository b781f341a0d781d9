"""What was read: the user's rows with their texts, numbers and names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Collection:
    """Documents or rows as they were read.

    Attributes
    ----------
    source : str
        File or folder, for messages.
    frame : polars.DataFrame
        The user's own columns, untouched and in order; for a folder the column ``file``.  A
        :class:`~onesided.text.streamed.StreamedTable` if the file is read in parts.
    ids : list of str
        The id column, the file name, or the row number.
    row_numbers : ndarray of int
        Row of each in its file (the header is row 1), for messages; for a folder the number of the file.
    texts : polars.Series or None
        Text of each row, never missing; None for a table without text.
        :class:`~onesided.text.streamed.StreamedTexts` if the file is read in parts.
    text_columns : tuple of str
        Columns joined into `texts`.
    numeric : ndarray of float64, shape (rows, columns), or None
        Numeric columns.
    numeric_columns : tuple of str
        Their names.
    categorical : polars.DataFrame or None
        Categorical columns as strings, missing values as ''.
    label : polars.Series or None
        The label column, as read.
    skipped : list of (str, str)
        What was left out, and why.
    understood : str
        One line for the user on what was taken for what.
    is_folder : bool
        Whether each row is a file.
    """

    source: str
    frame: Any
    ids: list[str]
    row_numbers: np.ndarray
    texts: Any = None
    text_columns: tuple[str, ...] = ()
    numeric: np.ndarray | None = None
    numeric_columns: tuple[str, ...] = ()
    categorical: pl.DataFrame | None = None
    label: pl.Series | None = None
    skipped: list[tuple[str, str]] = field(default_factory=list)
    understood: str = ""
    is_folder: bool = False

    def __len__(self) -> int:
        return self.frame.height

    @property
    def is_empty(self) -> np.ndarray:
        """Which rows have no text but white space (none in a table without text)."""
        if self.texts is None:
            return np.zeros(len(self), dtype=bool)
        from onesided.text.tokens import text_chunks  # loads scikit-learn

        found = [(chunk.str.strip_chars() == "").to_numpy() for chunk in text_chunks(self.texts)]
        return np.concatenate([*found, np.zeros(0, dtype=bool)])

    @property
    def categorical_columns(self) -> tuple[str, ...]:
        """Names of the categorical columns."""
        return () if self.categorical is None else tuple(self.categorical.columns)

    def place(self, row: int) -> str:
        """Where a row is, for messages: ``pile.csv, row 7`` or the file's name."""
        return self.ids[row] if self.is_folder else f"{self.source}, row {self.row_numbers[row]}"

    def take(self, rows: Any) -> Collection:
        """Part of the collection, by a mask or row indices."""
        rows = np.asarray(rows)
        rows = np.flatnonzero(rows) if rows.dtype == bool else rows.astype(np.int64)

        def part(column: Any) -> Any:
            return None if column is None else column[rows]

        return replace(
            self,
            frame=self.frame[rows],
            ids=[self.ids[row] for row in rows],
            row_numbers=self.row_numbers[rows],
            texts=part(self.texts),
            numeric=part(self.numeric),
            categorical=part(self.categorical),
            label=part(self.label),
        )
