"""The compiled search of :mod:`onesided.semi_supervised.approximate_text`: one query after another, nothing copied.

Matrices are given as the three arrays of CSR with unsigned indices: with signed ones numba looks at each whether it is
negative, which takes twice the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled
from onesided.engine.epochs import AHEAD, fetch


@compiled
def search(queries: Any, short: Any, by_word: Any, rows: Any, shape: Any, k: int, n_candidates: int) -> Any:
    """Cosines (0 where there is none) and rows of the k best candidates of each query, best first.

    Given are the queries, their strongest entries, for each word the rows by which it finds candidates, and the rows.
    """
    n_rows, n_words = shape
    starts, words, values = queries
    row_starts, row_words, row_values = rows
    n = len(starts) - 1
    cosines, found = np.zeros((n, k)), np.zeros((n, k), dtype=np.intp)
    sums, query = np.zeros(n_rows), np.zeros(n_words)
    least, candidates = np.empty(n_candidates), np.empty(n_candidates, dtype=np.uint32)
    for i in range(n):
        _add_products(short, by_word, i, sums)
        n_found = _take_largest(short, by_word, i, sums, least, candidates)
        for at in range(starts[i], starts[i + 1]):
            query[words[at]] = values[at]
        for place in range(n_found):
            if place + AHEAD < n_found:
                fetch(row_starts, row_words, row_values, candidates[place + AHEAD])
            candidate = candidates[place]
            product = 0.0
            for at in range(row_starts[candidate], row_starts[candidate + np.uint32(1)]):
                product += query[row_words[at]] * row_values[at]
            _insert(product, candidate, cosines[i], found[i])
        for at in range(starts[i], starts[i + 1]):
            query[words[at]] = 0.0
    return cosines, found


@compiled
def strongest(matrix: Any, n_entries: int, new_starts: Any, new_words: Any, new_values: Any) -> None:
    """The largest entries of each row, falling, into a matrix that has the room."""
    starts, words, values = matrix
    least, places = np.empty(n_entries), np.empty(n_entries, dtype=np.uint64)
    for i in range(len(starts) - 1):
        size = 0
        for at in range(starts[i], starts[i + 1]):
            if size < n_entries or values[at] > least[0]:
                size = _push(values[at], at, least, places, size)
        new_at = new_starts[i] + size
        while size > 0:
            new_at -= 1
            new_words[new_at], new_values[new_at] = words[places[0]], values[places[0]]
            size -= 1
            _sink(least[size], places[size], least, places, size)


@compiled
def _add_products(short: Any, by_word: Any, i: int, sums: Any) -> None:
    """Add to `sums` the product of query i with every row its words find."""
    starts, words, values = short
    list_starts, listed, weights = by_word
    for entry in range(starts[i], starts[i + 1]):
        word, value = words[entry], values[entry]
        for at in range(list_starts[word], list_starts[word + np.uint32(1)]):
            sums[listed[at]] += value * weights[at]


@compiled
def _take_largest(short: Any, by_word: Any, i: int, sums: Any, least: Any, candidates: Any) -> int:
    """The rows with the largest sums above zero, by a heap whose top is the least of those kept; how many there are.

    Goes the same way through the lists once more and leaves all sums at zero: a row that is met again is no candidate.
    Since the strongest words and the rows where they weigh most come first, few enter the heap that leave it again.
    """
    starts, words, _ = short
    list_starts, listed, _ = by_word
    size, bar = 0, 0.0
    for entry in range(starts[i], starts[i + 1]):
        word = words[entry]
        for at in range(list_starts[word], list_starts[word + np.uint32(1)]):
            value = sums[listed[at]]
            sums[listed[at]] = 0.0
            if value > bar:
                size = _push(value, listed[at], least, candidates, size)
                if size == len(least):
                    bar = least[0]
    return size


@compiled
def _push(value: float, row: int, least: Any, candidates: Any, size: int) -> int:
    """Put one more into the heap, in place of its top if it is full; the new size."""
    if size == len(least):
        _sink(value, row, least, candidates, size)
        return size
    at = size
    while at > 0 and value < least[(at - 1) // 2]:
        above = (at - 1) // 2
        least[at], candidates[at] = least[above], candidates[above]
        at = above
    least[at], candidates[at] = value, row
    return size + 1


@compiled
def _sink(value: float, row: int, least: Any, candidates: Any, size: int) -> None:
    """Put one into the heap in place of its top."""
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and least[below + 1] < least[below]:
            below += 1
        if least[below] >= value:
            break
        least[at], candidates[at] = least[below], candidates[below]
        at = below
    least[at], candidates[at] = value, row


@compiled
def _insert(value: float, row: int, values: Any, rows: Any) -> None:
    """Put one more into a falling list of fixed length, if it belongs there."""
    at = len(values) - 1
    if value <= values[at]:
        return
    while at > 0 and values[at - 1] < value:
        values[at], rows[at] = values[at - 1], rows[at - 1]
        at -= 1
    values[at], rows[at] = value, row
