"""Best bin estimation of the share of positives in U (BBE)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def best_bin(positive: ArrayLike, unlabeled: ArrayLike, *, delta: float = 0.1, gamma: float = 0.01) -> float:
    r"""Share of positives in U, read at the cut where the ratio of U to P is lowest, noise considered.

    .. math:: \hat t = \arg\min_t \frac{\hat q_U(t)}{\hat q_P(t)} + \frac{1+\gamma}{\hat q_P(t)}
        \left(\sqrt{\tfrac{\log(4/\delta)}{2 n_U}} + \sqrt{\tfrac{\log(4/\delta)}{2 n_P}}\right),
        \qquad \hat\theta = \hat q_U(\hat t)/\hat q_P(\hat t)

    where :math:`q(t)` is the share with a score of at least t.  Assumes a top of the score where U holds positives
    only; with overlapping classes there is none and the estimate is too high.

    Parameters
    ----------
    positive, unlabeled : array-like
        Out-of-fold scores of the labelled positive and of the unlabeled rows.
    delta, gamma : float
        Chance that the bound fails, and its slack, as published.

    Returns
    -------
    float

    References
    ----------
    .. [1] S. Garg, Y. Wu, A. Smola, S. Balakrishnan, Z. C. Lipton. Mixture proportion estimation and PU learning: a
       modern approach. NeurIPS 2021.

    Examples
    --------
    >>> best_bin([2.0] * 100, [2.0, 1.0, 1.0, 0.0] * 100)
    0.25
    """
    p, u = np.sort(np.asarray(positive, dtype=float)), np.sort(np.asarray(unlabeled, dtype=float))
    cuts = np.unique(p)  # between two of them only q_U changes, downwards
    q_p = 1 - np.searchsorted(p, cuts, side="left") / len(p)
    q_u = 1 - np.searchsorted(u, cuts, side="left") / len(u)
    noise = np.sqrt(np.log(4 / delta) / 2) * (len(u) ** -0.5 + len(p) ** -0.5)
    best = np.argmin((q_u + (1 + gamma) * noise) / q_p)
    return float(min(q_u[best] / q_p[best], 1.0))
