"""Positive naive Bayes."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB

from onesided.bayes import PositiveNaiveBayes
from onesided.exceptions import DataWarning, InputError
from onesided.model_selection import PUStratifiedKFold


def topics(n_rows=400, share_labelled=0.5, seed=0):
    """Two topics of 30 words a row, a quarter positive; the truth and the labels of a share of the positives."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n_rows) % 4 == 0
    words = rng.dirichlet(np.ones(40), size=2)
    X = np.array([rng.multinomial(30, words[int(positive)]) for positive in truth])
    return X, truth, (truth & (rng.uniform(size=n_rows) < share_labelled)).astype(int)


def test_the_negative_words_are_what_the_positives_leave():
    X = np.array([[4, 0, 0], [2, 2, 0], [0, 3, 1], [0, 0, 4]])
    model = PositiveNaiveBayes(prior=0.25, smoothing=1).fit(X, [1, 0, 0, 0]).model_
    # Population (6, 5, 5); a quarter of its 16 words are like (1, 0, 0): (2, 5, 5) are left.
    np.testing.assert_allclose(np.exp(model.log_negative), np.array([3, 6, 6]) / 15)
    np.testing.assert_allclose(np.exp(model.log_positive), np.array([5, 1, 1]) / 7)
    assert model.log_prior_odds == pytest.approx(np.log(1 / 3))


def test_in_two_samples_the_population_is_the_unlabeled_rows():
    X = np.array([[4, 0, 0], [2, 2, 0], [0, 3, 1], [0, 0, 4]])
    model = PositiveNaiveBayes(prior=0.25, sampling="two").fit(X, [1, 0, 0, 0]).model_
    # Population (2, 5, 5); 0.25 · 12 = 3 like (1, 0, 0): (-1, 5, 5), clipped at 0.
    np.testing.assert_allclose(np.exp(model.log_negative), np.array([1, 6, 6]) / 13)


def test_words_of_known_negatives_stay_negative():
    X = np.array([[4, 0, 0], [2, 2, 0], [1, 3, 0], [0, 0, 4]])
    model = PositiveNaiveBayes(prior=0.9).fit(X, [1.0, 0.0, np.nan, np.nan]).model_
    # Population (7, 5, 4) less 14.4 like (1, 0, 0), but no less than the negative row (2, 2, 0).
    np.testing.assert_allclose(np.exp(model.log_negative), np.array([3, 6, 5]) / 14)


def test_with_every_positive_labelled_it_is_supervised_naive_bayes():
    X, truth, _ = topics()
    ours = PositiveNaiveBayes(prior=truth.mean()).fit(X, truth)
    theirs = MultinomialNB().fit(X, truth)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-8)


def test_hidden_positives_are_found_with_the_true_prior():
    X, truth, y = topics()
    assert np.mean(PositiveNaiveBayes(prior=0.25).fit(X, y).predict(X) == truth) > 0.98


def test_the_prior_is_chosen_by_the_criterion():
    X, truth, y = topics(share_labelled=0.3)
    model = PositiveNaiveBayes(random_state=0).fit(X, y)
    table = model.cv_results_
    assert model.prior_ == table["param_prior"][np.argmax(table["mean_test_score"])]
    assert table["param_prior"][0] == pytest.approx(y.mean())
    assert np.mean(model.predict(X) == truth) > 0.97


def test_each_fold_is_judged_by_a_model_of_the_others():
    X, _, y = topics(80)
    table = PositiveNaiveBayes(random_state=0, cv=3).fit(X, y).cv_results_
    for position in (0, 5, 11):
        model = PositiveNaiveBayes(prior=table["param_prior"][position])
        by_hand = [
            model.fit(X[train], y[train]).score(X[test], y[test])
            for train, test in PUStratifiedKFold(3, random_state=0).split(X, y)
        ]
        assert table["mean_test_score"][position] == pytest.approx(np.mean(by_hand), rel=1e-12)


def test_sparse_equals_dense():
    X, _, y = topics()
    dense = PositiveNaiveBayes(random_state=0).fit(X, y)
    thin = PositiveNaiveBayes(random_state=0).fit(sparse.csr_array(X), y)
    assert dense.prior_ == thin.prior_
    np.testing.assert_allclose(dense.decision_function(X), thin.decision_function(sparse.csr_array(X)), atol=1e-9)


def test_few_positives_mean_fewer_folds_and_a_warning():
    X, truth, _ = topics(40)
    y = np.zeros(40)
    y[np.flatnonzero(truth)[:3]] = 1
    with pytest.warns(DataWarning, match="3 folds instead of cv=5"):
        PositiveNaiveBayes(random_state=0).fit(X, y)


def test_one_positive_needs_a_given_prior():
    X, _, _ = topics(40)
    y = np.arange(40) == 0
    with pytest.raises(InputError, match="give prior a number"):
        PositiveNaiveBayes().fit(X, y)
    assert PositiveNaiveBayes(prior=0.25).fit(X, y).prior_ == 0.25


@pytest.mark.parametrize(
    "wrong", [{"prior": 0}, {"prior": 1.0}, {"sampling": "three"}, {"smoothing": -1, "prior": 0.2}]
)
def test_a_wrong_parameter_is_named(wrong):
    X, _, y = topics(40)
    with pytest.raises(InputError, match=next(iter(wrong))):
        PositiveNaiveBayes(**wrong).fit(X, y)
