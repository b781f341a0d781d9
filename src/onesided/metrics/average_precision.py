"""Average precision without negatives, given the share of positives."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from onesided.labels import Labels
from onesided.metrics._counting import as_labels, population_weights, read_weights
from onesided.metrics._cuts import rates_at_cuts
from onesided.metrics.with_prior import precision


def pu_average_precision(
    y: ArrayLike | Labels,
    y_score: ArrayLike,
    *,
    prior: float,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean of the estimated precision over the recall, from the top of the ranking to its end.

    .. math:: \sum_k (r_k - r_{k-1})\, p_k, \qquad p_k = \min\left(1, \frac{\pi\, r_k}{\Pr[f_k=1]}\right)

    over all distinct cuts k, rows of equal score together.  Assumes that the labelled positives are like the
    hidden ones.

    Parameters
    ----------
    y : array-like of shape (n,)
        Positive, unlabeled and perhaps negative labels in any code of :mod:`onesided.labels`.
    y_score : array-like of shape (n,)
        The larger, the more likely positive.
    prior, sampling, pos_label, sample_weight
        As in :func:`onesided.metrics.pu_precision`.

    Returns
    -------
    float
        Between 0 and 1; larger is better.  A score that knows nothing gets about `prior`.

    Examples
    --------
    >>> y, score = [1, 1, 0, 0, 0, 0, 0, 0], [8, 6, 7, 5, 4, 3, 2, 1]
    >>> pu_average_precision(y, score, prior=0.25)
    0.8333333333333333
    """
    labels = as_labels(y, pos_label)
    weights = read_weights(sample_weight, len(labels))
    population = population_weights(labels, sampling, weights)
    _, recall, called = rates_at_cuts(labels, y_score, weights, population)
    return float(np.sum((recall[:-1] - recall[1:]) * precision(recall, called, prior)[:-1]))
