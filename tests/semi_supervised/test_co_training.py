"""Co-training: what is labelled, by whom, in which views, and when it stops."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.special import log_softmax
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.exceptions import InputError
from onesided.semi_supervised import CoTraining
from onesided.semi_supervised.co_training import _choose
from onesided.semi_supervised.partial_labels import read_partial_labels

HALVES = (slice(0, None, 2), slice(1, None, 2))


MINUS_ONE = "the check has -1 and 1 as classes; -1 is the code of unlabeled rows, as in sklearn.semi_supervised"
EXCUSED = {"check_classifiers_classes": MINUS_ONE}


@parametrize_with_checks([CoTraining(views=HALVES, random_state=0)], expected_failed_checks=lambda _: EXCUSED)
def test_scikit_learns_common_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def two_views():
    """Two views that are independent given the class: 400 rows, 6 of them labelled."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1], 200)
    words = rng.dirichlet(np.full(30, 0.5), size=(2, 2))
    pair = tuple(rng.poisson(8 * view[truth]) for view in words)
    y = np.full(400, -1)
    y[[0, 1, 2, 200, 201, 202]] = [0, 0, 0, 1, 1, 1]
    return pair, y, truth


def fit(pair, y, **settings):
    return CoTraining(**{"n_negative": 1, "random_state": 0, "stop_on_agreement": False, **settings}).fit(pair, y)


def test_co_training_is_better_than_the_labelled_rows_alone(two_views):
    pair, y, truth = two_views
    alone = fit(pair, y, n_rounds=0)
    assert alone.trace_ == []
    assert fit(pair, y).score(pair, truth) > alone.score(pair, truth)


def test_no_rounds_is_the_supervised_product_of_the_two_views(two_views):
    pair, y, _ = two_views
    is_given = y >= 0
    product = np.prod([MultinomialNB().fit(X[is_given], y[is_given]).predict_proba(X) for X in pair], axis=0)
    expected = product / product.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(fit(pair, y, n_rounds=0).predict_proba(pair), expected, atol=1e-12)


def test_the_final_classifiers_are_fitted_to_the_labels_and_the_trace(two_views):
    pair, y, _ = two_views
    model = fit(pair, y)
    for step in model.trace_:
        y = np.where(np.arange(len(y)) == step.row, step.label, y)
    for which in (0, 1):
        expected = MultinomialNB().fit(pair[which][y >= 0], y[y >= 0]).predict(pair[which])
        np.testing.assert_array_equal(model.predict_view(pair, which), expected)
        np.testing.assert_array_equal(model.predict_view(pair[which], which), expected)


def test_the_trace_names_each_unlabeled_row_once_and_keeps_to_the_numbers_of_a_round(two_views):
    pair, y, _ = two_views
    model = fit(pair, y, n_positive=2, n_negative=3, n_rounds=7)
    rows = [step.row for step in model.trace_]
    assert len(set(rows)) == len(rows)
    assert np.all(y[rows] == -1)
    assert model.n_rounds_ == 7 == model.trace_[-1].round
    for number in range(1, 8):
        for view in (0, 1):
            labels = [step.label for step in model.trace_ if (step.round, step.view) == (number, view)]
            assert labels.count(1) <= 2
            assert labels.count(0) <= 3
    assert all(0.5 <= step.confidence <= 1 for step in model.trace_)


def test_rounds_end_when_no_unlabeled_row_is_left(two_views):
    pair, y, _ = two_views
    model = fit(pair, y, n_rounds=10_000, n_positive=10, n_negative=10)
    assert len(model.trace_) == np.sum(y == -1)
    assert model.n_rounds_ < 100


def test_views_that_agree_on_every_unlabeled_row_stop(two_views):
    (X, _), y, _ = two_views
    twins = (X, X)
    assert fit(twins, y, stop_on_agreement=True).trace_ == []
    assert len(fit(twins, y, stop_on_agreement=False).trace_) > 0


def test_views_that_call_everything_the_same_do_not_stop():
    X = np.ones((8, 2))
    y = np.array([0, 0, 1, -1, -1, -1, -1, -1])
    model = CoTraining(MultinomialNB(), views=([0], [1]), n_rounds=1).fit(X, y)
    assert len(model.trace_) > 0


