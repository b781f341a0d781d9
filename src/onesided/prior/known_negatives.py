"""Share of positives in U, if there are known negatives that are typical of all negatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from onesided.labels import Labels
from onesided.metrics import pu_auc


def known_negatives(positive: ArrayLike, unlabeled: ArrayLike, negative: ArrayLike) -> float:
    r"""Share of positives in U by how much harder U is to outrank than the known negatives.

    .. math:: A_{PU} = \tfrac{\theta}{2} + (1-\theta) A_{PN} \quad\Longrightarrow\quad
        \hat\theta = \frac{A_{PN} - A_{PU}}{A_{PN} - 1/2}

    Assumes that the known negatives are drawn from all negatives.  Negatives that somebody noticed because they looked
    like positives make the estimate too low.

    Parameters
    ----------
    positive, unlabeled, negative : array-like
        Out-of-fold scores of the three kinds of rows.

    Returns
    -------
    float

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(2, 1, 900), rng.normal(0, 1, 2100)      # a share of 0.3
    >>> share = known_negatives(rng.normal(2, 1, 500), np.r_[hidden, negative], rng.normal(0, 1, 300))
    >>> abs(share - 0.3) < 0.05
    True
    """
    p = np.asarray(positive, dtype=float)
    against_u, against_n = (
        pu_auc(Labels.of_pools(len(p), np.size(others)), np.concatenate([p, np.asarray(others, dtype=float)]))
        for others in (unlabeled, negative)
    )
    if against_n <= 0.5:
        return 0.0  # scores that do not rank say nothing
    return float(np.clip((against_n - against_u) / (against_n - 0.5), 0.0, 1.0))
