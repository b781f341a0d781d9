"""The best split of a node, as C4.5 chooses it.

A feature is first reduced to *groups*: the counts of each of its values that occurs in the node, in ascending order
(:mod:`onesided.queries.tree_groups`).  Then a threshold between two groups or one branch for each group is judged by
the information gain, and features are compared by the gain ratio.
"""

from __future__ import annotations

from math import log2
from typing import Any

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import NEGATIVE, POSITIVE, UNLABELED, cases_and_bits, times_log
from onesided.queries.tree_groups import CODE, by_histogram, by_sorted_codes, pays_to_sort, sort_codes

MIN_CASES, USES_RATIO, COUNTS_THRESHOLDS, MAX_FEATURES, MAX_DEPTH = range(5)
"""Places in the tuple of options."""
SMALLEST_GAIN = 1e-9
MANY_VALUES = 0.3
"""A nominal feature with more values than this share of the cases has a large gain by its values alone."""
MOST_CASES_ON_A_SIDE = 25.0
"""C4.5 asks for a tenth of the cases of a class on either side of a threshold, but never for more than this."""


@compiled
def threshold_gain(
    groups: Any, n_groups: Any, all_a: Any, all_b: Any, all_c: Any, min_cases: Any, rule: Any, table: Any
) -> Any:
    """The best threshold: (gain in bits over all known cases, group below it, thresholds tried, cases on both sides).

    The gain is -1 where no threshold leaves enough cases on both sides.
    """
    cases, before = cases_and_bits(all_a, all_b, all_c, rule, table)
    fewest = min(max(0.05 * cases, min_cases), max(MOST_CASES_ON_A_SIDE, min_cases)) - 1e-9
    best, where, n_tried = -1.0, -1, 0
    best_left, best_right = 0.0, 0.0
    a, b, c = 0.0, 0.0, 0.0
    for i in range(n_groups - 1):
        a += groups[i, POSITIVE]
        b += groups[i, UNLABELED]
        c += groups[i, NEGATIVE]
        left, left_bits = cases_and_bits(a, b, c, rule, table)
        if left < fewest:
            continue
        right, right_bits = cases_and_bits(all_a - a, all_b - b, all_c - c, rule, table)
        if right < fewest:
            break
        n_tried += 1
        gain = before - left_bits - right_bits
        if gain > best:
            best, where, best_left, best_right = gain, i, left, right
    return best, where, n_tried, best_left, best_right


@compiled
def branches_gain(
    groups: Any, n_groups: Any, all_a: Any, all_b: Any, all_c: Any, min_cases: Any, rule: Any, table: Any
) -> Any:
    """One branch for each group: (gain, Σ n log n over the branches, cases); -1 unless two branches have enough."""
    _, gain = cases_and_bits(all_a, all_b, all_c, rule, table)
    spread, total, n_enough = 0.0, 0.0, 0
    for i in range(n_groups):
        cases, lost = cases_and_bits(groups[i, POSITIVE], groups[i, UNLABELED], groups[i, NEGATIVE], rule, table)
        gain -= lost
        total += cases
        spread += times_log(cases, table)
        if cases >= min_cases - 1e-9:
            n_enough += 1
    return (gain if n_enough >= 2 else -1.0), spread, total


@compiled
def gain_and_ratio(
    gain: Any, spread: Any, cases: Any, n_tried: Any, all_cases: Any, log_cases: Any, options: Any
) -> Any:
    """Gain for each case and gain ratio of a split with this gain over all its known cases; 0 means no split.

    `spread` is Σ n log n over its branches, `n_tried` how many thresholds it is the best of (0: it has none).  Cases
    with a missing value gain nothing, and are one more branch in the split information.
    """
    gain /= all_cases
    if n_tried > 0 and options[COUNTS_THRESHOLDS] > 0:
        gain -= log2(n_tried) / all_cases  # what it costs to say which threshold (release 8)
    if gain <= SMALLEST_GAIN:
        return 0.0, 0.0
    missing = all_cases - cases
    if missing > SMALLEST_GAIN:
        spread += missing * log2(missing)
    information = log_cases - spread / all_cases
    if information <= SMALLEST_GAIN:
        return 0.0, 0.0
    return gain, gain / information


@compiled
def choose_split(
    codes: Any, n_codes: Any, is_nominal: Any, rows: Any, weights: Any, kinds: Any, start: Any, end: Any,
    all_cases: Any, options: Any, rule: Any, table: Any, order: Any, chance: Any, settled: Any, depth: Any,
    histogram: Any, keys: Any, groups: Any, found: Any,
) -> Any:  # fmt: skip
    """(feature, code below, code above, gain) of the best split, or a feature of -1.

    With the gain ratio only features of at least average gain compete; nominal features with very many values do
    not count in that average.  Of a random subset of features, more are drawn until one of them splits.

    A feature with one value in a node is `settled` for all nodes below: they need not look at it again.
    """
    n_features, log_cases = len(n_codes), log2(all_cases)
    wanted = min(int(options[MAX_FEATURES]), n_features)
    n_seen, n_found, total, n_averaged = 0, 0, 0.0, 0
    for f in range(n_features):
        settled[depth + 1, f] = settled[depth, f]
    for k in range(n_features):
        if wanted < n_features:
            if n_seen >= wanted and n_found > 0:
                break
            chance[0] = chance[0] * 48271 % 2147483647
            j = k + chance[0] % (n_features - k)
            order[k], order[j] = order[j], order[k]
        f = order[k]
        if settled[depth, f]:
            continue
        if pays_to_sort(n_codes[f], end - start):
            sort_codes(codes, f, n_codes[f], rows, start, end, keys)
            n_groups, a, b, c = by_sorted_codes(n_codes[f], rows, weights, kinds, start, end, keys, groups)
        else:
            n_groups, a, b, c = by_histogram(codes, f, n_codes[f], rows, weights, kinds, start, end, histogram, groups)
        if n_groups < 2:
            settled[depth + 1, f] = True
            continue
        n_seen += 1
        where, n_tried = -1, 0
        if is_nominal[f]:
            gain, spread, cases = branches_gain(groups, n_groups, a, b, c, options[MIN_CASES], rule, table)
        else:
            gain, where, n_tried, left, right = threshold_gain(
                groups, n_groups, a, b, c, options[MIN_CASES], rule, table
            )
            cases, spread = left + right, times_log(left, table) + times_log(right, table)
        gain, ratio = gain_and_ratio(gain, spread, cases, n_tried, all_cases, log_cases, options)
        if gain <= 0:
            continue
        found[n_found, 0], found[n_found, 1], found[n_found, 2] = gain, ratio, f
        if where >= 0:
            found[n_found, 3], found[n_found, 4] = groups[where, CODE], groups[where + 1, CODE]
        n_found += 1
        if not is_nominal[f] or n_codes[f] < MANY_VALUES * all_cases:
            total += gain
            n_averaged += 1
    least = total / n_averaged - 1e-3 if n_averaged > 0 and options[USES_RATIO] > 0 else 0.0
    judged = 1 if options[USES_RATIO] > 0 else 0
    best, which = 0.0, -1
    for i in range(n_found):
        if found[i, 0] >= least and found[i, judged] > best + 1e-9:
            best, which = found[i, judged], i
    if which < 0:
        return -1, -1, -1, 0.0
    return int(found[which, 2]), int(found[which, 3]), int(found[which, 4]), found[which, 0]
