"""Counts to weighted rows with their columns in order, in one compiled pass.

Columns are not sorted: a row sets a bit for each of its columns, and the bits are then read from front to back.  A
second, coarser line of bits tells where there are any, so that a row costs little more than its entries.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled

# Place of the only bit of x, by the six highest bits of x times a De Bruijn sequence: all 64 of them differ.
DE_BRUIJN = 0x03F79D71B4CB0A89
PLACE_OF_BIT = np.zeros(64, dtype=np.int64)
PLACE_OF_BIT[[(DE_BRUIJN << place) % 2**64 >> 58 for place in range(64)]] = range(64)


@compiled
def weigh_rows(
    counts: Any, columns: Any, indptr: Any, new_column: Any, weight_of_count: Any, idf: Any, power: int,
    values: Any, new_columns: Any, new_indptr: Any,
) -> int:  # fmt: skip
    """Fill in the three parts of the weighted matrix, rows divided by their norm (`power` 1 or 2; 0: none).

    `new_column` is -1 for columns to leave out.  Returns the number of entries.
    """
    n_fine = len(idf) // 64 + 1
    fine, coarse = np.zeros(n_fine, dtype=np.uint64), np.zeros(n_fine // 64 + 1, dtype=np.uint64)
    count_of = np.empty(len(idf), dtype=np.int32)
    n_kept = 0
    for row in range(len(indptr) - 1):
        for at in range(indptr[row], indptr[row + 1]):
            column = new_column[columns[at]]
            if column >= 0:
                count_of[column] = counts[at]
                fine[column >> 6] |= np.uint64(1) << np.uint64(column & 63)
                coarse[column >> 12] |= np.uint64(1) << np.uint64((column >> 6) & 63)
        begin, norm = n_kept, 0.0
        for group in range(len(coarse)):
            while coarse[group] != 0:
                place = (group << 6) | _lowest(coarse[group])
                coarse[group] &= coarse[group] - np.uint64(1)
                bits = fine[place]
                fine[place] = 0
                while bits != 0:
                    column = (place << 6) | _lowest(bits)
                    bits &= bits - np.uint64(1)
                    value = weight_of_count[count_of[column]] * idf[column]
                    norm += value * value if power == 2 else value
                    values[n_kept], new_columns[n_kept] = value, column
                    n_kept += 1
        norm = np.sqrt(norm) if power == 2 else norm
        if power and norm > 0:
            for at in range(begin, n_kept):
                values[at] /= norm
        new_indptr[row + 1] = n_kept
    return n_kept


@compiled
def _lowest(bits: Any) -> int:
    """Place of the lowest bit that is set."""
    alone = bits & (~bits + np.uint64(1))
    return PLACE_OF_BIT[(alone * np.uint64(DE_BRUIJN)) >> np.uint64(58)]
