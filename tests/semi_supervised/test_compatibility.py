"""Unlabeled errors equal brute force; sample sizes and errors undo each other; the identity holds."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.svm import LinearSVC

from onesided.exceptions import InputError
from onesided.semi_supervised import CoTraining
from onesided.semi_supervised.compatibility import (
    co_training_error,
    cut_error,
    cut_share,
    epsilon_compatibility,
    epsilon_finite,
    epsilon_occam,
    error_from_positives,
    margin_error,
    sample_size_compatibility,
    sample_size_finite,
    sample_size_occam,
)

SHARES = st.floats(0.001, 0.999)
RULES = st.integers(1, 10**30)


class Scores:
    """A classifier whose scores are X itself."""

    def decision_function(self, X):
        return np.asarray(X)

    def predict(self, X):
        return np.asarray(X) > 0


def test_the_documents_formula_at_a_hundredth():
    assert sample_size_finite(1000, epsilon=0.05) == math.ceil((math.log(1000) + math.log(100)) / 0.05)
    assert sample_size_occam(100, epsilon=0.1) == math.ceil((100 * math.log(2) + math.log(100)) / 0.1)
    sizes = sample_size_compatibility(1000, 10, epsilon=0.05, delta=0.02)
    assert sizes.n_unlabeled == math.ceil((math.log(1000) + math.log(100)) / 0.05)
    assert sizes.n_labeled == math.ceil((math.log(10) + math.log(100)) / 0.05)


@given(RULES, SHARES, SHARES)
def test_after_so_many_rows_the_chance_of_being_fooled_is_below_delta(n_rules, epsilon, delta):
    size = sample_size_finite(n_rules, epsilon=epsilon, delta=delta)
    assert math.log(n_rules) + size * math.log1p(-epsilon) <= math.log(delta)


@given(st.integers(1, 200), SHARES, SHARES)
def test_a_rule_of_so_many_bits_is_one_out_of_two_to_that_power(n_bits, epsilon, delta):
    size = sample_size_occam(n_bits, epsilon=epsilon, delta=delta)
    assert abs(size - sample_size_finite(2**n_bits, epsilon=epsilon, delta=delta)) <= 1  # the last bit of a float


@given(RULES, st.integers(1, 10**6), SHARES, SHARES)
def test_epsilon_undoes_the_sample_size(n_rules, n_compatible, epsilon, delta):
    assume(n_compatible <= n_rules)
    bounds = (
        (lambda size: epsilon_finite(size, n_rules, delta=delta), sample_size_finite(n_rules, epsilon=epsilon,
                                                                                     delta=delta)),
        (lambda size: epsilon_occam(size, 50, delta=delta), sample_size_occam(50, epsilon=epsilon, delta=delta)),
    )  # fmt: skip
    for error, size in bounds:
        assert error(size) <= epsilon * (1 + 1e-12)
        assert size == 1 or error(size - 1) > epsilon * (1 - 1e-12)
    unlabeled, labeled = sample_size_compatibility(n_rules, n_compatible, epsilon=epsilon, delta=delta)
    assert labeled <= unlabeled
    assert epsilon_compatibility(unlabeled, labeled, n_rules, n_compatible, delta=delta) <= epsilon * (1 + 1e-12)


def test_no_rows_guarantee_nothing():
    assert epsilon_finite(0, 10) == epsilon_occam(1, 10) == epsilon_compatibility(10, 0, 10, 1) == 1.0


def test_a_huge_class_is_no_overflow():
    assert sample_size_finite(2**5000, epsilon=0.5) == sample_size_occam(5000, epsilon=0.5)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_the_identity_gives_the_error_counted_by_hand(rows):
    called, truth = np.array(rows).T
    assume(truth.any())
    error = error_from_positives(called.mean(), truth.mean(), np.mean(~called[truth]))
    assert error == pytest.approx(np.mean(called != truth), abs=1e-12)


@given(st.lists(st.integers(0, 2), min_size=2, max_size=8), st.data())
def test_the_cut_is_the_weight_between_different_labels(labels, data):
    n = len(labels)
    weights = {
        (i, j): data.draw(st.integers(0, 3)) for i in range(n) for j in range(i + 1)
    }  # with weights from a row to itself
    total = sum(weight for (i, j), weight in weights.items() if i != j)
    assume(total > 0)
    graph = np.zeros((n, n))
    for (i, j), weight in weights.items():
        graph[i, j] = graph[j, i] = weight
    cut = sum(weight for (i, j), weight in weights.items() if labels[i] != labels[j])
    assert cut_share(labels, graph) == pytest.approx(cut / total)
    assert cut_share(labels, sparse.csr_array(graph)) == pytest.approx(cut / total)
    is_called = np.array(labels) - 1.0
    assert cut_error(Scores(), is_called, graph) == cut_share(is_called > 0, graph)


def test_the_margin_counts_rows_near_the_separator_and_the_lead_with_several_classes():
    assert margin_error(Scores(), [-2.0, -0.5, 0.0, 0.9, 1.0]) == 0.6
    assert margin_error(Scores(), [-2.0, -0.5, 0.0, 0.9, 1.0], margin=0.6) == 0.4
    assert margin_error(Scores(), [[3.0, 1.0, 2.5], [0.0, 4.0, 1.0]]) == 0.5


def test_the_margin_of_a_separator_in_a_gap_is_smaller_than_in_a_cloud():
    X = np.concatenate([np.linspace(-3, -2, 50), np.linspace(2, 3, 50)])[:, np.newaxis]
    in_gap, in_cloud = LinearSVC().fit([[-2.0], [2.0]], [0, 1]), LinearSVC().fit([[2.2], [2.8]], [0, 1])
    width = 0.3
    share = [margin_error(model, X, margin=width * np.linalg.norm(model.coef_)) for model in (in_gap, in_cloud)]
    assert share[0] == 0 < share[1]


def test_views_that_disagree_are_counted_with_and_without_co_training():
    rng = np.random.default_rng(0)
    pair = rng.poisson(3, (50, 4)), rng.poisson(3, (50, 4))
    model = CoTraining(n_rounds=2, random_state=0).fit(pair, np.where(np.arange(50) < 10, np.arange(50) % 2, -1))
    expected = np.mean(model.predict_view(pair, 0) != model.predict_view(pair, 1))
    assert co_training_error(model, pair) == expected == co_training_error(model.estimators_, pair)
    assert expected > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sample_size_finite(10, epsilon=0), "epsilon=0"),
        (lambda: sample_size_finite(10, epsilon=0.1, delta=1), "delta=1"),
        (lambda: sample_size_finite(0, epsilon=0.1), "n_hypotheses=0"),
        (lambda: sample_size_occam(-1, epsilon=0.1), "n_bits=-1"),
        (lambda: sample_size_compatibility(10, 11, epsilon=0.1), "n_compatible=11"),
        (lambda: epsilon_finite(-1, 10), "n_labeled=-1"),
        (lambda: error_from_positives(1.2, 0.1, 0.1), "share_called=1.2"),
        (lambda: margin_error(Scores(), [1.0], margin=-1), "margin=-1"),
        (lambda: cut_share([0, 1], np.eye(2)), "no edge"),
        (lambda: cut_share([0, 1], np.ones((3, 3))), r"shape \(3, 3\)"),
        (lambda: cut_share([0, 1], -np.ones((2, 2))), "negative weight"),
    ],
)
def test_mistakes_are_named(call, message):
    with pytest.raises(InputError, match=message):
        call()