@pytest.mark.parametrize("kind", ["lists", "slices", "masks", "names", "transformers", "column transformer", "sparse"])
def test_every_way_to_give_the_views_gives_the_same_model(two_views, kind):
    pair, y, _ = two_views
    expected = fit(pair, y).predict_proba(pair)
    X = np.hstack(pair)
    table = pd.DataFrame(X, columns=[f"word{number}" for number in range(60)])
    columns = (list(range(30)), list(range(30, 60)))
    keep = "passthrough"
    views, data = {
        "lists": (columns, X),
        "slices": ((slice(0, 30), slice(30, None)), X.tolist()),
        "masks": ((np.arange(60) < 30, np.arange(60) >= 30), X),
        "names": ((table.columns[:30], table.columns[30:]), table),
        "transformers": (
            (FunctionTransformer(lambda X: X[:, :30]), FunctionTransformer(lambda X: sparse.csr_matrix(X[:, 30:]))),
            X,
        ),
        "column transformer": (ColumnTransformer([("page", keep, columns[0]), ("links", keep, columns[1])]), X),
        "sparse": (columns, sparse.csr_array(X)),
    }[kind]
    model = fit(data, y, views=views)
    np.testing.assert_allclose(model.predict_proba(data), expected, atol=1e-12)
    np.testing.assert_array_equal(model.predict_view(data, 1), fit(pair, y).predict_view(pair, 1))


def test_texts_go_through_the_transformers():
    table = pd.DataFrame({"page": ["exam homework", "my cat", "homework", "cat and dog"] * 3,
                          "links": ["course", "home", "course cs", "home of me"] * 3})  # fmt: skip
    y = [1, 0, *[-1] * 10]
    parts = ColumnTransformer([(name, CountVectorizer(), name) for name in table.columns])
    model = CoTraining(views=parts, n_negative=1, random_state=0).fit(table, y)
    assert model.predict(table).tolist() == [1, 0, 1, 0] * 3
    words = tuple(make_pipeline(FunctionTransformer(lambda X, name=name: X[name]), CountVectorizer()) for name in table)
    assert CoTraining(views=words, n_negative=1, random_state=0).fit(table, y).predict(table).tolist() == [1, 0] * 6


def test_three_classes_by_words_with_missing_labels():
    rng = np.random.default_rng(1)
    names = np.array(["coffee", "milk", "tea"])
    truth = np.repeat([0, 1, 2], [100, 50, 50])
    words = rng.dirichlet(np.full(20, 0.3), size=(2, 3))
    pair = tuple(rng.poisson(10 * view[truth]) for view in words)
    y = np.full(200, None, dtype=object)
    given = [*range(6), *range(100, 103), *range(150, 153)]
    y[given] = names[truth[given]]
    model = CoTraining(random_state=0, stop_on_agreement=False).fit(pair, y)
    assert model.score(pair, names[truth]) > 0.9
    assert model.predict_proba(pair).shape == (200, 3)
    first = [step.label for step in model.trace_ if step.round == 1 and step.view == 0]
    assert (first.count("coffee"), max(first.count("tea"), first.count("milk"))) <= (2, 1)  # 6 to 3 to 3 were labelled
    given_numbers = CoTraining(n_per_class={"tea": 2}, random_state=0, n_rounds=3).fit(pair, y)
    assert {step.label for step in given_numbers.trace_} == {"tea"}


def test_missing_and_minus_one_mean_the_same(two_views):
    pair, y, _ = two_views
    expected = fit(pair, y).predict_proba(pair)
    for same in (np.where(y < 0, np.nan, y), pd.Series(np.where(y < 0, None, y)), np.where(y < 0, "-1", y.astype(str))):
        settings = {} if same.dtype.kind == "f" else {"n_per_class": dict.fromkeys(pd.unique(same[y >= 0]), 1)}
        np.testing.assert_array_equal(fit(pair, same, **settings).predict_proba(pair), expected)


def test_any_two_classifiers_serve_and_stay_unfitted(two_views):
    pair, y, truth = two_views
    originals = (GaussianNB(), DecisionTreeClassifier(random_state=0))
    model = fit(pair, y, estimators=originals)
    assert [type(one) for one in model.estimators_] == [GaussianNB, DecisionTreeClassifier]
    assert not any(hasattr(one, "classes_") for one in originals)
    assert np.all(np.isfinite(model.predict_proba(pair)))  # a tree says 0 and 1, whose logarithms are infinite
    assert model.score(pair, truth) > 0.6


