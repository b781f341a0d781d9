"""The compiled parts of the tree against brute force, textbook values, and the same code uncompiled."""

import subprocess
import sys
from dataclasses import replace
from math import lgamma, log2

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from onesided.queries.tree_build import Options, build_tree, times_log_table
from onesided.queries.tree_codes import Codes, in_place, places_among, rank_values
from onesided.queries.tree_columns import Columns
from onesided.queries.tree_counts import Counting, masses, most_likely
from onesided.queries.tree_errors import added_errors, profile, suspected_errors, wrong_mass_limit
from onesided.queries.tree_groups import N_HEAPS, by_histogram, by_sorted_codes, sort_codes
from onesided.queries.tree_grow import grow
from onesided.queries.tree_split import branches_gain, gain_and_ratio, threshold_gain

QUARTER = 0.6744897501960817  # normal deviate of a confidence of 25%
counts = st.integers(0, 60).map(float)


def entropy(x, y):
    return sum(-n * log2(n / (x + y)) for n in (x, y) if n > 0)


# Counting


@settings(deadline=None)  # the first call compiles
@given(counts, counts)
def test_labels_are_counted_as_they_are(a, c):
    assert masses(a, 0.0, c, Counting.of_labels().numbers) == (a, c)


@settings(deadline=None)  # the first call compiles
@given(counts, counts, st.floats(0.05, 0.95))
def test_positives_of_two_samples_are_those_of_equation_3(a, b, prior):
    rule = Counting.of_samples(80, 200, 0, prior, "two")
    positive, negative = masses(a, b, 0.0, rule.numbers)
    if b > 0:
        assert positive / b == pytest.approx(min(1, a / 80 * prior * 200 / b))
    assert positive + negative == pytest.approx(b)


@settings(deadline=None)  # the first call compiles
@given(counts, counts, st.floats(0.05, 0.95))
def test_in_one_sample_labelled_and_hidden_positives_add_up(a, b, share):
    positive, negative = masses(a, b, 0.0, Counting.of_samples(80, 200, 0, share, "one").numbers)
    assert positive == pytest.approx(min(a + b, a + a * share * 200 / 80))
    assert positive + negative == pytest.approx(a + b)


@settings(max_examples=30, deadline=None)
@example(0, 1, 0, 0.75)
@given(st.integers(0, 30), st.integers(1, 60), st.integers(0, 30), st.floats(0.1, 0.9))
def test_three_counts_give_the_masses_of_the_largest_likelihood(a, b, c, share):
    exposed = (80 / share, 200.0, 50 / (1 - share))

    def cost(log_masses):
        rates = np.exp(log_masses)
        means = np.array([exposed[0] * rates[0], exposed[1] * rates.sum(), exposed[2] * rates[1]])
        return float(np.sum(means - np.array([a, b, c]) * np.log(means)))

    mu, nu = most_likely(float(a), float(b), float(c), *exposed)
    starts = ([-3.0, -3.0], [-1.0, -9.0], [-9.0, -1.0])
    best = min(minimize(cost, x0, method="Nelder-Mead", options={"maxiter": 2000}).fun for x0 in starts)
    assert cost(np.log(np.maximum([mu, nu], 1e-12))) <= best + 1e-5


def test_a_sample_of_labels_alone_is_counted_as_c45_counts_it():
    rule = Counting.of_samples(30, 1e-6, 70, 0.3, "two")  # hardly any U
    positive, negative = masses(12.0, 0.0, 5.0, rule.numbers)
    assert positive / negative == pytest.approx(12 / 5)


# Groups and gains


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_histogram_and_sort_give_the_same_groups(data):
    n_codes, n_rows = data.draw(st.sampled_from([1, 2, 40, 255, 256, 3000])), data.draw(st.integers(1, 90))
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    codes, kinds = rng.integers(0, n_codes + 1, (2, n_rows)).astype(np.uint32), rng.integers(0, 3, n_rows)
    rows, weights = rng.permutation(n_rows).astype(np.uint32), rng.integers(1, 4, n_rows).astype(float)
    rest = (rows, weights, kinds.astype(np.uint8), 0, n_rows)
    found = []
    for count in ("histogram", "sort"):
        groups = np.zeros((n_codes, 4))
        if count == "histogram":
            n, *known = by_histogram(codes, 1, n_codes, *rest, np.zeros((n_codes + 1, 3)), groups)
        else:
            keys = np.empty(2 * n_rows + N_HEAPS + 1, np.int64)
            sort_codes(codes, 1, n_codes, rows, 0, n_rows, keys)
            n, *known = by_sorted_codes(n_codes, *rest, keys, groups)
        found.append((n, groups[:n].tolist(), known))
    assert found[0] == found[1]
    expected = np.zeros((n_codes + 1, 3))
    np.add.at(expected, (codes[1, rows], kinds[rows]), weights)
    there = np.flatnonzero(expected[:n_codes].sum(axis=1))
    assert found[0][1] == np.column_stack([expected[there], there]).tolist()
    assert found[0][2] == expected[there].sum(axis=0).tolist()


