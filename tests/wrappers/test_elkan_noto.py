import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from onesided.exceptions import DataWarning, InputError
from onesided.wrappers import ElkanNoto
from onesided.wrappers._soft import fit_sigmoid
from onesided.wrappers.elkan_noto import hidden_share


class Recorder(ClassifierMixin, BaseEstimator):
    """Remembers what it was fitted to, and answers with its first column."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        self.seen_X_, self.seen_y_, self.seen_weight_ = X, y, sample_weight
        return self

    def predict_proba(self, X):
        return np.column_stack([1 - X[:, 0], X[:, 0]])


def groups_of_rows(n_rows=6000, label_frequency=0.4, seed=0):
    """Rows of six kinds, each with a known share of positives: logistic regression can fit g exactly."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(6, size=n_rows)
    probability = np.array([0.0, 0.02, 0.1, 0.6, 1.0, 1.0])[kind]
    truth = rng.random(n_rows) < probability
    is_labelled = truth & (rng.random(n_rows) < label_frequency)
    return np.eye(6)[kind], is_labelled.astype(int), truth, probability


def two_clouds(n_positive=400, n_negative=1200, n_labelled=100, distance=4.0, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n_positive + n_negative) < n_positive
    X = rng.normal(size=(len(truth), 3)) + distance * truth[:, np.newaxis]
    return X, (np.arange(len(truth)) < n_labelled).astype(int), truth


SATURATED = LogisticRegression(C=1e4, max_iter=1000)


def test_e3_is_the_label_frequency_where_g_is_calibrated_and_some_rows_are_surely_positive():
    X, y, _, _ = groups_of_rows()
    model = ElkanNoto(SATURATED, label_frequency="e3", random_state=0).fit(X, y)
    assert model.label_frequency_ == pytest.approx(0.4, abs=0.03)


@pytest.mark.parametrize("label_frequency", ["e1", "e2", "e3"])
@pytest.mark.parametrize("true_frequency", [0.2, 0.5, 0.8])
def test_label_frequency_is_found_where_positives_and_negatives_are_apart(label_frequency, true_frequency):
    rng = np.random.default_rng(1)
    truth = rng.random(4000) < 0.3
    X = np.column_stack([truth, ~truth]).astype(float)
    y = truth & (rng.random(4000) < true_frequency)
    model = ElkanNoto(SATURATED, label_frequency=label_frequency, random_state=0).fit(X, y)
    assert model.label_frequency_ == pytest.approx(true_frequency, abs=0.03)
    assert model.prior_ == pytest.approx(0.3, abs=0.03)


def test_probabilities_are_those_of_the_truth_given_the_label_frequency():
    X, y, _, probability = groups_of_rows(20000)
    for method in ("scale", "reweight"):
        model = ElkanNoto(SATURATED, method=method, label_frequency=0.4, random_state=0).fit(X, y)
        np.testing.assert_allclose(model.predict_proba(X)[:, 1], probability, atol=0.05)


def test_two_samples_give_the_probability_in_the_unlabeled_sample():
    X, _, truth, probability = groups_of_rows(40000, seed=3)
    more, _, is_example, _ = groups_of_rows(20000, seed=4)
    examples = more[is_example]
    rows, y = np.vstack([examples, X]), np.r_[np.ones(len(examples)), np.zeros(len(X))]
    frequency = len(examples) / (len(examples) + truth.sum())
    for method in ("scale", "reweight"):
        model = ElkanNoto(SATURATED, method=method, label_frequency=frequency, sampling="two", random_state=0)
        model.fit(rows, y)
        assert model.prior_ == pytest.approx(probability.mean(), abs=0.01)
        np.testing.assert_allclose(model.predict_proba(X)[:, 1], probability, atol=0.05)
        assert np.array_equal(model.predict(X) == 1, model.predict_proba(X)[:, 1] > 0.5)


