"""Refine by EM: naive Bayes of P against the reliable negatives, then EM over all unlabeled rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from onesided.labels import Labels
from onesided.two_step.mixture import em_models, positive_against
from onesided.two_step.negatives.reliable import as_rows
from onesided.two_step.refine.refined import Refined, Round, called, judge


class EM(BaseEstimator):
    r"""Naive Bayes by EM, begun from P and the reliable negatives, with the iteration chosen by its estimated error.

    The first model knows P and RN only.  From then on P stays positive and every unlabeled row, those of RN too, has
    the probability of the model before.  Since :math:`\Pr[f \ne y] = \Pr[f=1] - \pi + 2 \Pr[f=-1|y=1]\, \pi`, the error
    changes from one model to the next by

    .. math:: \Delta = \Delta\Pr[f=1] + 2\, \pi\, \Delta\Pr[f=-1|y=1],

    estimated on U and on P; EM stops when it turns positive and the model before is kept.  One pair of products an
    iteration.

    Parameters
    ----------
    select : bool, default=True
        Choose the iteration; False runs to convergence and keeps the last.
    prior : float or None, default=None
        π; by default the share of the unlabeled rows that the model before calls positive.
    smoothing : float, default=0.1
        λ of naive Bayes.  Laplace's 1 lets few positives drown in a large vocabulary.
    tol : float, default=1e-3
        Converged when no probability changes by more.
    max_iter : int, default=50

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu, X. Li. Partially supervised classification of text documents. ICML 2002.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.labels import read_labels
    >>> X = np.array([[3., 0, 1], [2, 0, 1], [3, 1, 1], [0, 3, 1], [0, 2, 1]])
    >>> refined = EM().fit(X, read_labels([1, 1, 0, 0, 0]), np.array([0, 0, 0, 1, 0], dtype=bool))
    >>> X @ refined.weights + refined.intercept > 0
    array([ True,  True,  True, False, False])
    """

    reads = "counts"
    remedy = 'try refine="svm-is", or EM(select=True)'

    def __init__(
        self, *, select: bool = True, prior: float | None = None, smoothing: float = 0.1, tol: float = 1e-3,
        max_iter: int = 50,
    ):  # fmt: skip
        self.select = select
        self.prior = prior
        self.smoothing = smoothing
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X: Any, labels: Labels, is_reliable: NDArray[np.bool_]) -> Refined:
        """Fit; `X` holds word counts, `is_reliable` marks the reliable negatives."""
        rows = as_rows(X)
        first = positive_against(rows, labels.is_positive, is_reliable | labels.is_negative, self.smoothing)
        history: list[Round] = []
        why = "EM converged"
        for model, scores in em_models(rows, labels, first, smoothing=self.smoothing, tol=self.tol):
            change = self._error_change(history[-1], scores, labels) if history else None
            is_negative = (scores <= 0) & labels.is_unlabeled if history else is_reliable
            history.append(judge(scores, labels, is_negative.sum(), change))
            if self.select and change is not None and change > 0:
                why = f"the estimated error rises by {change:.2g} after it"
                break
            kept, kept_at = model, len(history)
            if len(history) > self.max_iter:
                why = f"EM stopped after max_iter={self.max_iter} iterations"
                break
        return Refined(
            kept.log_weights, kept.log_prior_odds, history, f"model {kept_at} of {len(history)}: {why}",
            history[kept_at - 1].missed_positives,
        )  # fmt: skip

    def _error_change(self, before: Round, scores: NDArray[np.float64], labels: Labels) -> float:
        """Δ above."""
        called_positive, missed_positives = called(scores, labels)
        prior = before.called_positive if self.prior is None else self.prior
        return called_positive - before.called_positive + 2 * prior * (missed_positives - before.missed_positives)
