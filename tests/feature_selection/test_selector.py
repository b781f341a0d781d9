"""AUCSelector as a scikit-learn transformer."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.datasets import make_text
from onesided.exceptions import InputError
from onesided.feature_selection import AUCSelector
from onesided.linear import WeightedLogisticRegression


@parametrize_with_checks([AUCSelector(), AUCSelector(k=2)])
def test_scikit_learn_check(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def text():
    return make_text(n_documents=1000, n_features=800, random_state=0)


def test_k_fraction_and_threshold_keep_the_same_best_columns(text):
    X, y = text
    by_k = AUCSelector(k=80).fit(X, y)
    kept = by_k.get_support()
    assert kept.sum() == 80
    assert by_k.scores_[kept].min() >= by_k.scores_[~kept].max()
    np.testing.assert_array_equal(AUCSelector(fraction=0.1).fit(X, y).get_support(), kept)
    np.testing.assert_array_equal(AUCSelector().fit(X, y).get_support(), kept)
    cut = np.sort(by_k.scores_)[-10]
    assert AUCSelector(threshold=cut).fit(X, y).get_support().sum() >= 10


def test_a_column_that_positives_lack_is_as_good_as_one_they_have():
    X = np.array([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]])
    selector = AUCSelector(k=2).fit(X, [1, 1, 0, 0])
    assert selector.get_support(indices=True).tolist() == [0, 1]
    assert selector.auc_.tolist() == [1.0, 0.0, 0.5]


def test_of_equal_columns_the_first_are_kept():
    selector = AUCSelector(k=2).fit(np.tile([[1.0], [0.0]], (1, 4)), [1, 0])
    assert selector.get_support(indices=True).tolist() == [0, 1]


def test_more_columns_than_there_are_keeps_all(text):
    X, y = text
    assert AUCSelector(k=10_000).fit_transform(X, y).shape == X.shape


def test_the_ranking_is_a_table_with_names(text):
    X, y = text
    names = [f"word{column}" for column in range(X.shape[1])]
    table = pd.DataFrame(AUCSelector(k=5).fit(X, y).ranking(names))
    assert table["score"].is_monotonic_decreasing
    assert table["is_kept"].tolist() == [True] * 5 + [False] * (X.shape[1] - 5)
    assert sorted(table["feature"]) == sorted(names)


def test_names_of_a_table_come_through():
    frame = pd.DataFrame({"useless": [1, 1, 1], "good": [1, 0, 0]})
    selector = AUCSelector(k=1).set_output(transform="pandas")
    assert selector.fit_transform(frame, [1, 0, 0]).columns.tolist() == ["good"]
    assert selector.ranking()["feature"].tolist() == ["good", "useless"]


def test_a_pipeline_selects_inside_the_folds(text):
    X, y = text
    model = make_pipeline(AUCSelector(fraction=0.2), WeightedLogisticRegression())
    assert cross_val_score(model, X, y, cv=3, scoring="roc_auc").mean() > 0.7


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_type_of_numbers_is_kept(text, dtype):
    X, y = text
    chosen = AUCSelector(k=7).fit_transform(X.astype(dtype), y)
    assert chosen.dtype == dtype
    assert sparse.issparse(chosen)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"k": 3, "fraction": 0.1}, "k and fraction are given"),
        ({"k": 0}, "k=0"),
        ({"k": 2.5}, "k=2.5"),
        ({"fraction": 1.5}, "fraction=1.5"),
        ({"threshold": 0.3}, "threshold=0.3"),
        ({"against": "rest"}, "against='rest'"),
    ],
)
def test_a_wrong_parameter_is_named(parameters, message):
    with pytest.raises(InputError, match=message):
        AUCSelector(**parameters).fit(np.eye(3), [1, 0, 0])


def test_names_must_fit():
    with pytest.raises(InputError, match="one name for each of 3 columns"):
        AUCSelector(k=1).fit(np.eye(3), [1, 0, 0]).ranking(["a", "b"])
