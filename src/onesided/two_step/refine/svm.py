"""Refine by one SVM of P against the reliable negatives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.extmath import row_norms

from onesided.engine.newton import Solution
from onesided.engine.pointwise import minimise_pointwise
from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.two_step.negatives.reliable import as_rows
from onesided.two_step.refine.refined import Refined, judge

Mask = NDArray[np.bool_]


class SVM(BaseEstimator):
    r"""A linear SVM of P against the reliable negatives; the other unlabeled rows are left out.

    .. math:: \min_{w,b} \tfrac12 (\|w\|^2 + b^2) + C \Big( J \sum_P \ell(g(x)) + \sum_{RN} \ell(-g(x)) \Big)

    Parameters
    ----------
    C : float or None, default=None
        Price of an error; by default 1 over the mean of ‖x‖², the choice of SVMlight: 1 on rows of length one.
    ratio : float or "balanced", default=1.0
        J, how much more an error on a positive costs; "balanced" is the number of negatives over that of positives.
    loss : {"hinge", "squared_hinge"}, default="hinge"
    fit_intercept : bool, default=True
    tol : float, default=1e-3
        Bound on the duality gap relative to the objective (on dense data with the squared hinge: on the gradient
        relative to its norm at 0).
    max_iter : int, default=1000
        Most epochs of the solver.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.labels import read_labels
    >>> X = np.array([[1., 0], [0.8, 0.6], [0.6, 0.8], [0, 1], [0, 1]])
    >>> refined = SVM().fit(X, read_labels([1, 1, 0, 0, 0]), np.array([0, 0, 0, 1, 1], dtype=bool))
    >>> X @ refined.weights + refined.intercept > 0
    array([ True,  True, False, False, False])
    """

    reads = "weights"
    remedy = 'set ratio="balanced" or a larger C of the SVM, or try refine="em"'

    def __init__(
        self, *, C: float | None = None, ratio: float | str = 1.0, loss: str = "hinge", fit_intercept: bool = True,
        tol: float = 1e-3, max_iter: int = 1000,
    ):  # fmt: skip
        self.C = C
        self.ratio = ratio
        self.loss = loss
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X: Any, labels: Labels, is_reliable: Mask) -> Refined:
        """Fit; `is_reliable` marks the reliable negatives."""
        rows = self._rows(X)
        solution = self._solve(rows, labels, is_reliable, self._price(rows))
        facts = judge(solution.scores, labels, is_reliable.sum())
        return Refined(solution.weights, solution.intercept, [facts], "the only SVM", facts.missed_positives)

    def _rows(self, X: Any) -> MemoryRows:
        rows = as_rows(X)
        # The hinge is solved on CSR; made once here, not once a round.
        return rows.as_sparse() if self.loss == "hinge" else rows

    def _price(self, rows: MemoryRows) -> float:
        if self.loss not in ("hinge", "squared_hinge"):
            raise InputError(f"loss={self.loss!r} is not one of 'hinge', 'squared_hinge'")
        if self.C is None:
            mean_square = float(np.mean(row_norms(rows.X, squared=True)))
            return 1 / mean_square if mean_square > 0 else 1.0
        if not self.C > 0:
            raise InputError(f"C={self.C!r} must be above 0")
        return self.C

    def _solve(
        self, rows: MemoryRows, labels: Labels, is_reliable: Mask, price: float, start: Solution | None = None
    ) -> Solution:
        """A row is in or out by its weight, so that X is never copied and the dual variables keep their places."""
        is_negative = is_reliable | labels.is_negative
        ratio = np.count_nonzero(is_negative) / labels.n_positive if self.ratio == "balanced" else self.ratio
        if isinstance(ratio, str) or not ratio > 0:
            raise InputError(f"ratio={self.ratio!r} is neither a number above 0 nor 'balanced'")
        weights = price * np.where(labels.is_positive, ratio, is_negative.astype(np.float64))
        return minimise_pointwise(
            rows, labels.signs, weights, loss=self.loss, ridge=1.0, start=start, tol=self.tol,
            intercept="penalised" if self.fit_intercept else "none", max_iter=self.max_iter,
        )  # fmt: skip
