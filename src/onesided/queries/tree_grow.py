"""Growing a tree: nodes as rows of two tables, training rows as one list of places that every split rearranges.

The rows of the node in hand are always the last stretch of that list.  A split sorts them into one stretch for each
branch; a row whose value is missing goes into every branch with a part of its weight, for which the list has room at
its end, since nothing lies behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import NEGATIVE, POSITIVE, UNLABELED, masses
from onesided.queries.tree_groups import N_HEAPS
from onesided.queries.tree_split import MAX_DEPTH, MIN_CASES, choose_split
from onesided.queries.tree_spread import longer, longer_table, missing_rows, spread_rows

FEATURE, CODE, OFFSET, N_BRANCHES, DEPTH = range(5)
"""Whole numbers of a node: the feature it asks for (-1: a leaf), the last code below its threshold, where its branches
begin in the list of branches, how many there are, how deep it lies."""
COUNT, N_POSITIVE, N_NEGATIVE, PART, GAIN = 0, 3, 4, 5, 6
"""Numbers of a node: its three counts, its two masses, the part of its parent's known cases, the gain of its split."""
N_WHOLE, N_NUMBERS = 5, 7
N_WAITING, N_NODES, N_LISTED = range(3)
"""How far a tree has grown: nodes that wait, nodes in all, entries in the list of branches."""


@compiled
def grow(
    codes: Any, n_codes: Any, is_nominal: Any, values: Any, value_starts: Any, kinds: Any, rows: Any, weights: Any,
    options: Any, rule: Any, table: Any, seed: Any,
) -> Any:  # fmt: skip
    """A tree of these rows: the table of whole numbers, the table of numbers, and the list of branches."""
    n_rows, n_features = len(rows), len(n_codes)
    most, most_ways = 0, 2
    for f in range(n_features):
        most = max(most, n_codes[f])
        if is_nominal[f]:
            most_ways = max(most_ways, n_codes[f])
    # Room to work in; a row is in a node but once.
    histogram, groups = np.zeros((most + 1, 3)), np.empty((most, 4))
    keys, found = np.empty(2 * n_rows + N_HEAPS + 1, np.int64), np.zeros((n_features, 5))
    order, chance = np.arange(n_features), np.full(1, seed)
    counts, parts, starts = np.empty((most_ways + 1, 3)), np.empty(most_ways + 1), np.empty(most_ways + 2, np.int64)
    branch_of, row_copy, weight_copy = np.empty(n_rows, np.int64), rows.copy(), weights.copy()

    size = 4 * most_ways + 64
    whole, numbers = np.empty((size, N_WHOLE), np.int64), np.empty((size, N_NUMBERS))
    branches, waiting = np.empty(size, np.int64), np.empty((size, 3), np.int64)  # nodes with their stretch of rows
    new_node(whole, numbers, 0, 0, 1.0)
    count_rows(rows, weights, kinds, 0, n_rows, numbers, 0, rule)
    waiting[0, 0], waiting[0, 1], waiting[0, 2] = 0, 0, n_rows
    state = np.array([1, 1, 0])
    settled = np.zeros((32, n_features), np.bool_)
    while state[N_WAITING] > 0:
        n_needed = grow_on(
            codes, n_codes, is_nominal, values, value_starts, kinds, rows, weights, options, rule, table,
            histogram, keys, groups, found, order, chance,
            branch_of, counts, parts, starts, row_copy, weight_copy,
            whole, numbers, branches, waiting, settled, most_ways, state,
        )  # fmt: skip
        if n_needed > len(rows):
            rows, weights = longer(rows, n_needed), longer(weights, n_needed)
            row_copy, weight_copy = np.empty(len(rows), rows.dtype), np.empty(len(rows))
        if state[N_NODES] + most_ways > len(whole):
            whole, numbers, waiting = longer_table(whole), longer_table(numbers), longer_table(waiting)
        if state[N_LISTED] + most_ways > len(branches):
            branches = longer(branches, 2 * len(branches))
        if state[N_WAITING] > 0 and whole[waiting[state[N_WAITING] - 1, 0], DEPTH] + 2 > len(settled):
            settled = longer_table(settled)
    n_nodes, n_listed = state[N_NODES], state[N_LISTED]
    return whole[:n_nodes].copy(), numbers[:n_nodes].copy(), branches[:n_listed].copy()


