r"""Losses on scores: each gives its value and slope, and can multiply by its curvature.

A loss knows nothing of X.  `at(scores)` returns value and slope and remembers what `curve` needs;
`curve(direction)` multiplies the (generalised) second derivative at these scores by a direction in score space.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Vector = NDArray[np.float64]


class Loss(Protocol):
    def at(self, scores: Vector) -> tuple[float, Vector]:
        """Value and slope at `scores`; remembers what `curve` needs."""

    def curve(self, direction: Vector) -> Vector:
        """Curvature times `direction`."""


class Logistic:
    r"""Weighted logistic loss, :math:`\sum_i a_i \log(1 + e^{-s_i z_i})`, signs :math:`s_i = \pm 1`."""

    def __init__(self, signs: Vector, weights: Vector):
        self.signs, self.weights = signs, weights

    def at(self, scores: Vector) -> tuple[float, Vector]:
        margins = self.signs * scores
        wrong = expit(-margins)  # Pr[the label is wrong]: slope and curvature share it
        self._bend = self.weights * wrong * (1 - wrong)
        return float(self.weights @ np.logaddexp(0, -margins)), -self.weights * self.signs * wrong

    def curve(self, direction: Vector) -> Vector:
        return self._bend * direction


class SquaredHinge:
    r"""Weighted squared hinge, :math:`\sum_i a_i \max(0, 1 - s_i z_i)^2`."""

    def __init__(self, signs: Vector, weights: Vector):
        self.signs, self.weights = signs, weights

    def at(self, scores: Vector) -> tuple[float, Vector]:
        short = np.maximum(0, 1 - self.signs * scores)
        self._bend = np.where(short > 0, 2 * self.weights, 0)
        return float(self.weights @ short**2), -2 * self.weights * self.signs * short

    def curve(self, direction: Vector) -> Vector:
        return self._bend * direction


class PairwiseSquaredHinge:
    r"""All-pairs squared hinge of wanted above unwanted rows.

    .. math:: \sum_{i \in P} \sum_{j \in U} a_i a_j \max(0, 1 - (z_i - z_j))^2

    computed exactly in :math:`O(n \log |P|)`, without pairs and without sorting U.  Sort the marks
    :math:`m_i = z_i - 1` of the positives.  An unlabeled score t is in conflict with the positives whose mark lies
    below t: a prefix, so its loss follows from prefix sums of 1, m and m² over P.  A positive is in conflict with
    the unlabeled scores above its mark: the sums of U *binned between the marks*, added up from the top.  Bins of
    separate blocks of U add up, which is what makes this loss work on disk and on a cluster.

    Parameters
    ----------
    is_wanted : boolean array
        P; every other row is U.
    weights : array
        a, one a row: a pair weighs the product of its two weights.
    """

    def __init__(self, is_wanted: NDArray[np.bool_], weights: Vector):
        self.wanted, self.unwanted = np.flatnonzero(is_wanted), np.flatnonzero(~is_wanted)
        self.weight_wanted, self.weight_unwanted = weights[self.wanted], weights[self.unwanted]

    def at(self, scores: Vector) -> tuple[float, Vector]:
        scores = scores - scores.mean()  # only differences count; sums of squares of large scores cancel
        marks, t = scores[self.wanted] - 1, scores[self.unwanted]
        self._order = np.argsort(marks)
        marks = marks[self._order]
        a, b = self.weight_wanted[self._order], self.weight_unwanted

        self._bins = np.searchsorted(marks, t, side="left")  # how many marks lie strictly below t
        n_below, sum_below, square_below = (_prefix_sums(v)[self._bins] for v in (a, a * marks, a * marks**2))
        value = b @ (n_below * t**2 - 2 * sum_below * t + square_below)

        self._n_below, self._n_above = n_below, self._sums_above(b)
        slope = np.empty_like(scores)
        slope[self.unwanted] = 2 * b * (n_below * t - sum_below)
        slope[self.wanted[self._order]] = -2 * a * (self._sums_above(b * t) - marks * self._n_above)
        return max(float(value), 0.0), slope  # rounding may leave a tiny negative where nothing is in conflict

    def curve(self, direction: Vector) -> Vector:
        by_mark = self.wanted[self._order]
        a, b = self.weight_wanted[self._order], self.weight_unwanted
        d_wanted, d_unwanted = direction[by_mark], direction[self.unwanted]
        bent = np.empty_like(direction)
        bent[self.unwanted] = 2 * b * (self._n_below * d_unwanted - _prefix_sums(a * d_wanted)[self._bins])
        bent[by_mark] = 2 * a * (self._n_above * d_wanted - self._sums_above(b * d_unwanted))
        return bent

    def _sums_above(self, amounts: Vector) -> Vector:
        """For each mark, the sum of `amounts` over the unlabeled scores above it."""
        bins: Vector = np.bincount(self._bins, weights=amounts, minlength=len(self.wanted) + 1).astype(np.float64)
        return sums_above(bins)


def _prefix_sums(amounts: Vector) -> Vector:
    """Entry k is the sum of the first k amounts."""
    return np.concatenate(([0.0], np.cumsum(amounts)))


def sums_above(bins: Vector) -> Vector:
    """Sums over the bins above each mark; bin k holds what lies above exactly k marks."""
    return np.cumsum(bins[::-1])[::-1][1:]
