r"""Dual coordinate descent: the fast path for pointwise losses on a CSR matrix in memory.

.. math:: \min_w \tfrac12 \|w\|^2 + \sum_i C_i\, \ell(s_i\, w \cdot x_i)

for the hinge, the squared hinge and the logistic loss; an intercept is one more, constant, feature and counts
in the ridge.  Each row i has one dual variable :math:`\alpha_i` with :math:`w = \sum_i \alpha_i s_i x_i`; an epoch
updates the variables one after the other, each to its optimum given the rest.

It stops when the duality gap, computed exactly from all rows, is at most `tol` times the objective: a certificate,
not an estimate.  Between two such certificates only rows that may still move are visited, and the next one is
computed when the gaps met on the way promise that it will hold.

Starting from the dual variables of a neighbouring problem saves most of the work (`start`).

References
----------
.. [1] C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. S. Keerthi, S. Sundararajan. A dual coordinate descent method for
   large-scale linear SVM. ICML 2008.
.. [2] H.-F. Yu, F.-L. Huang, C.-J. Lin. Dual coordinate descent methods for logistic regression and maximum entropy
   models. Machine Learning 85, 2011.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, expit, logit
from sklearn.exceptions import ConvergenceWarning

from onesided.engine.epochs import hinge_epoch, logistic_epoch
from onesided.engine.newton import Solution
from onesided.engine.rows import MemoryRows

Vector = NDArray[np.float64]
LOSSES = ("hinge", "squared_hinge", "logistic")
MOST_EPOCHS_BETWEEN_CERTIFICATES = 10
PROMISING = 2.0
"""An epoch that met so many times the gap allowed has, by its end, probably reached it."""
NEGLIGIBLE = 0.3
"""The share of the gap allowed that rows may have together and still be left where they are (logistic loss)."""


def descend(
    rows: MemoryRows,
    signs: Vector,
    weights: Vector,
    *,
    loss: str,
    ridge: float = 1.0,
    intercept: bool = True,
    start: Solution | None = None,
    tol: float = 1e-4,
    max_iter: int = 1000,
    warn: bool = True,
    seed: int = 0,
) -> Solution:
    """Minimise `ridge/2 ‖w‖² + Σ weights·loss(signs·scores)` over a CSR matrix.

    Parameters
    ----------
    rows : MemoryRows
        Sparse.
    signs, weights : arrays of shape (n,)
        ±1 and the weight of the loss of each row; an infinite weight with the hinge loss is a hard margin.
    loss : {"hinge", "squared_hinge", "logistic"}
    start : Solution, optional
        Of a neighbouring problem on the same rows; its dual variables are clipped into the new bounds.
    tol : float
        Bound on the duality gap relative to the objective.
    max_iter : int
        Most epochs; a `ConvergenceWarning` says when they did not suffice, unless `warn` is false.

    Returns
    -------
    Solution
        With the dual variables for the next warm start.
    """
    problem = _Dual(rows, signs, weights / ridge, loss, intercept)
    state, w, scores = problem.begin(start)
    random = np.random.default_rng(seed)

    n_iter = 0
    while True:
        value, gap = problem.value_and_gap(state, w, scores)
        if gap <= tol * value:
            break
        if n_iter >= max_iter:
            if warn:
                warnings.warn(
                    f"coordinate descent stopped after max_iter={max_iter} epochs with a duality gap of "
                    f"{gap / value:.1e} of the objective (tol={tol:g}); raise max_iter or tol, or lower C",
                    ConvergenceWarning,
                    stacklevel=3,
                )
            break
        active = problem.may_move(state, scores)
        allowed = tol * value
        for _ in range(min(MOST_EPOCHS_BETWEEN_CERTIFICATES, max_iter - n_iter)):
            met = problem.epoch(random.permutation(active), NEGLIGIBLE * allowed / max(len(active), 1), state, w)
            n_iter += 1
            if met <= PROMISING * allowed:
                break
        scores = problem.scores(w)
    split = (w[:-1], float(w[-1])) if intercept else (w, 0.0)
    return Solution(
        *split, scores=scores, value=value * ridge, n_iter=n_iter, is_converged=gap <= tol * value,
        dual=problem.dual_variables(state), signs=signs,
    )  # fmt: skip


class _Dual:
    """One dual problem: bounds, the state of its variables, and the arithmetic around the kernels.

    The state of a variable is α itself for the hinges.  For the logistic loss it is two numbers, the log-odds of α/C,
    which are what the update solves for, and α/C itself.
    """

    def __init__(self, rows: MemoryRows, signs: Vector, cost: Vector, loss: str, intercept: bool):
        self.rows, self.signs, self.cost = rows, signs, cost
        self.is_logistic, self.intercept = loss == "logistic", intercept
        self.norms = rows.squared_norms + intercept
        is_squared = loss == "squared_hinge"
        self.diagonal = np.zeros_like(cost)
        if is_squared:
            np.divide(0.5, cost, out=self.diagonal, where=cost > 0)
        self.upper = np.where(cost > 0, np.inf, 0.0) if is_squared else cost
        self.matrix = rows.unsigned

    def begin(self, start: Solution | None) -> tuple[Vector, Vector, Vector]:
        """The first state, and the weights and scores that belong to it."""
        if start is None or start.dual is None:
            wanted = 1e-3 * self.cost if self.is_logistic else np.zeros_like(self.cost)
        else:
            wanted = start.dual
        if self.is_logistic:
            share = np.divide(wanted, self.cost, out=np.zeros_like(wanted), where=self.cost > 0)
            odds = logit(np.clip(share, 1e-10, 1 - 1e-10))
            state = np.stack([odds, expit(odds)])
        else:
            state = np.minimum(wanted, self.upper)
        # Nothing was cut off and no row changed sides, as when rows join: weights and scores still belong to it.
        is_same = np.allclose(self.dual_variables(state), wanted, rtol=1e-12, atol=0)
        if start is not None and is_same and start.signs is not None and np.array_equal(start.signs, self.signs):
            w = np.append(start.weights, start.intercept) if self.intercept else start.weights.copy()
            return state, w, start.scores
        if not self.dual_variables(state).any():
            return state, np.zeros(self.rows.shape[1] + self.intercept), np.zeros(self.rows.shape[0])
        w = self.primal(state)
        return state, w, self.scores(w)

    def dual_variables(self, state: Vector) -> Vector:
        return self.cost * state[1] if self.is_logistic else state

    def primal(self, state: Vector) -> Vector:
        signed = self.signs * self.dual_variables(state)
        w = self.rows.transposed_times(signed)
        return np.append(w, signed.sum()) if self.intercept else w

    def scores(self, w: Vector) -> Vector:
        return self.rows.times(w[:-1]) + w[-1] if self.intercept else self.rows.times(w)

    def value_and_gap(self, state: Vector, w: Vector, scores: Vector) -> tuple[float, float]:
        """Primal objective, and its distance from the dual objective."""
        margins, alpha, half = self.signs * scores, self.dual_variables(state), 0.5 * float(w @ w)
        if self.is_logistic:
            losses = np.logaddexp(0, -margins)
            share = state[1]
            gain = self.cost @ (entr(share) + entr(1 - share))
            value = half + float(self.cost @ losses)
            return value, value - (float(gain) - half)
        short = np.maximum(0, 1 - margins)
        gain = alpha.sum() - 0.5 * float(self.diagonal @ alpha**2)
        if np.any(self.diagonal > 0):
            value = half + float(self.cost @ short**2)
        else:
            # A hard margin is a bound that no dual variable reaches: any bound above the largest certifies the same.
            cost = np.where(np.isinf(self.cost), 2 * alpha.max(initial=1.0), self.cost)
            value = half + float(cost @ short)
        return value, value - (gain - half)

    def may_move(self, state: Vector, scores: Vector) -> NDArray[np.intp]:
        """Rows whose variable is inside its bounds or pulls away from the bound it sits at."""
        if self.is_logistic:
            return np.flatnonzero(self.cost > 0)
        gradient = self.signs * scores - 1 + state * self.diagonal
        settled = ((state <= 0) & (gradient > 0)) | ((state >= self.upper) & (gradient < 0))
        return np.flatnonzero(~settled & (self.upper > 0))

    def epoch(self, order: NDArray[np.intp], negligible: float, state: Vector, w: Vector) -> float:
        """Visit the rows in `order` once; the gap met."""
        if self.is_logistic:
            costs = (self.cost, self.norms, self.intercept, negligible)
            return float(logistic_epoch(*self.matrix, order, self.signs, *costs, *state, w))
        bounds = (self.upper, self.diagonal, self.norms)
        return float(hinge_epoch(*self.matrix, order, self.signs, *bounds, self.intercept, state, w))
