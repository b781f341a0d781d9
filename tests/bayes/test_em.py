"""Naive Bayes with EM."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning
from sklearn.naive_bayes import MultinomialNB

from onesided.bayes import EMNaiveBayes
from onesided.bayes.iterations import em_iterations
from onesided.bayes.mixture import mixture_iterations
from onesided.datasets import make_text
from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError
from onesided.metrics import pu_auc

COUNTS = arrays(float, (9, 4), elements=st.integers(0, 12).map(float))


def topics(n_rows=300, n_features=40, seed=0):
    """Two easy topics, a third of the rows positive; the truth and the labels of half of the positives."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n_rows) % 3 == 0
    words = rng.dirichlet(np.ones(n_features), size=2)
    X = np.array([rng.multinomial(30, words[int(positive)]) for positive in truth]).astype(float)
    return X, truth, (truth & (rng.uniform(size=n_rows) < 0.5)).astype(int)


def log_posterior(X, y, model, smoothing, weights):
    """Straight from the definition: every row's log joint probability under both classes."""
    joint_positive = X @ model.log_positive + model.log_prior_positive
    joint_negative = X @ model.log_negative + model.log_prior_negative
    by_row = np.select(
        [y == 1, y == -1], [joint_positive, joint_negative], np.logaddexp(joint_positive, joint_negative)
    )
    return weights @ by_row + smoothing * (model.log_positive.sum() + model.log_negative.sum())


@given(X=COUNTS, smoothing=st.floats(0.05, 3), weight=st.floats(0.05, 1), seed=st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_em_never_lowers_its_log_posterior(X, smoothing, weight, seed):
    y = np.r_[1, 1, np.random.default_rng(seed).integers(-1, 1, size=7)]
    codes = np.select([y == 1, y == -1], [1.0, 0.0], np.nan) if (y == -1).any() else y
    if (y != 0).all():
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = EMNaiveBayes(smoothing=smoothing, unlabeled_weight=weight, tol=0, max_iter=25).fit(X, codes)
    values = model.log_likelihoods_
    assert np.all(np.diff(values) >= -1e-9 * np.abs(values[:-1]))


@given(X=COUNTS, n_components=st.tuples(st.integers(1, 3), st.integers(1, 3)), seed=st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_em_over_components_never_lowers_its_log_posterior(X, n_components, seed):
    model = EMNaiveBayes(n_components=n_components, tol=0, max_iter=25, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, [1, 1, 1, 0, 0, 0, 0, 0, 0])
    values = model.log_likelihoods_
    assert np.all(np.diff(values) >= -1e-9 * np.abs(values[:-1]))


@given(X=COUNTS, smoothing=st.floats(0.05, 3), weights=arrays(float, 9, elements=st.floats(0.1, 3)))
@settings(max_examples=40, deadline=None)
def test_the_log_posterior_is_that_of_the_definition(X, smoothing, weights):
    y = np.array([1, 1, -1, -1, 0, 0, 0, 0, 0])
    iterations = em_iterations(
        MemoryRows(X), (y == 1).astype(float), y == 0, weights=weights, smoothing=smoothing
    )  # fmt: skip
    for _ in range(3):
        now = next(iterations)
        expected = log_posterior(X, y, now.model, smoothing, weights)
        assert now.log_posterior == pytest.approx(expected, rel=1e-10)


def test_one_iteration_equals_a_refit_of_scikit_learns_multinomial_nb():
    X, _, y = topics()
    iterations = em_iterations(MemoryRows(X), y.astype(float), y == 0)
    share = np.where(y == 1, 1.0, expit(next(iterations).scores))
    theirs = MultinomialNB().fit(np.vstack([X, X]), np.repeat([1, 0], len(X)), sample_weight=np.r_[share, 1 - share])
    np.testing.assert_allclose(next(iterations).scores, np.diff(theirs.predict_joint_log_proba(X))[:, 0], atol=1e-8)


def test_without_iterations_it_is_naive_bayes_of_positives_against_the_rest():
    X, _, y = topics()
    ours = EMNaiveBayes(max_iter=0).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), MultinomialNB().fit(X, y).predict_proba(X), atol=1e-10)
    assert ours.n_iter_ == 0


def test_known_negatives_start_from_the_labelled_rows_alone():
    X, truth, y = topics()
    is_labelled = (y == 1) | (np.arange(len(X)) % 3 == 1)
    codes = np.where(is_labelled, truth.astype(float), np.nan)
    first = MultinomialNB().fit(X[is_labelled], truth[is_labelled])
    share = np.where(is_labelled, truth, first.predict_proba(X)[:, 1])
    expected = MultinomialNB().fit(np.vstack([X, X]), np.repeat([1, 0], len(X)), sample_weight=np.r_[share, 1 - share])
    ours = EMNaiveBayes(max_iter=0).fit(X, codes)
    np.testing.assert_allclose(ours.predict_proba(X), expected.predict_proba(X), atol=1e-8)


