"""Pointwise losses: the compiled coordinate descent where it is the faster way, Newton's method elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.engine.compiled import IS_COMPILED
from onesided.engine.coordinate_descent import descend
from onesided.engine.losses import Logistic, Loss, SquaredHinge
from onesided.engine.newton import Solution, minimise
from onesided.engine.rows import MemoryRows, Rows

Vector = NDArray[np.float64]
PATIENT_EPOCHS = 150
SMOOTH: dict[str, Callable[[Vector, Vector], Loss]] = {"logistic": Logistic, "squared_hinge": SquaredHinge}


def minimise_pointwise(
    rows: Rows,
    signs: Vector,
    weights: Vector,
    *,
    loss: str,
    ridge: float,
    intercept: str = "penalised",
    start: Solution | None = None,
    tol: float = 1e-4,
    max_iter: int = 1000,
) -> Solution:
    """Minimise `ridge/2 ‖w‖² + Σ weights·loss(signs·scores)` by whichever solver suits.

    Dual coordinate descent needs a sparse matrix in memory and an intercept that is penalised or absent; on text it was
    measured 1.5 to 3 times faster than Newton's method along a path, and it is the only one for the plain hinge.  On
    badly scaled data it creeps: what it has not settled within `PATIENT_EPOCHS` goes on by Newton steps from where it
    is.
    """
    options: dict[str, Any] = {"ridge": ridge, "start": start, "tol": tol}
    in_memory = rows if isinstance(rows, MemoryRows) and intercept != "free" else None
    has_intercept = intercept == "penalised"
    if loss not in SMOOTH:
        if in_memory is None:
            raise ValueError(
                f"the loss {loss!r} has no curvature to step by: it needs rows in memory and an intercept "
                "that is penalised or absent; use the squared hinge, or penalise_intercept=True"
            )
        return descend(
            in_memory.as_sparse(), signs, weights, loss=loss, intercept=has_intercept, max_iter=max_iter, **options
        )
    if in_memory is not None and in_memory.is_sparse and IS_COMPILED:
        quick = descend(
            in_memory, signs, weights, loss=loss, intercept=has_intercept, max_iter=min(max_iter, PATIENT_EPOCHS),
            warn=max_iter <= PATIENT_EPOCHS, **options,
        )  # fmt: skip
        if quick.is_converged or max_iter <= PATIENT_EPOCHS:
            return quick
        options["start"] = quick
    return minimise(SMOOTH[loss](signs, weights), rows, intercept=intercept, max_iter=max_iter, **options)
