"""Both solvers find the same minimum, say when they have not, and start warm."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from onesided.engine.coordinate_descent import _Dual, descend
from onesided.engine.epochs import hinge_epoch, logistic_epoch
from onesided.engine.gradient_descent import gradient_descent
from onesided.engine.losses import Logistic, PairwiseSquaredHinge, SquaredHinge
from onesided.engine.newton import minimise
from onesided.engine.pointwise import minimise_pointwise
from onesided.engine.rows import MemoryRows

LOSSES = {"logistic": Logistic, "squared_hinge": SquaredHinge}


@pytest.fixture(scope="module")
def problem():
    random = np.random.default_rng(0)
    X = sparse.random_array((300, 40), density=0.2, rng=random, format="csr")
    signs = np.where(X[:, [0]].toarray().ravel() + random.normal(scale=0.3, size=300) > 0.2, 1.0, -1.0)
    return X, signs, random.uniform(0.5, 2, size=300)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("intercept", ["penalised", "free", "none"])
def test_newton_finds_the_minimum_that_a_general_optimiser_finds(problem, loss, intercept):
    X, signs, weights = problem
    found = minimise(LOSSES[loss](signs, weights), MemoryRows(X), ridge=0.7, intercept=intercept, tol=1e-8)

    def objective(point):
        b = point[-1] if intercept != "none" else 0.0
        penalised = point if intercept == "penalised" else point[:-1]
        return LOSSES[loss](signs, weights).at(X @ point[:-1] + b)[0] + 0.35 * penalised @ penalised

    reference = minimize(objective, np.zeros(X.shape[1] + 1), method="L-BFGS-B", options={"maxfun": 10**6})
    assert found.value == pytest.approx(reference.fun, rel=1e-5)
    assert found.value <= reference.fun * (1 + 1e-9)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("ridge", [10.0, 0.1])
def test_coordinate_descent_and_newton_agree_to_the_tolerance(problem, loss, ridge):
    X, signs, weights = problem
    by_newton = minimise(LOSSES[loss](signs, weights), MemoryRows(X), ridge=ridge, tol=1e-9)
    by_descent = descend(MemoryRows(X), signs, weights, loss=loss, ridge=ridge, tol=1e-6)
    assert by_descent.value <= by_newton.value * (1 + 1e-6)
    assert by_descent.value >= by_newton.value * (1 - 1e-9)
    np.testing.assert_allclose(by_descent.scores, X @ by_descent.weights + by_descent.intercept, atol=1e-8)


@pytest.mark.parametrize(("ours", "theirs"), [("hinge", "hinge"), ("squared_hinge", "squared_hinge")])
def test_the_svm_equals_liblinears(problem, ours, theirs):
    X, signs, _ = problem
    reference = LinearSVC(C=0.5, loss=theirs, dual=True, tol=1e-9, max_iter=10**7).fit(X, signs)
    found = descend(MemoryRows(X), signs, np.full(len(signs), 0.5), loss=ours, tol=1e-6, max_iter=10**5)
    np.testing.assert_allclose(found.weights, reference.coef_[0], atol=2e-3)
    assert found.intercept == pytest.approx(reference.intercept_[0], abs=2e-3)


def test_a_hard_margin_puts_every_such_row_outside_the_margin():
    random = np.random.default_rng(1)
    X = sparse.csr_array(random.normal(size=(80, 100)))
    signs = np.where(np.arange(80) < 20, 1.0, -1.0)
    weights = np.where(signs > 0, np.inf, 0.01)
    found = descend(MemoryRows(X), signs, weights, loss="hinge", tol=1e-6)
    assert (found.scores[signs > 0]).min() >= 1 - 1e-2


def test_rows_of_weight_zero_do_not_matter(problem):
    X, signs, weights = problem
    keep = np.arange(300) % 3 > 0
    masked = descend(MemoryRows(X), signs, np.where(keep, weights, 0), loss="squared_hinge", tol=1e-9)
    alone = descend(MemoryRows(X[keep]), signs[keep], weights[keep], loss="squared_hinge", tol=1e-9)
    np.testing.assert_allclose(masked.weights, alone.weights, atol=1e-4)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "logistic"])
def test_a_warm_start_at_the_solution_has_nothing_left_to_do(problem, loss):
    X, signs, weights = problem
    # The hinge takes 450 to 1200 epochs here, by the order of the rows.
    first = descend(MemoryRows(X), signs, weights, loss=loss, tol=1e-5, max_iter=10**4)
    again = descend(MemoryRows(X), signs, weights, loss=loss, tol=1e-5, start=first)
    assert first.n_iter > 0
    assert again.n_iter == 0


def test_newton_holds_a_warm_start_to_the_standard_of_a_cold_one(problem):
    X, signs, weights = problem
    loss = Logistic(signs, weights)
    first = minimise(loss, MemoryRows(X), ridge=1.0, tol=1e-6)
    assert minimise(loss, MemoryRows(X), ridge=1.0, tol=1e-6, start=first).n_iter == 0


def test_pairwise_minimum_has_no_gradient(problem):
    X, signs, _ = problem
    loss = PairwiseSquaredHinge(signs > 0, np.where(signs > 0, 1e-3, 1.0))
    found = minimise(loss, MemoryRows(X), ridge=1.0, intercept="none", tol=1e-8)
    gradient = X.T @ loss.at(X @ found.weights)[1] + found.weights
    at_zero = X.T @ loss.at(np.zeros(300))[1]
    assert np.linalg.norm(gradient) <= 1e-7 * np.linalg.norm(at_zero)


def test_too_few_steps_are_said(problem):
    X, signs, weights = problem
    with pytest.warns(ConvergenceWarning, match="max_iter=1 "):
        minimise(Logistic(signs, weights), MemoryRows(X), ridge=1e-3, tol=1e-10, max_iter=1)
    with pytest.warns(ConvergenceWarning, match="duality gap"):
        descend(MemoryRows(X), signs, weights, loss="hinge", ridge=1e-3, tol=1e-12, max_iter=3)


@pytest.mark.parametrize("kernel", [hinge_epoch, logistic_epoch])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_compiled_kernel_does_what_its_readable_twin_does(problem, kernel, dtype):
    X, signs, weights = problem
    X = X.astype(dtype)
    norms = np.asarray(X.multiply(X).sum(axis=1)).ravel() + 1.0
    order = np.random.default_rng(2).permutation(300)
    middle = (weights, 1 / weights, norms, True) if kernel is hinge_epoch else (weights, norms, True, 1e-3)
    results = []
    for function in (kernel, kernel.py_func):
        state, w = (np.zeros(300), np.full(300, 0.5))[: 1 + (kernel is logistic_epoch)], np.zeros(41)
        gap = function(X.indptr, X.indices, X.data, order, signs, *middle, *state, w)
        results.append((*state, w, gap))
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-10)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "logistic"])
def test_the_gap_met_by_an_epoch_that_moves_nothing_is_the_duality_gap(problem, loss):
    X, signs, weights = problem
    rough = descend(MemoryRows(X), signs, weights, loss=loss, tol=1e-3)
    dual = _Dual(MemoryRows(X), signs, weights, loss, True)
    state, w, scores = dual.begin(rough)
    _, gap = dual.value_and_gap(state, w, scores)
    met = sum(dual.epoch(np.array([row]), 0.0, state.copy(), w.copy()) for row in range(300))
    assert met == pytest.approx(gap, rel=0.05)  # second order only for the logistic loss


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "logistic"])
def test_a_step_of_the_path_begins_with_weights_and_scores_that_belong_to_its_dual_variables(problem, loss):
    X, signs, weights = problem
    before = descend(MemoryRows(X), signs, weights, loss=loss, ridge=1.0, tol=1e-3)
    for ridge in (0.3, 3.0):
        dual = _Dual(MemoryRows(X), signs, weights / ridge, loss, True)
        state, w, scores = dual.begin(before)
        np.testing.assert_allclose(w, dual.primal(state), atol=1e-9)
        np.testing.assert_allclose(scores, dual.scores(w), atol=1e-9)
        warm = descend(MemoryRows(X), signs, weights, loss=loss, ridge=ridge, tol=1e-5, start=before, max_iter=10**5)
        cold = descend(MemoryRows(X), signs, weights, loss=loss, ridge=ridge, tol=1e-5, max_iter=10**5)
        assert warm.value == pytest.approx(cold.value, rel=1e-5)


def test_float32_rows_stay_float32_and_64_bit_indices_are_taken(problem):
    X, signs, weights = problem
    wide = sparse.csr_array(X.astype(np.float32))
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    rows = MemoryRows(wide)
    assert rows.X is wide
    assert rows.X.dtype == np.float32
    narrow = descend(MemoryRows(X), signs, weights, loss="logistic", tol=1e-6)
    found = descend(rows, signs, weights, loss="logistic", tol=1e-6)
    np.testing.assert_allclose(found.weights, narrow.weights, atol=1e-2)


def test_the_hinge_without_curvature_is_refused_a_free_intercept(problem):
    X, signs, weights = problem
    with pytest.raises(ValueError, match="penalise_intercept=True"):
        minimise_pointwise(MemoryRows(X), signs, weights, loss="hinge", ridge=1.0, intercept="free")


def test_the_published_gradient_descent_ends_where_its_decay_says():
    # At the fixed point of the update, loss + penalty·‖w‖² is minimal for penalty = decay·n/(2·1.99).
    random = np.random.default_rng(3)
    X = random.normal(size=(200, 3))
    signs = np.where(X[:, 0] + random.normal(size=200) > 0, 1.0, -1.0)
    loss, rows = Logistic(signs, np.ones(200)), MemoryRows(X)
    by_descent = gradient_descent(loss, rows, penalty=np.nan, decay=0.05)
    by_newton = minimise(loss, rows, ridge=2 * 0.05 * 200 / (2 * 1.99), tol=1e-10)
    np.testing.assert_allclose(by_descent.weights, by_newton.weights, rtol=1e-4)
    assert by_descent.n_iter == 500


def test_badly_scaled_rows_are_handed_over_to_newton_and_still_solved():
    random = np.random.default_rng(4)
    X = sparse.csr_array(random.poisson(3, size=(400, 30)) * np.geomspace(0.1, 30, 30))
    signs = np.where(random.random(400) < 0.3, 1.0, -1.0)
    options = {"loss": "squared_hinge", "ridge": 1e-3, "tol": 1e-6}
    alone = descend(MemoryRows(X), signs, np.ones(400), max_iter=150, warn=False, **options)
    together = minimise_pointwise(MemoryRows(X), signs, np.ones(400), **options)
    exact = minimise(SquaredHinge(signs, np.ones(400)), MemoryRows(X), ridge=1e-3, tol=1e-9)
    assert not alone.is_converged
    assert together.is_converged
    assert together.value == pytest.approx(exact.value, rel=1e-5)


def test_an_empty_row_does_not_keep_the_hinge_from_its_certificate(problem):
    X, signs, _ = problem
    X = sparse.vstack([X, sparse.csr_array((1, 40))], format="csr")
    found = descend(MemoryRows(X), np.append(signs, 1.0), np.full(301, 0.1), loss="hinge", intercept=False, tol=1e-4)
    assert found.is_converged


def test_a_warm_start_from_other_signs_reaches_the_same_minimum(problem):
    X, signs, weights = problem
    first = descend(MemoryRows(X), signs, weights, loss="squared_hinge", tol=1e-7)
    turned = np.where(np.arange(300) < 60, -signs, signs)
    cold = descend(MemoryRows(X), turned, weights, loss="squared_hinge", tol=1e-7)
    warm = descend(MemoryRows(X), turned, weights, loss="squared_hinge", tol=1e-7, start=first)
    assert warm.value == pytest.approx(cold.value, rel=1e-6)


def test_where_zero_is_the_minimum_a_warm_start_ends_there(problem):
    X = np.array([[1.0, 2.0], [1.0, 2.0]])  # the same row on both sides: no direction helps
    loss = SquaredHinge(np.array([1.0, -1.0]), np.ones(2))
    elsewhere = minimise(SquaredHinge(np.ones(2), np.ones(2)), MemoryRows(X), ridge=1.0)
    found = minimise(loss, MemoryRows(X), ridge=1.0, start=elsewhere)
    assert np.any(elsewhere.weights)
    assert not np.any(found.weights)
