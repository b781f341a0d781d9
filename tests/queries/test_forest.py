"""The forest as users see it."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from onesided.exceptions import InputError
from onesided.queries import PosUnlForest
from onesided.queries.tree_bagging import draw_bag


def noisy(n=1500, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    X = np.column_stack([rng.normal(2 * truth, 1), rng.normal(-1.0 * truth, 1), rng.integers(0, 4, n)])
    return X, truth, (truth & (rng.random(n) < 0.3)).astype(int)


def test_the_forest_is_the_same_for_any_number_of_jobs():
    X, _, y = noisy(500)
    one, two = (PosUnlForest(20, n_jobs=n, random_state=0).fit(X, y) for n in (1, 2))
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    np.testing.assert_array_equal(one.oob_decision_function_, two.oob_decision_function_)
    assert one.prior_ == two.prior_


def test_out_of_bag_scores_rank_as_well_as_scores_of_new_rows_and_no_better():
    X, truth, y = noisy()
    forest = PosUnlForest(60, random_state=0).fit(X, y)
    new, hidden, _ = noisy(seed=1)
    outside = roc_auc_score(truth, forest.oob_decision_function_)
    assert outside == pytest.approx(roc_auc_score(hidden, forest.decision_function(new)), abs=0.03)
    assert outside > 0.9


def test_the_prior_and_its_source_are_told():
    X, truth, y = noisy()
    forest = PosUnlForest(10, random_state=0).fit(X, y)
    assert forest.prior_source_ == "out-of-bag scores"
    assert forest.prior_ == pytest.approx(0.4, abs=0.1)
    known = np.where(y == 1, 1.0, np.where(~truth & (np.arange(len(y)) % 10 == 0), 0.0, np.nan))
    assert PosUnlForest(10, random_state=0).fit(X, known).prior_source_ == "known negatives and out-of-bag scores"
    given = PosUnlForest(10, prior=0.45, random_state=0).fit(X, y)
    assert (given.prior_, given.prior_source_) == (pytest.approx(0.45), "given")
    labels = PosUnlForest(10, supervised=True, random_state=0).fit(X, truth.astype(int))
    assert (labels.prior_, labels.prior_source_) == (pytest.approx(truth.mean()), "labels")
    assert np.isnan(labels.oob_score_)


def test_probabilities_of_new_rows_are_about_right():
    X, _, y = noisy(4000)
    forest = PosUnlForest(60, prior=0.4, random_state=0).fit(X, y)
    new, hidden, _ = noisy(4000, seed=1)
    chance = forest.predict_proba(new)[:, 1]
    for low, high in ((0, 0.3), (0.3, 0.7), (0.7, 1)):
        inside = (chance >= low) & (chance <= high)
        assert hidden[inside].mean() == pytest.approx(chance[inside].mean(), abs=0.12)


def test_the_cut_is_one_half_or_that_of_the_largest_criterion():
    X, _, y = noisy()
    half, best = (PosUnlForest(30, threshold=t, random_state=0).fit(X, y) for t in (0.5, "lee_liu"))
    assert half.threshold_ == 0.5
    assert best.oob_score_ >= half.oob_score_
    scores = half.oob_decision_function_ + half.threshold_
    np.testing.assert_allclose(best.oob_decision_function_, scores - best.threshold_)


def test_a_bag_has_as_many_rows_of_each_kind_as_there_are():
    kinds = np.repeat(np.arange(3), [10, 50, 20]).astype(np.uint8)
    times = draw_bag(kinds, np.arange(80) != 5, np.random.default_rng(0))
    assert np.bincount(kinds, times).tolist() == [9, 50, 20]
    assert times[5] == 0


def test_more_features_and_deeper_trees_are_what_they_say():
    X, _, y = noisy(400)
    stumps = PosUnlForest(5, max_depth=1, prior=0.5, random_state=0).fit(X, y)
    assert max(tree.depth.max() for tree in stumps.estimators_) == 1
    everywhere = PosUnlForest(5, max_features=None, max_depth=1, prior=0.5, random_state=0).fit(X, y)
    assert {int(tree.feature[0]) for tree in everywhere.estimators_} == {0}
    assert len({int(tree.feature[0]) for tree in PosUnlForest(20, max_features=1, prior=0.5).fit(X, y).estimators_}) > 1


def test_tables_with_categories_are_taken_as_they_are():
    X, truth, y = noisy(600)
    frame = pd.DataFrame({"a": X[:, 0], "kind": pd.Categorical(np.where(truth, "red", "blue"))})
    forest = PosUnlForest(10, prior=0.4, max_features=None, random_state=0).fit(frame, y)
    assert np.mean((forest.predict(frame) == 1) == truth) > 0.98


@pytest.mark.parametrize(
    "settings",
    [{"n_estimators": 0}, {"max_features": "all"}, {"threshold": "best"}, {"criterion": "gini"}, {"min_cases": -1}],
)
def test_settings_that_mean_nothing_are_named(settings):
    X, _, y = noisy(100)
    with pytest.raises(InputError, match=next(iter(settings))):
        PosUnlForest(**settings).fit(X, y)
