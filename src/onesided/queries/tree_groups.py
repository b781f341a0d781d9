"""A feature inside a node, as groups: counts and code of each value that occurs, in ascending order of the values.

Two ways to the same groups: a histogram over all values of the feature where the node is large, a sort of the node's
own values where it is small.  The code after the last value stands for a missing one, so missing values come last and
are left out.

These kernels call no other and have one way out: only then does numba not count, at each call, every array as in use,
which takes longer than to group the few rows of most nodes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled

CODE = 3
"""The place of its code in a group, behind its three counts."""
FEW_ROWS = 24
"""Up to so many rows, inserting one after the other is the fastest sort."""
HALF_A_KEY = 32
DIGIT = 8
"""Bits of a code by which keys are dealt at a time."""
N_HEAPS = 1 << DIGIT


@compiled
def pays_to_sort(n_codes: Any, n_rows: Any) -> Any:
    """Whether a sort, of about n log2(n) steps, beats a histogram: a step for each row and each possible value."""
    steps, half = 2, n_rows
    while half > 1:
        half >>= 1
        steps += 1
    return n_codes > n_rows * steps


@compiled
def by_histogram(
    codes: Any, feature: Any, n_codes: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any,
    histogram: Any, groups: Any,
) -> Any:  # fmt: skip
    """Count every code, then keep those that occur: (number of groups, their three counts in all).

    `histogram` is all zero before and after.
    """
    for i in range(np.uint64(start), np.uint64(end)):  # no sign: numba then asks of no place whether it is negative
        row = rows[i]
        histogram[codes[feature, row], kinds[row]] += weights[i]
    n_groups, all_a, all_b, all_c = 0, 0.0, 0.0, 0.0
    for code in range(n_codes):
        a, b, c = histogram[code, 0], histogram[code, 1], histogram[code, 2]
        if a + b + c > 0:
            groups[n_groups, 0], groups[n_groups, 1], groups[n_groups, 2] = a, b, c
            groups[n_groups, CODE] = code
            n_groups += 1
            all_a += a
            all_b += b
            all_c += c
            histogram[code, 0], histogram[code, 1], histogram[code, 2] = 0.0, 0.0, 0.0
    histogram[n_codes, 0], histogram[n_codes, 1], histogram[n_codes, 2] = 0.0, 0.0, 0.0
    return n_groups, all_a, all_b, all_c


@compiled
def sort_codes(codes: Any, feature: Any, n_codes: Any, rows: Any, start: Any, end: Any, keys: Any) -> None:
    """Write the node's codes, each with the row's place behind it, into `keys` and sort them.

    Many keys are dealt into heaps by one digit of the code after the other, the last one first.  Behind the keys there
    must be room for as many again, and for the ends of the heaps.
    """
    n_keys = end - start
    for i in range(n_keys):
        keys[i] = (int(codes[feature, rows[start + i]]) << HALF_A_KEY) | i
    if n_keys > FEW_ROWS:
        ends = 2 * n_keys
        shift = HALF_A_KEY
        while (n_codes >> (shift - HALF_A_KEY)) > 0:
            for heap in range(N_HEAPS + 1):
                keys[ends + heap] = 0
            for i in range(n_keys):
                keys[ends + 1 + ((keys[i] >> shift) & (N_HEAPS - 1))] += 1
            for heap in range(N_HEAPS):
                keys[ends + heap + 1] += keys[ends + heap]
            for i in range(n_keys):
                heap = ends + ((keys[i] >> shift) & (N_HEAPS - 1))
                keys[n_keys + keys[heap]] = keys[i]
                keys[heap] += 1
            for i in range(n_keys):
                keys[i] = keys[n_keys + i]
            shift += DIGIT
    else:
        for i in range(1, n_keys):
            key, j = keys[i], i - 1
            while j >= 0 and keys[j] > key:
                keys[j + 1] = keys[j]
                j -= 1
            keys[j + 1] = key


@compiled
def by_sorted_codes(
    n_codes: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any, keys: Any, groups: Any
) -> Any:
    """Add up runs of equal codes: (number of groups, their three counts in all)."""
    n_known = end - start
    while n_known > 0 and keys[n_known - 1] >> HALF_A_KEY == n_codes:
        n_known -= 1
    n_groups, last = 0, -1
    all_a, all_b, all_c = 0.0, 0.0, 0.0
    a, b, c = 0.0, 0.0, 0.0
    for k in range(n_known):
        code = keys[k] >> HALF_A_KEY
        i = start + (keys[k] & ((1 << HALF_A_KEY) - 1))
        if code != last:
            last = code
            a, b, c = 0.0, 0.0, 0.0
            groups[n_groups, CODE] = code
            n_groups += 1
        kind, weight = kinds[rows[i]], weights[i]
        if kind == 0:
            a += weight
            all_a += weight
        elif kind == 1:
            b += weight
            all_b += weight
        else:
            c += weight
            all_c += weight
        groups[n_groups - 1, 0], groups[n_groups - 1, 1], groups[n_groups - 1, 2] = a, b, c
    return n_groups, all_a, all_b, all_c
