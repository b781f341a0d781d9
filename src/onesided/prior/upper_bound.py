"""The most positives U can hold, whatever the negatives look like."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import beta


def share_upper_bound(positive: ArrayLike, unlabeled: ArrayLike, *, level: float = 0.95) -> float:
    r"""Upper confidence bound of the share of positives in U, from the positives being like the hidden ones alone.

    Above every cut t, U holds at least its positives: :math:`\theta\,\Pr_P[s>t] \le \Pr_U[s>t]`, so

    .. math:: \theta \le \min_t \frac{\Pr_U[s>t]}{\Pr_P[s>t]}

    The bound takes the cuts above the best 2/3, 4/9, 8/27, ... of P (fixed by ranks of P, from at least five
    positives up), each with an exact limit for the ratio of two counts, at a level that holds for all of them together.
    There is no such bound from below: negatives that look exactly like positives cannot be told from them, by any
    method, unless some are labelled (see :mod:`onesided.prior.audit`).

    Parameters
    ----------
    positive, unlabeled : array-like
        Out-of-fold scores of the labelled positive and of the unlabeled rows.
    level : float, default=0.95
        Chance that the bound holds.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(2, 1, 900), rng.normal(0, 1, 2100)      # a share of 0.3
    >>> round(share_upper_bound(rng.normal(2, 1, 500), np.r_[hidden, negative]), 2)
    0.31
    """
    p, u = np.sort(np.asarray(positive, dtype=float)), np.sort(np.asarray(unlabeled, dtype=float))
    steps = np.arange(1, 1 + max(1, int(np.log(max(len(p), 5) / 5) / np.log(1.5))))
    kept = np.unique(np.maximum((len(p) * 1.5**-steps).astype(int), 1))
    cuts = p[len(p) - kept]
    above_p = len(p) - np.searchsorted(p, cuts, side="left")
    above_u = len(u) - np.searchsorted(u, cuts, side="left")
    outside = (1 - level) / len(cuts)
    # Given their sum, the count in U is binomial with odds θ n_U : n_P at the bound.
    chance = beta.ppf(1 - outside, above_u + 1, above_p)
    return float(min(np.min(chance / (1 - chance)) * len(p) / len(u), 1.0))
