import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import config_context
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.model_selection import PUStratifiedKFold, fold_numbers, pu_train_test_split


def make_labels(n_positive, n_unlabeled, n_negative=0):
    codes = np.repeat([1, 0, -1], [n_positive, n_unlabeled, n_negative]).astype(np.int8)
    return Labels(np.random.default_rng(0).permutation(codes), np.array([0, 1]))


@given(st.integers(2, 6), st.integers(0, 20), st.integers(0, 20), st.integers(0, 9), st.booleans(), st.integers(0, 9))
def test_each_kind_is_spread_evenly(n_splits, more_positive, more_unlabeled, n_negative, shuffle, seed):
    labels = make_labels(n_splits + more_positive, n_splits + more_unlabeled, n_negative)
    folds = fold_numbers(labels, n_splits, shuffle=shuffle, random_state=seed)
    for mask in (labels.is_positive, labels.is_unlabeled, labels.is_negative, ~labels.is_positive):
        assert np.ptp(np.bincount(folds[mask], minlength=n_splits)) <= 1


@given(st.integers(2, 5), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 8), st.integers(0, 2)), min_size=1))
def test_no_group_is_split_and_every_fold_has_both_sides_or_it_says_why(n_splits, groups_of):
    codes = np.concatenate([np.repeat([1, 0, -1], counts) for counts in groups_of]).astype(np.int8)
    groups = np.repeat(np.arange(len(groups_of)), [sum(counts) for counts in groups_of])
    labels = Labels(codes, np.array([0, 1]))
    if len(labels) == 0:
        return
    try:
        folds = fold_numbers(labels, n_splits, groups=groups, random_state=0)
    except InputError:
        return  # too few groups; what it says is tested below
    for group in np.unique(groups):
        assert len(set(folds[groups == group])) == 1
    for fold in range(n_splits):
        assert {labels.is_positive[folds == fold].any(), (~labels.is_positive)[folds == fold].any()} == {True}


def test_groups_of_different_sizes_still_give_even_folds():
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 400, size=2000)
    labels = make_labels(300, 1700)
    folds = fold_numbers(labels, 5, groups=groups, random_state=0)
    assert np.ptp(np.bincount(folds)) <= 40
    assert np.ptp(np.bincount(folds[labels.is_positive])) <= 6


def test_rows_of_their_own_group_are_dealt_as_without_groups():
    labels = make_labels(20, 80, 7)
    alone = fold_numbers(labels, 4, groups=np.arange(107), random_state=3)
    np.testing.assert_array_equal(alone, fold_numbers(labels, 4, random_state=3))


def test_the_seed_decides_and_the_global_random_state_stays_untouched():
    labels = make_labels(20, 80)
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    same = [fold_numbers(labels, random_state=1), fold_numbers(labels, random_state=1)]
    np.testing.assert_array_equal(*same)
    assert np.any(fold_numbers(labels, random_state=2) != same[0])
    assert np.any(fold_numbers(labels) != fold_numbers(labels))
    fold_numbers(labels, random_state=np.random.RandomState(0))
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_train_and_test_are_the_whole():
    y = np.repeat(["P", "U"], [10, 41])
    folds = list(PUStratifiedKFold(5, random_state=0).split(np.zeros((51, 2)), y))
    assert len(folds) == PUStratifiedKFold(5).get_n_splits() == 5
    np.testing.assert_array_equal(np.sort(np.concatenate([test for _, test in folds])), np.arange(51))
    for train, test in folds:
        np.testing.assert_array_equal(np.sort(np.r_[train, test]), np.arange(51))
        assert np.sum(y[test] == "P") == 2


def test_scikit_learn_takes_the_splitter_with_and_without_routing():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.repeat([1, 0], [20, 40])
    groups = np.repeat(np.arange(30), 2)
    cv = PUStratifiedKFold(3, random_state=0)
    plain = cross_val_score(LogisticRegression(), X, y, cv=cv, scoring="pu_auc", groups=groups)
    with config_context(enable_metadata_routing=True):
        routed = GridSearchCV(LogisticRegression(), {"C": [1.0]}, cv=cv, scoring="pu_auc").fit(X, y, groups=groups)
    assert routed.best_score_ == pytest.approx(plain.mean())
    assert "n_splits=3" in repr(cv)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fold_numbers(make_labels(3, 50), 5), "3 positives cannot fill 5 folds; set n_splits to at most 3"),
        (lambda: fold_numbers(make_labels(1, 50), 5), "1 positives cannot fill 5 folds; label more"),
        (lambda: fold_numbers(make_labels(9, 2), 5), "2 unlabeled or negative rows cannot fill 5 folds"),
        (lambda: fold_numbers(make_labels(9, 9), 1), "n_splits=1"),
        (lambda: fold_numbers(Labels.of_pools(6, 6), 3, groups=[0] * 3 + [1] * 3 + [2] * 6), "6 positives in 2 groups"),
        (lambda: list(PUStratifiedKFold().split([1, 2, 3])), "needs y"),
        (lambda: pu_train_test_split([[1], [2]], [1, 0]), "1 positive"),
        (lambda: pu_train_test_split([[1], [2]], [1, 0], test_size=30), "test_size=30"),
    ],
)
def test_mistakes_are_named_with_their_remedy(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_train_test_split_holds_out_the_same_share_of_each_kind():
    y = np.repeat([1.0, np.nan, 0.0], [40, 200, 20])
    X = np.arange(260).reshape(-1, 1)
    X_train, X_test, y_train, y_test = pu_train_test_split(X, y, test_size=0.25, random_state=0)
    assert (np.sum(y_test == 1), np.sum(np.isnan(y_test)), np.sum(y_test == 0)) == (10, 50, 5)
    np.testing.assert_array_equal(np.sort(np.r_[X_train, X_test], axis=0), X)
    np.testing.assert_array_equal(y[X_train[:, 0]], y_train)