def test_known_negatives_leave_the_probability_as_it_is():
    X, y, truth, probability = groups_of_rows(20000, seed=4)
    is_known = ~truth & (np.random.default_rng(0).random(len(y)) < 0.5)
    y = np.where(is_known, 0, np.where(y == 1, 1, -1))
    for method in ("scale", "reweight"):
        model = ElkanNoto(SATURATED, method=method, label_frequency=0.4, random_state=0).fit(X, y)
        np.testing.assert_allclose(model.predict_proba(X)[:, 1], probability, atol=0.05)


@pytest.mark.parametrize("method", ["scale", "reweight"])
def test_with_every_positive_labelled_it_is_the_wrapped_classifier(method):
    X, _, truth = two_clouds()
    model = ElkanNoto(LogisticRegression(), method=method, random_state=0).fit(X, truth.astype(int))
    assert model.label_frequency_ == pytest.approx(1.0, abs=0.01)
    assert np.array_equal(model.predict(X), LogisticRegression().fit(X, truth).predict(X))


def test_weights_of_the_second_fit_are_the_published_ones():
    g, c = np.array([0.01, 0.1, 0.2, 0.29]), 0.3
    np.testing.assert_allclose(hidden_share(g, c), (1 - c) / c * g / (1 - g))

    X = np.r_[[0.25] * 4, np.linspace(0.01, 0.24, 8)][:, np.newaxis]
    y = np.r_[np.ones(4), np.zeros(8)]
    model = ElkanNoto(Recorder(), method="reweight", label_frequency=0.4, cv=2, random_state=0).fit(X, y)
    fitted, unlabeled = model.estimator_, X[4:, 0]
    w = (1 - 0.4) / 0.4 * unlabeled / (1 - unlabeled)
    assert fitted.seen_y_.tolist() == [1] * 12 + [0] * 8
    np.testing.assert_allclose(fitted.seen_weight_, np.r_[np.ones(4), w, 1 - w])
    np.testing.assert_allclose(fitted.seen_X_[:, 0], np.r_[X[:, 0], unlabeled])


@pytest.mark.parametrize("estimator", [None, LinearSVC(), RandomForestClassifier(10), GaussianNB()])
@pytest.mark.parametrize("method", ["scale", "reweight"])
@pytest.mark.parametrize("sampling", ["one", "two"])
def test_probabilities_lie_between_0_and_1_and_agree_with_the_answer(estimator, method, sampling):
    X, y, _ = two_clouds(distance=1.0)
    model = ElkanNoto(estimator, method=method, sampling=sampling, random_state=0).fit(X, y)
    probability = model.predict_proba(X)
    assert probability.min() >= 0
    assert probability.max() <= 1
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    is_clear = np.abs(probability[:, 1] - 0.5) > 1e-9
    assert np.array_equal((model.predict(X) == 1)[is_clear], (probability[:, 1] > 0.5)[is_clear])
    assert np.array_equal(model.predict(X) == 1, model.decision_function(X) > 0)


@pytest.mark.parametrize("estimator", [None, LinearSVC(), LogisticRegression()])
@pytest.mark.parametrize("method", ["scale", "reweight"])
def test_ten_positives_are_enough_on_sparse_rows(estimator, method):
    X, y, truth = two_clouds(n_labelled=10)
    model = ElkanNoto(estimator, method=method, random_state=0).fit(sparse.csr_array(X), y)
    assert np.mean(model.predict(X) == truth) > 0.97


def test_sparse_and_dense_rows_give_the_same_answer():
    X, y, _ = two_clouds(distance=1.5)
    dense, thin = (ElkanNoto(random_state=0).fit(rows, y).decision_function(X) for rows in (X, sparse.csr_array(X)))
    np.testing.assert_allclose(dense, thin, atol=1e-3)


@pytest.mark.parametrize("method", ["scale", "reweight"])
def test_words_as_labels_are_not_learned_backwards(method):
    X, y, truth = two_clouds()
    model = ElkanNoto(method=method, random_state=0).fit(X, np.where(y == 1, "P", "U"))
    assert np.mean((model.predict(X) == "P") == truth) > 0.97
    assert model.classes_.tolist() == ["U", "P"]
    assert model.predict_proba(X)[~truth, 1].max() < model.predict_proba(X)[truth, 1].mean()


