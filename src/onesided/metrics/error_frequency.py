"""The sum of the two error frequencies, criterion II of Lee & Liu (2003)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from onesided.labels import Labels
from onesided.metrics._counting import as_labels, called_positive, read_weights, total


def error_frequency_sum(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Share of the unlabeled rows called positive, plus share of the labelled positives called negative.

    .. math:: \Pr[f=1 \mid \text{unlabeled}] + \Pr[f=-1 \mid \text{labelled}]

    Where positives are labelled at random, the best classifier for this sum on labelled against unlabeled rows is
    the best one for the sum of true error frequencies.  Both terms are conditional on their own side, so the
    sampling scheme does not matter.  Known negatives count on the unlabeled side: calling them positive is an
    error, too.

    Parameters
    ----------
    y : array-like of shape (n,)
        Positive, unlabeled and perhaps negative labels in any code of :mod:`onesided.labels`.
    y_pred : array-like of shape (n,)
        Predicted labels in the same code, or booleans.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    sample_weight : array-like of shape (n,), optional
        Weights of the rows.

    Returns
    -------
    float
        Between 0 and 2; **smaller is better**, 1 is what guessing gets.

    References
    ----------
    .. [1] W. S. Lee, B. Liu. Learning with positive and unlabeled examples using weighted logistic regression.
       ICML 2003.

    Examples
    --------
    >>> error_frequency_sum([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
    0.75
    """
    labels = as_labels(y, pos_label)
    called = called_positive(labels, y_pred)
    weights = read_weights(sample_weight, len(labels))
    inside, outside = np.where(labels.is_positive, weights, 0.0), np.where(labels.is_positive, 0.0, weights)
    missed = inside @ ~called / total(inside, "positives")
    return float(missed + outside @ called / total(outside, "unlabeled rows"))
