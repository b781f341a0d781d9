"""Electric potentials on a graph: the one linear system behind the harmonic function."""

from __future__ import annotations

import warnings
from contextlib import suppress
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import cg
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from onesided.engine.compiled import IS_COMPILED
from onesided.exceptions import InputError
from onesided.semi_supervised.sweeps import swept_conjugate_gradients

Solver = Literal["cg", "multigrid"]
Matrix = NDArray[np.float64]
TOLERANCE = 1e-6
"""Of the residual: potentials right to about 1e-5 on graphs of neighbours."""
WELL_APART = 1e-4
"""Sine of the angle to the other columns above which a column is orthogonalised by Cholesky without loss."""


def potentials(
    graph: sparse.csr_array,
    is_open: NDArray[np.bool_],
    known: Matrix,
    *,
    leak: float = 0.0,
    start: Matrix | None = None,
    solver: Solver = "cg",
    tol: float = TOLERANCE,
    max_iter: int = 10_000,
) -> tuple[Matrix, int]:
    r"""Values of the open nodes that are the weighted mean of their neighbours', by conjugate gradients.

    .. math:: \left((1 + \lambda) D_{uu} - W_{uu}\right) f_u = W_{ul} f_l

    Solved for :math:`g = D_{uu}^{1/2} f_u`, which makes the diagonal a constant, for all columns side by side: by
    :mod:`~onesided.semi_supervised.sweeps` where there is a compiler, in one block [1]_ where there is none.

    Parameters
    ----------
    graph : csr_array of shape (n, n)
        Symmetric W.  From each open node a path must lead to one that is not, or λ must be positive.
    is_open : ndarray of bool, shape (n,)
        The nodes u to solve for.
    known : ndarray of shape (n, m)
        f of the other nodes, m functions side by side; what stands at open nodes is not read.
    leak : float, default=0
        λ: the weight of a background of value 0 beside that of all neighbours of a node.
    start : ndarray of shape (n, m), optional
        A first guess.
    solver : {"cg", "multigrid"}, default="cg"
        Conjugate gradients, or these with algebraic multigrid by pyamg.
    tol : float, default=1e-6
        The residual (of the system for g) beside the right-hand side at which to stop.
    max_iter : int, default=10_000

    Returns
    -------
    ndarray of shape (n, m), int
        f, and the steps taken until the slowest column was done.

    References
    ----------
    .. [1] A. A. Dubrulle. Retooling the method of block conjugate gradients. ETNA 12, 2001.

    Examples
    --------
    >>> path = sparse.csr_array(np.diag([1.0, 1, 1], 1) + np.diag([1.0, 1, 1], -1))
    >>> values, n_iter = potentials(path, np.array([False, True, True, False]), np.array([[0.0], [0], [0], [1]]))
    >>> values.ravel().round(3)
    array([0.   , 0.333, 0.667, 1.   ])
    """
    found = np.array(known, dtype=float)
    if not is_open.any():
        return found, 0
    from_open = graph[is_open]
    roots = np.sqrt(from_open.sum(axis=1))
    similar = from_open[:, is_open]
    # Neighbours near each other in memory: a step then takes half the time on a graph in random order.
    order = reverse_cuthill_mckee(similar, symmetric_mode=True)
    similar = similar[order][:, order]
    similar.sort_indices()
    similar.data /= np.repeat(roots[order], np.diff(similar.indptr)) * roots[order][similar.indices]
    pull = ((from_open[:, ~is_open] @ found[~is_open]) / roots[:, None])[order]
    guess = np.zeros_like(pull) if start is None else (start[is_open] * roots[:, None])[order]
    with threadpool_limits(limits=1, user_api="blas"):  # threads only get in each other's way on so few columns
        if solver == "cg" and IS_COMPILED:
            values, n_steps, is_done = swept_conjugate_gradients(similar, 1 + leak, pull, guess, tol, max_iter)
        elif solver in ("cg", "multigrid"):
            solve = _block_conjugate_gradients if solver == "cg" else partial(_multigrid, roots[order])
            system = sparse.csr_array((1 + leak) * sparse.eye_array(len(roots)) - similar)
            values, n_steps, is_done = solve(system, pull, guess, tol, max_iter)
        else:
            raise InputError(f"solver={solver!r} is neither 'cg' nor 'multigrid'")
    if not is_done:
        warnings.warn(
            f"the potentials are not exact after max_iter={max_iter} steps: raise max_iter or tol, or try "
            "solver='multigrid'",
            ConvergenceWarning,
            stacklevel=2,
        )
    found[np.flatnonzero(is_open)[order]] = values / roots[order, None]
    return found, n_steps


def _block_conjugate_gradients(
    system: sparse.csr_array, target: Matrix, values: Matrix, tol: float, max_iter: int
) -> tuple[Matrix, int, bool]:
    """Columns of values with system @ values = target, each sought in the directions of all.

    The residual is kept as an orthonormal basis times a small matrix, so that columns may become dependent or exact
    at different times without harm.  One direction serves all columns: fewer steps than one solve after another.
    """
    residual = target - system @ values
    basis, factor = _orthonormal(residual)
    direction = basis.copy()
    enough = tol * np.linalg.norm(target, axis=0)
    for step in range(max_iter):
        if (np.linalg.norm(factor, axis=0) <= enough).all():
            return values, step, True
        bent = system @ direction
        lengths = np.linalg.pinv(direction.T @ bent, hermitian=True)
        values += direction @ (lengths @ factor)
        basis -= bent @ lengths
        basis, turn = _orthonormal(basis)
        direction = direction @ turn.T
        direction += basis
        factor = turn @ factor
    return values, max_iter, bool((np.linalg.norm(factor, axis=0) <= enough).all())


def _orthonormal(columns: Matrix) -> tuple[Matrix, Matrix]:
    """Q and R with Q R = columns: by Cholesky, which is several times faster, where the columns are independent."""
    squares = columns.T @ columns
    lengths = np.sqrt(np.diagonal(squares))
    if lengths.min() > 0:
        with suppress(np.linalg.LinAlgError):
            upper = np.linalg.cholesky(squares / np.outer(lengths, lengths)).T * lengths
            if (np.diagonal(upper) > WELL_APART * lengths).all():
                return columns @ np.linalg.inv(upper), upper
    return np.linalg.qr(columns)


def _multigrid(
    roots: NDArray[np.float64],
    system: sparse.csr_array,
    target: Matrix,
    values: Matrix,
    tol: float,
    max_iter: int,
) -> tuple[Matrix, int, bool]:
    """The same, column by column, with a cycle of algebraic multigrid in each step."""
    try:
        import pyamg
    except ImportError:
        raise InputError("solver='multigrid' needs the library pyamg: pip install 'onesided[graph]'") from None
    # pyamg knows the older kind of sparse matrix only.  Constant potentials, which relaxation leaves, are `roots` here.
    cycle = pyamg.smoothed_aggregation_solver(sparse.csr_matrix(system), B=roots[:, None]).aspreconditioner()
    n_steps, is_done = np.zeros(target.shape[1], dtype=int), True
    for column in range(target.shape[1]):

        def count(_: Any, column: int = column) -> None:
            n_steps[column] += 1

        values[:, column], failed = cg(
            system, target[:, column], values[:, column], rtol=tol, maxiter=max_iter, M=cycle, callback=count
        )
        is_done = is_done and not failed
    return values, int(n_steps.max()), is_done
