"""Sending the rows of a node down its branches, and making room for what grows.

A row whose value is missing goes into every branch with a part of its weight.  The loops over rows are kernels that
call no other (see :mod:`onesided.queries.tree_groups` for why).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import masses


@compiled
def missing_rows(codes: Any, feature: Any, n_codes: Any, rows: Any, start: Any, end: Any) -> Any:
    """How many rows have no value."""
    n_missing = 0
    for i in range(start, end):
        n_missing += codes[feature, rows[i]] == n_codes
    return n_missing


@compiled
def spread_rows(
    codes: Any, feature: Any, n_codes: Any, code: Any, n_ways: Any, rows: Any, weights: Any, kinds: Any,
    start: Any, end: Any, target: Any, n_missing: Any, rule: Any,
    branch_of: Any, counts: Any, parts: Any, starts: Any, row_copy: Any, weight_copy: Any,
) -> None:  # fmt: skip
    """Sort the rows from `start` to `end` by branch into a stretch from `target` on; `starts` says where each begins.

    `parts` becomes the part of the known cases in each branch, and that of a row without a value.
    """
    count_branches(codes, feature, n_codes, code, n_ways, rows, weights, kinds, start, end, branch_of, counts, starts)
    total = 0.0
    for way in range(n_ways):
        positive, negative = masses(counts[way, 0], counts[way, 1], counts[way, 2], rule)
        parts[way] = positive + negative
        total += parts[way]
    for way in range(n_ways):
        parts[way] = parts[way] / total if total > 0 else 0.0
    deal_rows(n_ways, rows, weights, start, end, target, n_missing, branch_of, parts, starts, row_copy, weight_copy)


@compiled
def count_branches(
    codes: Any, feature: Any, n_codes: Any, code: Any, n_ways: Any, rows: Any, weights: Any, kinds: Any,
    start: Any, end: Any, branch_of: Any, counts: Any, starts: Any,
) -> None:  # fmt: skip
    """The branch of each row, how many rows (in `starts`) and which `counts` each branch has; missing ones last."""
    for way in range(n_ways + 1):
        counts[way, 0], counts[way, 1], counts[way, 2] = 0.0, 0.0, 0.0
        starts[way] = 0
    for i in range(start, end):
        row = rows[i]
        way = int(codes[feature, row])
        if way == n_codes:
            way = n_ways
        elif code >= 0:
            way = 1 if way > code else 0
        branch_of[i - start] = way
        counts[way, kinds[row]] += weights[i]
        starts[way] += 1


@compiled
def deal_rows(
    n_ways: Any, rows: Any, weights: Any, start: Any, end: Any, target: Any, n_missing: Any,
    branch_of: Any, parts: Any, starts: Any, row_copy: Any, weight_copy: Any,
) -> None:  # fmt: skip
    """Put the rows where their branch has its stretch; `starts` says how many there are, and then where they begin."""
    place = 0
    for way in range(n_ways):
        size = starts[way] + (n_missing if parts[way] > 0 else 0)
        starts[way] = place
        place += size
    for i in range(start, end):
        way = branch_of[i - start]
        if way < n_ways:
            row_copy[starts[way]], weight_copy[starts[way]] = rows[i], weights[i]
            starts[way] += 1
        else:
            for each in range(n_ways):
                if parts[each] > 0:
                    row_copy[starts[each]], weight_copy[starts[each]] = rows[i], weights[i] * parts[each]
                    starts[each] += 1
    # Each start has moved to the end of its stretch, where the next one begins.
    for way in range(n_ways, 0, -1):
        starts[way] = target + starts[way - 1]
    starts[0] = target
    for i in range(place):
        rows[target + i], weights[target + i] = row_copy[i], weight_copy[i]


@compiled
def longer(array: Any, size: Any) -> Any:
    """The array with room for at least `size` entries."""
    new = np.empty(size + size // 2, array.dtype)
    new[: len(array)] = array
    return new


@compiled
def longer_table(table: Any) -> Any:
    """The table with twice the rows."""
    new = np.empty((2 * len(table), table.shape[1]), table.dtype)
    new[: len(table)] = table
    return new
