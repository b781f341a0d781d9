"""Share of positives in U: the floor of the odds "unlabeled against labelled" along the score (our default)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, ndtri
from scipy.stats import chi2

from onesided.prior.interval import Interval

# Spread allowed to the relative change of slope along the score: freely steeper towards the top, hardly flatter, since
# a ratio that levels off above the floor is what no data can tell from the floor itself.
_STEEPER, _FLATTER = 0.8, 0.25
_N_QUANTILES = 60  # of P and of U each; more bins change nothing but the time
_N_SHARES = 40  # on each grid of the profile; finer ones follow where it matters


@dataclass(frozen=True)
class OddsFloor:
    """Estimate, interval, and the profile of the log-likelihood over the share of positives in U."""

    share: float
    interval: Interval
    shares: NDArray[np.float64]
    log_likelihood: NDArray[np.float64]


def odds_floor(positive: ArrayLike, unlabeled: ArrayLike, *, level: float = 0.95) -> OddsFloor:
    r"""Share of positives in U as the floor that the odds of U against P approach at high scores.

    U is a mixture of positives (share :math:`\theta`) and negatives, so at score s

    .. math:: \frac{g_U(s)}{f_P(s)} = \theta + (1-\theta)\,\frac{f_N(s)}{f_P(s)}
        = \theta + e^{\,a - b z(s) - k \log\cosh z(s)}

    where z is the normal score of s among the labelled positives (so that any increasing change of the scores
    changes nothing), and the log ratio of negatives to positives falls along z, in a straight line for
    two normal classes and bent by at most some 60% otherwise (a normal penalty on k/b).  For each :math:`\theta`
    on a grid, the likelihood of "labelled or not, given the score" is maximised over a, b, k; the profile gives the
    median as estimate and the likelihood-ratio interval.

    Assumes that labelled positives are like the hidden ones, and that negatives thin out among the highest scores;
    where some negatives look just like the best positives they count as positives (see `share_upper_bound`).

    Parameters
    ----------
    positive, unlabeled : array-like
        Out-of-fold scores of the labelled positive and of the unlabeled rows.
    level : float, default=0.95
        Coverage of the interval.

    Returns
    -------
    OddsFloor

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(2, 1, 900), rng.normal(0, 1, 2100)      # a share of 0.3
    >>> found = odds_floor(rng.normal(2, 1, 500), np.r_[hidden, negative])
    >>> 0.3 in found.interval
    True
    """
    n_labelled, n_unlabeled, basis = _bins(np.asarray(positive, dtype=float), np.asarray(unlabeled, dtype=float))
    shares = np.concatenate([[0.0], expit(np.linspace(-10, 7, _N_SHARES))])
    for narrowings in count():
        profile = _profile(n_labelled, n_unlabeled, basis, shares)
        # Only shares that are not far less likely than the best one matter; half of an even grid should be such.
        first, last = np.flatnonzero(profile > profile.max() - 8)[[0, -1]]
        if narrowings == 4 or (narrowings and last - first >= _N_SHARES / 2):
            break
        shares = np.linspace(shares[max(first - 1, 0)], shares[min(last + 1, len(shares) - 1)], _N_SHARES)
    return _read_profile(shares, profile, level)


def _bins(
    positive: NDArray[np.float64], unlabeled: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Counts of P and of U in bins of the score, and the functions of the score that the log ratio is made of."""
    levels = np.linspace(0, 1, _N_QUANTILES + 1)[1:-1]
    # Quantiles that are scores themselves, so that only the order of the scores counts.
    edges = np.unique([np.quantile(scores, levels, method="inverted_cdf") for scores in (positive, unlabeled)])
    p, u = (
        np.bincount(np.searchsorted(edges, scores, side="right"), minlength=len(edges) + 1).astype(float)
        for scores in (positive, unlabeled)
    )
    z = ndtri((np.cumsum(p) - p / 2 + 0.25) / (p.sum() + 0.5))
    weight = p / p.sum() + u / u.sum()
    centre = weight @ z / 2
    spread = np.sqrt(weight @ (z - centre) ** 2 / 2)
    z = (z - centre) / (spread if spread > 0 else 1.0)
    return p, u, np.stack([np.ones_like(z), -z, -np.log(np.cosh(z))])


