"""A table as trees see it: numbers as they are, categories as numbers, missing values as NaN; then codes by rank.

Categorical and text columns of pandas and polars tables are taken as they are; columns of a plain array
are named by `categorical_features`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

from onesided.exceptions import InputError
from onesided.labels import is_missing

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Columns:
    """Which columns are nominal, and their categories in order (None for a column of numbers)."""

    categories: tuple[NDArray[Any] | None, ...]

    @property
    def is_nominal(self) -> NDArray[np.bool_]:
        return np.array([kinds is not None for kinds in self.categories], dtype=bool)

    @classmethod
    def of(cls, X: Any, categorical_features: Any, names: Any) -> Columns:
        """The kinds of the columns of a training table."""
        chosen = _chosen(categorical_features, X.shape[1], names)
        found: list[NDArray[Any] | None] = []
        for number in range(X.shape[1]):
            column = _column(X, number)
            if number in chosen or (chosen.is_open and _is_of_words(column)):
                found.append(_categories(column))
            else:
                found.append(None)
        return cls(tuple(found))

    def numbers(self, X: Any, estimator: Any) -> Vector:
        """The table as numbers: a category by its place, a missing or unknown one as NaN."""
        if not self.is_nominal.any():
            return _as_numbers(_plain(X), estimator)
        out = np.empty(X.shape)
        is_number = ~self.is_nominal
        if isinstance(X, np.ndarray):
            out[:, is_number] = _as_numbers(X[:, is_number], estimator) if is_number.any() else 0.0
        for number, kinds in enumerate(self.categories):
            if kinds is not None:
                out[:, number] = _places(_column(X, number), kinds)
            elif not isinstance(X, np.ndarray):
                out[:, number] = _as_numbers(np.reshape(_column(X, number), (-1, 1)), estimator)[:, 0]
        return out


class _Chosen(set[int]):
    """Numbers of the categorical columns; `is_open` if words and categories are to be recognised beside them."""

    is_open = False


def _chosen(categorical_features: Any, n_columns: int, names: Any) -> _Chosen:
    chosen = _Chosen()
    if isinstance(categorical_features, str) and categorical_features == "auto":
        chosen.is_open = True
        return chosen
    if categorical_features is None:
        return chosen
    wanted = np.asarray(categorical_features)
    if wanted.dtype == bool:
        if wanted.shape != (n_columns,):
            raise InputError(f"categorical_features has {wanted.size} entries for {n_columns} columns")
        wanted = np.flatnonzero(wanted)
    for one in wanted.tolist():
        if isinstance(one, str):
            if names is None or one not in names:
                raise InputError(f"categorical_features names {one!r}, which is no column of X")
            chosen.add(list(names).index(one))
        elif not -n_columns <= one < n_columns:
            raise InputError(f"categorical_features names column {one}, but X has {n_columns} columns")
        else:
            chosen.add(int(one) % n_columns)
    return chosen


def is_table(X: Any) -> bool:
    """Whether X is a table of pandas or polars."""
    return hasattr(X, "columns") and hasattr(X, "shape")


def stack_tables(parts: list[Any]) -> Any:
    """Tables or arrays, one below the other."""
    if not is_table(parts[0]):
        return np.concatenate([np.asarray(part) for part in parts])
    if hasattr(parts[0], "iloc"):
        import pandas as pd

        return pd.concat([part.astype(_plain_types(part)) for part in parts], ignore_index=True)
    import polars as pl

    return pl.concat(parts, how="vertical_relaxed")


def _plain_types(table: Any) -> dict[str, Any]:
    """Categories of two tables differ; as plain values they can be joined."""
    return {name: object for name, kind in table.dtypes.items() if str(kind) == "category"}


def _plain(X: Any) -> Any:
    """A table of numbers as an array; polars and pandas mark what is missing in their own ways."""
    if not is_table(X):
        return X
    return np.column_stack([np.asarray(_column(X, number), dtype=np.float64) for number in range(X.shape[1])])


def _column(X: Any, number: int) -> NDArray[Any]:
    """One column as an array; None, NA and NaN stand for missing values."""
    if not is_table(X):
        return X[:, number]
    column = X.iloc[:, number] if hasattr(X, "iloc") else X[X.columns[number]]
    if hasattr(column, "cat") and str(column.dtype).lower().startswith(("cat", "enum")):
        column = column.astype(object) if hasattr(column, "iloc") else column.cast(str)
    elif hasattr(column, "iloc") and str(column.dtype)[:1] in "IUF":  # pandas' own numbers that may be missing
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    return np.asarray(column.to_numpy())


def _is_of_words(column: NDArray[Any]) -> bool:
    """Text, categories, or anything else that is not a number."""
    if column.dtype.kind in "biuf":
        return False
    if column.dtype.kind == "O":
        return any(isinstance(value, str) for value in column[~is_missing(column)])
    return column.dtype.kind in "UTS"


def _categories(column: NDArray[Any]) -> NDArray[Any]:
    if column.dtype.kind in "biuf":
        numbers = column.astype(np.float64)
        return _rank(numbers, np.empty(len(numbers), dtype=np.uint32))
    present = column[~is_missing(column)]
    try:
        return np.unique(present)
    except TypeError:  # words beside numbers
        return np.unique(present.astype(str))


def _places(column: NDArray[Any], kinds: NDArray[Any]) -> Vector:
    """The place of each value among the categories; NaN if it is missing or not among them."""
    if kinds.dtype.kind == "f" and column.dtype.kind in "biuf" and np.array_equal(kinds, np.arange(len(kinds))):
        numbers = column.astype(np.float64)  # categories that are their own places
        with np.errstate(invalid="ignore"):
            return np.where((numbers >= 0) & (numbers < len(kinds)) & (numbers % 1 == 0), numbers, np.nan)
    out, missing = np.full(len(column), np.nan), is_missing(column)
    present = column[~missing]
    if len(kinds) == 0 or len(present) == 0:
        return out
    if kinds.dtype.kind in "UT":
        present = present.astype(str)
    elif kinds.dtype.kind != "O":
        present = present.astype(np.float64)
    places = np.minimum(np.searchsorted(kinds, present), len(kinds) - 1)
    out[~missing] = np.where(kinds[places] == present, places, np.nan)
    return out


def _as_numbers(X: Any, estimator: Any) -> Vector:
    return check_array(
        X, dtype=np.float64, ensure_all_finite="allow-nan", estimator=estimator, input_name="X", order="C"
    )


@dataclass(frozen=True)
class Codes:
    """Every value by its rank among the distinct values of its column, one row for each column of the table.

    The code after the last one stands for a missing value.  `values` holds the distinct values, column after column,
    each from its place in `starts` on.
    """

    codes: NDArray[np.uint32]
    n_codes: NDArray[np.int64]
    is_nominal: NDArray[np.bool_]
    values: Vector
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, X: Vector, columns: Columns) -> Codes:
        codes = np.empty(X.shape[::-1], dtype=np.uint32)
        values: list[Vector] = []
        for number, kinds in enumerate(columns.categories):
            if kinds is None:
                found = _rank(X[:, number], codes[number])
            else:
                found = np.arange(len(kinds), dtype=np.float64)
                np.copyto(codes[number], np.nan_to_num(X[:, number], nan=len(kinds)), casting="unsafe")
            values.append(found)
        n_codes = np.array([len(found) for found in values], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(n_codes)[:-1]]).astype(np.int64)
        return cls(codes, n_codes, columns.is_nominal, np.concatenate([*values, [0.0]]), starts)


def _rank(column: Vector, out: NDArray[np.uint32]) -> Vector:
    """Write the rank of every value into `out`, NaN last; returns the distinct values."""
    known = ~np.isnan(column)
    low, high = (column[known].min(), column[known].max()) if known.any() else (0.0, 0.0)
    if high - low < 4 * len(column):
        whole = np.where(known, column - low, 0.0).astype(np.intp)
        if np.array_equal(whole[known] + low, column[known]):  # whole numbers in a small range need no sort
            is_there = np.zeros(int(high - low) + 1, dtype=bool)
            is_there[whole[known]] = True
            rank = np.cumsum(is_there, dtype=np.uint32) - np.uint32(1)
            out[:] = np.where(known, rank[whole], np.count_nonzero(is_there))
            return np.flatnonzero(is_there) + low
    order = np.argsort(column)  # NaN last
    ordered = column[order]
    n_known = len(column) - int(np.count_nonzero(np.isnan(ordered)))
    is_new = np.empty(len(column), dtype=bool)
    is_new[:1] = n_known > 0
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    is_new[n_known:] = False
    ranks = np.cumsum(is_new, dtype=np.uint32)
    ranks[:n_known] -= 1
    out[order] = ranks
    return ordered[is_new]
