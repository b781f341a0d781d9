"""Counting n-grams as integers: no string is built for an n-gram until somebody asks for its name.

A stream is a block of texts as word codes: `codes` (one text after the other) and `lengths` (codes in each text).
A word code of -1 stands for a word that cannot be part of a kept n-gram.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from onesided.engine.compiled import IS_COMPILED
from onesided.text.encoders import Stream
from onesided.text.scanning import count_codes


def count_rows(codes: np.ndarray, lengths: np.ndarray, n_columns: int) -> sparse.csr_matrix:
    """Count how often each code stands in each row; codes of -1 count nowhere.

    Columns of a row are in no order.  Without the compiled kernel it sorts one 64-bit integer (row, code) for each
    occurrence, which NumPy does faster than SciPy sums duplicates.

    Examples
    --------
    >>> count_rows(np.array([1, 0, 1, -1]), np.array([3, 1]), 2).toarray()
    array([[1, 2], [0, 0]], dtype=int32)
    """
    shape = (len(lengths), n_columns)
    if IS_COMPILED:
        return sparse.csr_matrix(count_codes(codes, lengths, n_columns), shape=shape)
    rows = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys = (rows << 32) | codes
    keys = np.sort(keys[codes >= 0])
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.diff(starts, append=len(keys)).astype(np.int32)
    firsts = keys[starts]
    indptr = np.searchsorted(firsts, np.arange(len(lengths) + 1, dtype=np.int64) << 32)
    columns = (firsts & 0xFFFFFFFF).astype(np.int32)
    return sparse.csr_matrix((counts, columns, indptr.astype(np.int32)), shape=shape)


def pair_keys(prefix: np.ndarray, words: Stream, order: int) -> np.ndarray:
    """64-bit key of the n-gram that begins at each position: its (n-1)-gram's code and its last word's; -1 if none."""
    keys = np.full(len(prefix), -1, dtype=np.int64)
    if len(prefix) < order:
        return keys
    left, right = prefix[: len(prefix) - order + 1], words.codes[order - 1 :]
    ends = np.repeat(np.cumsum(words.lengths), words.lengths)
    inside = np.arange(len(left)) + order <= ends[: len(left)]
    whole = inside & (left >= 0) & (right >= 0)
    keys[: len(left)][whole] = (left[whole].astype(np.int64) << 32) | right[whole]
    return keys


def look_up(keys: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Place of each key in the sorted `table`, -1 where it is not there.

    Examples
    --------
    >>> look_up(np.array([7, 5, 9]), np.array([5, 9]))
    array([-1,  0,  1], dtype=int32)
    """
    import polars as pl

    right = pl.DataFrame({"key": table}).with_row_index("place")
    joined = pl.DataFrame({"key": keys}).join(right, on="key", how="left", maintain_order="left")
    return joined["place"].cast(pl.Int32).fill_null(-1).to_numpy()


def frequent_keys(blocks: list[np.ndarray], at_least: float) -> np.ndarray:
    """Return the sorted keys, -1 left out, that occur at least so often in all blocks together."""
    keys = np.sort(np.concatenate([block[block >= 0] for block in blocks]))
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[starts][np.diff(starts, append=len(keys)) >= at_least]
