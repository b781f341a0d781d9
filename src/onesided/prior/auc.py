"""The true AUC without negatives, with an interval."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit
from scipy.stats import norm, rankdata

from onesided.labels import Labels
from onesided.metrics._counting import as_labels
from onesided.metrics._cuts import read_scores
from onesided.prior.estimate import PriorEstimate
from onesided.prior.interval import Floats, Interval, combine, in_unit


def auc_quality(
    y: ArrayLike | Labels, scores: ArrayLike, prior_estimate: PriorEstimate, *, pos_label: object = None
) -> tuple[float, Interval]:
    r"""Chance that a positive outranks a negative, with an interval.

    .. math:: A = \frac{A_{PU} - \theta/2}{1-\theta}

    :math:`A_{PU}` has DeLong's variance, on the logit scale; its uncertainty and that of :math:`\theta` are combined.

    Parameters
    ----------
    y, scores, prior_estimate, pos_label
        As in :func:`~onesided.prior.cut_quality`.

    Returns
    -------
    auc : float
    interval : Interval

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson. Comparing the areas under two or more correlated receiver
       operating characteristic curves. Biometrics 44, 1988.

    Examples
    --------
    >>> from onesided.prior import estimate_prior
    >>> rng = np.random.default_rng(0)
    >>> is_positive = rng.random(5000) < 0.3
    >>> y, scores = is_positive & (rng.random(5000) < 0.5), rng.normal(2 * is_positive, 1)
    >>> area, around = auc_quality(y, scores, estimate_prior(y, scores))
    >>> 0.921 in around                                                # Φ(2/√2)
    True
    """
    labels = as_labels(y, pos_label)
    column = read_scores(scores, len(labels))
    level = prior_estimate.share_interval.level
    area = _area(column[labels.is_positive], column[labels.is_unlabeled], level)
    share = (prior_estimate.share_in_unlabeled, prior_estimate.share_interval)

    def corrected(a: Floats, theta: Floats) -> NDArray[np.float64]:
        return np.clip((a - theta / 2) / np.maximum(1 - theta, 1e-9), 0, 1)

    value, around = in_unit(*combine(corrected, [area, share], level))
    return float(value), around


def _area(p: NDArray[np.floating], u: NDArray[np.floating], level: float) -> tuple[float, Interval]:
    """Area of P against U and its interval."""
    n_p, n_u = len(p), len(u)
    ranks = rankdata(np.concatenate([p, u]))
    wins_p = (ranks[:n_p] - rankdata(p)) / n_u  # share of U that each positive outranks
    wins_u = 1 - (ranks[n_p:] - rankdata(u)) / n_p  # share of P that outranks each unlabeled row
    area = float(wins_p.mean())
    # A floor of one half pair keeps the interval open where the sample ranks perfectly.
    variance = wins_p.var() / max(n_p - 1, 1) + wins_u.var() / max(n_u - 1, 1) + (0.5 / n_p / n_u) ** 2
    inside = float(np.clip(area, 0.5 / n_p / n_u, 1 - 0.5 / n_p / n_u))
    reach = norm.ppf((1 + level) / 2) * np.sqrt(variance) / (inside * (1 - inside))
    return area, Interval(float(expit(logit(inside) - reach)), float(expit(logit(inside) + reach)), level)
