"""Pruning as C4.5 does it: from the leaves up, each node may become a leaf or give way to its largest branch.

The training rows are sent down the tree again, since a branch that moves up gets rows it has never seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import masses
from onesided.queries.tree_errors import suspected_errors
from onesided.queries.tree_grow import (
    CODE,
    DEPTH,
    FEATURE,
    GAIN,
    N_BRANCHES,
    N_NEGATIVE,
    N_POSITIVE,
    OFFSET,
    PART,
    new_node,
)
from onesided.queries.tree_spread import longer, longer_table, missing_rows, spread_rows

SLACK = 0.1
"""C4.5 prefers the smaller tree even if it is suspected of a tenth of an error more."""
ENTER, LEAVE = 0, 1


@compiled
def collapse(whole: Any, numbers: Any, branches: Any) -> None:
    """Make a leaf of each node whose subtree errs no less on the training rows than it would itself."""
    errors = np.zeros(len(whole))
    for node in range(len(whole) - 1, -1, -1):  # branches come after their node
        errors[node] = min(numbers[node, N_POSITIVE], numbers[node, N_NEGATIVE])
        if whole[node, FEATURE] >= 0:
            below = 0.0
            for way in range(whole[node, N_BRANCHES]):
                child = branches[whole[node, OFFSET] + way]
                if child >= 0:
                    below += errors[child]
            if below >= errors[node] - 1e-3:
                whole[node, FEATURE] = -1
            else:
                errors[node] = below


@compiled
def prune(
    codes: Any, n_codes: Any, kinds: Any, rows: Any, weights: Any, whole: Any, numbers: Any, branches: Any,
    suspicion: Any, rule: Any, raises: Any,
) -> Any:  # fmt: skip
    """The tables of the pruned tree; nodes that were cut off stay in them, but no branch leads there."""
    most = 2
    for f in range(len(n_codes)):
        most = max(most, n_codes[f])
    n_rows = len(rows)
    counts, parts, starts = np.empty((most + 2, 3)), np.empty(most + 2), np.empty(most + 3, np.int64)
    branch_of, row_copy, weight_copy = np.empty(n_rows, np.int64), rows.copy(), weights.copy()
    stack = np.empty((64, 5), np.int64)  # node, its stretch of rows, what to do, where free space begins
    errors = np.zeros(len(whole))
    n_nodes, n_stacked = len(whole), 1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], stack[0, 4] = 0, 0, n_rows, ENTER, n_rows
    # While a branch is only tried, its errors go elsewhere: `tried` is the node that tries, or -1.  A trial with more
    # errors than are `hopeless` would neither be taken nor keep the node from becoming a leaf.
    tried, tried_at, trial, hopeless = -1, 0, 0.0, 0.0
    while n_stacked > 0:
        n_stacked -= 1
        node, start, end, task, free = (
            stack[n_stacked, 0], stack[n_stacked, 1], stack[n_stacked, 2], stack[n_stacked, 3], stack[n_stacked, 4],
        )  # fmt: skip
        if task == ENTER:
            if tried >= 0 and trial > hopeless:
                continue
            feature = whole[node, FEATURE]
            if feature < 0 or start == end:
                errors[node] = suspected_errors(
                    numbers[node, 0], numbers[node, 1], numbers[node, 2], numbers[node, N_POSITIVE],
                    numbers[node, N_NEGATIVE], suspicion, rule,
                )  # fmt: skip
            else:
                n_ways, offset = whole[node, N_BRANCHES], whole[node, OFFSET]
                n_missing = missing_rows(codes, feature, n_codes[feature], rows, start, end)
                # Without missing values the branches share out the node's own stretch; else they need a new one.
                target = start if n_missing == 0 else free
                n_needed = end if n_missing == 0 else free + (end - start) + (n_ways - 1) * n_missing
                if n_needed > len(rows):
                    rows, weights = longer(rows, n_needed), longer(weights, n_needed)
                if n_needed - target > len(row_copy):
                    row_copy, weight_copy = longer(row_copy, n_needed), longer(weight_copy, n_needed)
                if end - start > len(branch_of):
                    branch_of = np.empty(2 * (end - start), np.int64)
                spread_rows(
                    codes, feature, n_codes[feature], whole[node, CODE], n_ways, rows, weights, kinds, start, end,
                    target, n_missing, rule, branch_of, counts, parts, starts, row_copy, weight_copy,
                )  # fmt: skip
                if n_missing > 0:
                    free = starts[n_ways]
                while n_stacked + n_ways + 2 > len(stack):
                    stack = longer_table(stack)
                while n_nodes + n_ways > len(whole):
                    whole, numbers = longer_table(whole), longer_table(numbers)
                    errors = longer(errors, len(whole))
                if tried < 0:
                    stack[n_stacked, 0], stack[n_stacked, 1], stack[n_stacked, 2] = node, start, end
                    stack[n_stacked, 3], stack[n_stacked, 4] = LEAVE, free
                    n_stacked += 1
                for way in range(n_ways):
                    child, is_empty = branches[offset + way], starts[way] == starts[way + 1]
                    if child < 0 and is_empty:
                        continue
                    a = counts[way, 0] + parts[way] * counts[n_ways, 0]
                    b = counts[way, 1] + parts[way] * counts[n_ways, 1]
                    c = counts[way, 2] + parts[way] * counts[n_ways, 2]
                    positive, negative = masses(a, b, c, rule)
                    if tried >= 0 and (child < 0 or is_empty or whole[child, FEATURE] < 0):
                        trial += suspected_errors(a, b, c, positive, negative, suspicion, rule)
                        continue
                    if child < 0:  # an empty branch that gets rows becomes a leaf
                        child = n_nodes
                        new_node(whole, numbers, child, whole[node, DEPTH] + 1, parts[way])
                        branches[offset + way] = child
                        n_nodes += 1
                    if tried < 0:
                        numbers[child, 0], numbers[child, 1], numbers[child, 2] = a, b, c
                        numbers[child, N_POSITIVE], numbers[child, N_NEGATIVE] = positive, negative
                        numbers[child, PART] = parts[way]
                    stack[n_stacked, 0], stack[n_stacked, 3], stack[n_stacked, 4] = child, ENTER, free
                    stack[n_stacked, 1], stack[n_stacked, 2] = starts[way], starts[way + 1]
                    n_stacked += 1
        else:
            as_leaf = suspected_errors(
                numbers[node, 0], numbers[node, 1], numbers[node, 2], numbers[node, N_POSITIVE],
                numbers[node, N_NEGATIVE], suspicion, rule,
            )  # fmt: skip
            if tried != node:
                as_tree, largest, most_cases = 0.0, -1, -1.0
                for way in range(whole[node, N_BRANCHES]):
                    child = branches[whole[node, OFFSET] + way]
                    if child >= 0:
                        as_tree += errors[child]
                        cases = numbers[child, N_POSITIVE] + numbers[child, N_NEGATIVE]
                        if cases > most_cases:
                            largest, most_cases = child, cases
                errors[node] = as_tree
                if raises and whole[largest, FEATURE] >= 0:
                    # Send all rows of the node through its largest branch, then come back here.
                    stack[n_stacked + 1, 0], stack[n_stacked + 1, 1], stack[n_stacked + 1, 2] = largest, start, end
                    stack[n_stacked + 1, 3], stack[n_stacked + 1, 4] = ENTER, free
                    n_stacked += 2
                    tried, tried_at, trial = node, largest, 0.0
                    hopeless = max(as_tree + SLACK, as_leaf - SLACK)
                    continue
                raised, largest = np.inf, -1
            else:
                raised, largest, as_tree = trial, tried_at, errors[node]
                tried = -1
            if as_leaf <= as_tree + SLACK and as_leaf <= raised + SLACK:
                whole[node, FEATURE] = -1
                errors[node] = as_leaf
            elif raised <= as_tree + SLACK:
                for k in range(DEPTH):  # all but its depth
                    whole[node, k] = whole[largest, k]
                numbers[node, GAIN] = numbers[largest, GAIN]
                stack[n_stacked, 3] = ENTER  # with its own rows, and then prune again
                stack[n_stacked, 0], stack[n_stacked, 1], stack[n_stacked, 2] = node, start, end
                stack[n_stacked, 4] = free
                n_stacked += 1
    return whole[:n_nodes].copy(), numbers[:n_nodes].copy(), branches
