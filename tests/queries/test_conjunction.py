"""Monotone conjunctions: the list, the choice along it, 0/1 data, and the common checks."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.checks import check_hidden_positives_outrank_negatives, parametrize_with_pu_checks
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels
from onesided.papers.conjunction_experiments import Problem, Settings
from onesided.prior import estimate_prior
from onesided.queries import LabelledOracle, MonotoneConjunction, PositiveUnlabeledOracle
from onesided.queries.conjunction_choice import Evidence, best, order
from onesided.queries.conjunction_order import satisfied, share_at_least, without_noise

# --- the list


def _chance_of_lacking(oracle, noise):
    """p_1(x_i = 0) as the algorithms of the document compute it, from any oracle."""
    ones = oracle.columns()
    return without_noise(oracle.prior - ones.positive, (1 - oracle.prior) - ones.negative, noise)


@pytest.fixture
def pools():
    rng = np.random.default_rng(0)
    problem = Problem.draw(rng, Settings(n_variables=30))
    positive, unlabeled = ((~problem.positive(rng, 400)).astype(float), (~problem.unlabeled(rng, 500)).astype(float))
    is_zero, is_positive = problem.labelled(rng, 40)
    return problem, (~is_zero).astype(float), is_positive, positive, unlabeled


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.2, 0.4])
def test_the_list_is_that_of_the_document_in_all_three_forms(pools, noise):
    problem, X, y, positive, unlabeled = pools
    in_positive = y.mean() * problem.zero_given_positive()
    for sets, chance in (
        ((), _chance_of_lacking(LabelledOracle(X, y), noise)),
        ((positive, unlabeled), _chance_of_lacking(PositiveUnlabeledOracle(positive, unlabeled, labelled=y), noise)),
        (
            (1 - problem.zero_given_positive(), 1 - problem.rho),
            without_noise(in_positive, problem.rho - in_positive, noise),
        ),
    ):
        model = MonotoneConjunction(noise=noise, n_variables=5).fit_sets(X, y, *sets)
        # Equal chances may come in any order, so it is the chances along the list that count.
        np.testing.assert_allclose(chance[model.order_], np.sort(chance), atol=1e-12)


def test_two_pools_are_the_three_sets_with_a_given_share(pools):
    _, X, y, positive, unlabeled = pools
    settings = {"noise": 0.2, "prior": 0.5, "random_state": 0}
    of_sets = MonotoneConjunction(**settings).fit_sets(X, y, positive, unlabeled)
    of_pools = MonotoneConjunction(**settings, sampling="two").fit_pu(positive, unlabeled)
    assert np.array_equal(of_sets.variables_, of_pools.variables_)


def test_labels_of_both_kinds_without_unlabeled_rows_are_the_supervised_form(pools):
    _, X, y, _, _ = pools
    supervised = MonotoneConjunction(noise=0.2, random_state=0).fit_sets(X, y)
    for sampling in ("one", "two"):
        model = MonotoneConjunction(noise=0.2, sampling=sampling, random_state=0)
        model.fit(X, np.where(y, "positive", "negative"))
        assert np.array_equal(model.order_, supervised.order_)
        assert model.prior_ == pytest.approx(y.mean())


bits = st.integers(1, 8).flatmap(
    lambda n_columns: st.lists(st.lists(st.booleans(), min_size=n_columns, max_size=n_columns), min_size=1, max_size=8)
)


@given(bits, st.integers(0, 1000))
def test_rows_satisfied_along_a_list_are_those_of_each_conjunction(rows, seed):
    X = np.array(rows, dtype=float)
    listed = np.random.default_rng(seed).permutation(X.shape[1])
    by_hand = [[np.all(X[i, listed[:k]] == 1) for k in range(X.shape[1] + 1)] for i in range(len(X))]
    for matrix in (X, sparse.csr_array(X), sparse.csr_array(X)[:, ::-1][:, ::-1]):
        numbers = satisfied(matrix, listed)
        assert np.array_equal(numbers[:, None] >= np.arange(X.shape[1] + 1), by_hand)
    np.testing.assert_allclose(share_at_least(numbers, np.ones(len(X)), X.shape[1]), np.mean(by_hand, axis=0))


def test_explicit_zeros_of_sparse_rows_are_zeros():
    rows = sparse.csr_array((np.array([1.0, 0.0, 1.0]), np.array([0, 1, 2]), np.array([0, 3])), shape=(1, 3))
    assert satisfied(rows, np.array([0, 1, 2])).tolist() == [1]


# --- the choice


def test_the_held_out_error_is_the_answer_to_the_query_about_it(pools):
    _, _, _, positive, unlabeled = pools
    rows = np.vstack([positive, unlabeled])
    sides = np.repeat([1, 0], [len(positive), len(unlabeled)])
    model = MonotoneConjunction(prior=0.5, noise=0.2, sampling="two", random_state=0).fit(rows, sides)
    # Known chances make a list that has seen no row, so that one oracle judges it as a whole.
    known = positive.mean(axis=0), unlabeled.mean(axis=0)
    evidence = Evidence.of(rows, Labels.of_pools(len(positive), len(unlabeled)), 0.5, sampling="two", ones=known)
    path, n_variables = best(evidence, [0.4], None, cv=5, random_state=0)
    listed = order(evidence.lacking(), 0.4)
    assert np.array_equal(listed, model.order_)
    oracle = PositiveUnlabeledOracle(positive, unlabeled, 0.5)
    asked = [oracle.ask(lambda X, label, k=k: X[:, listed[:k]].all(axis=1) != label) for k in range(31)]
    np.testing.assert_allclose(path.error, asked, atol=1e-12)
    assert n_variables == int(np.argmin(np.round(asked, 12)))


def _errors(n_rows, fit, n_repetitions=10):
    """Exact errors of fitted conjunctions at the document's settings."""
    errors = []
    for repetition in range(n_repetitions):
        rng = np.random.default_rng([3, repetition])
        problem = Problem.draw(rng, Settings())
        positive = (~problem.positive(rng, n_rows)).astype(float)
        unlabeled = (~problem.unlabeled(rng, n_rows)).astype(float)
        model = fit(problem).fit_pu(positive, unlabeled)
        errors.append(problem.errors(model.order_)[model.n_variables_])
    return np.array(errors)


