"""The losses against brute force and numerical derivatives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onesided.engine.losses import Logistic, PairwiseSquaredHinge, SquaredHinge, sums_above


@st.composite
def problems(draw):
    """Scores, a mask with both sides in it, and weights of which some are zero; ties are likely."""
    n = draw(st.integers(2, 12))
    grid = st.integers(-8, 8).map(lambda k: k / 2)
    scores = np.array(draw(st.lists(grid, min_size=n, max_size=n)))
    is_wanted = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    is_wanted[0], is_wanted[1] = True, False
    weights = np.array(draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=n, max_size=n)))
    return scores, is_wanted, weights


def over_all_pairs(scores, is_wanted, weights):
    short = np.maximum(0, 1 - (scores[is_wanted][:, None] - scores[~is_wanted][None, :]))
    return float((np.outer(weights[is_wanted], weights[~is_wanted]) * short**2).sum())


@given(problems(), st.sampled_from([0.0, 1e6]))
def test_pairwise_loss_equals_the_sum_over_all_pairs(problem, shift):
    scores, is_wanted, weights = problem
    value, _ = PairwiseSquaredHinge(is_wanted, weights).at(scores + shift)
    assert value == pytest.approx(over_all_pairs(scores, is_wanted, weights), rel=1e-9, abs=1e-9)


@given(problems())
def test_pairwise_slope_and_curvature_equal_the_pairs_own(problem):
    scores, is_wanted, weights = problem
    scores = scores + 0.123 * is_wanted  # off the kink, where the curvature jumps and rounding decides
    loss = PairwiseSquaredHinge(is_wanted, weights)
    _, slope = loss.at(scores)
    direction = np.linspace(-1, 2, len(scores))
    bent = loss.curve(direction)
    expected_slope, expected_bent = np.zeros_like(scores), np.zeros_like(scores)
    for i in np.flatnonzero(is_wanted):
        for j in np.flatnonzero(~is_wanted):
            short, pair = 1 - (scores[i] - scores[j]), weights[i] * weights[j]
            if short > 0:
                expected_slope[i] -= 2 * pair * short
                expected_slope[j] += 2 * pair * short
                expected_bent[i] += 2 * pair * (direction[i] - direction[j])
                expected_bent[j] -= 2 * pair * (direction[i] - direction[j])
    np.testing.assert_allclose(slope, expected_slope, atol=1e-9)
    np.testing.assert_allclose(bent, expected_bent, atol=1e-9)


@given(problems(), st.integers(1, 4))
def test_blocks_of_unlabeled_rows_add_up(problem, n_blocks):
    scores, is_wanted, weights = problem
    whole, slope = PairwiseSquaredHinge(is_wanted, weights).at(scores)
    wanted, unwanted = np.flatnonzero(is_wanted), np.flatnonzero(~is_wanted)
    parts, slope_of_wanted = 0.0, np.zeros(len(wanted))
    for block in np.array_split(unwanted, n_blocks):
        if len(block):
            rows = np.concatenate([wanted, block])
            part, part_slope = PairwiseSquaredHinge(is_wanted[rows], weights[rows]).at(scores[rows])
            parts += part
            slope_of_wanted += part_slope[: len(wanted)]
    assert parts == pytest.approx(whole, abs=1e-9)
    np.testing.assert_allclose(slope_of_wanted, slope[wanted], atol=1e-9)


def test_bins_of_blocks_add_up_before_they_are_summed():
    first, second = np.array([1.0, 0.0, 2.0]), np.array([0.0, 3.0, 1.0])
    np.testing.assert_array_equal(sums_above(first) + sums_above(second), sums_above(first + second))


@settings(max_examples=50)
@given(problems(), st.sampled_from([Logistic, SquaredHinge]))
def test_slope_is_the_derivative_of_the_value_and_curvature_that_of_the_slope(problem, kind):
    scores, is_wanted, weights = problem
    scores = scores + 0.123  # away from the kink of the hinge, where the second derivative jumps
    loss = kind(np.where(is_wanted, 1.0, -1.0), weights)
    direction = np.linspace(1, -1, len(scores))
    step = 1e-5

    def value(t):
        return loss.at(scores + t * direction)[0]

    def slope(t):
        return loss.at(scores + t * direction)[1]

    assert (value(step) - value(-step)) / (2 * step) == pytest.approx(slope(0) @ direction, rel=1e-5, abs=1e-6)
    change = (slope(step) - slope(-step)) / (2 * step)
    loss.at(scores)
    np.testing.assert_allclose(loss.curve(direction), change, rtol=1e-5, atol=1e-6)
