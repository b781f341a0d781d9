"""A table with categories as an array of numbers, where a category is its place and a missing value is NaN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from onesided.exceptions import InputError
from onesided.labels import is_missing

Vector = NDArray[np.float64]


def is_table(X: Any) -> bool:
    """Whether X has named columns: pandas, polars or pyarrow."""
    return hasattr(X, "columns") and hasattr(X, "shape") and not sparse.issparse(X)


@dataclass(frozen=True)
class Categories:
    """The categories of each categorical column, by the number of the column, as words in order."""

    of_column: dict[int, NDArray[np.str_]]

    @classmethod
    def learn(cls, X: Any, chosen: str | Sequence[int | str] | None) -> Categories:
        """Of a training table; "auto" takes the columns that hold categories or words."""
        if not is_table(X):
            if chosen is None or isinstance(chosen, str):
                return cls({})
            return cls({column: _kinds(_dense_column(X, column)) for column in _numbers(chosen, X.shape[1], None)})
        if isinstance(chosen, str):
            wanted = [number for number in range(X.shape[1]) if _is_categorical(*_column(X, number))]
        else:
            wanted = _numbers(chosen or [], X.shape[1], column_names(X))
        return cls({number: _kinds(_column(X, number)[0]) for number in wanted})

    def numbers(self, X: Any) -> Any:
        """The table as an array; X itself where it has no categories."""
        if not self.of_column:
            return X
        names = column_names(X) if is_table(X) else list(range(X.shape[1]))
        out = np.empty(X.shape)
        for number in range(X.shape[1]):
            values = _column(X, number)[0] if is_table(X) else _dense_column(X, number)
            kinds = self.of_column.get(number)
            out[:, number] = _as_numbers(values, names[number]) if kinds is None else _places(values, kinds)
        return out


def column_names(X: Any) -> list[Any]:
    return list(X.column_names if hasattr(X, "column_names") else X.columns)


def _numbers(chosen: Sequence[int | str], n_columns: int, names: list[Any] | None) -> list[int]:
    """Chosen columns by their numbers."""
    found = []
    for one in np.asarray(chosen).tolist():
        if isinstance(one, str):
            if names is None or one not in names:
                raise InputError(f"categorical_features names {one!r}, which is no column of X")
            found.append(names.index(one))
        elif isinstance(one, bool) or not 0 <= one < n_columns:
            raise InputError(f"categorical_features has {one!r}; it holds names or numbers of the {n_columns} columns")
        else:
            found.append(int(one))
    return found


def _column(X: Any, number: int) -> tuple[NDArray[Any], str]:
    """One column as an array, and the name of its type."""
    if hasattr(X, "column_names"):  # pyarrow
        column = X.column(number)
        kind = str(column.type)
        return np.array(column.to_pylist(), dtype=object) if "dictionary" in kind else column.to_numpy(), kind
    column = X.iloc[:, number] if hasattr(X, "iloc") else X[X.columns[number]]
    return np.asarray(column.to_numpy()), str(column.dtype)


def _dense_column(X: Any, number: int) -> NDArray[Any]:
    if sparse.issparse(X):
        raise InputError("categorical_features needs a table or a dense array, and X is sparse")
    return np.asarray(X)[:, number]


def _is_categorical(values: NDArray[Any], kind: str) -> bool:
    if kind.lower().startswith(("cat", "enum", "dictionary")):
        return True
    if values.dtype.kind == "O":
        return any(isinstance(value, str) for value in values[~is_missing(values)])
    return values.dtype.kind in "UT"


def _kinds(values: NDArray[Any]) -> NDArray[np.str_]:
    return np.unique(_words(values[~is_missing(values)]))


def _words(values: NDArray[Any]) -> NDArray[np.str_]:
    """Whole numbers without a point, so that 3 and 3.0 are one category."""
    if values.dtype.kind == "f" and np.all(values % 1 == 0):
        values = values.astype(np.int64)
    return values.astype(str)


def _places(values: NDArray[Any], kinds: NDArray[np.str_]) -> Vector:
    """The place of each value among the categories; NaN if it is missing or was never seen."""
    out, missing = np.full(len(values), np.nan), is_missing(values)
    words = _words(values[~missing])
    if len(kinds) and len(words):
        places = np.minimum(np.searchsorted(kinds, words), len(kinds) - 1)
        out[~missing] = np.where(kinds[places] == words, places, np.nan)
    return out


def _as_numbers(values: NDArray[Any], name: Any) -> Vector:
    try:
        return np.where(is_missing(values), np.nan, values).astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(
            f"column {name!r} holds {values.dtype} values that are no numbers; name it in categorical_features, "
            "or turn it into numbers"
        ) from None