numbers = st.one_of(st.just(np.nan), st.integers(-3, 30).map(float), st.sampled_from([0.5, 1e9, -0.0]))


@settings(max_examples=60, deadline=None)
@given(st.lists(numbers, min_size=1, max_size=12))
def test_ranks_are_places_among_the_distinct_values(values):
    column, ranks = np.array(values), np.empty(len(values), dtype=np.uint16)
    distinct = rank_values(column, ranks)
    assert distinct.tolist() == np.unique(column[~np.isnan(column)]).tolist()
    np.testing.assert_array_equal(np.append(distinct, np.nan)[ranks], column)


@pytest.mark.parametrize(("value", "is_place"), [(2, True), (np.nan, True), (3, False), (1.5, False), (-1, False)])
def test_only_whole_numbers_below_their_count_are_their_own_places(value, is_place):
    assert in_place(np.array([0.0, value]), 3) == is_place


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(-9, 9)), st.lists(numbers, max_size=9))
def test_places_are_those_of_a_list(values, column):
    ordered = sorted(map(float, values))
    expected = [ordered.index(x) if x in ordered else np.nan for x in column]
    np.testing.assert_array_equal(places_among(np.array(ordered), np.array(column, dtype=float)), expected)


def test_short_and_long_codes_give_the_same_tree():
    table, X, kinds = a_table()
    assert table.codes.dtype == np.uint16
    long = replace(table, codes=table.codes.astype(np.uint32))
    trees = [build_tree(t, kinds, np.ones(len(kinds)), Counting.of_labels(), Options()) for t in (table, long)]
    np.testing.assert_array_equal(trees[0].predict(X), trees[1].predict(X))


def test_some_rows_get_the_values_they_have_among_all():
    table, X, kinds = a_table()
    tree = build_tree(table, kinds, np.ones(len(kinds)), Counting.of_labels(), Options())
    some = np.array([7, 3, 3, 100])
    np.testing.assert_array_equal(tree.predict(X, some), tree.predict(X)[some])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=12))
def test_the_best_threshold_is_the_best_of_all(pairs):
    groups = np.array([(a, 0, c) for a, c in pairs if a + c > 0], dtype=float).reshape(-1, 3)
    if len(groups) < 2:
        return
    known, table = groups.sum(axis=0), times_log_table(np.ones(100))
    best, where, n_tried, *_ = threshold_gain(groups, len(groups), *known, 1.0, Counting.of_labels().numbers, table)
    fewest = min(max(0.05 * known.sum(), 1), 25)
    gains = {}
    for i in range(1, len(groups)):
        left, right = groups[:i].sum(axis=0), groups[i:].sum(axis=0)
        if min(left.sum(), right.sum()) >= fewest:
            gains[i - 1] = entropy(known[0], known[2]) - entropy(left[0], left[2]) - entropy(right[0], right[2])
    assert n_tried == len(gains)
    if gains:
        assert best == pytest.approx(max(gains.values()), abs=1e-9)
        assert gains[where] == pytest.approx(best, abs=1e-9)


def test_a_missing_value_costs_gain_and_split_information_as_in_quinlans_example():
    """C4.5, section 3.2: `outlook` of the golf data with one value missing gains 0.199 bits, at a ratio of 0.110."""
    groups = np.array([[2, 0, 3], [3, 0, 0], [3, 0, 2], [0, 0, 0]], dtype=float)  # sunny, overcast, rain
    table = times_log_table(np.ones(20))
    gain, spread, cases = branches_gain(groups, 3, *groups.sum(axis=0), 2.0, Counting.of_labels().numbers, table)
    gain, ratio = gain_and_ratio(gain, spread, cases, 0, 14.0, log2(14), Options(threshold_cost=False).numbers)
    assert gain == pytest.approx(0.199, abs=5e-4)
    assert ratio == pytest.approx(0.110, abs=5e-4)


# Pessimism


@pytest.mark.parametrize(("wrong", "cases", "limit"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.157)])
def test_the_limits_are_those_of_quinlans_book(wrong, cases, limit):
    rate = (wrong + added_errors(float(cases), float(wrong), 0.25, QUARTER)) / cases
    assert rate == pytest.approx(limit, abs=0.012)  # the program approximates what the book computes exactly


@settings(max_examples=60, deadline=None)
@given(counts, counts, counts, st.floats(0.2, 3.0))
def test_the_limit_lies_where_the_likelihood_has_fallen_by_half_the_square(a, b, c, z):
    exposed = (300.0, 200.0, 90.0)
    limit = wrong_mass_limit(a, b, c, *exposed, z)
    _, best = most_likely(a, b, c + 0.5, *exposed)
    top = profile(a, b, c + 0.5, *exposed, best)
    assert limit > best
    assert 2 * (top - profile(a, b, c + 0.5, *exposed, limit)) == pytest.approx(z * z, rel=1e-3)


