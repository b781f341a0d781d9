r"""Conjugate gradients for the potentials with a sweep each way as preconditioner, compiled.

The system is :math:`A = d I - L - L^T` with L strictly lower triangular.  With :math:`K = d I - L` a sweep forward
solves K x = b, a sweep back :math:`K^T x = b`.  Conjugate gradients on :math:`K^{-1} A K^{-T}` (symmetric
Gauss-Seidel) need fewer steps, and since :math:`A = K + K^T - d I`,

.. math:: K^{-1} A K^{-T} p = t + K^{-1} (p - d\, t), \qquad t = K^{-T} p,

a step is two sweeps, each over half of the entries: no more than one product with A (Eisenstat's trick [1]_).  All
columns go side by side, each with its own step lengths.

References
----------
.. [1] S. C. Eisenstat. Efficient implementation of a class of preconditioned conjugate gradient methods. SIAM Journal
   on Scientific and Statistical Computing 2, 1981.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from onesided.engine.compiled import compiled
from onesided.engine.rows import MemoryRows

Matrix = NDArray[np.float64]
ONE = np.uint32(1)


def swept_conjugate_gradients(
    similar: sparse.csr_array, diagonal: float, target: Matrix, values: Matrix, tol: float, max_iter: int
) -> tuple[Matrix, int, bool]:
    """Columns of values with `diagonal * values - similar @ values = target`; the steps taken; whether they sufficed.

    `similar` is symmetric, with sorted indices and nothing on its diagonal; the values given are where it begins.
    """
    starts, columns, weights = MemoryRows(similar).unsigned
    matrix = (starts, _first_above(similar), columns, weights, diagonal)
    enough = tol * np.linalg.norm(target, axis=0)

    def missing() -> Matrix:
        return target - (diagonal * values - similar @ values)

    rest = missing()
    left = np.linalg.norm(rest, axis=0)
    swept, direction, back, ahead = (np.zeros_like(target) for _ in range(4))
    along, squares, onward = (np.zeros(target.shape[1]) for _ in range(3))
    forward(*matrix, rest, np.zeros_like(rest), swept, squares)
    squares = np.einsum("ij,ij->j", swept, swept)
    # How long the rest is beside the swept one, which the steps know: when it promises an end, the rest is computed.
    ratio = _quotient(left, np.sqrt(squares))
    for step in range(max_iter):
        if (ratio * np.sqrt(squares) <= enough).all():
            left = np.linalg.norm(missing(), axis=0)
            if (left <= enough).all():
                return values, step, True
            ratio = _quotient(left, np.sqrt(squares))
        backward(*matrix, onward, swept, direction, back)
        forward(*matrix, direction, back, ahead, along)
        before = squares.copy()
        move(_quotient(before, along), back, ahead, values, swept, squares)
        onward = _quotient(squares, before)
    left = np.linalg.norm(missing(), axis=0)
    return values, max_iter, bool((left <= enough).all())


def _first_above(similar: sparse.csr_array) -> NDArray[np.uint32]:
    """For each row, where the entries above the diagonal begin."""
    row_of = np.repeat(np.arange(similar.shape[0], dtype=similar.indices.dtype), np.diff(similar.indptr))
    n_below = np.bincount(row_of[similar.indices < row_of], minlength=similar.shape[0])
    return (similar.indptr[:-1] + n_below).astype(np.uint64)


def _quotient(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    """0 where a column is solved to the last digit."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


@compiled
def backward(
    starts: Any, above: Any, columns: Any, weights: Any, diagonal: float, onward: Any, swept: Any, direction: Any,
    back: Any,
) -> None:  # fmt: skip
    """The next direction, `swept + onward * direction`, and what a sweep back makes of it."""
    n, m = direction.shape
    sums = np.empty(m)
    for number in range(n):
        i = np.uint32(n - 1 - number)
        for c in range(m):
            direction[i, c] = swept[i, c] + onward[c] * direction[i, c]
            sums[c] = direction[i, c]
        for k in range(above[i], starts[i + ONE]):
            j, weight = columns[k], weights[k]
            for c in range(m):
                sums[c] += weight * back[j, c]
        for c in range(m):
            back[i, c] = sums[c] / diagonal


@compiled
def forward(
    starts: Any, above: Any, columns: Any, weights: Any, diagonal: float, direction: Any, back: Any, ahead: Any,
    along: Any,
) -> None:  # fmt: skip
    """A sweep forward over what is left of the direction, and the curvature along it."""
    n, m = direction.shape
    sums = np.empty(m)
    along[:] = 0.0
    for number in range(n):
        i = np.uint32(number)
        for c in range(m):
            sums[c] = direction[i, c] - diagonal * back[i, c]
        for k in range(starts[i], above[i]):
            j, weight = columns[k], weights[k]
            for c in range(m):
                sums[c] += weight * ahead[j, c]
        for c in range(m):
            ahead[i, c] = sums[c] / diagonal
            along[c] += direction[i, c] * (ahead[i, c] + back[i, c])


@compiled
def move(lengths: Any, back: Any, ahead: Any, values: Any, swept: Any, squares: Any) -> None:
    """A step of these lengths: the values, the swept rest and its squares."""
    n, m = values.shape
    squares[:] = 0.0
    for i in range(n):
        for c in range(m):
            values[i, c] += lengths[c] * back[i, c]
            swept[i, c] -= lengths[c] * (ahead[i, c] + back[i, c])
            squares[c] += swept[i, c] * swept[i, c]
