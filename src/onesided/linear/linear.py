"""What the linear learners share: one `fit` that solves, or searches and then solves."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits

from onesided.base import PUClassifier
from onesided.engine.disk_rows import rows_of
from onesided.engine.newton import Solution
from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels
from onesided.model_selection.search import Search, Setting, search_paths
from onesided.model_selection.splits import fold_numbers

Vector = NDArray[np.float64]
LOOSE = 10
"""A search compares settings at so many times the tolerance of the final fit."""


class LinearPUClassifier(PUClassifier):
    """Scores `X @ coef_ + intercept_`, cut at `threshold_`.

    A subclass says what it solves (`_solve`), which settings it tries (`_paths`, one setting unless it searches) and
    whether its cut is a number or found by cross-validation (`threshold`).
    """

    threshold: Any
    cv: Any
    criterion: Any = "lee_liu"
    random_state: Any
    tol: float

    def _solve(
        self, rows: MemoryRows, labels: Labels, setting: Setting, weights: Vector, start: Any, tol: float
    ) -> Solution:
        raise NotImplementedError

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        raise NotImplementedError

    def _refine(self, best: Setting) -> Sequence[Setting]:
        return []

    def fit(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional
        groups : array-like of shape (n,), optional
            Rows of a group (for example duplicates) are never split by cross-validation.

        Returns
        -------
        self
        """
        X, labels, sample_weight = self._read(X, y, sample_weight)
        rows: Any = rows_of(X)
        weights = np.ones(len(labels)) if sample_weight is None else np.asarray(sample_weight)

        def solve(setting: Setting, weights: Vector, start: Any, tol: float = LOOSE * self.tol) -> Solution:
            return self._solve(rows, labels, setting, weights, start, tol)

        paths = self._paths(labels)
        setting, threshold, start, search = paths[0][0], self.threshold, None, None
        # BLAS threads on short vectors burn both cores and gain nothing.
        with threadpool_limits(limits=1, user_api="blas"):
            if isinstance(threshold, str) or len(paths) > 1 or len(paths[0]) > 1:
                search = search_paths(
                    solve, labels, paths, self._folds(labels, groups),
                    weights=weights, criterion=self.criterion, threshold=threshold, refine=self._refine,
                )  # fmt: skip
                setting, threshold, start = search.best.setting, search.best.threshold, search.fitted[0]
            solution = solve(setting, weights, start, self.tol)
        self._keep(solution, setting, threshold, search)
        return self

    def _keep(self, solution: Solution, setting: Setting, threshold: float, search: Search | None) -> None:
        """What was learned, under scikit-learn's names."""
        self.coef_ = solution.weights[np.newaxis]
        self.intercept_ = np.array([solution.intercept])
        self.threshold_ = float(threshold)
        self.best_params_ = dict(setting)
        self.n_iter_ = solution.n_iter
        if search is not None:
            self.cv_results_ = search.as_table()
            self.cv_scores_, self.cv_folds_ = search.best.scores, search.folds

    def _folds(self, labels: Labels, groups: ArrayLike | None) -> NDArray[np.intp]:
        """The fold that holds out each row."""
        if not isinstance(self.cv, Integral):
            return _folds_of_splits(self.cv, labels, groups)
        n_splits = min(int(self.cv), labels.n_positive)
        if n_splits < 2:
            raise InputError(
                f"{type(self).__name__} finds its cut by cross-validation and needs at least 2 positive rows; "
                f"y has {labels.n_positive}: add positives, or give threshold="
            )
        if n_splits < int(self.cv):
            warnings.warn(
                f"y has {labels.n_positive} positive rows: {n_splits} folds instead of cv={self.cv}; "
                "the cut will be rough, more positives would help",
                DataWarning,
                stacklevel=3,
            )
        return fold_numbers(labels, n_splits, groups=groups, random_state=self.random_state)

    def _scores(self, X: Any) -> Vector:
        return rows_of(X).times(self.coef_[0]) + self.intercept_[0]


def _folds_of_splits(cv: Any, labels: Labels, groups: ArrayLike | None) -> NDArray[np.intp]:
    """Fold numbers from a scikit-learn splitter or an iterable of (train, test)."""
    splits = cv.split(np.zeros(len(labels)), labels.as_y(), groups) if hasattr(cv, "split") else cv
    folds = np.full(len(labels), -1, dtype=np.intp)
    for fold, (_, test) in enumerate(splits):
        if np.any(folds[test] >= 0):
            raise InputError("cv holds out a row twice; its test sets must not overlap, as in KFold")
        folds[test] = fold
    if np.any(folds < 0):
        raise InputError("cv leaves out a row; its test sets must cover every row once, as in KFold")
    return folds


def intercept_kind(fit_intercept: bool, penalise_intercept: bool) -> str:
    """The engine's name for what the two switches mean."""
    if not fit_intercept:
        return "none"
    return "penalised" if penalise_intercept else "free"


def finer(best: float, coarse: Vector, n_values: int) -> list[float]:
    """`n_values` evenly spaced in the logarithm between the neighbours of `best` on the coarse grid."""
    position = int(np.searchsorted(coarse, best))
    low, high = coarse[max(position - 1, 0)], coarse[min(position + 1, len(coarse) - 1)]
    if n_values == 0 or low == high:
        return []
    return np.geomspace(low, high, n_values + 2)[1:-1].tolist()
