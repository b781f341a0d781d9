"""Electric potentials on a graph: the one linear system behind the harmonic function."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, cg
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from onesided.exceptions import InputError

Solver = Literal["cg", "multigrid"]
Matrix = NDArray[np.float64]


def potentials(
    graph: sparse.csr_array,
    is_open: NDArray[np.bool_],
    known: Matrix,
    *,
    leak: float = 0.0,
    start: Matrix | None = None,
    solver: Solver = "cg",
    tol: float = 1e-8,
    max_iter: int = 10_000,
) -> tuple[Matrix, int]:
    r"""Values of the open nodes that are the weighted mean of their neighbours', by conjugate gradients.

    .. math:: \left((1 + \lambda) D_{uu} - W_{uu}\right) f_u = W_{ul} f_l

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
        The preconditioner: the diagonal, or algebraic multigrid by pyamg.
    tol : float, default=1e-8
        The residual beside the right-hand side at which to stop.
    max_iter : int, default=10_000

    Returns
    -------
    ndarray of shape (n, m), int
        f, and the steps that the slowest column took.

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
    weights = from_open[:, is_open]
    degrees = (1 + leak) * from_open.sum(axis=1)
    system = sparse.csr_array(sparse.diags_array(degrees) - weights)
    pull = from_open[:, ~is_open] @ found[~is_open]
    preconditioner = _preconditioner(system, degrees, solver)
    n_steps = np.zeros(found.shape[1], dtype=int)
    for column in range(found.shape[1]):
        guess = None if start is None else start[is_open, column]

        def count(_: Any, column: int = column) -> None:
            n_steps[column] += 1

        with threadpool_limits(limits=1, user_api="blas"):  # threads only get in each other's way on vectors
            values, failed = cg(
                system, pull[:, column], guess, rtol=tol, maxiter=max_iter, M=preconditioner, callback=count
            )
        if failed:
            warnings.warn(
                f"the potentials are not exact after max_iter={max_iter} steps: raise max_iter or tol, or try "
                "solver='multigrid'",
                ConvergenceWarning,
                stacklevel=2,
            )
        found[is_open, column] = values
    return found, int(n_steps.max())


def _preconditioner(system: sparse.csr_array, degrees: NDArray[np.float64], solver: Solver) -> Any:
    if solver == "cg":
        return LinearOperator(system.shape, matvec=lambda residual: residual.ravel() / degrees, dtype=np.float64)
    if solver != "multigrid":
        raise InputError(f"solver={solver!r} is neither 'cg' nor 'multigrid'")
    try:
        import pyamg
    except ImportError:
        raise InputError("solver='multigrid' needs the library pyamg: pip install 'onesided[graph]'") from None
    # pyamg knows the older kind of sparse matrix only.
    return pyamg.smoothed_aggregation_solver(sparse.csr_matrix(system)).aspreconditioner()
