"""DEDPUL: the share of positives in U from the ratio of the two score densities and EM."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.ndimage import gaussian_filter1d
from scipy.special import ndtri
from scipy.stats import rankdata
from sklearn.isotonic import isotonic_regression

from onesided.prior.best_bin import best_bin

_N_GRID = 512
_REACH = 5.0  # the grid covers normal scores from -5 to 5


def dedpul(positive: ArrayLike, unlabeled: ArrayLike, *, mode: Literal["em", "kink"] = "kink") -> float:
    r"""Share of positives in U from the ratio of the densities of P's and U's scores.

    With :math:`r = f_P/g_U`, a row's chance of being positive, were the share :math:`\theta`, is
    :math:`\min(\theta r, 1)`.  Up to the true share its mean over U is :math:`\theta` itself; beyond, less:

    .. math:: D(\theta) = \theta - \tfrac{1}{n_U}\sum_U \min(\theta r, 1)

    ``"em"`` iterates :math:`\theta \leftarrow \frac{1}{n_U}\sum_U \min(\theta r, 1)` from 1 down to where it stands
    still; ``"kink"`` takes the :math:`\theta` where D bends most (its second difference is largest), which needs no
    tolerance and is steadier on noisy ratios.

    Departs from [1]: densities are taken over normal scores of the ranks (so that any increasing change of the
    scores changes nothing), and the ratio is made to rise with the score by pooling neighbours.

    Parameters
    ----------
    positive, unlabeled : array-like
        Out-of-fold scores of the labelled positive and of the unlabeled rows.
    mode : {"em", "kink"}, default="kink"
        How the share is read from D.

    Returns
    -------
    float

    References
    ----------
    .. [1] D. Ivanov. DEDPUL: difference-of-estimated-densities-based positive-unlabeled learning. ICMLA 2020.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(3, 1, 900), rng.normal(0, 1, 2100)      # a share of 0.3
    >>> abs(dedpul(rng.normal(3, 1, 500), np.r_[hidden, negative]) - 0.3) < 0.05
    True
    """
    p, u = np.asarray(positive, dtype=float), np.asarray(unlabeled, dtype=float)
    ratio, place = _density_ratio(p, u)
    weight = np.bincount(place, minlength=_N_GRID) / len(place)
    if mode == "em":
        share = 1.0
        for _ in range(10_000):
            last, share = share, float(weight @ np.minimum(share * ratio, 1.0))
            if last - share < 1e-5:
                break
        return share
    # The lowest ratio of U to P over all cuts is about where the search may end.
    shares = np.linspace(0, min(1.0, 2 * best_bin(p, u)), 201)
    gap = shares - np.minimum(shares[:, None] * ratio, 1.0) @ weight
    step = 5  # a fortieth of the range: the finest bend worth the name
    bend = gap[2 * step :] - 2 * gap[step:-step] + gap[: -2 * step]
    return float(shares[step + int(np.argmax(bend))])


def positive_chance(positive: ArrayLike, unlabeled: ArrayLike, share: float) -> NDArray[np.float64]:
    """Chance of each unlabeled row to be positive, min(θ r, 1), if U holds a `share` θ of positives."""
    p, u = np.asarray(positive, dtype=float), np.asarray(unlabeled, dtype=float)
    ratio, place = _density_ratio(p, u)
    return np.minimum(share * ratio, 1.0)[place]


def _density_ratio(
    positive: NDArray[np.float64], unlabeled: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """f_P/g_U along a grid of scores, rising and with mean 1 over U, and the place of each row of U on it."""
    n_p, n_u = len(positive), len(unlabeled)
    pooled = np.concatenate([positive, unlabeled])
    share = np.concatenate([np.full(n_p, 0.5 / n_p), np.full(n_u, 0.5 / n_u)])
    # Balanced ranks: a tie group stands at the middle of its mass.
    kinds = rankdata(pooled, method="dense").astype(int) - 1
    mass = np.bincount(kinds, share)
    z = ndtri(np.clip(np.cumsum(mass) - mass / 2, 1e-6, 1 - 1e-6))[kinds]
    place = np.rint((z + _REACH) / (2 * _REACH) * (_N_GRID - 1)).astype(np.intp)
    f_p, g_u = (_density(z[side], place[side]) for side in (slice(n_p), slice(n_p, None)))
    ratio = isotonic_regression(f_p / np.maximum(g_u, 1e-12), sample_weight=np.maximum(g_u, 1e-12))
    place = place[n_p:]
    return ratio / ratio[place].mean(), place


def _density(z: NDArray[np.float64], place: NDArray[np.intp]) -> NDArray[np.float64]:
    """Gaussian kernel density on the grid, bandwidth by Silverman's rule."""
    counts = np.bincount(place, minlength=_N_GRID) / len(z)
    bandwidth = 0.9 * max(float(z.std()), 0.05) * len(z) ** -0.2
    return gaussian_filter1d(counts, bandwidth / (2 * _REACH) * (_N_GRID - 1), mode="nearest", truncate=8)
