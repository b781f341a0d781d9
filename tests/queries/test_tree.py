"""The tree as users see it."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from onesided.exceptions import InputError
from onesided.queries import PosUnlTree

GOLF = """sunny 85 85 false no
sunny 80 90 true no
overcast 83 78 false yes
rain 70 96 false yes
rain 68 80 false yes
rain 65 70 true no
overcast 64 65 true yes
sunny 72 95 false no
sunny 69 70 false yes
rain 75 80 false yes
sunny 75 70 true yes
overcast 72 90 true yes
overcast 81 75 false yes
rain 71 80 true no"""


def golf():
    rows = [line.split() for line in GOLF.splitlines()]
    X = pd.DataFrame(rows, columns=["outlook", "temperature", "humidity", "windy", "play"])
    X[["temperature", "humidity"]] = X[["temperature", "humidity"]].astype(float)
    return X.drop(columns="play"), X["play"].map({"yes": "positive", "no": "negative"})


def stripes(n=4000, frequency=0.3, seed=0):
    """Rows, truth, and which positives are labelled: a concept of two attributes among five."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 10, size=(n, 5)).astype(float)
    truth = (X[:, 0] <= 4) & (X[:, 3] > 2)
    return X, truth, truth & (rng.random(n) < frequency)


# C4.5


def test_the_golf_tree_is_quinlans():
    X, y = golf()
    lines = PosUnlTree().fit(X, y).export_text().splitlines()
    assert lines == [
        "outlook = overcast: positive (4.0 rows, 100% positive)",
        "outlook = rain",
        "|   windy = false: positive (3.0 rows, 100% positive)",
        "|   windy = true: negative (2.0 rows, 0% positive)",
        "outlook = sunny",
        "|   humidity <= 75: positive (2.0 rows, 100% positive)",  # between 70 and 85; 75 occurs elsewhere
        "|   humidity > 75: negative (3.0 rows, 0% positive)",
    ]


def test_pandas_polars_and_arrays_give_the_same_tree():
    X, y = golf()
    X.loc[11, "outlook"] = None
    as_categories = X.astype({"outlook": "category", "windy": "category"})
    expected = PosUnlTree().fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(PosUnlTree().fit(as_categories, y).predict_proba(as_categories), expected)
    table = pl.from_pandas(X)
    np.testing.assert_array_equal(PosUnlTree().fit(table, y).predict_proba(table), expected)
    np.testing.assert_array_equal(
        PosUnlTree().fit(table.with_columns(pl.col("outlook").cast(pl.Categorical)), y).predict_proba(table), expected
    )
    array = X.to_numpy(dtype=object)
    np.testing.assert_array_equal(PosUnlTree().fit(array, y).predict_proba(array), expected)


def test_a_missing_value_is_spread_over_the_branches():
    X, y = golf()
    tree = PosUnlTree().fit(X, y)
    known = X.iloc[[0, 2, 3]].copy()  # sunny and humid, overcast, rain and calm
    parts = np.array([5, 4, 5]) / 14
    unknown = known.iloc[[0]].assign(outlook=None)
    by_hand = parts @ tree.predict_proba(known.assign(humidity=85.0, windy="false"))[:, 1]
    assert tree.predict_proba(unknown)[0, 1] == pytest.approx(by_hand)


def test_an_unknown_category_counts_as_missing():
    X, y = golf()
    tree = PosUnlTree().fit(X, y)
    strange = X.iloc[[0]].assign(outlook="hail")
    missing = X.iloc[[0]].assign(outlook=None)
    np.testing.assert_array_equal(tree.predict_proba(strange), tree.predict_proba(missing))


def test_two_values_mean_labels_only_if_the_tree_is_told_so():
    X, truth, _ = stripes()
    supervised = PosUnlTree(supervised=True).fit(X, truth.astype(int))
    assert supervised.prior_source_ == "labels"
    assert supervised.get_n_leaves() == 3
    np.testing.assert_array_equal(supervised.predict(X) == 1, truth)


def test_pruning_leaves_one_leaf_of_pure_noise_and_none_leaves_many():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(400, 4)), (rng.random(400) < 0.3).astype(int)
    assert PosUnlTree(supervised=True).fit(X, y).get_n_leaves() < 10
    assert PosUnlTree(supervised=True, pruning=None, threshold_cost=False).fit(X, y).get_n_leaves() > 30


def test_names_numbers_and_masks_choose_the_same_categories():
    X, y = stripes()[0], stripes()[1].astype(int)
    frame = pd.DataFrame(X, columns=list("abcde"))
    by_number = PosUnlTree(supervised=True, categorical_features=[0, 3]).fit(X, y)
    by_mask = PosUnlTree(supervised=True, categorical_features=np.isin(range(5), [0, 3])).fit(X, y)
    by_name = PosUnlTree(supervised=True, categorical_features=["a", "d"]).fit(frame, y)
    assert by_number.get_n_leaves() > 3  # a leaf for each category
    assert by_number.export_text() == by_mask.export_text()
    np.testing.assert_array_equal(by_name.predict(frame), by_number.predict(X))
    with pytest.raises(InputError, match="names 'z'"):
        PosUnlTree(categorical_features=["z"]).fit(frame, y)


# P and U


