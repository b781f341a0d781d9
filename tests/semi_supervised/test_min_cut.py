"""The minimum cut against brute force over all ways to part a small graph, and what its page says."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.datasets import make_blobs, make_moons
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised import MinCut
from onesided.semi_supervised.flow import minimum_cut

MINUS_ONE = "-1 is the mark of an unlabeled row, as in sklearn.semi_supervised, and no class"


# Among the sparse rows of the checks some are empty: they have no neighbour, and are told so.
@pytest.mark.filterwarnings("ignore::onesided.exceptions.DataWarning")
@parametrize_with_checks([MinCut()], expected_failed_checks=lambda _: {"check_classifiers_classes": MINUS_ONE})
def test_scikit_learns_common_checks(estimator, check):
    check(estimator)


def all_cuts(W, is_source, is_sink, to_sink):
    """Value and side of every way to part the nodes."""
    dense = W.toarray()
    for bits in product([False, True], repeat=len(dense)):
        side = np.array(bits)
        if side[is_source].all() and not side[is_sink].any():
            yield dense[side][:, ~side].sum() + to_sink[side & ~is_source].sum(), side


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(2, 9),
    whole=st.booleans(),
    has_ties=st.booleans(),
    n_ends=st.sampled_from([(1, 1), (2, 1), (1, 0)]),
)
def test_the_cut_equals_the_flow_and_brute_force(seed, n, whole, has_ties, n_ends):
    rng = np.random.default_rng(seed)
    W = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.6), 1)
    W = np.ceil(3 * W) if whole else W
    W = sparse.csr_array(W + W.T)
    is_source, is_sink = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    order = rng.permutation(n)
    is_source[order[: n_ends[0]]] = True
    is_sink[order[n_ends[0] : sum(n_ends)]] = True
    to_sink = rng.integers(0, 3, size=n).astype(float) * (has_ties and not is_source.all())
    cuts = list(all_cuts(W, is_source, is_sink, to_sink))
    least = min(value for value, _ in cuts)
    minimal = [side for value, side in cuts if value <= least + 1e-7]
    smallest, largest = (minimum_cut(W, is_source, is_sink, to_sink=to_sink, side=side) for side in SIDES)
    for cut in (smallest, largest):
        assert cut.value == pytest.approx(least, abs=1e-7)
        assert cut.flow_value == pytest.approx(least, abs=1e-7)
    if whole:  # ties are real only between whole numbers
        np.testing.assert_array_equal(smallest.is_positive, np.logical_and.reduce(minimal))
        np.testing.assert_array_equal(largest.is_positive, np.logical_or.reduce(minimal))


SIDES = ("smallest-positive", "largest-positive")


def test_two_moons_from_one_label_each():
    X, truth = make_moons(400, noise=0.05, random_state=0)
    y = np.where(np.arange(400) < 20, truth, -1)
    model = MinCut().fit(X, y)
    assert np.mean(model.transduction_ == truth) == 1
    assert model.cut_value_ == pytest.approx(model.flow_value_, rel=1e-6)
    X_new, truth_new = make_moons(100, noise=0.05, random_state=1)
    assert np.mean(model.predict(X_new) == truth_new) == 1


def test_the_side_settles_a_tie():
    W = sparse.csr_array(np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1))
    y = [1, -1, -1, -1, 0]
    few, many = (MinCut(affinity="precomputed", side=side).fit(W, y) for side in SIDES)
    np.testing.assert_array_equal(few.transduction_, [1, 0, 0, 0, 0])
    np.testing.assert_array_equal(many.transduction_, [1, 1, 1, 1, 0])
    assert few.cut_value_ == many.cut_value_ == 1


def test_random_cuts_vote_where_one_cut_is_arbitrary():
    W = sparse.csr_array(np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1))
    y = [1, -1, -1, -1, 0]
    model = MinCut(affinity="precomputed", n_random=200, random_state=0).fit(W, y)
    np.testing.assert_allclose(model.votes_, [1, 0.75, 0.5, 0.25, 0], atol=0.1)
    again = MinCut(affinity="precomputed", n_random=200, random_state=0).fit(W, y)
    np.testing.assert_array_equal(again.votes_, model.votes_)
    other = MinCut(affinity="precomputed", n_random=200, random_state=1).fit(W, y)
    assert (other.votes_ != model.votes_).any()


def test_positives_only_with_their_share():
    X, truth = make_blobs(300, centers=[[0, 0], [4, 0], [0, 4]], cluster_std=0.7, random_state=0)
    is_positive = truth == 0
    y = np.zeros(300, dtype=int)
    y[np.flatnonzero(is_positive)[:10]] = 1
    model = MinCut(prior=90 / 290, n_neighbors=20).fit(X, y)
    assert np.mean((model.transduction_ == 1) == is_positive) > 0.97
    assert model.tie_ > 0
    assert model.cut_value_ == pytest.approx(model.flow_value_, rel=1e-6)


def test_a_share_at_which_the_graph_does_not_part_is_told():
    W = sparse.csr_array(np.ones((40, 40)) - np.eye(40))
    with pytest.warns(DataWarning, match="no cut has about prior=0.3"):
        MinCut(affinity="precomputed", prior=0.3).fit(W, np.arange(40) < 2)


def test_parts_without_a_label_are_reported_and_not_guessed():
    W = sparse.csr_array(np.kron(np.eye(3), np.ones((3, 3)) - np.eye(3)))
    with pytest.warns(DataWarning, match="3 of 9 rows, in 1 parts"):
        model = MinCut(affinity="precomputed").fit(W, [1, -1, -1, 0, -1, -1, -1, -1, -1])
    np.testing.assert_array_equal(model.transduction_, [1, 1, 1, 0, 0, 0, -1, -1, -1])
    assert model.cut_value_ == 0


@pytest.mark.parametrize(
    ("parameters", "y", "message"),
    [({}, [0, 1, 2, -1], "binary"), ({"side": "left"}, [0, 1, -1, -1], "side='left'"), ({}, [1, -1, -1, -1], "class")],
)
def test_mistakes_are_named(parameters, y, message):
    with pytest.raises(InputError, match=message):
        MinCut(**parameters).fit(np.arange(8.0).reshape(4, 2), y)
