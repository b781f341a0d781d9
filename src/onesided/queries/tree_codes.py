"""Values by their rank: what the kernels count and sort in place of the values themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onesided.queries.tree_columns import Columns

Vector = NDArray[np.float64]


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
        """The codes of a table of numbers, in which categories are whole numbers from 0 on."""
        codes = np.empty(X.shape[::-1], dtype=np.uint32)
        values: list[Vector] = []
        for number, kinds in enumerate(columns.categories):
            if kinds is None:
                found = rank_values(X[:, number], codes[number])
            else:
                found = np.arange(len(kinds), dtype=np.float64)
                np.copyto(codes[number], np.nan_to_num(X[:, number], nan=len(kinds)), casting="unsafe")
            values.append(found)
        n_codes = np.array([len(found) for found in values], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(n_codes)[:-1]]).astype(np.int64)
        return cls(codes, n_codes, columns.is_nominal, np.concatenate([*values, [0.0]]), starts)


def rank_values(column: Vector, out: NDArray[np.uint32]) -> Vector:
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