def test_a_view_with_negative_numbers_gets_logistic_regression(two_views):
    (first, second), y, _ = two_views
    model = fit((first, second - 1.0), y)
    assert [type(one) for one in model.estimators_] == [MultinomialNB, LogisticRegression]


def test_seeds_decide_and_copies_agree(two_views):
    pair, y, _ = two_views
    model = fit(pair, y)
    assert fit(pair, y).trace_ == model.trace_
    assert fit(pair, y, random_state=1).trace_ != model.trace_
    assert clone(model).fit(pair, y).trace_ == model.trace_
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(pair), model.predict(pair))


def test_random_halves_are_two_views_without_a_common_column(two_views):
    pair, y, _ = two_views
    model = fit(np.hstack(pair), y, views="random")
    assert sorted(np.concatenate(model.views_.columns)) == list(range(60))


def test_cross_validation_works(two_views):
    pair, _, truth = two_views
    scores = cross_val_score(CoTraining(views="random", random_state=0), np.hstack(pair), truth, cv=3)
    assert scores.min() > 0.8


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_each_view_takes_the_surest_rows_that_it_calls_so(data):
    n, n_classes = data.draw(st.integers(1, 8)), data.draw(st.integers(2, 3))
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    # Drawn from a continuum, so that no two rows are equally sure: which of them is taken would be open.
    logs = [log_softmax(random.normal(0, 3, (n, n_classes)), axis=1) for _ in range(2)]
    quota = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n_classes, max_size=n_classes)))
    chosen = _choose(logs, quota)
    wanted = {}
    for view, log in enumerate(logs):
        for code in range(n_classes):
            called = [row for row in range(n) if np.argmax(log[row]) == code]
            called.sort(key=lambda row, log=log, code=code: -log[row, code])
            for row in called[: quota[code]]:
                wanted.setdefault(row, []).append((log[row, code], view, code))
    assert set(chosen) == set(wanted)
    for row, (view, code) in chosen.items():
        assert (view, code) == max(wanted[row])[1:]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "views=None"),
        ({"views": "halves"}, "not a pair"),
        ({"views": ([0], [1], [2])}, "not a pair"),
        ({"views": ([0], [9])}, r"views\[1\] names a column"),
        ({"views": ([0], [])}, r"views\[1\] holds no column"),
        ({"views": ([0], [True])}, r"views\[1\] is a mask of 1"),
        ({"views": ([0], [0.5])}, "does not name columns"),
        ({"views": (["a"], ["b"])}, "X has none"),
        ({"views": ([0], [1]), "estimators": LinearSVC()}, "no predict_proba"),
        ({"views": ([0], [1]), "estimators": (GaussianNB(),)}, "1 classifiers"),
        ({"views": ([0], [1]), "pool_size": 0}, "pool_size=0"),
        ({"views": ([0], [1]), "n_positive": 0, "n_negative": 0}, "not all be 0"),
        ({"views": ([0], [1]), "n_per_class": {"tea": 1}}, "'tea'"),
        ({"views": ColumnTransformer([("one", "passthrough", [0])])}, "needs two parts"),
    ],
)
def test_mistakes_are_named(settings, message):
    X = np.arange(12.0).reshape(4, 3)
    with pytest.raises(InputError, match=message):
        CoTraining(**settings).fit(X, [1, 0, -1, -1])


def test_a_pair_needs_no_views_and_stays_a_pair(two_views):
    pair, y, _ = two_views
    with pytest.raises(InputError, match="leave views=None"):
        fit(pair, y, views=([0], [1]))
    model = fit(pair, y)
    with pytest.raises(InputError, match="pair of matrices"):
        model.predict(pair[0])
    with pytest.raises(InputError, match="view 1 has 3 columns"):
        model.predict((pair[0], pair[1][:, :3]))
    with pytest.raises(InputError, match="the views are 0 and 1"):
        model.predict_view(pair, 2)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([-1, -1], "no labelled row"),
        ([1, -1, 1], "only one class, 1"),
        ([0.0, np.inf, -1.0], "infinity"),
        ([0.5, 1.5, -1], "continuous"),
        (np.array(["a", 1, None], dtype=object), "mixes words and numbers"),
    ],
)
def test_labels_that_cannot_be_read_are_named(y, message):
    with pytest.raises(ValueError, match=message):
        read_partial_labels(y)
