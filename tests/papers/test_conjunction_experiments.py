"""Figure 1 of De Comité et al. (1999): exact quantities against enumeration, and what the figure shows."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesided.papers.conjunction_experiments import (
    Problem,
    Settings,
    experiment_1,
    experiment_2,
    from_exact,
    from_labelled,
    practical,
)

SMALL = Settings(n_variables=6, target_size=2)


def _rows(problem):
    """All rows of bits and their probabilities."""
    is_zero = np.array(list(itertools.product([False, True], repeat=len(problem.rho))))
    return is_zero, np.prod(np.where(is_zero, problem.rho, 1 - problem.rho), axis=1)


@given(seed=st.integers(0, 10**6))
def test_errors_along_a_list_are_those_of_counting_all_rows(seed):
    rng = np.random.default_rng(seed)
    problem = Problem.draw(rng, SMALL)
    order = rng.permutation(6)
    is_zero, chance = _rows(problem)
    truth = ~is_zero[:, problem.is_target].any(axis=1)
    counted = [chance @ (truth != ~is_zero[:, order[:length]].any(axis=1)) for length in range(7)]
    np.testing.assert_allclose(problem.errors(order), counted, atol=1e-12)


@given(seed=st.integers(0, 10**6))
def test_exact_probabilities_are_those_of_counting_all_rows(seed):
    problem = Problem.draw(np.random.default_rng(seed), SMALL)
    is_zero, chance = _rows(problem)
    truth = ~is_zero[:, problem.is_target].any(axis=1)
    reads_positive = chance * np.where(truth, 1 - problem.noise, problem.noise)
    assert problem.weight == pytest.approx(chance @ truth)
    assert problem.noisy_weight == pytest.approx(reads_positive.sum())
    np.testing.assert_allclose(problem.zero_given_positive(), reads_positive @ is_zero / reads_positive.sum())


def test_rows_are_drawn_from_the_distributions_they_claim():
    rng = np.random.default_rng(0)
    problem = Problem.draw(rng, SMALL)
    is_zero, is_positive = problem.labelled(rng, 50_000)
    assert is_positive.mean() == pytest.approx(problem.noisy_weight, abs=0.01)
    np.testing.assert_allclose(is_zero.mean(axis=0), problem.rho, atol=0.01)
    np.testing.assert_allclose(is_zero[is_positive].mean(axis=0), problem.zero_given_positive(), atol=0.01)
    np.testing.assert_allclose(problem.positive(rng, 50_000).mean(axis=0), problem.zero_given_positive(), atol=0.01)


def test_the_target_holds_in_half_of_the_rows_on_average():
    rng = np.random.default_rng(0)
    weights = [Problem.draw(rng, Settings()).weight for _ in range(4000)]
    assert np.mean(weights) == pytest.approx(0.5, abs=0.01)


def test_exact_probabilities_and_the_right_share_of_positives_leave_no_error():
    problem = Problem.draw(np.random.default_rng(0), Settings())
    n_rows = 10**6
    is_positive = np.arange(n_rows) < round(problem.noisy_weight * n_rows)
    assert from_exact(problem, is_positive) < 1e-4


def test_without_noise_many_labelled_rows_leave_hardly_any_error():
    rng = np.random.default_rng(0)
    problem = Problem.draw(rng, Settings(noise=0.0))
    assert from_labelled(problem, *problem.labelled(rng, 5000)) < 0.005


def test_ten_labels_with_pools_of_a_hundred_do_as_well_as_a_hundred_labels_and_exact_probabilities_far_better():
    # The means of 100 repetitions have standard errors of 0.01; at the document's settings both are near 0.20.
    pools, labelled = (experiment_2(1, [100])[name].mean[0] for name in ("pools", "labelled"))
    assert abs(pools - labelled) < 0.04
    assert 0.15 < labelled < 0.25
    assert experiment_1(1, [100])["exact"].mean[0] < 0.02


def test_a_part_of_a_curve_run_again_is_the_same():
    settings = Settings(n_repetitions=3)
    whole = experiment_2(0, [20, 40], settings)["pools"].errors
    assert np.array_equal(experiment_2(0, [40], settings)["pools"].errors, whole[1:])


def test_a_choice_that_knows_nothing_gets_below_the_documents_least_error_where_rows_suffice():
    settings = Settings(n_repetitions=20)
    chosen = practical(1, [1000], settings)["chosen"].mean[0]
    assert chosen < experiment_2(1, [1000], settings)["pools"].mean[0]
