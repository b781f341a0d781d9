"""The spectral partition against dense eigenvectors and a search over the sphere, and what its page says."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize
from sklearn.datasets import make_blobs, make_moons
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised import knn_graph
from onesided.semi_supervised.spectral import SpectralPartition, constrained, smoothest

MINUS_ONE = "-1 is the mark of an unlabeled row, as in sklearn.semi_supervised, and no class"


# Among the sparse rows of the checks some are empty: they have no neighbour, and are told so.
@pytest.mark.filterwarnings("ignore::onesided.exceptions.DataWarning")
@parametrize_with_checks(
    [SpectralPartition()], expected_failed_checks=lambda _: {"check_classifiers_classes": MINUS_ONE}
)
def test_scikit_learns_common_checks(estimator, check):
    check(estimator)


def test_the_eigenvectors_are_those_of_the_normalised_laplacian():
    X, _ = make_moons(500, noise=0.2, random_state=0)
    W = knn_graph(X)
    values, vectors = smoothest(W, 6, np.random.RandomState(0))
    L = sparse.csgraph.laplacian(W, normed=True).toarray()
    np.testing.assert_allclose(values, np.linalg.eigvalsh(L)[1:7], atol=1e-6)
    np.testing.assert_allclose(L @ vectors, vectors * values, atol=1e-4)
    np.testing.assert_allclose(vectors.T @ np.sqrt(W.sum(axis=1)), 0, atol=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_the_constrained_minimum_is_that_of_a_search_over_the_sphere(seed):
    rng = np.random.default_rng(seed)
    n, k = 30, 4
    vectors = np.linalg.qr(rng.normal(size=(n, k)))[0]
    eigenvalues = np.sort(rng.random(k))
    holds = np.where(np.arange(n) < 6, 1.0, 0.0)
    targets = rng.choice([-1.0, 1.0], size=n)

    def cost(w):
        w = w * np.sqrt(n) / np.linalg.norm(w)
        return eigenvalues @ w**2 + holds @ (vectors @ w - targets) ** 2

    best = min(minimize(cost, rng.normal(size=k)).fun for _ in range(20))
    z = constrained(eigenvalues, vectors, holds, targets)
    assert z @ z == pytest.approx(n)
    assert cost(vectors.T @ z) == pytest.approx(best, abs=1e-5)


def moons(n=400):
    X, truth = make_moons(n, noise=0.08, random_state=0)
    y = np.full(n, -1)
    y[[np.flatnonzero(truth == 0)[0], np.flatnonzero(truth == 1)[0]]] = 0, 1
    return X, truth, y


def test_two_moons_from_one_label_each():
    X, truth, y = moons()
    model = SpectralPartition().fit(X, y)
    np.testing.assert_array_equal(model.transduction_, truth)
    X_new, truth_new = make_moons(100, noise=0.08, random_state=1)
    assert np.mean(model.predict(X_new) == truth_new) > 0.98


def test_positives_only_with_their_share():
    X, truth, y = moons()
    model = SpectralPartition(prior=0.5).fit(X, np.where(y == 1, 1, 0))
    assert np.mean(model.transduction_ == truth) > 0.97
    X, truth = make_blobs(300, centers=[[0, 0], [5, 0], [0, 5]], random_state=0)
    y = np.zeros(300, dtype=int)
    y[np.flatnonzero(truth == 0)[:10]] = 1
    model = SpectralPartition(prior=90 / 290).fit(X, y)
    assert np.mean((model.transduction_ == 1) == (truth == 0)) > 0.95
    assert np.mean(model.transduction_[y == 0]) == pytest.approx(90 / 290, abs=0.01)


def test_labels_overrule_the_plain_second_eigenvector():
    X, blob = make_blobs(400, centers=[[0, 0], [10, 0], [0, 4], [10, 4]], cluster_std=0.9, random_state=0)
    truth = (blob >= 2).astype(int)  # above or below, while the widest gap is between left and right
    y = np.full(400, -1)
    for one in range(4):
        y[np.flatnonzero(blob == one)[:3]] = one >= 2
    model = SpectralPartition(n_neighbors=15).fit(X, y)
    assert np.mean(model.transduction_ == truth) > 0.97


def test_parts_without_a_label_are_reported_and_not_guessed():
    W = sparse.csr_array(np.kron(np.eye(3), np.ones((4, 4)) - np.eye(4)))
    y = np.full(12, -1)
    y[[0, 4]] = 1, 0
    with pytest.warns(DataWarning, match="4 of 12 rows"):
        model = SpectralPartition(affinity="precomputed").fit(W, y)
    np.testing.assert_array_equal(model.transduction_, [1] * 4 + [0] * 4 + [-1] * 4)


def test_three_classes_are_refused():
    with pytest.raises(InputError, match="binary"):
        SpectralPartition().fit(np.arange(8.0).reshape(4, 2), [0, 1, 2, -1])
