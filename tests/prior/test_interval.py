import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from onesided.prior import Interval, share_interval
from onesided.prior.interval import combine


@given(st.integers(1, 200), st.floats(0, 1), st.sampled_from([0.8, 0.95]))
def test_a_share_lies_in_its_interval(n, fraction, level):
    hits = int(fraction * n)
    around = share_interval(hits, n, level)
    assert 0 <= around.low <= hits / n <= around.high <= 1


@pytest.mark.parametrize("n", [30, 200])
def test_the_interval_of_a_share_covers_on_average_what_it_says(n):
    hits = np.arange(n + 1)
    around = share_interval(hits, n)
    shares = np.linspace(0.01, 0.99, 197)
    covered = [binom.pmf(hits, n, p)[(around.low <= p) & (p <= around.high)].sum() for p in shares]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.01)
    assert min(covered) > 0.85


def test_excursions_of_independent_parts_add_in_squares():
    estimate, around = combine(lambda a, b: a + b, [(1.0, Interval(-2.0, 5.0)), (2.0, Interval(-2.0, 5.0))])
    assert float(estimate) == 3
    assert (float(around.low), float(around.high)) == (3 - 5, 3 + 5)


def test_a_falling_function_swaps_the_ends():
    _, around = combine(lambda a: -a, [(1.0, Interval(0.0, 5.0))])
    assert (float(around.low), float(around.high)) == (-5, 0)


def test_arrays_of_intervals_can_be_taken_apart():
    around = share_interval([5, 10], [10, 10])
    assert around[1].high == 1.0
    assert 0.5 in around[0]
    assert 0.99 not in around[0]
