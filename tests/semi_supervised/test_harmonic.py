"""The harmonic function against dense solves, scikit-learn's label propagation, and what its page says."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.datasets import load_digits, make_blobs, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.semi_supervised import LabelPropagation
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised import HarmonicFunction, knn_graph
from onesided.semi_supervised import potentials as potentials_module
from onesided.semi_supervised.potentials import potentials

MINUS_ONE = "-1 is the mark of an unlabeled row, as in sklearn.semi_supervised, and no class"


def moons(n=400, noise=0.08):
    """Two moons with one labelled row each."""
    X, truth = make_moons(n, noise=noise, random_state=0)
    y = np.full(n, -1)
    y[[np.flatnonzero(truth == 0)[0], np.flatnonzero(truth == 1)[0]]] = 0, 1
    return X, truth, y


def random_graph(seed, n):
    rng = np.random.default_rng(seed)
    W = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.5), 1)
    W += np.diag(np.full(n - 1, 0.1), 1)  # a path through all nodes: connected
    return sparse.csr_array(W + W.T)


# Among the sparse rows of the checks some are empty: they have no neighbour, and are told so.
@pytest.mark.filterwarnings("ignore::onesided.exceptions.DataWarning")
@parametrize_with_checks(
    [HarmonicFunction(), HarmonicFunction(class_mass=True, weights="binary")],
    expected_failed_checks=lambda _: {"check_classifiers_classes": MINUS_ONE},
)
def test_scikit_learns_common_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("is_compiled", [True, False])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(4, 15), leak=st.sampled_from([0.0, 0.3]))
def test_potentials_equal_the_dense_solve(is_compiled, seed, n, leak):
    W = random_graph(seed, n)
    is_open = np.arange(n) >= 2
    known = np.random.default_rng(seed).random((n, 3))
    dense = W.toarray()
    system = np.diag((1 + leak) * dense.sum(axis=1)) - dense
    expected = np.linalg.solve(system[2:, 2:], dense[2:, :2] @ known[:2])
    with patch.object(potentials_module, "IS_COMPILED", is_compiled and potentials_module.IS_COMPILED):
        found, _ = potentials(W, is_open, known, leak=leak, tol=1e-12)
    np.testing.assert_allclose(found[2:], expected, atol=1e-8)
    np.testing.assert_array_equal(found[:2], known[:2])


def test_multigrid_gives_the_same_potentials():
    pytest.importorskip("pyamg")
    X, _, y = moons()
    plain = HarmonicFunction(tol=1e-9).fit(X, y)
    multigrid = HarmonicFunction(solver="multigrid", tol=1e-9).fit(X, y)
    np.testing.assert_allclose(multigrid.label_distributions_, plain.label_distributions_, atol=1e-6)


def test_equals_converged_label_propagation_on_the_same_graph():
    X, truth = load_digits(return_X_y=True)
    X, truth = X[:300], truth[:300]
    y = np.where(np.arange(300) < 60, truth, -1)
    W = knn_graph(X, 7)
    theirs = LabelPropagation(kernel=lambda A, B=None: W.toarray(), tol=1e-9, max_iter=20_000).fit(X, y)
    ours = HarmonicFunction(affinity="precomputed").fit(W, y)
    np.testing.assert_allclose(ours.label_distributions_, theirs.label_distributions_, atol=1e-4)
    np.testing.assert_array_equal(ours.transduction_, theirs.transduction_)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(4, 15))
def test_functions_that_depend_on_each_other_are_solved_side_by_side(seed, n):
    W = random_graph(seed, n)
    is_open = np.arange(n) >= 2
    one = np.random.default_rng(seed).random(n)
    known = np.column_stack([one, 2 * one, np.zeros(n), np.ones(n), one])  # of rank two
    found, _ = potentials(W, is_open, known, tol=1e-12)
    alone, _ = potentials(W, is_open, one[:, None], tol=1e-12)
    np.testing.assert_allclose(found, np.column_stack([alone, 2 * alone, np.zeros(n), np.ones(n), alone]), atol=1e-8)


def steps(n_columns):
    X, truth = load_digits(return_X_y=True)
    _, n_steps = potentials(knn_graph(X, 7), np.arange(len(truth)) >= 60, np.eye(10)[truth][:, :n_columns])
    return n_steps


def test_a_block_of_classes_needs_fewer_steps_than_one_class(monkeypatch):
    monkeypatch.setattr(potentials_module, "IS_COMPILED", False)
    assert steps(9) < 0.7 * steps(1)


@pytest.mark.skipif(not potentials_module.IS_COMPILED, reason="the sweeps are compiled")
def test_sweeps_need_fewer_steps_than_plain_conjugate_gradients(monkeypatch):
    swept = steps(1)
    monkeypatch.setattr(potentials_module, "IS_COMPILED", False)
    assert swept < 0.6 * steps(1)


def test_two_moons_from_one_label_each():
    X, truth, y = moons()
    model = HarmonicFunction().fit(X, y)
    np.testing.assert_array_equal(model.transduction_, truth)
    X_new, truth_new = make_moons(100, noise=0.08, random_state=1)
    assert np.mean(model.predict(X_new) == truth_new) > 0.98
    np.testing.assert_allclose(model.predict_proba(X_new).sum(axis=1), 1)


def test_two_moons_from_positives_only_with_their_share():
    X, truth, y = moons()
    model = HarmonicFunction(prior=0.5).fit(X, np.where(y == 1, 1, 0))
    assert np.mean(model.transduction_ == truth) > 0.95
    assert model.leak_ > 0


@pytest.mark.parametrize("prior", [0.1, 0.3, 0.7])
def test_the_share_of_unlabeled_rows_called_positive_is_the_prior(prior):
    X, _ = make_blobs(500, centers=8, cluster_std=4, random_state=0)
    y = np.where(np.arange(500) < 30, 1.0, np.nan)
    model = HarmonicFunction(prior=prior).fit(X, y)
    assert np.mean(model.transduction_[30:] == 1) == pytest.approx(prior, abs=0.005)
    assert (model.transduction_[:30] == 1).all()


def test_class_mass_normalisation_brings_the_sums_to_the_shares():
    X, _, y = moons(noise=0.25)
    plain, normalised = (HarmonicFunction(class_mass=on).fit(X, y).label_distributions_ for on in (False, True))
    is_open = y == -1
    weighted = plain[is_open] / plain[is_open].sum(axis=0)
    expected = weighted / weighted.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(normalised[is_open], expected)
    np.testing.assert_array_equal(normalised[~is_open], plain[~is_open])


def test_known_negatives_and_a_prior_give_class_masses():
    X, _, y = moons(noise=0.25)
    few, many = (HarmonicFunction(prior=p).fit(X, y).label_distributions_[:, 1].mean() for p in (0.2, 0.8))
    assert few < 0.4
    assert many > 0.6


def test_parts_without_a_label_are_reported_and_not_guessed():
    X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 6), np.linspace(200, 201, 5)][:, None]
    y = np.full(31, -1)
    y[[0, 1, 19]] = 1, 1, 0
    with pytest.warns(DataWarning, match="11 of 31 rows, in 2 parts"):
        model = HarmonicFunction(n_neighbors=2).fit(X, y)
    np.testing.assert_array_equal(model.unreached_, np.arange(20, 31))
    assert (model.transduction_[20:] == -1).all()
    assert set(model.transduction_[:20]) == {0, 1}
    np.testing.assert_allclose(model.label_distributions_[20:], [[1 / 3, 2 / 3]] * 11)


@pytest.mark.parametrize(("classes", "mark"), [(["b", "a"], ""), ([True, False], None), ([2.0, 3.0], -1)])
def test_the_mark_of_an_unreached_row_fits_the_labels(classes, mark):
    y = np.array([classes[0], None, classes[1], None], dtype=object)
    W = np.zeros((4, 4))
    W[0, 1] = W[1, 0] = W[1, 2] = W[2, 1] = 1.0
    with pytest.warns(DataWarning):
        model = HarmonicFunction(affinity="precomputed").fit(W, y)
    assert model.transduction_[3] == mark
    assert model.transduction_[1] in classes


def test_new_rows_of_a_given_graph_are_given_by_their_weights():
    W = sparse.csr_array(np.diag([1.0, 1, 1], 1) + np.diag([1.0, 1, 1], -1))
    model = HarmonicFunction(affinity="precomputed").fit(W, [0, -1, -1, 1])
    np.testing.assert_allclose(model.predict_proba([[0, 1, 0, 0], [0, 0, 1, 3]])[:, 1], [1 / 3, (2 / 3 + 3) / 4])
    with pytest.warns(DataWarning, match="1 of 2 new rows"):
        alone = model.predict_proba([[0, 0, 0, 0], [0, 0, 0, 1]])
    np.testing.assert_allclose(alone, [[0.5, 0.5], [0, 1]])


def test_sparse_rows_equal_dense_rows():
    X, _, y = moons()
    X = X - X.min(axis=0)
    dense = HarmonicFunction(metric="euclidean").fit(X, y)
    from_sparse = HarmonicFunction(metric="euclidean").fit(sparse.csr_array(X), y)
    np.testing.assert_allclose(from_sparse.label_distributions_, dense.label_distributions_, atol=1e-6)


def test_too_few_steps_are_told():
    X, _, y = moons()
    with pytest.warns(ConvergenceWarning, match="max_iter=1 "):
        HarmonicFunction(max_iter=1).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "y", "message"),
    [
        ({}, [1, -1, -1, -1], "only one class"),
        ({"prior": 1.5}, [1, 0, 0, 0], "prior=1.5"),
        ({"prior": [0.5, 0.4]}, [1, 0, -1, -1], "sum 1"),
        ({"solver": "lu"}, [1, 0, -1, -1], "solver='lu'"),
        ({"affinity": "rbf"}, [1, 0, -1, -1], "affinity='rbf'"),
        ({"weights": "cosine"}, [1, 0, -1, -1], "metric='cosine'"),
        ({"knn_method": "guess"}, [1, 0, -1, -1], "'guess'"),
        ({"affinity": "precomputed"}, [1, 0, -1, -1], "square"),
    ],
)
def test_mistakes_are_named(parameters, y, message):
    with pytest.raises(InputError, match=message):
        HarmonicFunction(**parameters).fit(np.arange(8.0).reshape(4, 2), y)
