"""Values by their rank: what the kernels count and sort in place of the values themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from onesided.engine.compiled import compiled

if TYPE_CHECKING:
    from onesided.queries.tree_columns import Columns

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Codes:
    """Every value by its rank among the distinct values of its column, one row for each column of the table.

    The code after the last one stands for a missing value.  `values` holds the distinct values, column after column,
    each from its place in `starts` on.
    """

    codes: NDArray[np.uint16] | NDArray[np.uint32]
    n_codes: NDArray[np.int64]
    is_nominal: NDArray[np.bool_]
    values: Vector
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, X: Vector, columns: Columns) -> Codes:
        """The codes of a table of numbers, in which categories are whole numbers from 0 on."""
        most = max(len(X), *(0 if kinds is None else len(kinds) for kinds in columns.categories))
        # Short codes where they do: more of the table fits into the cache.
        codes = np.empty(X.shape[::-1], dtype=np.uint16 if most < 2**16 else np.uint32)
        values: list[Vector] = []
        for number, kinds in enumerate(columns.categories):
            column = X[:, number].copy()  # values side by side, for several passes
            if kinds is None:
                values.append(rank_values(column, codes[number]))
            else:
                values.append(np.arange(len(kinds), dtype=np.float64))
                known_or(column, len(kinds), codes[number])
        n_codes = np.array([len(found) for found in values], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(n_codes)[:-1]]).astype(np.int64)
        return cls(codes, n_codes, columns.is_nominal, np.concatenate([*values, [0.0]]), starts)


def rank_values(column: Vector, out: NDArray[np.uint16] | NDArray[np.uint32]) -> Vector:
    """Write the rank of every value of a contiguous column into `out`, NaN last; returns the distinct values."""
    low, high, is_whole = extent(column)
    if is_whole and high - low < 4 * len(column):  # whole numbers in a small range need no sort
        rank = np.zeros(int(high - low) + 1, dtype=np.uint32)
        is_there = rank_whole_numbers(column, low, rank, out)
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


@compiled
def extent(column: Any) -> Any:
    """(smallest value, largest value, whether all are whole numbers), without those that are NaN; 0 if all are."""
    low, high, is_whole = np.inf, -np.inf, True
    for x in column:
        if not np.isnan(x):
            low, high = min(low, x), max(high, x)
            is_whole = is_whole and np.floor(x) == x
    if low > high:
        low, high = 0.0, 0.0
    return low, high, is_whole


@compiled
def rank_whole_numbers(column: Any, low: Any, rank: Any, out: Any) -> Any:
    """Write ranks of whole numbers into `out`; returns which of the numbers from `low` on there are.

    `rank` is room for as many numbers, all zero.
    """
    for x in column:
        if not np.isnan(x):
            rank[int(x - low)] = 1
    is_there = rank > 0
    n_found = 0
    for number in range(len(rank)):
        if is_there[number]:
            rank[number] = n_found
            n_found += 1
    for i in range(len(column)):
        out[i] = n_found if np.isnan(column[i]) else rank[int(column[i] - low)]
    return is_there


@compiled
def known_or(column: Any, instead: Any, out: Any) -> None:
    """Write whole numbers into `out`, and `instead` where there is none."""
    for i in range(len(column)):
        out[i] = instead if np.isnan(column[i]) else int(column[i])


@compiled
def in_place(column: Any, n_places: Any) -> Any:
    """Whether all is NaN or a whole number from 0 to `n_places` - 1."""
    n_others = 0
    for x in column:
        n_others += not (np.isnan(x) or (x >= 0 and x < n_places and np.floor(x) == x))
    return n_others == 0


@compiled
def places_among(values: Any, column: Any) -> Any:
    """The place of each number among ascending values; NaN if it is not there."""
    out = np.full(len(column), np.nan)
    for i in range(len(column)):
        low, high = 0, len(values)  # its place, if it has one
        while high - low > 1:
            middle = (low + high) // 2
            if values[middle] <= column[i]:
                low = middle
            else:
                high = middle
        if low < high and values[low] == column[i]:
            out[i] = low
    return out
