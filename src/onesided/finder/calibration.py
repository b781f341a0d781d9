"""From scores to Pr[y=1|x], given how many positives are hidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

Vector = NDArray[np.float64]


class Calibration:
    r"""Probability that an unlabeled row is positive, as a logistic function of its out-of-fold score.

    A logistic regression of labelled against unlabeled rows on the score gives the shape of the density ratio; its
    level follows from the estimated share of positives in U: the probabilities of the unlabeled rows must sum to
    their number,

    .. math:: \Pr[y=1 \mid z] = \sigma(a z + b), \qquad \textstyle\sum_{j \in U} \sigma(a z_j + b) = \theta\, n_U .

    Parameters
    ----------
    positive, unlabeled : arrays
        Out-of-fold scores.
    share : float
        θ, the share of positives among the unlabeled rows.
    """

    def __init__(self, positive: Vector, unlabeled: Vector, share: float):
        scores = np.concatenate([positive, unlabeled])
        self.center, self.scale = float(unlabeled.mean()), float(scores.std()) or 1.0
        is_labelled = np.repeat([1, 0], [len(positive), len(unlabeled)])
        fitted = LogisticRegression(C=10.0, class_weight="balanced").fit(self._standard(scores)[:, None], is_labelled)
        self.slope = max(float(fitted.coef_[0, 0]), 0.0)
        wanted = float(np.clip(share, 1e-9, 1 - 1e-9))
        z = self.slope * self._standard(unlabeled)

        def surplus(level: float) -> float:
            return float(expit(z + level).mean()) - wanted

        self.level = float(brentq(surplus, -60 - z.max(), 60 - z.min()))

    def __call__(self, scores: Vector) -> Vector:
        """Probabilities of scores; 0 for a score of minus infinity."""
        with np.errstate(invalid="ignore"):
            return expit(self.slope * self._standard(scores) + self.level)

    def _standard(self, scores: Vector) -> Vector:
        return (scores - self.center) / self.scale
