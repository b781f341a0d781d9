"""The transductive SVM: its problem, its three ways to solve it, and what it says when it does not help."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import check_grad
from sklearn.datasets import make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_approximation import Nystroem
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.datasets import make_text
from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised import TransductiveSVM
from onesided.semi_supervised.annealing import TwoSidedSquaredHinge, probabilities
from onesided.semi_supervised.switching import wrong_pairs
from onesided.semi_supervised.transductive_problem import Problem

METHODS = ("multi-switch", "switch", "annealing")
WORDS = "labels that are words are refused without pos_label: by alphabetical order 'one' and 'two' would mean nothing"


class EveryThirdHidden(TransductiveSVM):
    """scikit-learn's checks give two labels, which mean positive and unlabeled by our convention: hide some of them."""

    def fit(self, X, y):
        values = np.ravel(np.asarray([] if y is None else y))  # warns of a column below, as the check expects
        kinds = np.unique(values[values == values])
        if len(kinds) != 2 or isinstance(kinds[0], str):
            return super().fit(X, y)
        hidden = np.where(values == kinds[1], 1.0, 0.0)
        hidden[2::3] = np.nan
        super().fit(X, hidden.reshape(np.asarray(y).shape))
        self.classes_ = kinds
        return self


@parametrize_with_checks(
    [EveryThirdHidden(method, check=False) for method in METHODS],
    expected_failed_checks=lambda _: {"check_classifiers_classes": WORDS},
)
def test_scikit_learn_check(estimator, check):
    check(estimator)