def test_where_labels_decide_the_limit_is_about_the_binomial_one():
    rule = Counting.of_samples(500, 1e-3, 500, 0.5, "two").numbers
    for wrong in (0.0, 1.0, 4.0, 20.0):
        positive, negative = masses(100.0, 0.0, wrong, rule)
        by_likelihood = suspected_errors(100.0, 0.0, wrong, positive, negative, (0.25, QUARTER, 0.0), rule)
        binomial = wrong + added_errors(100 + wrong, wrong, 0.25, QUARTER)
        assert by_likelihood * (100 + wrong) / (positive + negative) == pytest.approx(binomial, rel=0.25)


def test_a_pure_node_of_positive_and_unlabeled_rows_is_not_taken_to_be_sure():
    rule = Counting.of_samples(500, 1000, 0, 0.5, "two").numbers  # each positive stands for one row of U
    positive, negative = masses(100.0, 100.0, 0.0, rule)
    published = suspected_errors(100.0, 100.0, 0.0, positive, negative, (0.25, QUARTER, 1.0), rule)
    ours = suspected_errors(100.0, 100.0, 0.0, positive, negative, (0.25, QUARTER, 0.0), rule)
    assert published == pytest.approx(1.4, abs=0.1)
    assert ours == pytest.approx(QUARTER * np.sqrt(200), rel=0.15)  # the noise of 100 - 100


# Twins


def a_table(n=160, seed=0):
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, 3, n), rng.normal(size=(n, 2)).round(1)])
    X[rng.random(X.shape) < 0.05] = np.nan
    kinds = np.where(rng.random(n) < 0.3, 2, np.where(X[:, 1] + (X[:, 0] == 1) > 0.3, 0, 1)).astype(np.uint8)
    return Codes.of(X, Columns((np.arange(3.0), None, None))), X, kinds


def test_the_compiled_kernel_does_what_its_readable_twin_does():
    table, _, kinds = a_table()
    weights = np.ones(len(kinds))
    for rule in (Counting.of_labels(), Counting.of_samples(*np.bincount(kinds), 0.4, "two")):
        arguments = (
            table.codes, table.n_codes, table.is_nominal, table.values, table.starts, kinds,
            np.arange(len(kinds), dtype=np.uint32), weights, Options(max_features=2).numbers, rule.numbers,
            times_log_table(weights), 7,
        )  # fmt: skip
        copies = [tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments) for _ in range(2)]
        for compiled, plain in zip(grow(*copies[0]), getattr(grow, "py_func", grow)(*copies[1]), strict=True):
            np.testing.assert_allclose(compiled, plain, rtol=1e-9)


WITHOUT_NUMBA = """
import importlib.util as util
find = util.find_spec
util.find_spec = lambda name, *rest: None if name == "numba" else find(name, *rest)
import numpy as np
from onesided.engine.compiled import IS_COMPILED
from onesided.queries import PosUnlTree
assert not IS_COMPILED
rng = np.random.default_rng(0)
X = rng.integers(0, 5, size=(300, 3)).astype(float)
X[rng.random(X.shape) < 0.03] = np.nan
y = np.where((X[:, 0] > 2) & (rng.random(300) < 0.5), 1.0, np.where(rng.random(300) < 0.2, 0.0, np.nan))
print(PosUnlTree(prior=0.4, sampling="two", categorical_features=[1]).fit(X, y).predict_proba(X)[:, 1].sum().round(6))
"""


def test_without_numba_the_tree_is_the_same():
    script = WITHOUT_NUMBA
    plain = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    script = "\n".join(line for line in script.splitlines() if "find" not in line and "IS_COMPILED" not in line)
    compiled = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert plain == compiled


def test_weights_of_two_are_two_rows():
    table, X, kinds = a_table()
    twice = np.repeat(np.arange(len(kinds)), 2)
    again = Codes.of(X[twice], Columns((np.arange(3.0), None, None)))
    rule = Counting.of_labels()
    kinds = np.where(kinds == 1, 2, kinds).astype(np.uint8)
    one = build_tree(table, kinds, np.full(len(kinds), 2.0), rule, Options())
    two = build_tree(again, kinds[twice], np.ones(len(twice)), rule, Options())
    np.testing.assert_allclose(one.predict(X), two.predict(X), rtol=1e-9)


def test_poisson_likelihood_of_the_profile_is_that_of_three_counts():
    a, b, c, e = 7.0, 11.0, 3.0, (90.0, 60.0, 40.0)
    mu, nu = most_likely(a, b, c, *e)
    terms = [n * np.log(m) - m - lgamma(n + 1) for n, m in ((a, e[0] * mu), (b, e[1] * (mu + nu)), (c, e[2] * nu))]
    constant = sum(n * np.log(x) - lgamma(n + 1) for n, x in zip((a, b, c), e, strict=True))
    assert profile(a, b, c, *e, nu) == pytest.approx(sum(terms) - constant)
