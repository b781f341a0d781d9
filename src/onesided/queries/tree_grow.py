"""Growing a tree: nodes as rows of two tables, training rows as one list of places that every split rearranges.

The rows of the node in hand are always the last stretch of that list.  A split sorts them into one stretch for each
branch; a row whose value is missing goes into every branch with a part of its weight, for which the list has room at
its end, since nothing lies behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import masses
from onesided.queries.tree_split import MAX_DEPTH, MIN_CASES, choose_split

FEATURE, CODE, OFFSET, N_BRANCHES, DEPTH = range(5)
"""Whole numbers of a node: the feature it asks for (-1: a leaf), the last code below its threshold, where its branches
begin in the list of branches, how many there are, how deep it lies."""
COUNT, N_POSITIVE, N_NEGATIVE, PART, GAIN = 0, 3, 4, 5, 6
"""Numbers of a node: its three counts, its two masses, the part of its parent's known cases, the gain of its split."""
N_WHOLE, N_NUMBERS = 5, 7


@compiled
def grow(
    codes: Any, n_codes: Any, is_nominal: Any, values: Any, value_starts: Any, kinds: Any, rows: Any, weights: Any,
    options: Any, rule: Any, table: Any, seed: Any,
) -> Any:  # fmt: skip
    """A tree of these rows: the table of whole numbers, the table of numbers, and the list of branches."""
    n_rows, n_features = len(rows), len(n_codes)
    whole, numbers = np.empty((64, N_WHOLE), np.int64), np.zeros((64, N_NUMBERS))
    branches = np.empty(256, np.int64)
    most = 0
    for f in range(n_features):
        most = max(most, n_codes[f])
    histogram, groups = np.zeros((most + 1, 3)), np.empty((most + 1, 3))
    group_codes, keys = np.empty(most + 1, np.int64), np.empty(3 * n_rows + 2, np.int64)
    found, found_codes = np.empty((n_features, 2)), np.empty((n_features, 3), np.int64)
    order, chance = np.arange(n_features), np.full(1, seed)
    counts, parts = np.empty((most + 2, 3)), np.empty(most + 2)
    starts = np.empty(most + 3, np.int64)
    branch_of, row_copy, weight_copy = np.empty(n_rows, np.int64), rows.copy(), weights.copy()
    waiting = np.empty((64, 3), np.int64)  # nodes with their stretch of rows

    new_node(whole, numbers, 0, 0, 1.0)
    waiting[0, 0], waiting[0, 1], waiting[0, 2] = 0, 0, n_rows
    n_waiting, n_nodes, n_branches = 1, 1, 0
    while n_waiting > 0:
        n_waiting -= 1
        node, start, end = waiting[n_waiting, 0], waiting[n_waiting, 1], waiting[n_waiting, 2]
        count_rows(rows, weights, kinds, start, end, numbers[node], rule)
        positive, negative = numbers[node, N_POSITIVE], numbers[node, N_NEGATIVE]
        cases, depth = positive + negative, whole[node, DEPTH]
        if cases < 2 * options[MIN_CASES] or positive <= 0 or negative <= 0 or depth >= options[MAX_DEPTH]:
            continue
        if len(keys) < 3 * (end - start) + 2:
            keys = np.empty(4 * (end - start) + 2, np.int64)
        feature, below, above, gain = choose_split(
            codes, n_codes, is_nominal, rows, weights, kinds, start, end, cases, options, rule, table, order, chance,
            histogram, keys, groups, group_codes, found, found_codes,
        )  # fmt: skip
        if feature < 0:
            continue
        n_codes_here = n_codes[feature]
        if is_nominal[feature]:
            code, n_ways = -1, n_codes_here
        else:
            code, n_ways = code_below(values, value_starts[feature], below, above), 2
        # Room for all branches with a copy of every row in each at worst.
        n_missing = missing_rows(codes[feature], n_codes_here, rows, start, end)
        n_needed = end + (n_ways - 1) * n_missing
        if n_needed > len(rows):
            rows, weights = longer(rows, n_needed), longer(weights, n_needed)
        if n_needed - start > len(row_copy):
            row_copy, weight_copy = longer(row_copy, 2 * n_needed), longer(weight_copy, 2 * n_needed)
        if end - start > len(branch_of):
            branch_of = np.empty(2 * (end - start), np.int64)
        spread_rows(
            codes[feature], n_codes_here, code, n_ways, rows, weights, kinds, start, end, start, n_missing, rule,
            branch_of, counts, parts, starts, row_copy, weight_copy,
        )  # fmt: skip
        while n_branches + n_ways > len(branches):
            branches = longer(branches, 2 * len(branches))
        whole[node, FEATURE], whole[node, CODE] = feature, code
        whole[node, OFFSET], whole[node, N_BRANCHES] = n_branches, n_ways
        numbers[node, GAIN] = gain * cases
        for way in range(n_ways):
            branches[n_branches + way] = -1
            if starts[way] == starts[way + 1]:
                continue
            if n_nodes == len(whole):
                whole, numbers = longer_table(whole), longer_table(numbers)
            if n_waiting == len(waiting):
                waiting = longer_table(waiting)
            new_node(whole, numbers, n_nodes, depth + 1, parts[way])
            branches[n_branches + way] = n_nodes
            waiting[n_waiting, 0], waiting[n_waiting, 1], waiting[n_waiting, 2] = n_nodes, starts[way], starts[way + 1]
            n_nodes += 1
            n_waiting += 1
        n_branches += n_ways
    return whole[:n_nodes].copy(), numbers[:n_nodes].copy(), branches[:n_branches].copy()