def test_from_positive_and_unlabeled_rows_alone_the_target_is_found_at_last():
    errors = _errors(3000, lambda problem: MonotoneConjunction(sampling="two", random_state=0))
    assert errors.mean() < 0.01


def test_a_chosen_noise_does_better_than_the_true_one():
    # The list by the true noise is right in the limit; with 1,000 rows a larger discount is steadier.
    chosen, true = (
        _errors(
            1000,
            lambda problem, noise=noise: MonotoneConjunction(
                prior=problem.noisy_weight, noise=noise, sampling="two", random_state=0
            ),
        ).mean()
        for noise in (None, 0.2)
    )
    assert chosen < true


def test_the_noise_is_found_where_the_truth_is_a_conjunction():
    rng = np.random.default_rng(0)
    X = (rng.random((6000, 10)) < 0.7).astype(float)
    truth = X[:, [1, 4]].all(axis=1)
    y = truth ^ (rng.random(6000) < 0.15)
    model = MonotoneConjunction(random_state=0).fit_sets(X, y)
    assert model.rule() == "x1 and x4"
    assert model.noise_ == pytest.approx(0.15, abs=0.02)
    assert MonotoneConjunction(noise=0.1, random_state=0).fit_sets(X, y).noise_ == 0.1
    assert MonotoneConjunction(random_state=0).fit(X, y).noise_ is None


def test_what_is_given_is_not_chosen(pools):
    _, _, _, positive, unlabeled = pools
    model = MonotoneConjunction(prior=0.5, noise=0.2, n_variables=3, sampling="two").fit_pu(positive, unlabeled)
    assert model.path_ is None
    assert (model.n_variables_, model.discount_) == (3, 0.4)
    chosen = MonotoneConjunction(n_variables=3, sampling="two", random_state=0).fit_pu(positive, unlabeled)
    assert chosen.n_variables_ == 3
    assert set(chosen.path_) == {"recall", "called", "merit"}


def test_an_estimated_share_of_positives_is_taken_with_its_sampling():
    rng = np.random.default_rng(0)
    X = (rng.random((1500, 6)) < 0.6).astype(float)
    truth = X[:, [0, 1]].all(axis=1)
    y = truth & (rng.random(1500) < 0.5)
    found = estimate_prior(y, X[:, 0] + X[:, 1] + rng.normal(0, 0.01, 1500), panel=False)
    model = MonotoneConjunction(prior=found, noise=0.0, random_state=0).fit(X, y)
    assert model.prior_ == found.prior
    assert model.rule() == "x0 and x1"
    with pytest.raises(InputError, match="sampling='one', and is used with sampling='two'"):
        MonotoneConjunction(prior=found, sampling="two").fit(X, y)


def test_rows_are_ranked_by_how_many_of_the_variables_they_have():
    X = np.array([[1, 1, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1]] * 5, dtype=float)
    model = MonotoneConjunction(noise=0.0, n_variables=2).fit(X, [1, 0, 0, 0] * 5)
    assert model.variables_.tolist() == [1, 0]
    assert model.decision_function(X[:4]).tolist() == [0.5, -0.5, -1.5, 0.5]
    everything = MonotoneConjunction(noise=0.0, n_variables=0).fit(X, [1, 0, 0, 0] * 5)
    assert everything.rule() == "everything"
    assert everything.predict(X).all()


# --- what users pass