def two_clouds(n=400, n_labelled=4, gap=4.0, share=0.5, n_features=50, seed=0):
    """Two round clouds in many dimensions: a few labelled rows do not show in which one the clouds differ."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) < share * n
    X = rng.normal(size=(n, n_features))
    X[:, 0] += gap * truth - gap / 2
    y = np.full(n, -1)
    half = n_labelled // 2
    labelled = np.concatenate([rng.choice(np.flatnonzero(side), half, replace=False) for side in (truth, ~truth)])
    y[labelled] = truth[labelled]
    return X, y, truth


@pytest.fixture(scope="module")
def text():
    X, truth = make_text(n_documents=1500, n_features=2000, random_state=0, return_labels="true")
    y = np.full(1500, -1)
    y[:80] = truth[:80]
    return X, y, truth.astype(bool)


def fitted(X, y, method="multi-switch", **settings):
    return TransductiveSVM(method, random_state=0, **settings).fit(X, y)


@pytest.mark.parametrize("method", METHODS)
def test_unlabeled_rows_turn_the_boundary_into_the_gap(method):
    errors = []
    for seed in range(4):
        X, y, truth = two_clouds(gap=6.0, seed=seed)
        model = fitted(X, y, method, check=False)
        alone = LinearSVC(C=10.0).fit(X[y >= 0], y[y >= 0])
        errors.append([np.mean((m.decision_function(X) > 0) != truth) for m in (alone, model)])
    supervised, transductive = np.mean(errors, axis=0)
    assert supervised > 0.02
    assert transductive < supervised / 2


@pytest.mark.parametrize("method", ["multi-switch", "annealing"])
def test_over_five_draws_of_two_moons_unlabeled_rows_help(method):
    right = []
    for seed in range(5):
        X, truth = make_moons(400, noise=0.08, random_state=seed)
        X = Nystroem(gamma=10, random_state=0).fit_transform(X)
        y = np.full(400, -1)
        for side in (0, 1):
            y[np.flatnonzero(truth == side)[:3]] = side
        alone = LinearSVC(C=10.0).fit(X[y >= 0], y[y >= 0])
        right.append([np.mean(m.predict(X) == truth) for m in (alone, fitted(X, y, method, check=False))])
    supervised, transductive = np.mean(right, axis=0)
    assert transductive > supervised + 0.02


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_the_share_of_guessed_positives_is_the_one_asked_for(text, method, share):
    X, y, _ = text
    model = fitted(X, y, method, positive_fraction=share, check=False, max_rounds=10_000)
    assert np.sum(model.transduction_[y == -1] == 1) == round(share * np.sum(y == -1))
    assert np.array_equal(model.transduction_[y >= 0], y[y >= 0])


@pytest.mark.parametrize("method", METHODS)
def test_the_cut_by_share_answers_as_the_guessed_labels(text, method):
    X, y, _ = text
    model = fitted(X, y, method, positive_fraction=0.3, threshold="share", check=False)
    assert np.array_equal(model.predict(X)[y == -1], model.transduction_[y == -1])
    with pytest.raises(InputError, match="neither a number nor 'share'"):
        fitted(X, y, threshold="best")


def test_without_a_share_that_of_the_labelled_rows_is_taken(text):
    X, y, _ = text
    assert fitted(X, y, check=False).positive_fraction_ == np.mean(y[:80])


def test_the_prior_gives_the_share_where_there_are_labelled_rows_enough():
    X, y, truth = two_clouds(n=3000, n_labelled=300, share=0.2, seed=1)  # half of the labelled rows are positive
    assert fitted(X, y, check=False).positive_fraction_ == 0.5
    by_prior = fitted(X, y, check=False, positive_fraction="prior").positive_fraction_
    assert abs(by_prior - truth[y == -1].mean()) < 0.05


@pytest.mark.parametrize("method", ["multi-switch", "switch"])
def test_at_one_cost_the_objective_never_rises_and_costs_double(text, method):
    X, y, _ = text
    history = fitted(X, y, method, check=False, positive_fraction=0.25).history_
    assert any(step.switches > 0 for step in history)
    for before, after in itertools.pairwise(history):
        if before.cost == after.cost:
            assert after.objective <= before.objective
        else:
            assert after.cost <= 2 * before.cost
            assert after.switches == 0
    assert history[-1].cost == pytest.approx(10.0 * 80 / 1420)
    assert max(step.switches for step in history if method == "switch") == 1 if method == "switch" else True


def test_at_one_temperature_the_free_energy_never_rises(text):
    X, y, _ = text
    history = fitted(X, y, "annealing", check=False, tol=1e-5).history_
    for before, after in itertools.pairwise(history):
        if before.temperature == after.temperature:
            assert after.objective <= before.objective * (1 + 1e-9)
        else:
            assert after.temperature < before.temperature


def test_the_objective_in_the_history_is_that_of_the_model(text):
    X, y, _ = text
    model = fitted(X, y, check=False)
    signs = np.where(model.transduction_ == 1, 1, -1)
    cost = np.where(y == -1, model.history_[-1].cost, 10.0)
    short = np.maximum(0, 1 - signs * model.decision_function(X))
    value = 0.5 * (np.sum(model.coef_**2) + model.intercept_[0] ** 2) + cost @ short**2
    assert value == pytest.approx(model.history_[-1].objective, rel=1e-5)


def test_no_pair_is_left_in_the_wrong_order(text):
    X, y, _ = text
    model = fitted(X, y, check=False)
    scores, guessed = model.decision_function(X)[y == -1], model.transduction_[y == -1]
    assert scores[guessed == 1].min() >= scores[guessed == 0].max()


def test_the_model_is_the_svm_of_its_own_labels_solved_cold(text):
    X, y, _ = text
    model = fitted(X, y, check=False, tol=1e-8)
    weights = np.where(y == -1, model.history_[-1].cost, 10.0)
    problem = Problem(MemoryRows(X), np.where(model.transduction_ == 1, 1.0, -1.0), weights,
                      np.flatnonzero(y == -1), 0, 0.0, 1e-8, 1000)  # fmt: skip
    cold = problem.supervised()
    assert np.allclose(cold.weights, model.coef_[0], atol=1e-3 * np.abs(cold.weights).max())


@pytest.mark.parametrize("method", ["multi-switch", "annealing"])
def test_dense_rows_give_the_same_as_sparse_ones(text, method):
    X, y, _ = text
    X = X[:300].astype(np.float64)
    of_sparse, of_dense = (fitted(rows, y[:300], method, check=False, tol=1e-6) for rows in (X, X.toarray()))
    assert np.array_equal(of_sparse.transduction_, of_dense.transduction_)
    assert np.allclose(of_sparse.coef_, of_dense.coef_, atol=1e-3 * np.abs(of_dense.coef_).max())


def test_codes_of_the_labels_do_not_matter(text):
    X, y, _ = text
    scores = fitted(X, y, check=False).decision_function(X)
    names = np.array(["unlabeled", "negative", "positive"])[y + 1]
    for code in (np.where(y == -1, np.nan, y), names):
        assert np.array_equal(fitted(X, code, check=False).decision_function(X), scores)


def test_a_pickled_model_gives_the_same_scores(text):
    X, y, _ = text
    model = fitted(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.decision_function(X), model.decision_function(X))
    assert again.check_ == model.check_


def test_it_warns_where_the_unlabeled_rows_made_it_worse():
    X, y, _ = two_clouds(n=600, n_labelled=60, seed=3)
    with pytest.warns(DataWarning, match="made it worse: of 60 held-out labelled rows"):
        model = fitted(X, y, positive_fraction=0.9, unlabeled_C=10.0)
    assert model.check_.transductive_errors > model.check_.supervised_errors
    assert model.check_.chance < 0.1


def test_it_does_not_warn_where_they_help(text):
    X, y, _ = text
    check = fitted(X, y).check_
    assert check.n_rows == 80
    assert check.transductive_errors <= check.supervised_errors


def test_with_two_labelled_rows_of_a_kind_nothing_can_be_compared():
    X, y, _ = two_clouds(n_labelled=4)
    assert fitted(X, y).check_ is None


def test_without_a_known_negative_the_error_names_the_methods_that_need_none():
    with pytest.raises(InputError, match=r"no known negative.*SetAsideSVM"):
        TransductiveSVM().fit(np.eye(4), [1, -1, -1, -1])


def test_without_unlabeled_rows_it_says_that_it_is_the_plain_svm():
    X, _, truth = two_clouds(gap=8.0)
    words = np.where(truth, "positive", "negative")
    with pytest.warns(DataWarning, match="plain SVM"):
        model = fitted(X, words, check=False)
    assert np.mean(model.predict(X) == words) > 0.99


@pytest.mark.parametrize("share", [0.0, 1.0, 1.5, "half"])
def test_a_share_that_is_none_is_refused(text, share):
    with pytest.raises(InputError, match="positive_fraction"):
        fitted(*text[:2], positive_fraction=share)


def test_an_unknown_method_is_refused(text):
    with pytest.raises(InputError, match="'multi-switch', 'switch', 'annealing'"):
        fitted(*text[:2], "gradient")


def test_it_says_when_the_rounds_did_not_suffice(text):
    with pytest.warns(ConvergenceWarning, match="max_rounds=1 "):
        fitted(*text[:2], "switch", max_rounds=1, check=False, positive_fraction=0.4)


@given(st.lists(st.tuples(st.floats(-3, 3), st.booleans()), min_size=2, max_size=12))
@settings(deadline=None)
def test_a_switched_pair_lowers_the_loss_and_all_switched_leave_the_highest_scores_positive(rows):
    scores, is_up = np.array([s for s, _ in rows]), np.array([u for _, u in rows])

    def loss(up):
        return np.sum(np.maximum(0, 1 - np.where(up, 1, -1) * scores) ** 2)

    before, worst = loss(is_up), np.inf
    for up, down in wrong_pairs(scores, is_up).T:
        switched = is_up.copy()
        switched[[up, down]] = switched[[down, up]]
        assert loss(switched) < before or scores[down] - scores[up] < 1e-9
        assert scores[down] - scores[up] <= worst
        worst = scores[down] - scores[up]
    pairs = wrong_pairs(scores, is_up)
    after = is_up.copy()
    after[pairs.ravel()] = ~after[pairs.ravel()]
    best = min(loss(np.isin(np.arange(len(rows)), up)) for up in itertools.combinations(range(len(rows)), is_up.sum()))
    assert loss(after) == pytest.approx(best)
    assert len(wrong_pairs(scores, is_up, 1).T) == min(1, pairs.shape[1])


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=30), st.floats(0.02, 0.98), st.floats(0.05, 10))
@settings(deadline=None)
def test_probabilities_have_the_share_as_their_mean_and_rise_with_the_score(scores, share, temperature):
    scores = np.sort(scores)
    p = probabilities(scores, share, temperature)
    assert p.mean() == pytest.approx(share, abs=1e-5)
    assert np.all(np.diff(p) >= 0)


def test_the_slope_of_the_two_sided_loss_is_its_derivative():
    rng = np.random.default_rng(0)
    loss = TwoSidedSquaredHinge(rng.random(20), rng.random(20))
    scores = rng.normal(size=20)
    assert check_grad(lambda z: loss.at(z)[0], lambda z: loss.at(z)[1], scores) < 1e-5
    slope = loss.at(scores)[1]
    step = 1e-6 * rng.normal(size=20)
    bent = loss.curve(step)
    assert np.allclose(loss.at(scores + step)[1] - slope, bent, atol=1e-9)


def test_a_sparse_matrix_of_another_format_is_taken(text):
    X, y, _ = text
    assert np.array_equal(fitted(sparse.csc_array(X), y, check=False).predict(X), fitted(X, y, check=False).predict(X))