@compiled
def new_node(whole: Any, numbers: Any, node: Any, depth: Any, part: Any) -> None:
    """Make `node` a leaf."""
    whole[node, :] = 0
    whole[node, FEATURE], whole[node, CODE], whole[node, DEPTH] = -1, -1, depth
    numbers[node, :] = 0.0
    numbers[node, PART] = part


@compiled
def count_rows(rows: Any, weights: Any, kinds: Any, start: Any, end: Any, numbers: Any, rule: Any) -> None:
    """The counts and masses of a node."""
    numbers[:3] = 0.0
    for i in range(start, end):
        numbers[kinds[rows[i]]] += weights[i]
    numbers[N_POSITIVE], numbers[N_NEGATIVE] = masses(numbers[0], numbers[1], numbers[2], rule)


@compiled
def code_below(values: Any, first: Any, below: Any, above: Any) -> Any:
    """The code of the largest value in all data that is at most midway between two neighbours in the node."""
    middle = values[first + below] + 0.5 * (values[first + above] - values[first + below])
    low, high = below, above  # values[low] <= middle < values[high], or nearly: above is never taken
    while high - low > 1:
        code = (low + high) // 2
        if values[first + code] <= middle:
            low = code
        else:
            high = code
    return low


@compiled
def missing_rows(codes: Any, n_codes: Any, rows: Any, start: Any, end: Any) -> Any:
    """How many rows have no value."""
    n_missing = 0
    for i in range(start, end):
        if codes[rows[i]] == n_codes:
            n_missing += 1
    return n_missing


@compiled
def spread_rows(
    codes: Any, n_codes: Any, code: Any, n_ways: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any,
    target: Any, n_missing: Any, rule: Any, branch_of: Any, counts: Any, parts: Any, starts: Any,
    row_copy: Any, weight_copy: Any,
) -> None:  # fmt: skip
    """Sort the rows from `start` to `end` by branch into a stretch from `target` on; `starts` says where each begins.

    `parts` becomes the part of the known cases in each branch, and that of a row without a value.
    """
    counts[: n_ways + 1, :] = 0.0
    starts[: n_ways + 2] = 0
    for i in range(start, end):
        row = rows[i]
        way = int(codes[row])
        if way == n_codes:
            way = n_ways
        elif code >= 0:
            way = 1 if way > code else 0
        branch_of[i - start] = way
        counts[way, kinds[row]] += weights[i]
        starts[way + 1] += 1
    total = 0.0
    for way in range(n_ways):
        positive, negative = masses(counts[way, 0], counts[way, 1], counts[way, 2], rule)
        parts[way] = positive + negative
        total += parts[way]
    place = 0
    for way in range(n_ways):
        parts[way] = parts[way] / total if total > 0 else 0.0
        size = starts[way + 1] + (n_missing if parts[way] > 0 else 0)
        starts[way] = place
        place += size
    starts[n_ways] = place
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
