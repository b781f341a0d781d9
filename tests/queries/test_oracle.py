"""Answers from positive and unlabeled rows, their bound, and the sizes that it asks for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from onesided.exceptions import InputError
from onesided.prior import estimate_prior
from onesided.queries import bounds
from onesided.queries.oracle import LabelledOracle, PositiveUnlabeledOracle, share_of_positives


@pytest.fixture(scope="module")
def world():
    """A whole population of 0/1 rows and the truth about it."""
    rng = np.random.default_rng(0)
    X = (rng.random((600, 5)) < [0.2, 0.4, 0.5, 0.6, 0.8]).astype(float)
    return X, (X[:, 1] + X[:, 3] + (rng.random(600) < 0.1)) >= 2


def _differs(X, label):
    column = X[:, [1]]
    return (column.toarray() if sparse.issparse(column) else column)[:, 0] != label


QUERIES = {
    "error of a rule": _differs,
    "only positives": lambda X, label: label * X[:, [0, 2]],
    "only negatives": lambda X, label: (1 - label) * X,
    "whatever the label": lambda X, label: X,
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
@pytest.mark.parametrize("as_rows", [np.asarray, sparse.csr_array, sparse.csc_array])
def test_with_all_positives_and_the_whole_population_the_answers_are_exact(world, query, as_rows):
    X, truth = world
    exact = LabelledOracle(as_rows(X), truth).ask(query)
    oracle = PositiveUnlabeledOracle(as_rows(X[truth]), as_rows(X), prior=truth.mean())
    np.testing.assert_allclose(oracle.ask(query), exact, atol=1e-12)
    by_hand = [np.mean(query(row[None], int(label)), axis=0) for row, label in zip(X, truth, strict=True)]
    np.testing.assert_allclose(exact, np.mean(by_hand, axis=0), atol=1e-12)


def test_the_columns_are_the_queries_about_single_columns(world):
    X, truth = world
    oracle = PositiveUnlabeledOracle(X[truth][::2], X[::3], prior=0.4)
    shares = oracle.columns()
    np.testing.assert_allclose(shares.positive, oracle.ask(lambda X, label: label * X), atol=1e-12)
    np.testing.assert_allclose(shares.negative, oracle.ask(lambda X, label: (1 - label) * X), atol=1e-12)
    above = oracle.columns(of=lambda X: X @ np.ones((5, 1)) > [2, 3])
    np.testing.assert_allclose(
        above.negative, oracle.ask(lambda X, label: (1 - label) * (X.sum(axis=1, keepdims=True) > [2, 3])), atol=1e-12
    )


def test_a_query_linear_in_the_columns_is_a_product_with_their_shares(world):
    X, truth = world
    rng = np.random.default_rng(1)
    if_positive, if_negative = rng.random((2, 5, 7)) / 5
    oracle = PositiveUnlabeledOracle(X[truth][::2], X[::3], prior=0.4)
    shares = oracle.columns()
    asked = oracle.ask(lambda X, label: X @ (if_positive if label else if_negative))
    np.testing.assert_allclose(shares.positive @ if_positive + shares.negative @ if_negative, asked, atol=1e-12)


def test_one_sample_takes_all_rows_as_the_population(world):
    X, truth = world
    is_labelled = truth & (np.arange(len(X)) % 3 == 0)
    of_one = PositiveUnlabeledOracle(X[is_labelled], X[~is_labelled], prior=0.4, sampling="one")
    of_two = PositiveUnlabeledOracle(X[is_labelled], X, prior=0.4)
    for query in QUERIES.values():
        np.testing.assert_allclose(of_one.ask(query), of_two.ask(query), atol=1e-12)
    np.testing.assert_allclose(of_one.columns(), of_two.columns(), atol=1e-12)


def test_weights_count_as_repeated_rows(world):
    X, truth = world
    weights = np.random.default_rng(1).integers(0, 4, len(X))
    again = np.repeat(np.arange(len(X)), weights)
    for weighted, repeated in (
        (LabelledOracle(X, truth, weights), LabelledOracle(X[again], truth[again])),
        (
            PositiveUnlabeledOracle(
                X[truth], X, 0.3, weight_positive=weights[truth], weight_unlabeled=weights, sampling="one"
            ),
            PositiveUnlabeledOracle(X[again][truth[again]], X[again], 0.3, sampling="one"),
        ),
    ):
        assert weighted.prior == pytest.approx(repeated.prior)
        np.testing.assert_allclose(weighted.columns(), repeated.columns(), atol=1e-12)


def test_the_share_of_positives_is_given_counted_or_estimated(world):
    X, truth = world
    y = truth & (np.arange(len(X)) % 2 == 0)
    found = estimate_prior(y, X[:, 1] + X[:, 3] + 0.01 * np.arange(len(X)) / len(X), panel=False)
    pools = X[y], X[~y]
    assert PositiveUnlabeledOracle(*pools, labelled=["pos", "neg", "neg", "neg"]).prior == 0.25
    assert PositiveUnlabeledOracle(*pools, found, sampling="one").prior == found.prior
    with pytest.raises(InputError, match="sampling='one', and is used with sampling='two'"):
        PositiveUnlabeledOracle(*pools, found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "one of them"),
        ({"prior": 0.3, "labelled": [1, 0]}, "one of them"),
        ({"prior": 1.3}, "prior=1.3 is not a share"),
        ({"labelled": [0, 0, 0]}, "only one class"),
        ({"prior": 0.3, "sampling": "three"}, "sampling='three'"),
        ({"prior": 0.3, "weight_positive": [0, 0]}, "rows of X_positive have no weight"),
    ],
)
def test_what_cannot_be_answered_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        PositiveUnlabeledOracle([[1.0], [0.0]], [[1.0], [0.0], [0.0]], **arguments)


def test_pools_of_different_columns_and_answers_of_another_length_are_refused():
    with pytest.raises(InputError, match="1 columns and X_unlabeled 2"):
        PositiveUnlabeledOracle([[1.0]], [[1.0, 0.0]], 0.3)
    with pytest.raises(InputError, match=r"shape \(3,\) for 2 rows"):
        PositiveUnlabeledOracle([[1.0], [0.0]], [[1.0], [0.0], [0.0]], 0.3).ask(lambda X, label: np.ones(3))
    with pytest.raises(InputError, match="X has 2 rows and y 3"):
        LabelledOracle([[1.0], [0.0]], [1, 0, 0])


def test_one_class_of_labels_says_nothing_of_the_share():
    with pytest.raises(InputError, match="only one class"):
        share_of_positives([1, 1, 1])


# --- the bound and the sizes

shares = st.floats(0, 1)


@given(st.tuples(shares, shares, shares, shares), st.tuples(*[st.floats(-1, 1)] * 4), shares, shares)
def test_answers_are_within_the_bound(truth, directions, alpha, beta):
    error = np.array([alpha, beta, beta, beta]) * directions
    (f, a, b, population), (f_, a_, b_, population_) = truth, np.array(truth) + error
    off = abs(f_ * (a_ - b_) + population_ - (f * (a - b) + population))
    assert off <= bounds.accuracy(alpha, beta) + 1e-12


@given(st.floats(1e-6, 1), st.floats(0.001, 0.999))
def test_the_errors_needed_give_the_tolerance_back(tolerance, part):
    alpha = part * tolerance
    beta = bounds.share_error_needed(tolerance, alpha)
    assert bounds.accuracy(alpha, beta) == pytest.approx(tolerance)
    assert bounds.prior_error_needed(tolerance, beta) == pytest.approx(alpha, abs=1e-9)


@given(st.floats(0.01, 0.5), st.integers(1, 10**6), st.floats(1e-6, 0.5))
def test_a_sample_size_is_the_smallest_that_gives_its_error(error, n_shares, delta):
    n_rows = bounds.sample_size(error, n_shares=n_shares, delta=delta)
    assert bounds.error_of_size(n_rows, n_shares=n_shares, delta=delta) <= error + 1e-12
    assert bounds.error_of_size(n_rows - 1, n_shares=n_shares, delta=delta) > error - 1e-12


def test_samples_of_the_sizes_asked_for_answer_all_queries_within_the_tolerance():
    rng = np.random.default_rng(0)
    chance, prior, n_columns = 0.5, 0.4, 10
    sizes = bounds.sample_sizes(0.2, n_queries=n_columns, delta=0.05)
    misses = 0
    for _ in range(20):
        positive, unlabeled = (rng.random((n, n_columns)) < chance for n in sizes[1:])
        oracle = PositiveUnlabeledOracle(positive, unlabeled, np.mean(rng.random(sizes.n_labelled) < prior))
        misses += np.any(np.abs(oracle.columns().negative - chance * (1 - prior)) > 0.2)
    assert misses <= 1


def test_more_queries_take_no_more_labels_and_a_known_share_takes_none():
    few, many = (bounds.sample_sizes(0.1, n_queries=n) for n in (1, 10_000))
    assert few.n_labelled == many.n_labelled
    assert few.n_positive < many.n_positive
    assert bounds.sample_sizes(0.1, prior_error=0).n_labelled == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bounds.accuracy(-0.1, 0), "prior_error=-0.1"),
        (lambda: bounds.share_error_needed(0.1, 0.2), "leaves nothing beside prior_error=0.2"),
        (lambda: bounds.prior_error_needed(0.1, 0.1), "leaves nothing beside share_error=0.1"),
        (lambda: bounds.sample_size(0), "error=0"),
        (lambda: bounds.sample_size(0.1, n_shares=0), "n_shares=0"),
        (lambda: bounds.sample_size(0.1, delta=0), "delta=0"),
        (lambda: bounds.error_of_size(-1), "n_rows=-1"),
        (lambda: bounds.sample_sizes(2), "tolerance=2"),
        (lambda: bounds.sample_sizes(0.1, n_queries=0), "n_queries=0"),
    ],
)
def test_impossible_wishes_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()
