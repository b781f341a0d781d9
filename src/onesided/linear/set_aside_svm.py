"""A biased SVM on a pile from which the likely positives were set aside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits

from onesided.engine.disk_rows import rows_of
from onesided.engine.newton import Solution
from onesided.engine.pointwise import minimise_pointwise
from onesided.engine.rows import MemoryRows
from onesided.labels import Labels
from onesided.linear.linear import LOOSE, LinearPUClassifier
from onesided.model_selection.search import Search, Setting, find_cut, search_paths, without

Vector = NDArray[np.float64]


class SetAsideSVM(LinearPUClassifier):
    r"""Fit, set the likely positives of the pile aside, and fit again; the cut by cross-validation.

    The hidden positives spoil the unlabeled side of every linear learner: they are wrong labels, and the more there are
    of them the more.  A first biased SVM finds most of them.  Those unlabeled rows whose out-of-fold score lies
    above the cut of best F̂ get the weight 0, and a second SVM is fitted to what is left,

    .. math:: \min_{w,b}\; \tfrac{\lambda}{2} (\|w\|^2 + b^2) + \tfrac{1}{2 n_P} \sum_P \max(0, 1-g(x))^2
              + \tfrac{1}{2 n_V} \sum_V \max(0, 1+g(x))^2

    with V the unlabeled rows that were not set aside, and known negatives.  Nothing is ever called positive in
    training, so a mistake of the first step costs little: the row is merely not used.

    Out-of-fold scores stay honest: what is set aside for a fold is decided by models that saw neither the fold nor
    the row (one model for each pair of folds serves both).  Assumes that positives were labelled at random; needs no
    prior, and `sampling` does not matter.

    Parameters
    ----------
    penalty : float or "auto", default="auto"
        λ of the second step.  "auto" is 0.02/n_P, a constant price for each positive.  Searching it instead was tried
        on Reuters and 20 Newsgroups and is no better with many positives and worse with few, whose F̂ is too noisy.
    first_penalty : float, default=2e-3
        λ of the first step; strong, since its scores only have to tell what is likely.
    threshold : float, "pooled" or "folds", default="pooled"
        How the cut is found, see :func:`onesided.model_selection.search.find_cut`.
    cv : int, splitter or iterable of (train, test), default=5
    tol : float, default=1e-3
        Bound on the duality gap relative to the objective (on dense data: on the gradient relative to its norm at 0).
    max_iter : int, default=1000
    pos_label : optional
    random_state : int, RandomState or None
        Shuffles the folds.

    Attributes
    ----------
    is_set_aside_ : array of bool
        Unlabeled rows that the second step did not use.
    best_params_, cv_results_, cv_scores_, cv_folds_, coef_, intercept_, threshold_, classes_
        Of the second step, as in :class:`BiasedSVMCV`.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y, truth = make_text(n_documents=2000, n_features=3000, random_state=0, return_labels="both")
    >>> model = SetAsideSVM(random_state=0).fit(X, y)
    >>> pile, aside = truth[y == 0].mean(), truth[model.is_set_aside_].mean()
    >>> f"{pile:.2f} of the pile is positive, {aside:.2f} of what is set aside"
    '0.21 of the pile is positive, 0.41 of what is set aside'
    """

    def __init__(
        self,
        *,
        penalty: float | str = "auto",
        first_penalty: float = 2e-3,
        threshold: float | str = "pooled",
        cv: Any = 5,
        tol: float = 1e-3,
        max_iter: int = 1000,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.penalty = penalty
        self.first_penalty = first_penalty
        self.threshold = threshold
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Self:
        """Fit to positive and unlabeled rows; parameters as in :meth:`BiasedSVMCV.fit`."""
        X, labels, sample_weight = self._read(X, y, sample_weight)
        rows: Any = rows_of(X)
        weights = np.ones(len(labels)) if sample_weight is None else np.asarray(sample_weight)

        def solve(setting: Setting, weights: Vector, start: Any, tol: float = LOOSE * self.tol) -> Solution:
            return self._solve(rows, labels, setting, weights, start, tol)

        def cross_fit(penalty: float, fold_weights: Sequence[Vector] | None = None) -> Search:
            return search_paths(
                solve, labels, [[{"penalty": penalty}]], folds, weights=weights, fold_weights=fold_weights,
                threshold=self.threshold,
            )  # fmt: skip

        with threadpool_limits(limits=1, user_api="blas"):
            folds = self._folds(labels, groups)
            first = cross_fit(self.first_penalty)
            self.is_set_aside_ = _likely_positive(labels, first.best.scores, folds, weights)
            inner = _scores_without_both(solve, first, labels, folds, weights)
            second = cross_fit(self._penalty(labels, weights), _fold_weights(labels, inner, folds, weights))
            best = second.best
            solution = solve(best.setting, np.where(self.is_set_aside_, 0.0, weights), second.fitted[0], self.tol)
        self._keep(solution, best.setting, best.threshold, second)
        return self

    def _penalty(self, labels: Labels, weights: Vector) -> float:
        if not isinstance(self.penalty, str):
            return self.penalty
        if self.penalty != "auto":
            raise ValueError(f"penalty={self.penalty!r} is neither a number nor 'auto'")
        return 0.02 / float(weights[labels.is_positive].sum())

    def _solve(
        self, rows: MemoryRows, labels: Labels, setting: Setting, weights: Vector, start: Any, tol: float
    ) -> Solution:
        prices = labels.balanced(weights)
        return minimise_pointwise(
            rows, labels.signs, prices / prices.sum(), loss="squared_hinge", ridge=setting["penalty"], start=start,
            tol=tol, max_iter=self.max_iter,
        )  # fmt: skip


def _likely_positive(labels: Labels, scores: Vector, folds: NDArray[np.intp], weights: Vector) -> NDArray[np.bool_]:
    """Unlabeled rows above the cut of best F̂."""
    cut = find_cut(labels, scores, folds, weights=weights)
    is_likely = labels.is_unlabeled & (scores > cut)
    # Something must be left to hold the positives against.
    return is_likely if np.any(~is_likely & ~labels.is_positive & (weights > 0)) else np.zeros_like(is_likely)


def _scores_without_both(
    solve: Any, first: Search, labels: Labels, folds: NDArray[np.intp], weights: Vector
) -> NDArray[np.float64]:
    """Row i, column k: the score of row i by a model that saw neither its fold nor fold k."""
    n_folds = len(first.fitted)
    scores = np.empty((len(labels), n_folds))
    for one, other in combinations(range(n_folds), 2):
        is_out = (folds == one) | (folds == other)
        fitted = solve(first.best.setting, without(is_out, labels, weights), first.fitted[one])
        scores[folds == one, other] = fitted.scores[folds == one]
        scores[folds == other, one] = fitted.scores[folds == other]
    return scores


def _fold_weights(labels: Labels, inner: NDArray[np.float64], folds: NDArray[np.intp], weights: Vector) -> list[Vector]:
    """For each fold the weights without its rows, and without what the other folds set aside."""
    answer = []
    for fold in range(inner.shape[1]):
        inside = np.flatnonzero(folds != fold)
        is_aside = np.zeros(len(labels), dtype=bool)
        is_aside[inside] = _likely_positive(labels.take(inside), inner[inside, fold], folds[inside], weights[inside])
        answer.append(without(folds == fold, labels, np.where(is_aside, 0.0, weights)))
    return answer
