"""The splits and choices of the RSVM-LPU paper."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from onesided.linear import RankSVMCV
from onesided.papers import rsvm_lpu_2011_data
from onesided.papers.rsvm_lpu_2011 import Supervised, best_cut, grid_by_liblinear
from onesided.papers.rsvm_lpu_2011_data import Split, binary_adult, tasks


@pytest.fixture
def split(monkeypatch):
    truth = np.arange(600) < 150
    X = np.random.default_rng(0).normal(size=(600, 5)) + 2.5 * truth[:, None]
    labels = np.where(truth, "a", "b")
    monkeypatch.setattr(rsvm_lpu_2011_data, "collection", lambda *_: (sparse.csr_array(X), labels))
    return Split.draw("any", "a", 0.4, seed=0)


def test_parts_do_not_overlap_and_unlabeled_and_test_rows_have_one_class_ratio(split):
    assert sorted([*split.positives, *split.unlabeled, *split.test]) == list(range(600))
    assert split.truth[split.positives].all()
    assert len(split.positives) == 60
    assert split.truth[split.unlabeled].mean() == pytest.approx(split.truth[split.test].mean(), abs=0.01)


@pytest.mark.parametrize("tau", [0.1, 0.5, 1.0])
def test_tau_is_the_class_ratio_of_test_by_that_of_training(split, tau):
    _, y = split.supervised(tau)
    ratio = lambda positives, total: positives / (total - positives)  # noqa: E731
    test = ratio(split.truth[split.test].sum(), len(split.test))
    assert test / ratio(y.sum(), len(y)) == pytest.approx(tau, rel=0.02)


def test_more_negatives_than_there_are_is_no_split(split):
    assert split.supervised(3.0) is None


def test_a_smaller_percentage_of_p_leaves_u_as_it_is(split):
    (X, y), (X_all, y_all) = split.training(10), split.training()
    assert y.sum() == 6
    assert (X[6:] != X_all[60:]).nnz == 0
    assert (y == 0).sum() == (y_all == 0).sum()


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=2, max_size=30))
def test_the_best_cut_is_that_of_trying_all(rows):
    is_positive, scores = np.array([row[0] for row in rows]), np.array([float(row[1]) for row in rows])
    if not is_positive.any():
        return
    f, cut = best_cut(is_positive, scores)
    f_of = lambda called: 2 * (called & is_positive).sum() / (called.sum() + is_positive.sum())  # noqa: E731
    assert f == pytest.approx(max(f_of(scores >= score) for score in scores))
    assert f_of(scores > cut) == pytest.approx(f)


@pytest.mark.filterwarnings("ignore:Liblinear failed")  # at the largest C, as with any user
def test_supervised_and_liblinear_tell_apart_what_is_apart(split):
    rows = split.supervised(1.0)
    assert split.f(Supervised(RankSVMCV(random_state=0)).fit(*rows)) > 0.95
    assert split.f(grid_by_liblinear(*split.training(), seed=0)) > 0.9


def test_adult_is_binary_with_fifths_of_numbers():
    columns = {"age": np.arange(10.0), "capital-gain": np.array([0.0] * 9 + [5.0]), "sex": np.array(["f", "m"] * 5)}
    X = binary_adult(columns)
    assert X.shape == (10, 5 + 2 + 2)
    np.testing.assert_array_equal(X.sum(axis=1), 3)


def test_the_parts_of_a_run_have_every_task_once():
    both = [*tasks(0), *tasks(1)]
    assert len(set(both)) == len(both)
    assert sum(data == "News20" for data, _ in both) == 20