def _profile(
    p: NDArray[np.float64],
    u: NDArray[np.float64],
    basis: NDArray[np.float64],
    shares: NDArray[np.float64],
    max_iter: int = 60,
    tol: float = 1e-4,
) -> NDArray[np.float64]:
    """Largest penalised log-likelihood at each share: damped Fisher scoring, all shares at once."""
    n, ratio, floor = p + u, u.sum() / p.sum(), shares[:, None]

    def stiffness(slope: NDArray[np.float64], bend: NDArray[np.float64]) -> NDArray[np.float64]:
        return (np.where(bend > 0, _STEEPER, _FLATTER) * np.maximum(slope, 1e-3)) ** -2.0

    def evaluate(parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        falling = np.exp(np.clip(parameters @ basis, -50, 50))
        odds = ratio * (floor + falling)
        slope, bend = parameters[:, 1], parameters[:, 2]
        # The second term keeps the ratio from rising along the score.
        penalty = stiffness(slope, bend) * bend**2 / 2 + np.minimum(slope, 0) ** 2 * 1e4 / 2
        return np.log(odds) @ u - np.log1p(odds) @ n - penalty, falling / (floor + falling), odds / (1 + odds)

    parameters = np.tile([0.0, 1.0, 0.0], (len(shares), 1))
    parameters[:, 0] = np.log1p(-shares) - 0.5
    damping = np.full(len(shares), 1e-3)
    value, weight, chance = evaluate(parameters)
    for _ in range(max_iter):
        gradient = ((u - n * chance) * weight) @ basis.T
        information = np.einsum("gk,ik,jk->gij", n * chance * (1 - chance) * weight**2, basis, basis, optimize=True)
        spring = stiffness(parameters[:, 1], parameters[:, 2])
        gradient[:, 2] -= spring * parameters[:, 2]
        information[:, 2, 2] += spring
        gradient[:, 1] -= np.minimum(parameters[:, 1], 0) * 1e4
        information[:, 1, 1] += (parameters[:, 1] < 0) * 1e4
        diagonal = np.einsum("gii->gi", information)
        lift = (damping[:, None] * diagonal + 1e-8)[:, :, None] * np.eye(3)
        step = np.clip(np.linalg.solve(information + lift, gradient[:, :, None])[:, :, 0], -2, 2)
        trial = evaluate(parameters + step)
        gain = trial[0] - value
        better = gain >= 0
        parameters = np.where(better[:, None], parameters + step, parameters)
        value = np.where(better, trial[0], value)
        weight = np.where(better[:, None], trial[1], weight)
        chance = np.where(better[:, None], trial[2], chance)
        damping = np.where(better, damping / 5, damping * 8)
        if np.all(np.where(better, gain < tol, damping > 1e4)):
            break
    return value


def _read_profile(shares: NDArray[np.float64], profile: NDArray[np.float64], level: float) -> OddsFloor:
    """The median of the profile as a density, and where it falls below the likelihood-ratio limit."""
    excess = profile - profile.max() + chi2.ppf(level, 1) / 2
    first, last = np.flatnonzero(excess >= 0)[[0, -1]]
    low = shares[0] if first == 0 else np.interp(0, excess[first - 1 : first + 1], shares[first - 1 : first + 1])
    high = shares[-1] if last == len(shares) - 1 else np.interp(0, excess[[last + 1, last]], shares[[last + 1, last]])
    height = np.exp(profile - profile.max())
    mass = np.concatenate([[0.0], np.cumsum(np.diff(shares) * (height[1:] + height[:-1]))])
    share = float(np.clip(np.interp(mass[-1] / 2, mass, shares), low, high))
    return OddsFloor(share, Interval(float(low), float(high), level), shares, profile)
