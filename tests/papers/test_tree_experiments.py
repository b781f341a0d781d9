"""Figure 2 in small: the samples are what the document says, and ours is ahead with few labels."""

import numpy as np
import pytest

from onesided.exceptions import InputError
from onesided.papers.tree_experiments import Sizes, TreeData, draw_samples, figure_2, learn

SIZES = Sizes(test=500, positive=300, unlabeled=300, labelled=(10, 100))


def chess(n=2500, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, size=(n, 8)).astype(float)
    is_positive = (X[:, 0] == 1) | ((X[:, 1] == 1) & (X[:, 2] == 1))
    return TreeData(X, np.ones(8, dtype=bool), is_positive)


def test_the_samples_are_disjoint_and_drawn_as_the_document_says():
    data = chess()
    test, unlabeled, positive, pool = draw_samples(data.is_positive, SIZES, np.random.default_rng(0))
    assert [len(test), len(unlabeled), len(positive)] == [500, 300, 300]
    assert data.is_positive[positive].all()
    drawn = np.concatenate([test, unlabeled, positive, pool])
    assert len(np.unique(drawn)) == len(drawn)
    for sample in (test, unlabeled, pool):
        assert data.is_positive[sample].mean() == pytest.approx(data.is_positive.mean(), abs=0.08)


def test_too_few_rows_are_named():
    with pytest.raises(InputError, match="700 rows are too few"):
        draw_samples(chess(700).is_positive, SIZES, np.random.default_rng(0))


def test_with_ten_labels_positive_and_unlabeled_rows_help():
    errors = {}
    for outcome in figure_2(chess(), SIZES, n_repetitions=3):
        errors.setdefault((outcome.method, outcome.n_labelled), []).append(outcome.error)
    mean = {cell: np.mean(found) for cell, found in errors.items()}
    assert mean["ours", 10] < mean["C4.5", 10]
    assert mean["published", 10] < mean["C4.5", 10]
    assert mean["ours", 100] <= mean["C4.5", 100] + 0.02


def test_a_repetition_does_not_depend_on_those_before_it():
    whole = list(figure_2(chess(), SIZES, n_repetitions=2, methods=["published"]))
    assert whole[2:] == list(figure_2(chess(), SIZES, n_repetitions=1, first=1, methods=["published"]))


def test_labels_of_one_class_make_one_leaf():
    data = chess()
    only = np.flatnonzero(~data.is_positive)[:10]
    tree = learn(data, (only, None, None), "C4.5", 0)
    assert tree.get_n_leaves() == 1
    assert not np.any(tree.predict(data.X) == 1)
