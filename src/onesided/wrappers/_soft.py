"""Probabilities from any classifier and from targets that are positive to a degree.

A row with target t and weight a counts as a positive of weight a·t and as a negative of weight a·(1-t).  Targets of 0
and 1 are ordinary labels: no row is then doubled, and no weight is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit
from sklearn.linear_model import LogisticRegression

from onesided.wrappers._wrapped import Vector, draw_seed, fit_copy, score_method, scores_of

PROBABILITIES = ("predict_proba",)
SCORES = ("decision_function", "predict_proba")


@dataclass(frozen=True)
class Sigmoid:
    """Platt's map from scores to probabilities, 1/(1 + exp(-(slope·score + intercept)))."""

    slope: float
    intercept: float

    def __call__(self, scores: Vector) -> Vector:
        return expit(self.slope * scores + self.intercept)


@dataclass(frozen=True)
class ProbabilityModel:
    """A fitted classifier, and the sigmoid, if any, that makes probabilities of its scores."""

    classifier: Any
    method: str
    sigmoid: Sigmoid | None

    def __call__(self, X: Any) -> Vector:
        """The probability of the positive class, row by row."""
        scores = scores_of(self.classifier, X, self.method)
        return scores if self.sigmoid is None else self.sigmoid(scores)


def fit_probabilities(
    estimator: Any,
    X: Any,
    targets: Vector,
    weights: Vector | None,
    folds: NDArray[np.intp] | None,
    rng: np.random.Generator,
    *,
    calibrate: bool,
) -> tuple[ProbabilityModel, Vector | None]:
    """A model of all rows, and the probability of each row by a model that has not seen its fold.

    With `calibrate` a sigmoid is fitted to the out-of-fold scores, so that no row is kept from the classifier and no
    more positives are needed than there are folds.  Without folds there are no out-of-fold probabilities.
    """
    method = score_method(estimator, SCORES if calibrate else PROBABILITIES)
    held_out, sigmoid = None, None
    if folds is not None:
        held_out = _out_of_fold(estimator, X, targets, weights, folds, method, rng)
        if calibrate:
            sigmoid = fit_sigmoid(held_out, targets, weights)
            held_out = sigmoid(held_out)
    classifier = _fit_soft(estimator, X, targets, weights, None, draw_seed(rng))
    return ProbabilityModel(classifier, method, sigmoid), held_out


def fit_sigmoid(scores: Vector, targets: Vector, weights: Vector | None) -> Sigmoid:
    """The sigmoid of largest likelihood, with Platt's pull of the targets away from 0 and 1.

    Scores that rank the targets backwards tell nothing: the sigmoid is then flat at the share of positives, and never
    turns the ranking round.
    """
    weights = np.ones(len(scores)) if weights is None else weights
    n_positive, n_negative = weights @ targets, weights @ (1 - targets)
    targets = (targets * (n_positive + 1) / (n_positive + 2)) + (1 - targets) / (n_negative + 2)
    scale = float(np.abs(scores).max()) or 1.0
    # Scores of a common size and a penalty that is next to none: only these two numbers are fitted.
    line = _fit_soft(LogisticRegression(C=1e6, max_iter=1000), scores[:, np.newaxis] / scale, targets, weights, None, 0)
    slope, intercept = float(line.coef_[0, 0]) / scale, float(line.intercept_[0])
    if slope < 0:
        return Sigmoid(0.0, float(logit(weights @ targets / weights.sum())))
    return Sigmoid(slope, intercept)


def _out_of_fold(
    estimator: Any,
    X: Any,
    targets: Vector,
    weights: Vector | None,
    folds: NDArray[np.intp],
    method: str,
    rng: np.random.Generator,
) -> Vector:
    """The score of each row by a classifier that has not seen the row's fold."""
    scores = np.empty(len(targets))
    for fold in range(int(folds.max()) + 1):
        inside, outside = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        classifier = _fit_soft(estimator, X, targets, weights, inside, draw_seed(rng))
        scores[outside] = scores_of(classifier, X[outside], method)
    return scores


def _fit_soft(
    estimator: Any, X: Any, targets: Vector, weights: Vector | None, rows: NDArray[np.intp] | None, seed: int
) -> Any:
    """A copy of `estimator` fitted to some rows (None: to all of them, and then to X itself if no target is soft)."""
    if np.all((targets == 0) | (targets == 1)):
        if rows is None:
            return fit_copy(estimator, X, targets == 1, weights, seed)
        return fit_copy(estimator, X[rows], targets[rows] == 1, None if weights is None else weights[rows], seed)
    rows = np.arange(len(targets)) if rows is None else rows
    weights = np.ones(len(targets)) if weights is None else weights
    upper, lower = rows[targets[rows] > 0], rows[targets[rows] < 1]
    doubled = np.concatenate([upper, lower])
    is_positive = np.arange(len(doubled)) < len(upper)
    shares = np.where(is_positive, targets[doubled], 1 - targets[doubled])
    return fit_copy(estimator, X[doubled], is_positive, weights[doubled] * shares, seed)
