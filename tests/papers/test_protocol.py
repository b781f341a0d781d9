"""The protocol: splits, labels and scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from onesided.papers.protocol import Trial, label_some, make_trial, random_parts


@given(st.integers(5, 200), st.integers(0, 5))
def test_every_row_is_in_one_part(n, seed):
    parts = random_parts(n, (0.5, 0.2, 0.3), seed)
    assert sorted(np.concatenate(parts)) == list(range(n))
    assert [len(part) for part in parts] == pytest.approx([0.5 * n, 0.2 * n, 0.3 * n], abs=1)


@given(st.lists(st.booleans(), min_size=1, max_size=60).filter(any), st.floats(0, 1), st.floats(0, 1))
def test_labels_are_of_positives_only_and_a_smaller_share_is_a_part_of_a_larger(truth, one, other):
    is_positive = np.array(truth)
    small, large = (label_some(is_positive, share, seed=3) for share in sorted((one, other)))
    assert set(np.flatnonzero(small)) <= set(np.flatnonzero(large)) <= set(np.flatnonzero(is_positive))
    assert large.sum() == max(1, round(max(one, other) * is_positive.sum()))


def test_a_method_sees_no_truth():
    rng = np.random.default_rng(0)
    X, truth = rng.normal(size=(40, 2)), rng.uniform(size=40) < 0.5
    train, test = random_parts(40, (0.6, 0.4), 0)
    trial = make_trial(X, truth, train, test, 0.5, 0)
    seen = {}

    class Spying:
        def fit(self, X, y):
            seen.update(X=X, y=y)
            return self

        def predict(self, X):
            return np.ones(len(X))

    values = trial.fit_and_score(Spying())
    assert np.array_equal(seen["X"], X[train])
    assert set(seen["y"]) == {0, 1}
    assert seen["y"].sum() == round(0.5 * truth[train].sum())
    assert "truth" not in repr(trial)
    assert values["f"] == pytest.approx(f1_score(truth[test], np.ones(len(test))))
    assert values["recall"] == 1


def test_calling_nothing_scores_zero_without_a_warning():
    trial = Trial(None, np.array([1]), None, np.array([True, False]))
    assert trial.score([False, False]) == {"f": 0.0, "precision": 0.0, "recall": 0.0}
