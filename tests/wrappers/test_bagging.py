import numpy as np
import pytest
from joblib import parallel_config
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels, read_labels
from onesided.metrics import lee_liu_score
from onesided.wrappers import PUBagging
from onesided.wrappers.bagging import draw_bags


def two_clouds(n_positive=400, n_negative=1200, n_labelled=100, distance=4.0, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n_positive + n_negative) < n_positive
    X = rng.normal(size=(len(truth), 3)) + distance * truth[:, np.newaxis]
    return X, (np.arange(len(truth)) < n_labelled).astype(int), truth


def test_each_labelled_row_is_left_out_equally_often():
    labels = read_labels([1] * 12 + [0] * 7 + [-1] * 40)
    bags = list(draw_bags(labels, np.ones(59, dtype=bool), 10, 5, 15, np.random.default_rng(0)))
    times_in = sum(np.isin(np.arange(59), bag).astype(int) for bag in bags)
    assert times_in[:19].tolist() == [8] * 19
    for bag in bags:
        assert labels.take(bag).n_unlabeled == 15
        assert labels.take(bag).n_positive in (9, 10)


def test_out_of_bag_scores_are_the_mean_over_members_that_have_not_seen_the_row():
    X, y, _ = two_clouds(n_positive=30, n_negative=60, n_labelled=10, distance=1.0)
    model = PUBagging(n_estimators=12, max_samples=20, random_state=5).fit(X, y)
    rng = np.random.default_rng(5)
    rng.integers(5, size=90)  # the part of each row
    bags = []
    for bag in draw_bags(Labels.of_pools(10, 80), np.ones(90, dtype=bool), 12, 5, 20, rng):
        bags.append(bag)
        rng.integers(2**31)  # the member's seed
    scores = np.array([member.decision_function(X) for member in model.estimators_])
    is_out = np.array([~np.isin(np.arange(90), bag) for bag in bags])
    expected = (scores * is_out).sum(axis=0) / is_out.sum(axis=0)
    np.testing.assert_allclose(model.oob_decision_function_, expected - model.threshold_)
    np.testing.assert_allclose(model.decision_function(X), scores.mean(axis=0) - model.threshold_)


def test_the_cut_is_near_the_largest_criterion_over_out_of_bag_scores():
    X, y, _ = two_clouds(distance=1.5)
    model = PUBagging(random_state=0).fit(X, y)
    scores = model.oob_decision_function_
    assert model.oob_score_ == pytest.approx(lee_liu_score(y, scores > 0))
    assert model.oob_score_ > 0.95 * max(lee_liu_score(y, scores > cut) for cut in scores)


def test_the_few_votes_that_positives_have_do_not_raise_the_cut():
    # With six votes of deep trees many a positive has the mean 1, which hardly a row has by all thirty.
    X, y, _ = two_clouds(distance=2.0)
    X_new, _, truth_new = two_clouds(distance=2.0, seed=9)
    model = PUBagging(DecisionTreeClassifier(), random_state=0).fit(X, y)
    assert f1_score(truth_new, model.predict(X_new)) > 0.8


@pytest.mark.parametrize("estimator", [None, LinearSVC(), DecisionTreeClassifier()])
def test_hidden_positives_are_found_on_dense_and_sparse_rows(estimator):
    X, y, truth = two_clouds()
    for rows in (X, sparse.csr_array(X)):
        model = PUBagging(estimator, random_state=0).fit(rows, y)
        assert np.mean(model.predict(rows) == truth) > 0.97


def test_ten_positives_are_enough():
    X, y, truth = two_clouds(n_labelled=10)
    model = PUBagging(random_state=0).fit(X, y)
    assert roc_auc_score(truth, model.decision_function(X)) > 0.99
    assert np.mean(model.predict(X) == truth) > 0.95


