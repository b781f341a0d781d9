"""The biased SVM (Liu, Dai, Li, Lee & Yu, 2003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.engine.newton import Solution
from onesided.engine.pointwise import minimise_pointwise
from onesided.engine.rows import MemoryRows
from onesided.labels import Labels
from onesided.linear.linear import LinearPUClassifier, finer, intercept_kind
from onesided.model_selection.search import Setting


class BiasedSVM(LinearPUClassifier):
    r"""A linear SVM that trusts the labelled positives more than the unlabeled rows.

    .. math:: \min_{w,b}\; \tfrac12 (\|w\|^2 + b^2) + C_+ \sum_P \ell(g(x)) + C_- \sum_U \ell(-g(x)), \qquad C_+ = J C_-

    with the squared hinge :math:`\ell(z) = \max(0, 1-z)^2` or the hinge, cut at 0.  Known negatives stand with the
    unlabeled rows.  Assumes that positives were labelled at random; needs no prior, and `sampling` does not matter.

    Parameters
    ----------
    C : float, default=1.0
        C₋, the price of an error on an unlabeled row.
    ratio : float or "balanced", default="balanced"
        J, how much more an error on a positive costs; "balanced" is n_U/n_P.
    loss : {"squared_hinge", "hinge"}, default="squared_hinge"
    noiseless : bool, default=False
        Every positive must be on the right side of the margin (C₊ → ∞), as where labels are never wrong.  Needs a
        hyperplane that does so; with the hinge loss only.
    fit_intercept, penalise_intercept : bool, default=True
    threshold : float, "pooled" or "folds", default=0.0
        The cut on g, or how to find it by cross-validation: see :func:`onesided.model_selection.search.find_cut`.
    cv : int, default=5
    tol : float, default=1e-4
        Bound on the duality gap relative to the objective (on dense data with the squared hinge: on the gradient
        relative to its norm at 0).
    max_iter : int, default=1000
    pos_label : optional
    random_state : int, RandomState or None
        Shuffles the folds.

    References
    ----------
    .. [1] B. Liu, Y. Dai, X. Li, W. S. Lee, P. S. Yu. Building text classifiers using positive and unlabeled
       examples. ICDM 2003.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y, truth = make_text(n_documents=2000, n_features=3000, random_state=0, return_labels="both")
    >>> pile, is_positive = X[y == 0], truth[y == 0]
    >>> model = BiasedSVM(C=0.01).fit(X, y)
    >>> first = model.decision_function(pile).argsort()[::-1][:50]
    >>> f"{is_positive.mean():.2f} of the pile is positive, {is_positive[first].mean():.2f} of the first fifty"
    '0.21 of the pile is positive, 1.00 of the first fifty'
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        ratio: float | str = "balanced",
        loss: str = "squared_hinge",
        noiseless: bool = False,
        fit_intercept: bool = True,
        penalise_intercept: bool = True,
        threshold: float | str = 0.0,
        cv: int = 5,
        tol: float = 1e-4,
        max_iter: int = 1000,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.C = C
        self.ratio = ratio
        self.loss = loss
        self.noiseless = noiseless
        self.fit_intercept = fit_intercept
        self.penalise_intercept = penalise_intercept
        self.threshold = threshold
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        return [[{"C": self.C, "ratio": self.ratio}]]

    def _solve(
        self, rows: MemoryRows, labels: Labels, setting: Setting, weights: NDArray[np.float64], start: Any, tol: float
    ) -> Solution:
        prices = setting["C"] * self._prices(labels, setting["ratio"], weights)
        return minimise_pointwise(
            rows, labels.signs, prices, loss=self.loss, ridge=1.0,
            intercept=intercept_kind(self.fit_intercept, self.penalise_intercept),
            start=start, tol=tol, max_iter=self.max_iter,
        )  # fmt: skip

    def _prices(self, labels: Labels, ratio: Any, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """What an error on each row costs, in units of C₋."""
        if self.loss not in ("hinge", "squared_hinge"):
            raise ValueError(f"loss={self.loss!r} is not one of 'squared_hinge', 'hinge'")
        if self.noiseless:
            if self.loss != "hinge":
                raise ValueError("noiseless=True is a hard margin and needs loss='hinge'")
            return np.where(labels.is_positive & (weights > 0), np.inf, weights)
        if ratio == "balanced":
            return labels.balanced(weights)
        return np.where(labels.is_positive, ratio * weights, weights)


class BiasedSVMCV(BiasedSVM):
    r"""The biased SVM with C, the ratio J = C₊/C₋ and the cut chosen by cross-validation on P and U.

    For each J, C goes from small to large with warm starts until the criterion has clearly turned; then a finer path
    around the best C, as in [1]_.

    Parameters
    ----------
    Cs : array-like, default=np.logspace(-4, 2, 7)
        Values of C₋ to try first.
    ratios : array-like, default=(1, 3, 9, 27, 81, 243)
        Values of J to try.
    criterion : {"lee_liu", "pu_auc", "neg_error_frequency_sum"} or callable, default="lee_liu"
    threshold : float, "pooled" or "folds", default="pooled"
        How the cut is found, see :func:`onesided.model_selection.search.find_cut`; 0.0 is the published one.
    n_fine : int, default=6
        How many finer values of C to try around the best.
    loss, noiseless, fit_intercept, penalise_intercept, cv, tol, max_iter, pos_label, random_state
        As in :class:`BiasedSVM`.

    References
    ----------
    .. [1] S. Sellamanickam, P. Garg, S. K. Selvaraj. A pairwise ranking based approach to learning with positive
       and unlabeled examples. CIKM 2011.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y = make_text(n_documents=500, n_features=2000, random_state=0)
    >>> sorted(BiasedSVMCV(random_state=0).fit(X, y).best_params_)
    ['C', 'ratio']
    """

    def __init__(
        self,
        *,
        Cs: ArrayLike | None = None,
        ratios: ArrayLike = (1, 3, 9, 27, 81, 243),
        criterion: Any = "lee_liu",
        threshold: float | str = "pooled",
        n_fine: int = 6,
        loss: str = "squared_hinge",
        noiseless: bool = False,
        fit_intercept: bool = True,
        penalise_intercept: bool = True,
        cv: int = 5,
        tol: float = 1e-3,
        max_iter: int = 1000,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.Cs = Cs
        self.ratios = ratios
        self.criterion = criterion
        self.threshold = threshold
        self.n_fine = n_fine
        self.loss = loss
        self.noiseless = noiseless
        self.fit_intercept = fit_intercept
        self.penalise_intercept = penalise_intercept
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def _coarse(self) -> NDArray[np.float64]:
        return np.sort(np.logspace(-4, 2, 7) if self.Cs is None else np.asarray(self.Cs, dtype=float))

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        ratios = [np.inf] if self.noiseless else np.asarray(self.ratios, dtype=float)
        return [[{"C": float(C), "ratio": float(ratio)} for C in self._coarse()] for ratio in ratios]

    def _refine(self, best: Setting) -> Sequence[Setting]:
        return [{**best, "C": C} for C in finer(best["C"], self._coarse(), self.n_fine)]
