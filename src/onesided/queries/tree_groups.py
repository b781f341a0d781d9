"""A feature inside a node, as groups: the counts of each value that occurs, in ascending order of the values.

Two ways to the same groups: a histogram over all values of the feature where the node is large, a sort of the node's
own values where it is small.  The code after the last value stands for a missing one, so missing values come last and
are counted apart.
"""

from __future__ import annotations

from typing import Any

from onesided.engine.compiled import compiled

FEW_ROWS = 24
"""Up to so many rows, inserting one after the other is the fastest sort."""
HALF_A_KEY = 32


@compiled
def group_by_value(
    codes: Any, n_codes: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any,
    histogram: Any, keys: Any, groups: Any, group_codes: Any, known: Any,
) -> Any:  # fmt: skip
    """Fill `groups`, `group_codes` and their sum `known`; returns how many groups there are."""
    n_rows = end - start
    # A sort costs about n log2(n) steps, a histogram one for each row and each possible value.
    steps, half = 2, n_rows
    while half > 1:
        half >>= 1
        steps += 1
    if n_codes <= n_rows * steps:
        return by_histogram(codes, n_codes, rows, weights, kinds, start, end, histogram, groups, group_codes, known)
    return by_sorting(codes, n_codes, rows, weights, kinds, start, end, keys, groups, group_codes, known)


@compiled
def by_histogram(
    codes: Any, n_codes: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any,
    histogram: Any, groups: Any, group_codes: Any, known: Any,
) -> Any:  # fmt: skip
    """Count every code, then keep those that occur; `histogram` is all zero before and after."""
    for i in range(start, end):
        row = rows[i]
        histogram[codes[row], kinds[row]] += weights[i]
    known[:] = 0.0
    n_groups = 0
    for code in range(n_codes):
        a, b, c = histogram[code, 0], histogram[code, 1], histogram[code, 2]
        if a + b + c > 0:
            groups[n_groups, 0], groups[n_groups, 1], groups[n_groups, 2] = a, b, c
            group_codes[n_groups] = code
            n_groups += 1
            known[0] += a
            known[1] += b
            known[2] += c
            histogram[code, 0], histogram[code, 1], histogram[code, 2] = 0.0, 0.0, 0.0
    histogram[n_codes, 0], histogram[n_codes, 1], histogram[n_codes, 2] = 0.0, 0.0, 0.0
    return n_groups


@compiled
def by_sorting(
    codes: Any, n_codes: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any,
    keys: Any, groups: Any, group_codes: Any, known: Any,
) -> Any:  # fmt: skip
    """Sort the codes of the node's rows, each with the row's place behind it, and add up runs of equal ones."""
    n_rows = end - start
    for i in range(n_rows):
        keys[i] = (int(codes[rows[start + i]]) << HALF_A_KEY) | i
    sort_keys(keys, n_rows, n_codes)
    known[:] = 0.0
    n_groups, last = 0, -1
    for k in range(n_rows):
        code = keys[k] >> HALF_A_KEY
        if code == n_codes:
            break
        i = start + (keys[k] & ((1 << HALF_A_KEY) - 1))
        if code != last:
            last = code
            groups[n_groups, 0], groups[n_groups, 1], groups[n_groups, 2] = 0.0, 0.0, 0.0
            group_codes[n_groups] = code
            n_groups += 1
        kind = kinds[rows[i]]
        groups[n_groups - 1, kind] += weights[i]
        known[kind] += weights[i]
    return n_groups


@compiled
def sort_keys(keys: Any, n_keys: Any, n_codes: Any) -> None:
    """Sort by dealing into about as many heaps as there are keys (ranks lie evenly), then each heap by itself.

    The second and third thirds of `keys` are room to work in.
    """
    if n_keys > FEW_ROWS:
        shift = HALF_A_KEY
        while (n_codes >> (shift - HALF_A_KEY)) >= n_keys:
            shift += 1
        n_heaps = (n_codes >> (shift - HALF_A_KEY)) + 1
        dealt, ends = keys[n_keys : 2 * n_keys], keys[2 * n_keys : 2 * n_keys + n_heaps + 1]
        ends[:] = 0
        for i in range(n_keys):
            ends[(keys[i] >> shift) + 1] += 1
        for heap in range(n_heaps):
            ends[heap + 1] += ends[heap]
        for i in range(n_keys):
            heap = keys[i] >> shift
            dealt[ends[heap]] = keys[i]
            ends[heap] += 1
        keys[:n_keys] = dealt
        begin = 0
        for heap in range(n_heaps):  # each end is now where the next heap begins
            if ends[heap] - begin > FEW_ROWS:
                keys[begin : ends[heap]].sort()
            begin = ends[heap]
    for i in range(1, n_keys):
        key, j = keys[i], i - 1
        while j >= 0 and keys[j] > key:
            keys[j + 1] = keys[j]
            j -= 1
        keys[j + 1] = key