@pytest.mark.parametrize("pruning", ["confidence", "published"])
def test_the_concept_is_found_from_positive_and_unlabeled_rows(pruning):
    X, truth, is_labelled = stripes()
    tree = PosUnlTree(prior=truth.mean(), pruning=pruning).fit(X, is_labelled.astype(int))
    assert np.mean((tree.predict(X) == 1) == truth) > 0.99
    assert tree.prior_ == pytest.approx(truth.mean())


def test_the_prior_is_estimated_where_it_is_not_given():
    X, truth, is_labelled = stripes()
    tree = PosUnlTree(random_state=0).fit(X, is_labelled.astype(int))
    assert tree.prior_source_ == "out-of-bag scores"
    assert tree.prior_ == pytest.approx(truth.mean(), abs=0.05)


def test_two_samples_count_in_u_alone():
    X, truth, is_labelled = stripes()
    new, hidden, _ = stripes(seed=1)
    tree = PosUnlTree(prior=truth.mean(), sampling="two").fit_pu(X[is_labelled], new)
    assert tree.tree_.masses[0].sum() == pytest.approx(len(new))
    assert np.mean((tree.predict(new) == 1) == hidden) > 0.99


def test_known_negatives_make_the_tree_better():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, size=(1500, 8)).astype(float)
    truth = (X[:, 0] + X[:, 1] > 3) ^ (X[:, 2] == 0)
    y = np.where(truth & (rng.random(1500) < 0.3), 1.0, np.nan)
    with_negatives = np.where(~truth & (rng.random(1500) < 0.3), 0.0, y)
    errors = [
        np.mean((PosUnlTree(prior=truth.mean()).fit(X, labels).predict(X) == 1) != truth)
        for labels in (y, with_negatives)
    ]
    assert errors[1] < errors[0]


def test_a_small_labelled_sample_helps_and_the_published_tree_uses_it_for_the_prior_alone():
    X, truth, is_labelled = stripes()
    few, pile = np.arange(3900, 4000), np.arange(3900)
    tree = PosUnlTree(random_state=0).fit_samples(X[few], truth[few], X[pile][is_labelled[pile]], X[pile])
    assert tree.prior_source_ == "labelled sample and out-of-bag scores"
    assert np.mean((tree.predict(X) == 1) == truth) > 0.99
    published = PosUnlTree(pruning="published").fit_samples(X[few], truth[few], X[pile][is_labelled[pile]], X[pile])
    assert published.prior_ == pytest.approx(truth[few].mean())
    assert published.tree_.counts[0, 2] == 0


def test_a_prior_that_contradicts_the_labels_is_named():
    X, _, is_labelled = stripes()
    with pytest.raises(InputError, match=r"prior=0\.01 means 40 positives of 4000 rows"):
        PosUnlTree(prior=0.01).fit(X, is_labelled.astype(int))
    with pytest.raises(InputError, match="lies between 0 and 1"):
        PosUnlTree(prior=2.0).fit(X, is_labelled.astype(int))


@pytest.mark.parametrize(
    "settings", [{"pruning": "no"}, {"criterion": "gini"}, {"confidence": 0.9}, {"min_cases": 0}, {"sampling": "three"}]
)
def test_settings_that_mean_nothing_are_named(settings):
    X, _, is_labelled = stripes(200)
    with pytest.raises(InputError, match=next(iter(settings))):
        PosUnlTree(**settings).fit(X, is_labelled.astype(int))


# For people


def test_rules_name_the_narrowest_bounds_and_come_surest_first():
    X, truth, _ = stripes()
    tree = PosUnlTree(supervised=True).fit(X, truth.astype(int))
    names = ["age", "b", "c", "height", "e"]
    assert tree.rules(names)[0].startswith("if age <= 4 and height > 2 then 1 (")
    assert len(tree.rules()) == 1
    assert "..." in tree.export_text(max_depth=1)
    assert tree.get_depth() == 2
    np.testing.assert_array_equal(np.argsort(tree.feature_importances_)[-2:], [3, 0])
    assert tree.feature_importances_.sum() == pytest.approx(1)
    with pytest.raises(InputError, match="2 names for 5 columns"):
        tree.export_text(["a", "b"])


def test_the_picture_has_a_box_for_each_node():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    X, y = golf()
    tree = PosUnlTree().fit(X, y)
    axes = tree.plot()
    texts = [text.get_text() for text in axes.texts]
    assert sum(text.endswith("?") for text in texts) == 3
    assert sum("rows" in text for text in texts) == tree.get_n_leaves()
    import matplotlib.pyplot as plt

    plt.close(axes.figure)


def test_a_tree_grows_as_deep_and_as_wide_as_its_rows_ask_for():
    X, y = np.eye(90), np.arange(90) % 2  # each column tells one row apart
    options = {"supervised": True, "pruning": None, "min_cases": 1}
    deep = PosUnlTree(categorical_features=np.ones(90, dtype=bool), **options).fit(X, y)
    assert deep.get_depth() > 40
    assert np.array_equal(deep.predict(X), y)
    rows = np.arange(400)
    X = np.column_stack([np.where(rows % 8 == 0, np.nan, rows % 100), rows]).astype(float)
    wide = PosUnlTree(categorical_features=[0], **options).fit(X, rows % 2)
    assert wide.tree_.n_branches[0] == 100
    spread = wide.tree_.counts[1:101].sum(axis=0)  # rows without a value go everywhere, in parts
    np.testing.assert_allclose(spread, wide.tree_.counts[0])
