"""Out-of-fold scores of any classifier, and what they say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from onesided.base import PUClassifier
from onesided.labels import Labels
from onesided.linear.linear import LinearPUClassifier
from onesided.metrics import lee_liu_score, pu_auc
from onesided.model_selection.search import find_cut
from onesided.wrappers import PUBoosting

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Candidate:
    """A method fitted to all rows, with honest scores: each row's from a model that did not see it.

    Scores are the method's own, on its own scale; `by_fold` is F̂ in each fold at the best cut by F̂.
    """

    name: str
    estimator: PUClassifier
    scores: Vector
    by_fold: Vector
    auc: float
    seconds: float

    @property
    def criterion(self) -> float:
        """F̂ at the cut, the mean over the folds."""
        return float(self.by_fold.mean())

    @property
    def standard_error(self) -> float:
        return float(self.by_fold.std(ddof=1) / np.sqrt(len(self.by_fold)))


def cross_fit(name: str, estimator: PUClassifier, X: Any, labels: Labels, folds: NDArray[np.intp]) -> Candidate:
    """Fit `estimator` to all rows and give every row a score from a fold that held it out.

    A linear learner cross-validates by itself: it is given the folds and has these scores already (`cv_scores_`); so
    does boosting.
    Any other is fitted once more for each fold.
    """
    begin = perf_counter()
    y = labels.as_y()
    splits = [(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)) for fold in range(folds.max() + 1)]
    if isinstance(estimator, LinearPUClassifier | PUBoosting):
        fitted = estimator.set_params(cv=splits).fit(X, y)
        scores = fitted.cv_scores_
    else:
        fitted = estimator.fit(X, y)
        scores = np.empty(len(labels))
        for train, test in splits:
            scores[test] = raw_scores(clone(estimator).fit(X[train], y[train]), X[test])
    cut = find_cut(labels, scores, folds)
    by_fold = np.array([lee_liu_score(labels.take(test), scores[test] > cut) for _, test in splits])
    return Candidate(name, fitted, scores, by_fold, pu_auc(labels, scores), perf_counter() - begin)


def choose(candidates: Sequence[Candidate]) -> Candidate:
    """The first, unless another beats it by more than a standard error: F̂ is too noisy to follow every digit."""
    best = max(candidates, key=lambda one: one.criterion)
    first = candidates[0]
    return best if best.criterion > first.criterion + best.standard_error else first


def raw_scores(estimator: PUClassifier, X: Any) -> Vector:
    """Scores before the estimator's own cut, which differs from fold to fold, is taken off."""
    return estimator.decision_function(X) + estimator.threshold_
