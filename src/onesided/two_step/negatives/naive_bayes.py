"""Reliable negatives by naive Bayes: what it calls negative."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator

from onesided.labels import Labels
from onesided.two_step.mixture import positive_against
from onesided.two_step.negatives.reliable import ReliableNegatives, as_rows, settle

REMEDY = 'try negatives="spy" or "rocchio"'


class NaiveBayesNegatives(BaseEstimator):
    r"""The unlabeled rows that naive Bayes of P against U calls negative, :math:`\Pr(+|d) \le \Pr(-|d)`.

    One pair of products.  Known negatives stand with the unlabeled rows.

    Parameters
    ----------
    smoothing : float, default=0.1
        λ of naive Bayes.  Laplace's 1 lets few positives drown in a large vocabulary.

    References
    ----------
    .. [1] B. Liu, Y. Dai, X. Li, W. S. Lee, P. S. Yu. Building text classifiers using positive and unlabeled
       examples. ICDM 2003.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.labels import read_labels
    >>> X = np.array([[3., 0, 1], [2, 0, 1], [3, 0, 1], [0, 3, 1], [0, 2, 1]])
    >>> NaiveBayesNegatives().find(X, read_labels([1, 1, 0, 0, 0])).mask
    array([False, False, False,  True,  True])
    """

    reads = "counts"

    def __init__(self, *, smoothing: float = 0.1):
        self.smoothing = smoothing

    def find(self, X: Any, labels: Labels, random_state: Any = None) -> ReliableNegatives:
        """Find them; `X` holds word counts, `random_state` is not used."""
        rows = as_rows(X)
        scores = positive_against(rows, labels.is_positive, ~labels.is_positive, self.smoothing).scores(rows)
        return settle(scores <= 0, scores, labels, step="naive Bayes", remedy=REMEDY)
