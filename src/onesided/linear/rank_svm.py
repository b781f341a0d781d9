"""The pairwise ranking SVM (Sellamanickam, Garg & Selvaraj, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.engine.losses import PairwiseSquaredHinge
from onesided.engine.newton import Solution, minimise
from onesided.engine.rows import MemoryRows
from onesided.labels import Labels
from onesided.linear.linear import LinearPUClassifier, finer
from onesided.model_selection.search import Setting


class RankSVM(LinearPUClassifier):
    r"""Ranks every labelled positive above every unlabeled row, then cuts the ranking.

    .. math:: \min_w\; \tfrac12 \|w\|^2 + C \sum_{i \in P} \sum_{j \in U} \max(0, 1 - w \cdot (x_i - x_j))^2

    over *all* pairs, exactly, at a cost of one pass over the data and a sort of P an evaluation: no pair is ever
    made.  The cut θ has the best F̂ on held-out rows.  Known negatives stand
    with the unlabeled rows; with all rows labelled it is the supervised ranking SVM.  Assumes that positives were
    labelled at random; needs no prior, and `sampling` does not matter.

    Parameters
    ----------
    C : float, default=1e-4
        The price of a pair in the wrong order.
    threshold : float, "pooled" or "folds", default="pooled"
        The cut, or how it is found by cross-validation, which costs `cv` more fits; "folds" is the published way.  See
        :func:`onesided.model_selection.search.find_cut`.
    cv : int, default=5
        Folds, made of P and of U separately.
    tol : float, default=1e-3
        Bound on the norm of the gradient relative to its norm at 0.
    max_iter : int, default=100
        Most Newton steps.
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.
    random_state : int, RandomState or None
        Shuffles the folds.

    References
    ----------
    .. [1] S. Sellamanickam, P. Garg, S. K. Selvaraj. A pairwise ranking based approach to learning with positive
       and unlabeled examples. CIKM 2011.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y, truth = make_text(n_documents=2000, n_features=3000, random_state=0, return_labels="both")
    >>> pile, is_positive = X[y == 0], truth[y == 0]
    >>> model = RankSVM(random_state=0).fit(X, y)
    >>> first = model.decision_function(pile).argsort()[::-1][:50]
    >>> f"{is_positive.mean():.2f} of the pile is positive, {is_positive[first].mean():.2f} of the first fifty"
    '0.21 of the pile is positive, 1.00 of the first fifty'
    """

    def __init__(
        self,
        *,
        C: float = 1e-4,
        threshold: float | str = "pooled",
        cv: int = 5,
        tol: float = 1e-3,
        max_iter: int = 100,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.C = C
        self.threshold = threshold
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        return [[{"C": self.C}]]

    def _solve(
        self, rows: MemoryRows, labels: Labels, setting: Setting, weights: NDArray[np.float64], start: Any, tol: float
    ) -> Solution:
        # A pair weighs the product of its rows' weights, so C goes to the positives' side alone.
        loss = PairwiseSquaredHinge(labels.is_positive, np.where(labels.is_positive, setting["C"] * weights, weights))
        return minimise(loss, rows, ridge=1.0, intercept="none", start=start, tol=tol, max_iter=self.max_iter)


class RankSVMCV(RankSVM):
    """The ranking SVM with C and its cut chosen by cross-validation on P and U, coarse then fine.

    C goes from small to large with warm starts until the criterion has clearly turned: nearly all the work of a full
    grid is at the large C, where the model is overfitted already.

    Parameters
    ----------
    Cs : array-like, default=np.logspace(-7, 2, 10)
        Values to try first.
    criterion : {"lee_liu", "pu_auc", "neg_error_frequency_sum"} or callable, default="lee_liu"
    n_fine : int, default=6
        How many finer values of C to try around the best.
    threshold, cv, tol, max_iter, pos_label, random_state
        As in :class:`RankSVM`.

    Attributes
    ----------
    best_params_ : dict
    cv_results_ : dict of arrays, one entry for each setting tried
    cv_scores_ : array of the out-of-fold scores of the best setting
    cv_folds_ : array of the fold that held out each row

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y = make_text(n_documents=500, n_features=2000, random_state=0)
    >>> RankSVMCV(random_state=0).fit(X, y).best_params_
    {'C': ...}
    """

    def __init__(
        self,
        *,
        Cs: ArrayLike | None = None,
        criterion: Any = "lee_liu",
        n_fine: int = 6,
        threshold: float | str = "pooled",
        cv: int = 5,
        tol: float = 1e-3,
        max_iter: int = 100,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.Cs = Cs
        self.criterion = criterion
        self.n_fine = n_fine
        self.threshold = threshold
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def _coarse(self) -> NDArray[np.float64]:
        return np.sort(np.logspace(-7, 2, 10) if self.Cs is None else np.asarray(self.Cs, dtype=float))

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        return [[{"C": float(C)} for C in self._coarse()]]

    def _refine(self, best: Setting) -> Sequence[Setting]:
        return [{"C": C} for C in finer(best["C"], self._coarse(), self.n_fine)]