@compiled
def grow_on(
    codes: Any, n_codes: Any, is_nominal: Any, values: Any, value_starts: Any, kinds: Any, rows: Any, weights: Any,
    options: Any, rule: Any, table: Any,
    histogram: Any, keys: Any, groups: Any, found: Any, order: Any, chance: Any,
    branch_of: Any, counts: Any, parts: Any, starts: Any, row_copy: Any, weight_copy: Any,
    whole: Any, numbers: Any, branches: Any, waiting: Any, settled: Any, most_ways: Any,
    state: Any,
) -> Any:  # fmt: skip
    """Split nodes until none waits, or until there is no room; returns how long the list of rows has to be.

    The node added last is split first, so that row d of `settled` is that of the ancestor at depth d - 1.

    Arrays are made in :func:`grow` alone: numba would count each of them as in use for every node that may make a new
    one.
    """
    n_needed = 0
    while state[N_WAITING] > 0 and n_needed <= len(rows):
        last = state[N_WAITING] - 1
        node, start, end = waiting[last, 0], waiting[last, 1], waiting[last, 2]
        depth = whole[node, DEPTH]
        if state[N_NODES] + most_ways > len(whole) or state[N_LISTED] + most_ways > len(branches):
            break
        if depth + 2 > len(settled):
            break
        feature = whole[node, FEATURE]
        if feature < 0:  # otherwise it has its split, and waits for room only
            positive, negative = numbers[node, N_POSITIVE], numbers[node, N_NEGATIVE]
            cases = positive + negative
            is_leaf = cases < 2 * options[MIN_CASES] or positive <= 0 or negative <= 0
            if not is_leaf and depth < options[MAX_DEPTH]:
                feature, below, above, gain = choose_split(
                    codes, n_codes, is_nominal, rows, weights, kinds, start, end, cases, options, rule, table,
                    order, chance, settled, depth, histogram, keys, groups, found,
                )  # fmt: skip
            if feature < 0:
                state[N_WAITING] = last
                continue
            whole[node, FEATURE], numbers[node, GAIN] = feature, gain * cases
            if not is_nominal[feature]:
                whole[node, CODE] = code_below(values, value_starts[feature], below, above)
        code, n_ways = whole[node, CODE], n_codes[feature] if is_nominal[feature] else 2
        # Room for all branches with a copy of every row in each at worst.
        n_missing = missing_rows(codes, feature, n_codes[feature], rows, start, end)
        n_needed = end + (n_ways - 1) * n_missing
        if n_needed <= len(rows):
            spread_rows(
                codes, feature, n_codes[feature], code, n_ways, rows, weights, kinds, start, end, start, n_missing,
                rule, branch_of, counts, parts, starts, row_copy, weight_copy,
            )  # fmt: skip
            state[N_WAITING] = last
            first = state[N_NODES]
            add_branches(node, n_ways, counts, parts, starts, whole, numbers, branches, waiting, state)
            for child in range(first, state[N_NODES]):
                numbers[child, N_POSITIVE], numbers[child, N_NEGATIVE] = masses(
                    numbers[child, 0], numbers[child, 1], numbers[child, 2], rule
                )
    return n_needed


@compiled
def add_branches(
    node: Any, n_ways: Any, counts: Any, parts: Any, starts: Any,
    whole: Any, numbers: Any, branches: Any, waiting: Any, state: Any,
) -> None:  # fmt: skip
    """A new leaf at the end of each branch that some row took; they wait to be split."""
    child, n_waiting, offset = state[N_NODES], state[N_WAITING], state[N_LISTED]
    whole[node, OFFSET], whole[node, N_BRANCHES] = offset, n_ways
    for way in range(n_ways):
        branches[offset + way] = -1
        if starts[way] < starts[way + 1]:
            branches[offset + way] = child
            whole[child, FEATURE], whole[child, CODE], whole[child, DEPTH] = -1, -1, whole[node, DEPTH] + 1
            whole[child, OFFSET], whole[child, N_BRANCHES] = 0, 0
            for kind in range(3):
                numbers[child, kind] = counts[way, kind] + parts[way] * counts[n_ways, kind]
            numbers[child, PART], numbers[child, GAIN] = parts[way], 0.0
            waiting[n_waiting, 0], waiting[n_waiting, 1], waiting[n_waiting, 2] = child, starts[way], starts[way + 1]
            child += 1
            n_waiting += 1
    state[N_NODES], state[N_WAITING], state[N_LISTED] = child, n_waiting, offset + n_ways


@compiled
def new_node(whole: Any, numbers: Any, node: Any, depth: Any, part: Any) -> None:
    """Make `node` a leaf."""
    whole[node, :] = 0
    whole[node, FEATURE], whole[node, CODE], whole[node, DEPTH] = -1, -1, depth
    numbers[node, :] = 0.0
    numbers[node, PART] = part


@compiled
def count_rows(rows: Any, weights: Any, kinds: Any, start: Any, end: Any, numbers: Any, node: Any, rule: Any) -> None:
    """The counts and masses of a node."""
    a, b, c = sum_by_kind(rows, weights, kinds, start, end)
    numbers[node, 0], numbers[node, 1], numbers[node, 2] = a, b, c
    numbers[node, N_POSITIVE], numbers[node, N_NEGATIVE] = masses(a, b, c, rule)


@compiled
def sum_by_kind(rows: Any, weights: Any, kinds: Any, start: Any, end: Any) -> Any:
    """The weights of labelled positives, unlabeled rows and known negatives."""
    a, b, c = 0.0, 0.0, 0.0
    for i in range(start, end):
        kind = kinds[rows[i]]
        a += weights[i] if kind == POSITIVE else 0.0
        b += weights[i] if kind == UNLABELED else 0.0
        c += weights[i] if kind == NEGATIVE else 0.0
    return a, b, c


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