def test_the_estimator_and_the_global_random_state_stay_untouched():
    X, y, _ = two_clouds()
    forest = RandomForestClassifier(5)
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    first = ElkanNoto(forest, random_state=0).fit(X, y)
    ElkanNoto(forest).fit(X, y)
    assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002
    assert not hasattr(forest, "estimators_")
    assert forest.random_state is None
    again = clone(first).fit(X, y)
    assert np.array_equal(first.predict_proba(X), again.predict_proba(X))


def test_rows_of_weight_zero_are_as_good_as_absent():
    X, y, _ = two_clouds(distance=1.5)
    weights = np.ones(len(y))
    weights[::3] = 0
    kept = weights > 0
    weighted = ElkanNoto(random_state=0).fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(
        weighted.decision_function(X), ElkanNoto(random_state=0).fit(X[kept], y[kept]).decision_function(X), atol=1e-6
    )


def test_a_pipeline_takes_the_weights_at_its_last_step():
    X, y, truth = two_clouds()
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    model = ElkanNoto(pipeline, method="reweight", random_state=0).fit(X, y)
    assert np.mean(model.predict(X) == truth) > 0.97


def test_a_sigmoid_never_turns_a_ranking_round():
    scores, targets = np.arange(20.0), (np.arange(20) < 5).astype(float)
    sigmoid = fit_sigmoid(scores, targets, None)
    assert sigmoid.slope == 0
    assert 0.2 < sigmoid(scores)[0] < 0.35
    assert fit_sigmoid(-scores, targets, None).slope > 0


def test_a_classifier_that_cannot_tell_the_two_apart_is_reported():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 20)), (np.arange(300) < 30).astype(int)
    with pytest.warns(DataWarning, match="more hidden positives than unlabeled"):
        model = ElkanNoto(label_frequency=0.01, random_state=0).fit(X, y)
    assert model.label_frequency_ == pytest.approx(0.1)


def test_reweighting_survives_unlabeled_rows_that_all_look_positive():
    X, y = np.ones((60, 2)), (np.arange(60) < 20).astype(int)
    model = ElkanNoto(LogisticRegression(), method="reweight", label_frequency=20 / 60, random_state=0).fit(X, y)
    assert model.predict(X).all()


def test_fewer_positives_than_folds_are_reported():
    X, y, _ = two_clouds(n_labelled=3)
    with pytest.warns(DataWarning, match="3 folds"):
        ElkanNoto(random_state=0).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"estimator": LinearRegression()}, "estimator=LinearRegression has no decision_function or predict_proba"),
        ({"estimator": LogisticRegression}, "pass an object"),
        ({"estimator": LinearSVC(), "calibrate": False}, "no predict_proba"),
        ({"estimator": KNeighborsClassifier(), "method": "reweight"}, "method='reweight'.*sample_weight"),
        ({"method": "EN3"}, "method='EN3'"),
        ({"sampling": 3}, "sampling=3"),
        ({"label_frequency": 0.0}, "label_frequency=0.0"),
        ({"label_frequency": "e4"}, "label_frequency='e4'"),
        ({"cv": 1}, "cv=1"),
    ],
)
def test_parameters_that_cannot_be_used_are_named(parameters, message):
    X, y, _ = two_clouds()
    with pytest.raises(InputError, match=message):
        ElkanNoto(**parameters).fit(X, y)


def test_one_positive_needs_a_given_label_frequency():
    X, y, _ = two_clouds(n_labelled=1)
    with pytest.raises(InputError, match="at least 2"):
        ElkanNoto().fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ElkanNoto(LogisticRegression(), label_frequency=0.0025).fit(X, y)


def test_weights_need_an_estimator_that_takes_them():
    X, y, _ = two_clouds()
    with pytest.raises(InputError, match="sample_weight was given"):
        ElkanNoto(KNeighborsClassifier()).fit(X, y, sample_weight=np.ones(len(y)))
