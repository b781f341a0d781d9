"""Intervals: what they are, those of a share, and how the intervals of parts make the interval of a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import beta

Floats = NDArray[np.float64]
Number = float | Floats


@dataclass(frozen=True)
class Interval:
    """A range that holds the truth in `level` of all data sets; `low` and `high` are numbers or arrays of them."""

    low: Number
    high: Number
    level: float = 0.95

    @property
    def width(self) -> Number:
        """Distance between the two ends."""
        return self.high - self.low

    def __contains__(self, value: float) -> bool:
        return bool(np.all((self.low <= value) & (value <= self.high)))

    def map(self, function: Callable[[Any], Any]) -> Interval:
        """The interval of an increasing function of the estimated quantity."""
        return Interval(function(self.low), function(self.high), self.level)

    def __getitem__(self, index: int) -> Interval:
        return Interval(float(np.asarray(self.low)[index]), float(np.asarray(self.high)[index]), self.level)


def share_interval(hits: ArrayLike, total: ArrayLike, level: float = 0.95) -> Interval:
    r"""Interval of a share, known from `hits` among `total` independent rows (Jeffreys).

    .. math:: \left[ B^{-1}\!\left(\tfrac{1-\gamma}{2};\, k+\tfrac12,\, n-k+\tfrac12\right),\;
        B^{-1}\!\left(\tfrac{1+\gamma}{2};\, k+\tfrac12,\, n-k+\tfrac12\right) \right]

    with the low end 0 if no row is a hit and the high end 1 if all are.  On average over shares it covers very
    nearly `level`, for ten rows as for ten thousand.

    Parameters
    ----------
    hits, total : array-like
        Counts; they may be fractional (weighted counts, effective sizes).
    level : float, default=0.95
        Wanted coverage.

    Returns
    -------
    Interval

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai, A. DasGupta. Interval estimation for a binomial proportion. Statistical
       Science 16, 2001.

    Examples
    --------
    >>> around = share_interval(27, 30)
    >>> round(around.low, 3), round(around.high, 3)
    (0.757, 0.971)
    >>> share_interval(0, 30).low
    0.0
    """
    k, n = np.asarray(hits, dtype=float), np.asarray(total, dtype=float)
    outside = (1 - level) / 2
    low = np.where(k <= 0, 0.0, beta.ppf(outside, k + 0.5, n - k + 0.5))
    high = np.where(k >= n, 1.0, beta.ppf(1 - outside, k + 0.5, n - k + 0.5))
    if low.ndim == 0:
        return Interval(float(low), float(high), level)
    return Interval(low, high, level)


def combine(
    function: Callable[..., NDArray[np.float64]], parts: Sequence[tuple[ArrayLike, Interval]], level: float = 0.95
) -> tuple[NDArray[np.float64], Interval]:
    r"""A function of several estimates, with the interval that follows from theirs.

    Each part is moved alone to either end of its interval; the excursions of the whole below and above its estimate
    add in squares:

    .. math:: f - \sqrt{\textstyle\sum_j \min(f_j^-, f_j^+)^2}, \qquad f + \sqrt{\textstyle\sum_j \max(f_j^-, f_j^+)^2}

    which is exact for sums of independent normal estimates and keeps skewed intervals skewed.

    Parameters
    ----------
    function : callable
        Takes as many arrays as there are parts.
    parts : list of (estimate, Interval)
        Numbers or arrays that broadcast against each other.
    level : float, default=0.95
        The level of the parts' intervals, written on the result.

    Returns
    -------
    estimate : ndarray
    interval : Interval

    References
    ----------
    .. [1] G. Y. Zou, A. Donner. Construction of confidence limits about effect measures: a general approach.
       Statistics in Medicine 27, 2008.

    Examples
    --------
    >>> estimate, around = combine(lambda a, b: a - b, [(5.0, Interval(2.0, 8.0)), (1.0, Interval(-3.0, 5.0))])
    >>> float(estimate), float(around.low), float(around.high)
    (4.0, -1.0, 9.0)
    """
    estimates = [np.asarray(estimate, dtype=float) for estimate, _ in parts]
    middle = np.asarray(function(*estimates), dtype=float)
    below, above = np.zeros_like(middle), np.zeros_like(middle)
    for place, (_, interval) in enumerate(parts):
        moved = [
            function(*[np.asarray(end, dtype=float) if j == place else x for j, x in enumerate(estimates)]) - middle
            for end in (interval.low, interval.high)
        ]
        below = below + np.minimum(np.minimum(*moved), 0) ** 2
        above = above + np.maximum(np.maximum(*moved), 0) ** 2
    return middle, Interval(middle - np.sqrt(below), middle + np.sqrt(above), level)


def in_unit(estimate: Floats, around: Interval) -> tuple[Number, Interval]:
    """An estimated share and its interval, kept between 0 and 1."""
    low, high = np.clip(around.low, 0, 1), np.clip(around.high, 0, 1)
    return plain(np.clip(estimate, 0, 1)), Interval(plain(low), plain(high), around.level)


def plain(value: ArrayLike) -> Number:
    """A float where there is one value, else an array."""
    array = np.asarray(value, dtype=float)
    return array if array.ndim else float(array)
