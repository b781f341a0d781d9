"""The label convention, case by case."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from onesided.exceptions import InputError
from onesided.labels import Labels, read_labels, require_two_sides

P, U, N = 1, 0, -1
nan = float("nan")


@pytest.mark.parametrize(
    ("y", "codes", "classes"),
    [
        ([1, 0, 0], [P, U, U], [0, 1]),
        ([1, -1, -1], [P, U, U], [-1, 1]),
        ([True, False], [P, U], [False, True]),
        ([2, 1, 1], [P, U, U], [1, 2]),
        ([1, 0, -1], [P, N, U], [0, 1]),
        ([1.0, nan, nan], [P, U, U], [0.0, 1.0]),
        ([1.0, 0.0, nan], [P, N, U], [0.0, 1.0]),
        ([1, None, 0], [P, U, N], [0, 1]),
        (["1", "0", "0"], [P, U, U], ["0", "1"]),
        (["1", "", ""], [P, U, U], ["0", "1"]),
        (["P", "U", "U"], [P, U, U], ["U", "P"]),
        (["pos", "unlabeled", "neg"], [P, U, N], ["neg", "pos"]),
        (["relevant", None, None], [P, U, U], ["unlabeled", "relevant"]),
        (pd.array([1, pd.NA, 0], dtype="Int64"), [P, U, N], [0, 1]),
        (pd.Series([1.0, np.nan]), [P, U], [0.0, 1.0]),
        (pl.Series([1, None, 0]), [P, U, N], [0.0, 1.0]),
    ],
)
def test_each_code_means_what_the_convention_says(y, codes, classes):
    labels = read_labels(y)
    assert labels.codes.tolist() == codes
    assert labels.classes.tolist() == classes


@pytest.mark.parametrize(
    ("y", "pos_label", "codes"),
    [
        (["a", "z"], "a", [P, U]),
        (["spam", "ham", "?"], "spam", [P, N, U]),
        ([3, 1, 2], 1, [U, P, U]),
        ([0, 1, -1], 0, [P, N, U]),
        ([0, 1], 0, [P, U]),
        (["0", "1"], 0, [P, U]),
        (["yes", None, "no"], "yes", [P, U, N]),
    ],
)
def test_pos_label_settles_the_rest(y, pos_label, codes):
    assert read_labels(y, pos_label).codes.tolist() == codes


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["a", "z"], "pos_label="),
        ([0, 1, 2], "pos_label="),
        ([1.0, np.inf], "infinity"),
        ([nan, nan], "every value is missing"),
        (["u", "unknown"], "none means positive"),
        ([[1, 0], [0, 1]], "1d array"),
        ([], "no labelled row"),
    ],
)
def test_a_code_that_says_nothing_is_refused_with_the_remedy(y, message):
    with pytest.raises(InputError, match=message):
        read_labels(y)


def test_an_absent_pos_label_is_named():
    with pytest.raises(InputError, match="'spam' is not in y"):
        read_labels(["ham", "eggs"], "spam")


def test_one_sided_data_are_refused():
    with pytest.raises(InputError, match="only one class"):
        require_two_sides(read_labels([1, 1, 1]))


def test_balanced_weights_make_both_sides_count_the_same():
    labels = read_labels([1, 0, 0, 0, 1, 0])
    weights = labels.balanced(np.array([1.0, 1, 2, 1, 3, 1]))
    assert weights[labels.is_positive].sum() == pytest.approx(weights[~labels.is_positive].sum())
    assert weights[4] == pytest.approx(3 * weights[0])


def test_pools_come_positives_first():
    labels = Labels.of_pools(2, 3)
    assert labels.codes.tolist() == [P, P, U, U, U]
    assert labels.take([0, 4]).n_unlabeled == 1