def test_known_negatives_are_learned_from():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(700, 2))
    X[:200, 0] += 3  # positives, half of them labelled
    X[200:300] += [3, 2]  # negatives that look like them, half of them known
    y = np.full(700, -1)
    y[:100] = 1
    hidden, lookalike = slice(100, 200), slice(250, 300)
    aucs = []
    for known in (-1, 0):
        y[200:250] = known
        scores = PUBagging(random_state=0).fit(X, y).decision_function(X)
        aucs.append(roc_auc_score(np.r_[np.ones(100), np.zeros(50)], np.r_[scores[hidden], scores[lookalike]]))
    assert aucs[1] > aucs[0] + 0.1


def test_words_as_labels_are_not_learned_backwards():
    X, y, truth = two_clouds()
    model = PUBagging(random_state=0).fit(X, np.where(y == 1, "P", "U"))
    assert np.mean((model.predict(X) == "P") == truth) > 0.97


def test_any_number_of_jobs_gives_the_same_model():
    X, y, _ = two_clouds(distance=1.5)
    with parallel_config(backend="threading"):  # processes take seconds to start
        one, two = (PUBagging(n_estimators=6, n_jobs=n, random_state=0).fit(X, y) for n in (None, 2))
        assert np.array_equal(one.decision_function(X), two.decision_function(X))
    assert np.array_equal(one.oob_decision_function_, two.oob_decision_function_)


def test_the_estimator_and_the_global_random_state_stay_untouched():
    X, y, _ = two_clouds(distance=1.5)
    tree = DecisionTreeClassifier(max_features=1)
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    first = PUBagging(tree, random_state=0).fit(X, y)
    other = PUBagging(tree).fit(X, y)
    assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002
    assert not hasattr(tree, "tree_")
    assert np.array_equal(first.decision_function(X), clone(first).fit(X, y).decision_function(X))
    assert not np.array_equal(first.decision_function(X), other.decision_function(X))


def test_rows_of_weight_zero_are_in_no_bag():
    X, y, _ = two_clouds(distance=1.5)
    weights = np.ones(len(y))
    weights[::3] = 0
    spoiled = X.copy()
    spoiled[::3] = 1000
    first, second = (PUBagging(random_state=0).fit(rows, y, sample_weight=weights) for rows in (X, spoiled))
    np.testing.assert_allclose(first.decision_function(X), second.decision_function(X))


def test_a_given_threshold_is_kept():
    X, y, _ = two_clouds()
    model = PUBagging(threshold=0.25, random_state=0).fit(X, y)
    assert model.threshold_ == 0.25
    assert model.oob_score_ == pytest.approx(lee_liu_score(y, model.oob_decision_function_ > 0))


def test_bags_that_leave_too_little_out_are_reported():
    X, y, _ = two_clouds(n_positive=40, n_negative=40, n_labelled=20)
    with pytest.warns(DataWarning, match="n_estimators"):
        PUBagging(n_estimators=3, max_samples=4.0, random_state=0).fit(X, y)
    with pytest.raises(InputError, match="max_samples=100000"):
        PUBagging(n_estimators=2, max_samples=100000, random_state=0).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"estimator": LinearRegression()}, "estimator=LinearRegression has no decision_function or predict_proba"),
        ({"estimator": LogisticRegression}, "pass an object"),
        ({"n_estimators": 1}, "n_estimators=1"),
        ({"max_samples": 0}, "max_samples=0"),
        ({"max_samples": "all"}, "max_samples='all'"),
    ],
)
def test_parameters_that_cannot_be_used_are_named(parameters, message):
    X, y, _ = two_clouds()
    with pytest.raises(InputError, match=message):
        PUBagging(**parameters).fit(X, y)


def test_one_positive_and_weights_nobody_takes_are_refused():
    X, y, _ = two_clouds()
    with pytest.raises(InputError, match="at least 2 positive"):
        PUBagging().fit(X, np.arange(len(y)) == 0)
    with pytest.raises(InputError, match="sample_weight was given"):
        PUBagging(KNeighborsClassifier()).fit(X, y, sample_weight=np.ones(len(y)))
