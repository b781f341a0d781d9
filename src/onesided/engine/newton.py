r"""Truncated Newton: minimises a loss of scores plus a ridge over any Rows.

.. math:: \min_{w,b} \tfrac{\lambda}{2} (\|w\|^2 [+ b^2]) + \mathrm{loss}(X w + b)

Each outer step solves the Newton system by conjugate gradients (one pair of products an iteration) as exactly
as the present gradient deserves; the line search costs no product, since scores move along a line.

It stops when the norm of the gradient has fallen below `tol` times its norm at w = 0, wherever the
start was: a warm start is held to the same standard as a cold one.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

from onesided.engine.losses import Loss
from onesided.engine.rows import Rows

Vector = NDArray[np.float64]
MAX_INNER = 100


@dataclass(frozen=True)
class Solution:
    """Weights and intercept, the scores of all rows, what it cost, and the dual variables if the solver has them."""

    weights: Vector
    intercept: float
    scores: Vector
    value: float
    n_iter: int
    is_converged: bool = True
    n_products: int = 0
    dual: Vector | None = None
    signs: Vector | None = None
    """The signs that the dual variables belong to."""


def minimise(
    loss: Loss,
    rows: Rows,
    *,
    ridge: float,
    intercept: str = "penalised",
    start: Solution | None = None,
    tol: float = 1e-4,
    max_iter: int = 100,
) -> Solution:
    """Minimise loss + ridge.

    Parameters
    ----------
    loss : Loss
    rows : Rows
    ridge : float
        λ above.
    intercept : {"penalised", "free", "none"}
        Whether there is a b, and whether it counts in the ridge.
    start : Solution, optional
        A warm start.
    tol : float
        Bound on the norm of the gradient relative to its norm at zero.
    max_iter : int
        Most Newton steps; a `ConvergenceWarning` says when they did not suffice.

    Returns
    -------
    Solution
    """
    problem = _Problem(loss, rows, ridge, intercept)
    at_zero = np.linalg.norm(problem.gradient_at_zero())
    point = np.zeros(problem.n_parameters)
    if start is not None and at_zero > 0:  # without a gradient at zero, zero is the minimum
        point = np.append(start.weights, start.intercept)[: problem.n_parameters]
    scores = problem.scores(point)
    value, pull = problem.value(point, scores)
    gradient = problem.gradient(point, pull)

    n_iter, is_converged = 0, True
    while (norm := np.linalg.norm(gradient)) > tol * at_zero:
        if n_iter == max_iter:
            is_converged = False
            warnings.warn(
                f"Newton's method stopped after max_iter={max_iter} steps with a gradient of {norm / at_zero:.1e} of "
                f"its start (tol={tol:g}); raise max_iter or tol, or scale the features",
                ConvergenceWarning,
                stacklevel=3,
            )
            break
        n_iter += 1
        # Solve the system no more exactly than the gradient deserves: superlinear in the end, cheap at first.
        step = problem.newton_step(gradient, accuracy=min(0.3, np.sqrt(norm / at_zero)))
        along = problem.scores(step)
        slope = gradient @ step
        length = 1.0
        tried, pull = problem.value(point + step, scores + along)
        while tried > value + 1e-4 * length * slope and length > 1e-10:
            length /= 2
            tried, pull = problem.value(point + length * step, scores + length * along)
        if not tried < value:  # the last digits: rounding hides any further descent
            break
        point, scores, value = point + length * step, scores + length * along, tried
        gradient = problem.gradient(point, pull)
    return Solution(
        *problem.split(point), scores=scores, value=value, n_iter=n_iter, is_converged=is_converged,
        n_products=problem.n_products,
    )  # fmt: skip


class _Problem:
    """Loss and ridge as a function of one parameter vector, weights first, the intercept last if there is one."""

    def __init__(self, loss: Loss, rows: Rows, ridge: float, intercept: str):
        if intercept not in ("penalised", "free", "none"):
            raise ValueError(f"intercept={intercept!r} is not one of 'penalised', 'free', 'none'")
        self.loss, self.rows, self.n_products = loss, rows, 0
        n_features = rows.shape[1]
        self.has_intercept = intercept != "none"
        self.n_parameters = n_features + self.has_intercept
        self.ridge = np.full(self.n_parameters, ridge)
        if intercept == "free":
            self.ridge[-1] = 0

    def split(self, point: Vector) -> tuple[Vector, float]:
        return (point[:-1], float(point[-1])) if self.has_intercept else (point, 0.0)

    def scores(self, point: Vector) -> Vector:
        self.n_products += 1
        weights, intercept = self.split(point)
        return self.rows.times(weights) + intercept

    def _back(self, numbers: Vector) -> Vector:
        self.n_products += 1
        back = self.rows.transposed_times(numbers)
        return np.append(back, numbers.sum()) if self.has_intercept else back

    def value(self, point: Vector, scores: Vector) -> tuple[float, Vector]:
        """The objective, and the slope of the loss."""
        value, slope = self.loss.at(scores)
        return value + 0.5 * float(self.ridge @ point**2), slope

    def gradient(self, point: Vector, slope: Vector) -> Vector:
        return self._back(slope) + self.ridge * point

    def gradient_at_zero(self) -> Vector:
        return self._back(self.loss.at(np.zeros(self.rows.shape[0]))[1])

    def newton_step(self, gradient: Vector, accuracy: float) -> Vector:
        """Conjugate gradients on the Newton system at the point where the loss was last asked."""
        step = np.zeros_like(gradient)
        residual = -gradient
        direction = residual.copy()
        size = residual @ residual
        enough = accuracy**2 * size
        for _ in range(MAX_INNER):
            bent = self._back(self.loss.curve(self.scores(direction))) + self.ridge * direction
            curvature = direction @ bent
            if curvature <= 0:  # flat along an unpenalised intercept: what we have is a descent direction
                break
            length = size / curvature
            step += length * direction
            residual -= length * bent
            previous, size = size, residual @ residual
            if size <= enough:
                break
            direction = residual + (size / previous) * direction
        return step if step.any() else -gradient
