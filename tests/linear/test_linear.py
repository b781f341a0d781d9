"""What the linear learners promise beyond the common checks."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import GridSearchCV, cross_val_score

from onesided.datasets import make_text
from onesided.exceptions import DataWarning, InputError
from onesided.labels import read_labels
from onesided.linear import (
    BiasedSVM,
    BiasedSVMCV,
    RankSVM,
    RankSVMCV,
    SetAsideSVM,
    WeightedLogisticRegression,
    WeightedLogisticRegressionCV,
)
from onesided.metrics import lee_liu_score
from onesided.model_selection import PUStratifiedKFold
from onesided.model_selection.search import find_cut, without

SINGLE = [WeightedLogisticRegression(), BiasedSVM(C=0.1), RankSVM(random_state=0)]
SEARCHING = [
    WeightedLogisticRegressionCV(random_state=0),
    BiasedSVMCV(ratios=(1, 9), Cs=(1e-3, 1e-2, 1e-1), random_state=0),
    RankSVMCV(random_state=0),
    SetAsideSVM(random_state=0),
]


@pytest.fixture(scope="module")
def text():
    X, y_pu, y_true = make_text(n_documents=2000, n_features=3000, random_state=0, return_labels="both")
    return X, y_pu, y_true


@pytest.mark.parametrize("estimator", SINGLE + SEARCHING, ids=lambda e: type(e).__name__)
def test_hidden_positives_rank_first(text, estimator):
    X, y_pu, y_true = text
    is_unlabeled = y_pu == 0
    scores = estimator.fit(X, y_pu).decision_function(X)
    base_rate = y_true[is_unlabeled].mean()
    assert average_precision_score(y_true[is_unlabeled], scores[is_unlabeled]) > 2 * base_rate


def test_with_every_positive_labelled_weighted_logistic_is_balanced_logistic_regression(text):
    X, _, y_true = text
    ours = WeightedLogisticRegression(penalty=0.5, penalise_intercept=False, tol=1e-8).fit(X, y_true)
    weights = np.where(y_true == 1, (y_true == 0).sum() / (y_true == 1).sum(), 1.0)
    theirs = LogisticRegression(C=1.0, tol=1e-10, max_iter=10**4).fit(X.astype(np.float64), y_true, weights)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=2e-3)


def test_known_negatives_change_nothing_but_their_name(text):
    X, y_pu, y_true = text
    y = y_pu.astype(float)
    y[y_pu == 0] = np.nan
    y[np.flatnonzero((y_pu == 0) & (y_true == 0))[:50]] = 0
    with_negatives = WeightedLogisticRegression(tol=1e-8).fit(X, y)
    without = WeightedLogisticRegression(tol=1e-8).fit(X, y_pu)
    np.testing.assert_allclose(with_negatives.coef_, without.coef_, atol=1e-6)


@pytest.mark.parametrize("estimator", SEARCHING, ids=lambda e: type(e).__name__)
def test_a_search_keeps_what_it_tried_and_takes_the_best(text, estimator):
    X, y_pu, _ = text
    model = estimator.fit(X, y_pu)
    table = model.cv_results_
    best = int(np.argmax(table["mean_test_score"]))
    for name, value in model.best_params_.items():
        assert table[f"param_{name}"][best] == value
    assert model.threshold_ == table["threshold"][best]
    assert table["rank_test_score"][best] == 1
    by_fold = [
        lee_liu_score(y_pu[model.cv_folds_ == k], model.cv_scores_[model.cv_folds_ == k] > model.threshold_)
        for k in range(5)
    ]
    assert np.mean(by_fold) == pytest.approx(table["mean_test_score"][best])


@pytest.mark.parametrize("estimator", SEARCHING[:3], ids=lambda e: type(e).__name__)
def test_out_of_fold_scores_come_from_models_that_never_saw_the_row(text, estimator):
    X, y_pu, _ = text
    model = estimator.fit(X, y_pu)
    held_out = model.cv_folds_ == 0
    alone = type(model).__bases__[0](**model.best_params_, threshold=0.0, tol=model.tol)
    alone.fit(X[~held_out], y_pu[~held_out])
    assert np.corrcoef(alone.decision_function(X[held_out]), model.cv_scores_[held_out])[0, 1] > 0.999


def test_a_path_ends_when_the_criterion_has_clearly_turned():
    X, y = make_text(n_documents=3000, n_features=1000, prior=0.1, label_frequency=0.5, random_state=1)
    model = RankSVMCV(n_fine=0, random_state=0).fit(X, y)
    tried = model.cv_results_["param_C"]
    assert list(tried) == sorted(tried)
    scores, errors = model.cv_results_["mean_test_score"], model.cv_results_["std_test_score"] / np.sqrt(4)
    best = int(np.argmax(scores))
    assert len(tried) < 10
    assert np.all(scores[-2:] < scores[best] - errors[best] + 1e-9)


@pytest.mark.parametrize("code", [(1, 0), (1, -1), (True, False)])
def test_cross_validation_works_with_each_code(text, code):
    X, y_pu, _ = text
    y = np.where(y_pu == 1, *code)
    plain = cross_val_score(RankSVM(random_state=0), X, y_pu)
    np.testing.assert_allclose(cross_val_score(RankSVM(random_state=0), X, y), plain)
    assert plain.mean() > 1


def test_cross_validation_works_with_missing_and_with_string_labels(text):
    X, y_pu, _ = text
    splits = PUStratifiedKFold(5, random_state=0)
    missing = cross_val_score(RankSVM(random_state=0), X, np.where(y_pu == 1, 1.0, np.nan), cv=splits)
    strings = np.where(y_pu == 1, "relevant", "zzz")
    named = cross_val_score(
        RankSVM(random_state=0, pos_label="relevant"), X, strings,
        cv=PUStratifiedKFold(5, random_state=0, pos_label="relevant"),
    )  # fmt: skip
    np.testing.assert_allclose(missing, named)
    assert missing.mean() > 1


def test_grid_search_is_right_without_an_argument(text):
    X, y_pu, _ = text
    search = GridSearchCV(WeightedLogisticRegression(), {"penalty": [0.1, 10.0]}).fit(X, y_pu)
    by_name = GridSearchCV(WeightedLogisticRegression(), {"penalty": [0.1, 10.0]}, scoring="lee_liu").fit(X, y_pu)
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], by_name.cv_results_["mean_test_score"])


def test_the_noiseless_svm_puts_every_positive_on_the_right_side(text):
    X, y_pu, _ = text
    model = BiasedSVM(loss="hinge", noiseless=True, C=0.01).fit(X, y_pu)
    assert np.all(model.predict(X)[y_pu == 1] == 1)


def test_hinge_and_squared_hinge_are_different_models_of_the_same_ranking(text):
    X, y_pu, _ = text
    squared = BiasedSVM(C=0.01).fit(X, y_pu).decision_function(X)
    plain = BiasedSVM(C=0.01, loss="hinge").fit(X, y_pu).decision_function(X)
    assert not np.allclose(squared, plain)
    assert np.corrcoef(squared, plain)[0, 1] > 0.9


def test_the_published_gradient_descent_agrees_with_the_solver_where_both_converge(text):
    X, y_pu, _ = text
    exact = WeightedLogisticRegression(penalty=200.0, tol=1e-8).fit(X, y_pu)
    published = WeightedLogisticRegression(penalty=200.0, solver="gradient-descent").fit(X, y_pu)
    np.testing.assert_allclose(published.coef_, exact.coef_, atol=1e-4)


def test_two_pools_equal_one_labelled_table(text):
    X, y_pu, _ = text
    order = np.argsort(-y_pu, kind="stable")
    pooled = WeightedLogisticRegression().fit_pu(X[y_pu == 1], X[y_pu == 0])
    labelled = WeightedLogisticRegression().fit(X[order], y_pu[order])
    np.testing.assert_allclose(pooled.coef_, labelled.coef_)


def test_fewer_positives_than_folds_are_said_and_one_is_refused(text):
    X, y_pu, _ = text
    rows = np.concatenate([np.flatnonzero(y_pu == 1)[:3], np.flatnonzero(y_pu == 0)[:200]])
    with pytest.warns(DataWarning, match="3 positive rows: 3 folds instead of cv=5"):
        RankSVM(random_state=0).fit(X[rows], y_pu[rows])
    with pytest.raises(InputError, match="at least 2 positive rows"):
        RankSVM(random_state=0).fit(X[rows[2:]], y_pu[rows[2:]])


@pytest.mark.parametrize(
    ("estimator", "message"),
    [
        (WeightedLogisticRegression(solver="magic"), "solver='magic'"),
        (BiasedSVM(loss="log"), "loss='log'"),
        (BiasedSVM(noiseless=True), "needs loss='hinge'"),
        (RankSVMCV(criterion="accuracy"), "criterion='accuracy'"),
        (RankSVM(cv=[(np.arange(5), np.arange(3))]), "covers? every row"),
    ],
)
def test_a_wrong_parameter_is_named(text, estimator, message):
    X, y_pu, _ = text
    with pytest.raises(ValueError, match=message):
        estimator.fit(X, y_pu)


def test_dense_and_sparse_rows_give_the_same_model(text):
    X, y_pu, _ = text
    for estimator in (WeightedLogisticRegression(tol=1e-7), BiasedSVM(C=0.1, tol=1e-8), RankSVM(threshold=0.0)):
        from_sparse = estimator.fit(X.astype(np.float64), y_pu).decision_function(X)
        from_dense = estimator.fit(X.astype(np.float64).toarray(), y_pu).decision_function(X.toarray())
        np.testing.assert_allclose(from_sparse, from_dense, atol=2e-3)


def test_X_is_neither_copied_to_float64_nor_changed(text):
    X, y_pu, _ = text
    before = X.copy()
    WeightedLogisticRegression().fit(sparse.csr_matrix(X), y_pu)
    assert X.dtype == np.float32
    np.testing.assert_array_equal(X.data, before.data)


def test_a_warm_and_loose_search_chooses_what_cold_and_exact_fits_choose(text):
    X, y, _ = text
    penalties = [30.0, 3.0, 0.3]
    found = WeightedLogisticRegressionCV(penalties=penalties, random_state=0).fit(X, y)
    folds, labels = found.cv_folds_, read_labels(y)

    def plain(penalty):
        scores = np.empty(len(y))
        for fold in range(5):
            kept = without(folds == fold, labels, np.ones(len(y)))
            exact = WeightedLogisticRegression(penalty=penalty, tol=1e-7).fit(X, y, sample_weight=kept)
            scores[folds == fold] = exact.decision_function(X[folds == fold])
        cut = find_cut(labels, scores, folds)
        held_out = [folds == fold for fold in range(5)]
        return np.mean([lee_liu_score(labels.take(np.flatnonzero(out)), scores[out] > cut) for out in held_out])

    best = max(penalties, key=plain)
    assert found.best_params_ == {"penalty": best}
    exact = WeightedLogisticRegression(penalty=best, tol=1e-7).fit(X, y)
    np.testing.assert_allclose(found.coef_, exact.coef_, atol=0.02 * np.abs(exact.coef_).max())
