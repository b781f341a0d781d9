r"""Dual coordinate descent: the fast path for pointwise losses on a CSR matrix in memory.

.. math:: \min_w \tfrac12 \|w\|^2 + \sum_i C_i\, \ell(s_i\, w \cdot x_i)

for the hinge, the squared hinge and the logistic loss; an intercept is one more, constant, feature and counts
in the ridge.  Each row i has one dual variable :math:`\alpha_i` with :math:`w = \sum_i \alpha_i s_i x_i`; an epoch
updates the variables one after the other, each to its optimum given the rest.

It stops when the duality gap, computed exactly from all rows, is at most `tol` times the objective: a certificate,
not an estimate.  Between two such certificates only rows that may still move are visited.

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
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, expit, logit
from sklearn.exceptions import ConvergenceWarning

from onesided.engine.compiled import compiled
from onesided.engine.newton import Solution
from onesided.engine.rows import MemoryRows

Vector = NDArray[np.float64]
LOSSES = ("hinge", "squared_hinge", "logistic")
MOST_EPOCHS_BETWEEN_CERTIFICATES = 3


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
    state, w = problem.begin(start)
    random = np.random.default_rng(seed)

    n_iter, n_rounds = 0, 0
    while True:
        scores = problem.scores(w)
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
        n_rounds += 1  # a warm start may need one epoch only; later a certificate is not worth one for every epoch
        for _ in range(min(n_rounds, MOST_EPOCHS_BETWEEN_CERTIFICATES)):
            problem.epoch(random.permutation(active), state, w)
            n_iter += 1
    split = (w[:-1], float(w[-1])) if intercept else (w, 0.0)
    return Solution(
        *split, scores=scores, value=value * ridge, n_iter=n_iter, is_converged=gap <= tol * value,
        dual=problem.dual_variables(state), signs=signs,
    )  # fmt: skip


class _Dual:
    """One dual problem: bounds, the state of its variables, and the arithmetic around the kernels.

    The state of a variable is α itself for the hinges, and the log-odds of α/C for the logistic loss, where they
    are what the update solves for.
    """

    def __init__(self, rows: MemoryRows, signs: Vector, cost: Vector, loss: str, intercept: bool):
        self.rows, self.signs, self.cost = rows, signs, cost
        self.is_logistic, self.intercept = loss == "logistic", intercept
        X = rows.X
        self.norms = rows.squared_norms + intercept
        is_squared = loss == "squared_hinge"
        self.diagonal = np.zeros_like(cost)
        if is_squared:
            np.divide(0.5, cost, out=self.diagonal, where=cost > 0)
        self.upper = np.where(cost > 0, np.inf, 0.0) if is_squared else cost
        # Unsigned indices: numba then needs no check for negative ones, which halves the time of an epoch.
        self.matrix = (_unsigned(X.indptr), _unsigned(X.indices), X.data)

    def begin(self, start: Solution | None) -> tuple[Vector, Vector]:
        """The first state, and the weights that belong to it."""
        dual = None if start is None else start.dual
        if self.is_logistic:
            share = 1e-3 if dual is None else np.divide(dual, self.cost, out=np.zeros_like(dual), where=self.cost > 0)
            state = logit(np.clip(np.broadcast_to(share, self.cost.shape), 1e-10, 1 - 1e-10))
            return state, self.primal(state)
        if start is None or dual is None:
            state = np.zeros_like(self.cost)
            return state, np.zeros(self.rows.shape[1] + self.intercept)
        state = np.minimum(dual, self.upper)
        # Nothing was cut off and no row changed sides, as when rows join: the weights still belong to it.
        if np.array_equal(state, dual) and start.signs is not None and np.array_equal(start.signs, self.signs):
            return state, np.append(start.weights, start.intercept) if self.intercept else start.weights.copy()
        return state, self.primal(state)

    def dual_variables(self, state: Vector) -> Vector:
        return self.cost * expit(state) if self.is_logistic else state

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
            share = expit(state)
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

    def epoch(self, order: NDArray[np.intp], state: Vector, w: Vector) -> None:
        if self.is_logistic:
            logistic_epoch(*self.matrix, order, self.signs, self.cost, self.norms, self.intercept, state, w)
        else:
            bounds = (self.upper, self.diagonal, self.norms)
            hinge_epoch(*self.matrix, order, self.signs, *bounds, self.intercept, state, w)


def _unsigned(indices: NDArray[Any]) -> NDArray[Any]:
    return indices.view(np.uint32 if indices.dtype.itemsize == 4 else np.uint64)


@compiled
def hinge_epoch(
    indptr: Any, indices: Any, data: Any, order: Any, signs: Any, upper: Any, diagonal: Any, norms: Any,
    intercept: Any, alpha: Any, w: Any,
) -> None:  # fmt: skip
    """One pass over the rows in `order`: each α to its optimum given the rest ([1]_, Algorithm 1)."""
    for i in order:
        begin, end = indptr[i], indptr[i + 1]
        score = w[-1] if intercept else 0.0
        for k in range(begin, end):
            score += w[indices[k]] * data[k]
        curvature = norms[i] + diagonal[i]
        gradient = signs[i] * score - 1 + alpha[i] * diagonal[i]
        if curvature > 0:
            new = min(max(alpha[i] - gradient / curvature, 0.0), upper[i])
        else:  # an empty row of the plain hinge: its loss is 1 whatever w is, and its variable sits at the bound
            new = alpha[i] if np.isinf(upper[i]) else upper[i]
        change = (new - alpha[i]) * signs[i]
        if change != 0:
            alpha[i] = new
            for k in range(begin, end):
                w[indices[k]] += change * data[k]
            if intercept:
                w[-1] += change


@compiled
def logistic_epoch(
    indptr: Any, indices: Any, data: Any, order: Any, signs: Any, cost: Any, norms: Any, intercept: Any,
    log_odds: Any, w: Any,
) -> None:  # fmt: skip
    r"""One pass over the rows in `order`, for the logistic loss.

    With α = C σ(u), the optimum of one variable given the rest solves
    :math:`u + q C \sigma(u) + m - q \alpha_{old} = 0`, q = ‖x‖² and m the present margin: increasing in u, with its
    root between -rest - qC and -rest.  Newton's step, kept inside that bracket, needs two or three rounds.
    """
    for i in order:
        begin, end = indptr[i], indptr[i + 1]
        score = w[-1] if intercept else 0.0
        for k in range(begin, end):
            score += w[indices[k]] * data[k]
        u, q = log_odds[i], norms[i] * cost[i]
        old = 1 / (1 + np.exp(-u))
        rest = signs[i] * score - q * old
        low, high = -rest - q, -rest
        share = old
        for _ in range(20):
            excess = u + q * share + rest
            if excess > 0:
                high = min(high, u)
            else:
                low = max(low, u)
            moved = u - excess / (1 + q * share * (1 - share))
            if moved < low or moved > high:
                moved = 0.5 * (low + high)
            step = abs(moved - u)
            u = moved
            share = 1 / (1 + np.exp(-u))
            if step <= 1e-3 * (1 + abs(u)):
                break
        log_odds[i] = u
        change = cost[i] * (share - old) * signs[i]
        if change != 0:
            for k in range(begin, end):
                w[indices[k]] += change * data[k]
            if intercept:
                w[-1] += change