def test_without_weight_on_unlabeled_rows_em_is_supervised_naive_bayes():
    X, truth, _ = topics()
    codes = np.where(truth, 1.0, 0.0)
    codes[0] = np.nan
    theirs = MultinomialNB().fit(X[1:], truth[1:])
    ours = EMNaiveBayes(unlabeled_weight=1e-9).fit(X, codes)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)


def test_hidden_positives_are_found_where_classes_are_multinomials():
    X, truth, y = topics()
    assert np.mean(EMNaiveBayes().fit(X, y).predict(X) == truth) > 0.99


def test_components_let_a_class_of_two_topics_be_found():
    rng = np.random.default_rng(3)
    words = np.array([[8, 1, 1, 2], [1, 8, 1, 2], [1, 1, 8, 2]]) / 12  # the first and the last are negative
    which = rng.integers(0, 3, size=400)
    X = np.array([rng.multinomial(25, words[k]) for k in which])
    y = ((which == 1) & (rng.uniform(size=400) < 0.3)).astype(int)
    several = EMNaiveBayes(n_components=(2, 1), random_state=0).fit(X, y)
    assert np.mean(several.predict(X) == (which == 1)) > 0.97
    assert several.model_.log_words.shape == (4, 3)


def test_one_component_each_gives_the_same_model_by_either_route():
    X, _, y = topics(60)
    plain = em_iterations(MemoryRows(X), y.astype(float), y == 0)
    allowed = np.column_stack([y == 0, np.ones(60, dtype=bool)])
    shares = np.column_stack([1.0 - y, y])
    mixed = mixture_iterations(MemoryRows(X), shares, allowed, 1, weights=np.ones(60))
    for _ in range(4):
        one, other = next(plain), next(mixed)
        np.testing.assert_allclose(one.scores, other.scores, atol=1e-9)
        assert one.log_posterior == pytest.approx(other.log_posterior, rel=1e-12)


def test_sparse_equals_dense():
    X, _, y = topics()
    dense, thin = EMNaiveBayes().fit(X, y), EMNaiveBayes().fit(sparse.csr_array(X), y)
    np.testing.assert_allclose(dense.decision_function(X), thin.decision_function(sparse.csr_array(X)), atol=1e-8)


def test_float32_text_ranks_hidden_positives_above_negatives():
    X, y, truth = make_text(2000, 4000, return_labels="both", random_state=0)
    scores = EMNaiveBayes(smoothing=0.1).fit(X, y).decision_function(X)
    assert pu_auc(truth[y == 0], scores[y == 0]) > 0.7


def test_the_weight_of_the_unlabeled_rows_is_chosen_by_cross_validation():
    X, _, y = topics()
    model = EMNaiveBayes(unlabeled_weight="cv", random_state=0).fit(X, y)
    table = model.cv_results_
    assert model.unlabeled_weight_ == table["param_unlabeled_weight"][np.argmax(table["mean_test_score"])]
    fixed = EMNaiveBayes(unlabeled_weight=model.unlabeled_weight_).fit(X, y)
    np.testing.assert_array_equal(model.decision_function(X), fixed.decision_function(X))


def test_convergence_on_parameters_goes_on_until_they_rest():
    X, _, y = topics()
    loose = EMNaiveBayes(convergence="parameters", tol=1e-2).fit(X, y)
    strict = EMNaiveBayes(convergence="parameters", tol=1e-10).fit(X, y)
    assert loose.n_iter_ < strict.n_iter_
    again = next(em_iterations(MemoryRows(X), np.where(y, 1.0, strict.predict_proba(X)[:, 1]), y == 0))
    assert again.model.distance(strict.model_) < 1e-10


def test_stopping_at_the_limit_warns():
    X, _, y = topics()
    with pytest.warns(ConvergenceWarning, match="max_iter=1 "):
        EMNaiveBayes(max_iter=1).fit(X, y)


@pytest.mark.parametrize(
    "wrong",
    [{"unlabeled_weight": 0}, {"unlabeled_weight": "best"}, {"n_components": 0}, {"convergence": "luck"},
     {"smoothing": 0}],
)  # fmt: skip
def test_a_wrong_parameter_is_named(wrong):
    X, _, y = topics(30)
    with pytest.raises(InputError, match=next(iter(wrong))):
        EMNaiveBayes(**wrong).fit(X, y)


def test_negative_values_are_refused_with_a_remedy():
    with pytest.raises(InputError, match=r"needs counts; WeightedLogisticRegression accepts any numbers"):
        EMNaiveBayes().fit([[1, -1], [0, 2]], [1, 0])


def test_weights_of_zero_on_a_side_are_refused():
    with pytest.raises(InputError, match="zero on every positive row"):
        EMNaiveBayes().fit([[1, 1], [0, 2]], [1, 0], sample_weight=[0, 1])
