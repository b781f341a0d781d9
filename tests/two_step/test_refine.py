"""The second step: facts of EM and of the SVMs."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

from onesided.exceptions import InputError
from onesided.labels import read_labels
from onesided.two_step import EM, SVM, IterativeSVM, Rocchio


@pytest.fixture(scope="module")
def task(documents):
    """Counts, unit rows, labels and reliable negatives."""
    X, y, _ = documents
    labels = read_labels(y)
    unit = X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-300)
    return X, sparse.csr_array(unit), labels, Rocchio().find(X, labels).mask


def test_the_first_em_model_is_naive_bayes_of_positives_against_reliable_negatives(task):
    X, _, labels, reliable = task
    refined = EM(select=False, max_iter=0, smoothing=1.0).fit(X, labels, reliable)
    part = labels.is_positive | reliable
    theirs = MultinomialNB().fit(X[part], labels.is_positive[part])
    np.testing.assert_allclose(
        X @ refined.weights + refined.intercept, np.diff(theirs.predict_joint_log_proba(X))[:, 0], atol=1e-9
    )
    assert refined.history[0].n_negatives == reliable.sum()


def test_em_keeps_positives_and_frees_the_reliable_negatives_after_the_first_model(task):
    X, _, labels, reliable = task
    refined = EM(select=False, max_iter=1, smoothing=1.0).fit(X, labels, reliable)
    first = EM(select=False, max_iter=0, smoothing=1.0).fit(X, labels, reliable)
    share = np.where(labels.is_positive, 1.0, expit(X @ first.weights + first.intercept))  # of RN too
    n = len(share)
    theirs = MultinomialNB().fit(np.vstack([X, X]), np.repeat([1, 0], n), sample_weight=np.r_[share, 1 - share])
    np.testing.assert_allclose(
        X @ refined.weights + refined.intercept, np.diff(theirs.predict_joint_log_proba(X))[:, 0], atol=1e-9
    )


def test_em_without_selection_runs_to_convergence_and_keeps_the_last(task):
    X, _, labels, reliable = task
    refined = EM(select=False).fit(X, labels, reliable)
    assert refined.kept == f"model {len(refined.history)} of {len(refined.history)}: EM converged"
    assert len(EM(select=False, tol=0.5).fit(X, labels, reliable).history) < len(refined.history)


def test_em_with_selection_keeps_the_model_before_the_error_rises(task):
    X, _, labels, reliable = task
    # Beginning from a few reliable negatives, the first models call many rows positive; then the error falls.
    few = np.zeros_like(reliable)
    few[np.flatnonzero(reliable)[:3]] = True
    for start in (reliable, few):
        chosen, whole = EM().fit(X, labels, start), EM(select=False).fit(X, labels, start)
        changes = [r.error_change for r in whole.history[1:]]
        rises = [i for i, change in enumerate(changes, start=2) if change > 0]
        expected = rises[0] - 1 if rises else len(whole.history)
        assert chosen.kept.startswith(f"model {expected} of ")
        assert "the estimated error rises" in chosen.kept or not rises
    assert changes[0] < 0  # the second start exercised a fall


def test_the_change_of_error_follows_the_formula(task):
    X, _, labels, reliable = task
    history = EM(select=False, prior=0.3).fit(X, labels, reliable).history
    for before, after in pairwise(history):
        expected = after.called_positive - before.called_positive
        expected += 2 * 0.3 * (after.missed_positives - before.missed_positives)
        assert after.error_change == pytest.approx(expected)


def test_one_svm_equals_liblinear_on_the_rows_that_are_in(task):
    _, X, labels, reliable = task
    refined = SVM(C=0.7, tol=1e-8).fit(X, labels, reliable)
    part = np.flatnonzero(labels.is_positive | reliable)
    theirs = LinearSVC(C=0.7, loss="hinge", dual=True, tol=1e-8, max_iter=100_000).fit(X[part], labels.signs[part])
    np.testing.assert_allclose(refined.weights, theirs.coef_[0], atol=2e-4)
    assert refined.intercept == pytest.approx(theirs.intercept_[0], abs=2e-4)


def test_the_default_price_is_one_over_the_mean_square_and_does_not_see_the_scale(task):
    _, X, labels, reliable = task
    X, labels, reliable = X[8:], labels.take(np.arange(8, len(labels))), reliable[8:]
    svm = SVM(tol=1e-8, fit_intercept=False)
    ours = X @ svm.fit(X, labels, reliable).weights
    np.testing.assert_allclose(10 * X @ svm.fit(10 * X, labels, reliable).weights, ours, atol=1e-3)


def test_balanced_prices_lift_the_positives(task):
    _, X, labels, reliable = task
    plain, balanced = (SVM(C=0.1, ratio=r).fit(X, labels, reliable).missed_positives for r in (1.0, "balanced"))
    assert balanced < plain


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize("container", [sparse.csr_array, sparse.csr_array.toarray], ids=["sparse", "dense"])
def test_warm_rounds_end_at_the_same_classifier_as_cold_ones(task, loss, container):
    _, X, labels, reliable = task
    X = container(X)
    refined = IterativeSVM(loss=loss, tol=1e-7).fit(X, labels, reliable)
    reliable, rest = reliable.copy(), True
    n_rounds = 0
    while np.any(rest):
        cold = SVM(loss=loss, tol=1e-7).fit(X, labels, reliable)
        n_rounds += 1
        rest = labels.is_unlabeled & ~reliable & (X @ cold.weights + cold.intercept <= 0)
        reliable = reliable | rest
    assert n_rounds == len(refined.history) > 2
    np.testing.assert_allclose(refined.weights, cold.weights, atol=1e-3)
    assert refined.intercept == pytest.approx(cold.intercept, abs=1e-3)


def test_the_negatives_only_grow_from_round_to_round(task):
    _, X, labels, reliable = task
    sizes = [r.n_negatives for r in IterativeSVM().fit(X, labels, reliable).history]
    assert sizes[0] == reliable.sum()
    assert all(np.diff(sizes) > 0)


def test_selection_keeps_the_first_svm_if_the_last_misses_too_many_positives(task):
    _, X, labels, reliable = task
    plain = IterativeSVM().fit(X, labels, reliable)
    missed = plain.history[-1].missed_positives
    assert missed > 0
    first = SVM().fit(X, labels, reliable)
    strict = IterativeSVM(select=True, max_missed=missed - 1e-9).fit(X, labels, reliable)
    lenient = IterativeSVM(select=True, max_missed=missed).fit(X, labels, reliable)
    np.testing.assert_array_equal(strict.weights, first.weights)
    np.testing.assert_array_equal(lenient.weights, plain.weights)
    assert strict.kept.startswith("the first of ")
    assert lenient.kept.startswith("the last of ")


def test_rounds_can_be_limited(task):
    _, X, labels, reliable = task
    refined = IterativeSVM(max_rounds=2).fit(X, labels, reliable)
    assert len(refined.history) == 2
    assert refined.kept == "the last of 2 SVMs: stopped after max_rounds=2"


@pytest.mark.parametrize("wrong", [{"C": 0.0}, {"ratio": "even"}, {"ratio": 0.0}, {"loss": "logistic"}], ids=str)
def test_wrong_settings_are_named(task, wrong):
    _, X, labels, reliable = task
    with pytest.raises(InputError, match=next(iter(wrong))):
        SVM(**wrong).fit(X, labels, reliable)
