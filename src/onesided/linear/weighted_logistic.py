"""Weighted logistic regression (Lee & Liu, 2003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.engine.gradient_descent import gradient_descent
from onesided.engine.losses import Logistic
from onesided.engine.newton import Solution
from onesided.engine.pointwise import minimise_pointwise
from onesided.engine.rows import MemoryRows
from onesided.labels import Labels
from onesided.linear.linear import LinearPUClassifier, intercept_kind
from onesided.model_selection.search import Setting


class WeightedLogisticRegression(LinearPUClassifier):
    r"""Logistic regression of labelled against unlabeled rows, weighted so that both sides count the same.

    .. math:: \min_{w,b}\; \tfrac{n_U}{n_P} \sum_P \log(1+e^{-g(x)}) + \sum_U \log(1+e^{g(x)}) + c(\|w\|^2 + b^2)

    with :math:`g(x) = w \cdot x + b`, cut at 0.  Known negatives stand with the unlabeled rows.  Assumes that
    positives were labelled at random; needs no prior, and `sampling` does not matter.  One fit costs some 10 to 30
    passes over the data.

    Parameters
    ----------
    penalty : float, default=1.0
        c above.
    fit_intercept : bool, default=True
    penalise_intercept : bool, default=True
        Whether b counts in the penalty, as in [1]_.  A free intercept suits dense data that are not centred.
    threshold : float, "pooled" or "folds", default=0.0
        The cut on g, or how to find it by cross-validation: see :func:`onesided.model_selection.search.find_cut`.
    solver : {"auto", "gradient-descent"}, default="auto"
        "auto" solves to `tol`: by dual coordinate descent where the data are sparse and numba is
        installed (until the duality gap is at most `tol` times the objective), else by truncated Newton steps (until
        the gradient is at most `tol` times its norm at 0).  "gradient-descent" is the update of [1]_, for
        reproduction: 500 epochs with momentum, wherever they lead.
    decay : float, optional
        For "gradient-descent": the share of the weights lost in each epoch, called c in the update of [1]_.  It
        corresponds to c = decay·n/(2·1.99) of the cost above, which is what None uses in reverse.
    cv : int, default=5
        Folds, where the cut is found by cross-validation.
    tol : float, default=1e-4
    max_iter : int, default=1000
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.
    random_state : int, RandomState or None
        Shuffles the folds.

    Attributes
    ----------
    coef_ : array of shape (1, n_features)
    intercept_ : array of shape (1,)
    threshold_ : float
    classes_ : array of the other and the positive label
    n_iter_ : int

    References
    ----------
    .. [1] W. S. Lee, B. Liu. Learning with positive and unlabeled examples using weighted logistic
       regression. ICML 2003.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y, truth = make_text(n_documents=2000, n_features=3000, random_state=0, return_labels="both")
    >>> pile, is_positive = X[y == 0], truth[y == 0]
    >>> model = WeightedLogisticRegression(penalty=10.0).fit(X, y)
    >>> first = model.decision_function(pile).argsort()[::-1][:50]
    >>> f"{is_positive.mean():.2f} of the pile is positive, {is_positive[first].mean():.2f} of the first fifty"
    '0.21 of the pile is positive, 1.00 of the first fifty'
    """

    def __init__(
        self,
        *,
        penalty: float = 1.0,
        fit_intercept: bool = True,
        penalise_intercept: bool = True,
        threshold: float | str = 0.0,
        solver: str = "auto",
        decay: float | None = None,
        cv: int = 5,
        tol: float = 1e-4,
        max_iter: int = 1000,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.penalty = penalty
        self.fit_intercept = fit_intercept
        self.penalise_intercept = penalise_intercept
        self.threshold = threshold
        self.solver = solver
        self.decay = decay
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        return [[{"penalty": self.penalty}]]

    def _solve(
        self, rows: MemoryRows, labels: Labels, setting: Setting, weights: NDArray[np.float64], start: Any, tol: float
    ) -> Solution:
        weights = labels.balanced(weights)
        if self.solver == "gradient-descent":
            return gradient_descent(
                Logistic(labels.signs, weights), rows,
                penalty=setting["penalty"], decay=self.decay, intercept=self.fit_intercept,
            )  # fmt: skip
        if self.solver != "auto":
            raise ValueError(f"solver={self.solver!r} is not one of 'auto', 'gradient-descent'")
        return minimise_pointwise(
            rows, labels.signs, weights, loss="logistic", ridge=2 * setting["penalty"],
            intercept=intercept_kind(self.fit_intercept, self.penalise_intercept),
            start=start, tol=tol, max_iter=self.max_iter,
        )  # fmt: skip


class WeightedLogisticRegressionCV(WeightedLogisticRegression):
    r"""Weighted logistic regression with its penalty and its cut chosen by cross-validation on P and U.

    The penalties are tried from strong to weak, each fold starting from its solution before, and the path ends when the
    criterion has clearly turned.  A search of ten penalties and five folds costs
    some 70 passes on easy data and several hundred on hard ones.

    Parameters
    ----------
    penalties : array-like, default=np.logspace(2, -2.5, 10)
        Values of c to try.
    criterion : {"lee_liu", "pu_auc", "neg_error_frequency_sum"} or callable, default="lee_liu"
        What the best penalty has the largest mean of over the folds.
    threshold : float, "pooled" or "folds", default="pooled"
        How the cut is found, see :func:`onesided.model_selection.search.find_cut`; 0.0 is the published one.
    cv, fit_intercept, penalise_intercept, tol, max_iter, pos_label, random_state
        As in :class:`WeightedLogisticRegression`.

    Attributes
    ----------
    best_params_ : dict
    cv_results_ : dict of arrays, one entry for each penalty tried
    cv_scores_ : array of the out-of-fold scores of the best penalty
    cv_folds_ : array of the fold that held out each row

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y = make_text(n_documents=500, n_features=2000, random_state=0)
    >>> model = WeightedLogisticRegressionCV(random_state=0).fit(X, y)
    >>> model.best_params_
    {'penalty': ...}
    """

    def __init__(
        self,
        *,
        penalties: ArrayLike | None = None,
        criterion: Any = "lee_liu",
        fit_intercept: bool = True,
        penalise_intercept: bool = True,
        threshold: float | str = "pooled",
        cv: int = 5,
        tol: float = 1e-4,
        max_iter: int = 1000,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.penalties = penalties
        self.criterion = criterion
        self.fit_intercept = fit_intercept
        self.penalise_intercept = penalise_intercept
        self.threshold = threshold
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    solver = "auto"

    def _paths(self, labels: Labels) -> Sequence[Sequence[Setting]]:
        penalties = np.logspace(2, -2.5, 10) if self.penalties is None else np.asarray(self.penalties, dtype=float)
        return [[{"penalty": float(penalty)} for penalty in np.sort(penalties)[::-1]]]
