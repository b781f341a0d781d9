"""A table as trees see it: numbers as they are, categories as numbers, missing values as NaN.

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
from onesided.queries.tree_codes import in_place, places_among, rank_values

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
        if isinstance(X, np.ndarray) and X.dtype.kind in "biuf":
            out = np.asarray(X, dtype=np.float64, order="C")
            for number, kinds in enumerate(self.categories):
                if kinds is not None and not (_are_places(kinds) and in_place(out[:, number].copy(), len(kinds))):
                    out = out.copy() if np.may_share_memory(out, X) else out
                    out[:, number] = _places(X[:, number], kinds)
            return _as_numbers(out, estimator)
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
        numbers = column.astype(np.float64, order="C")
        return rank_values(numbers, np.empty(len(numbers), dtype=np.uint32))
    present = column[~is_missing(column)]
    try:
        return np.unique(present)
    except TypeError:  # words beside numbers
        return np.unique(present.astype(str))


def _are_places(kinds: NDArray[Any]) -> bool:
    """Whether the categories are the numbers 0, 1, 2, ... and so their own places."""
    return kinds.dtype.kind == "f" and np.array_equal(kinds, np.arange(len(kinds)))


def _places(column: NDArray[Any], kinds: NDArray[Any]) -> Vector:
    """The place of each value among the categories; NaN if it is missing or not among them."""
    if kinds.dtype.kind == "f" and column.dtype.kind in "biuf":
        return places_among(kinds, column.astype(np.float64, order="C"))
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