@pytest.mark.parametrize("as_rows", [np.asarray, sparse.csr_array])
def test_a_column_that_is_not_0_and_1_is_named(as_rows):
    X, y = np.array([[1, 0], [0, 3], [1, 1], [0, 1]], dtype=float), [1, 0, 1, 0]
    with pytest.raises(InputError, match=r"^column 1 of X holds 3, .* binarize=0 "):
        MonotoneConjunction().fit(as_rows(X), y)
    with pytest.raises(InputError, match=r"column 1 \('age'\) of X holds 3"):
        MonotoneConjunction().fit(pd.DataFrame(X, columns=["fever", "age"]), y)
    model = MonotoneConjunction(binarize=2, noise=0.0, n_variables=1).fit(as_rows(X), y)
    with pytest.raises(InputError, match="column 0 of X holds 7"):
        model.set_params(binarize=None).predict(as_rows(7 * X))


def test_names_of_columns_are_in_the_rule():
    X = pd.DataFrame({"fever": [1, 1, 0, 0] * 5, "cough": [1, 0, 1, 0] * 5})
    model = MonotoneConjunction(noise=0.0, n_variables=2).fit(X, [1, 0, 0, 0] * 5)
    assert model.rule() == "fever and cough"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"noise": 0.5}, "noise=0.5 is not the chance"),
        ({"noise": 0.2}, "noise=0.2 needs the share of positives"),
        ({"prior": 1.5}, "prior=1.5"),
        ({"prior": 0.0}, "prior=0 leaves nothing"),
        ({"n_variables": 4}, "n_variables=4 is not between 0 and the 3 columns"),
        ({"sampling": "three"}, "sampling='three'"),
        ({"cv": 1}, "cv=1: add rows, or give n_variables and noise"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, message):
    X = np.array([[1, 1, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1]] * 5, dtype=float)
    with pytest.raises(InputError, match=message):
        MonotoneConjunction(**settings).fit(X, [1, 0, 0, 0] * 5)


def test_sparse_rows_have_no_cut_below_zero():
    with pytest.raises(InputError, match="binarize=-1 would make ones"):
        MonotoneConjunction(binarize=-1).fit(sparse.csr_array(np.eye(4)), [1, 0, 1, 0])


def test_sets_that_do_not_fit_together_are_refused(pools):
    _, X, y, positive, unlabeled = pools
    model = MonotoneConjunction(noise=0.0)
    with pytest.raises(InputError, match="go together"):
        model.fit_sets(X, y, positive)
    with pytest.raises(InputError, match="positive has 29 columns, and X_labelled 30"):
        model.fit_sets(X, y, positive[:, 1:], unlabeled)
    with pytest.raises(InputError, match="unlabeled needs a chance between 0 and 1 for each of the 30 columns"):
        model.fit_sets(X, y, np.full(30, 0.5), np.full(30, 1.5))


def test_sparse_sets_equal_dense_ones(pools):
    _, X, y, positive, unlabeled = pools
    dense = MonotoneConjunction(random_state=0).fit_sets(X, y, positive, unlabeled)
    thin = MonotoneConjunction(random_state=0).fit_sets(X, y, sparse.csr_array(positive), unlabeled)
    assert np.array_equal(dense.variables_, thin.variables_)


def test_few_rows_get_fewer_folds_and_a_warning():
    X = np.array([[1, 1], [1, 0], [0, 1], [1, 1], [0, 0]], dtype=float)
    with pytest.warns(DataWarning, match="2 folds instead of cv=5"):
        MonotoneConjunction().fit(X, [1, 1, 0, 0, 0])


# --- the common checks; their numbers are not 0 and 1, so the estimator is given a cut

WORDS = "the labels 'one' and 'two' do not say which is positive; a PU classifier asks for pos_label= and never guesses"
FOLDS = "folds are dealt by row, so a row repeated and a row of double weight make different folds"
CHECKED = MonotoneConjunction(binarize=0.0)


@parametrize_with_checks(
    [CHECKED],
    expected_failed_checks=lambda _: {
        "check_classifiers_classes": WORDS,
        "check_sample_weight_equivalence_on_dense_data": FOLDS,
        "check_sample_weight_equivalence_on_sparse_data": FOLDS,
    },
)
def test_scikit_learns_common_checks(estimator, check):
    with warnings.catch_warnings():
        # Some checks have a handful of rows: that the answer is rough is said, and tested above.
        warnings.simplefilter("ignore", DataWarning)
        check(estimator)


COUNTS = "the cut that suits the rows of length one of all other checks makes ones of nearly all counts"


@parametrize_with_pu_checks(
    [MonotoneConjunction(binarize=0.25)],
    expected_failed_checks=lambda _: {
        "check_hidden_positives_outrank_negatives": COUNTS,
        "check_row_order_does_not_matter": FOLDS,
    },
)
def test_pu_invariants(estimator, check):
    check(estimator)


def test_hidden_positives_outrank_negatives_at_the_cut_that_suits_counts():
    check_hidden_positives_outrank_negatives(MonotoneConjunction(binarize=2.5, noise=0.0, n_variables=4))
