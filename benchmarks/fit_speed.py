"""One fit of balanced logistic regression beside scikit-learn's solvers.

All solve the same weighted problem, with a penalised intercept (for L-BFGS and newton-cg as a column of ones).  Each
is run at the loosest tolerance at which its objective is within 1e-3 of the least.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from data import text, with_ones
from harness import Cost, Tell, interleaved, loosest
from memory import peak
from sklearn.linear_model import LogisticRegression

from onesided.linear import WeightedLogisticRegression

TITLE = "One fit of weighted logistic regression"
ACCURACY = "relative excess of the objective at most 1e-3"
GAP, PENALTY = 1e-3, 1.0
OURS = "onesided"
TOLERANCES = {
    OURS: (1e-2, 3e-3, 1e-3),
    "liblinear, dual": (10, 3, 1, 0.3, 0.1, 0.03, 0.01),
    "liblinear, primal": (1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 1e-4),
    "L-BFGS": (1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6),
    "newton-cg": (1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5),
}


def measure(full: bool, tell: Tell) -> list[Cost]:
    sizes = {20_000: 5, 200_000: 5, 1_000_000: 5} if full else {20_000: 5}
    chosen: dict[str, float] = {}
    return [cost for n_rows, n_rounds in sizes.items() for cost in _at(n_rows, n_rounds, chosen, tell)]


def _at(n_rows: int, n_rounds: int, chosen: dict[str, float], tell: Tell) -> list[Cost]:
    """`chosen` are the tolerances that sufficed at the size before: there the trials start; it takes the new ones."""
    X, y, _ = text(n_rows)
    weights, signs = _weights(y), np.where(y == 1, 1.0, -1.0)

    def objective(model: Any) -> float:
        coef, intercept = model.coef_[0], model.intercept_[0]
        if len(coef) > X.shape[1]:
            coef, intercept = coef[:-1], coef[-1]
        loss = weights @ np.logaddexp(0, -signs * (X @ coef + intercept))
        return float(loss + PENALTY * (coef @ coef + intercept**2))

    least = objective(fit(OURS, X, y, 1e-6))
    given = {name: _as_given(name, X) for name in TOLERANCES}
    for name, tolerances in TOLERANCES.items():
        tols = [tol for tol in tolerances if tol <= chosen.get(name, np.inf)]
        trial = [(tol, partial(fit, name, given[name], y, tol)) for tol in tols]
        chosen[name], _ = loosest(trial, lambda model: objective(model) / least - 1 <= GAP)
        tell(f"{n_rows:,} rows, {name}: tol={chosen[name]:g}")
    jobs = {name: partial(fit, name, given[name], y, chosen[name]) for name in TOLERANCES}
    runs = interleaved(jobs, n_rounds, tell=tell, drop_slower_than=1.3 if n_rows > 20_000 else 0.0)
    return [
        run.cost(
            name, X.shape, is_ours=name == OURS, note=f"tol={chosen[name]:g}",
            accuracy={"excess": objective(run.result) / least - 1}, peak_mb=peak("fit_speed", name, n_rows).get("mb"),
        )
        for name, run in runs.items()
    ]  # fmt: skip


def fit(name: str, X: Any, y: Any, tol: float) -> Any:
    if name == OURS:
        return WeightedLogisticRegression(penalty=PENALTY, tol=tol).fit(X, y)
    settings: dict[str, Any] = {"C": 1 / (2 * PENALTY), "tol": tol, "max_iter": 100_000, "random_state": 0}
    if name.startswith("liblinear"):
        settings |= {"solver": "liblinear", "dual": name.endswith("dual")}
    else:
        settings |= {"solver": name.replace("L-BFGS", "lbfgs"), "fit_intercept": False}
    return LogisticRegression(**settings).fit(X, y, _weights(y))


def _as_given(name: str, X: Any) -> Any:
    return with_ones(X) if name in ("L-BFGS", "newton-cg") else X


def _weights(y: Any) -> Any:
    return np.where(y == 1, np.sum(y == 0) / np.sum(y == 1), 1.0)


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, _ = text(n_rows)
    return partial(fit, contestant, _as_given(contestant, X), y, TOLERANCES[contestant][-2])
