"""How cost grows to a million rows: CPU seconds and peak memory of whole fits at their default settings.

Each fit runs in a process of its own, which gives its time and its memory at once; sizes and estimators take
turns.  The goal is a time at a million rows of at most six times that at 200,000, and memory of at most 2.5 matrices,
the matrix itself included.  Iterations to convergence are not the same at two sizes: they are part of the time.
"""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

from data import as_counts, columns, megabytes, text
from harness import Cost, Tell
from memory import peak

import onesided

TITLE = "Growth to a million rows"
ACCURACY = "each fit to its default tolerance"
ESTIMATORS: dict[str, dict[str, Any]] = {
    "WeightedLogisticRegressionCV": {"random_state": 0},
    "RankSVMCV": {"random_state": 0},
    "SetAsideSVM": {"random_state": 0},
    "EMNaiveBayes": {},
    "RocchioSVM": {},
    "AUCSelector": {},
}
LONG = 20.0
"""CPU seconds after which a size is not run again: three short runs, or one long one."""
READ_COUNTS = ("EMNaiveBayes",)


def measure(full: bool, tell: Tell) -> list[Cost]:
    # Five times the rows in both: the small run shows the trend only, its goal is that of the full one.
    sizes, n_rounds = ((200_000, 1_000_000), 3) if full else ((20_000, 100_000), 1)
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for number in range(n_rounds):
        for n_rows in sizes:
            for name in ESTIMATORS:
                spent = sum(run.get("cpu", LONG) for run in found.get((name, n_rows), []))
                if spent >= LONG:
                    continue
                costs = peak("growth", name, n_rows)
                found.setdefault((name, n_rows), []).append(costs)
                tell(f"round {number + 1}/{n_rounds}  {name}, {n_rows:,} rows: {costs}")
    matrix = {n_rows: megabytes(text(n_rows)[0]) for n_rows in sizes}
    return [_cost(name, n_rows, runs, matrix[n_rows]) for (name, n_rows), runs in found.items()]


def _cost(name: str, n_rows: int, runs: list[dict[str, Any]], matrix_mb: float) -> Cost:
    """Medians of the seconds, the highest memory; or what went wrong."""
    cost = Cost(name, n_rows, columns(n_rows), n_runs=len(runs), matrix_mb=matrix_mb, is_ours=True)
    for run in runs:
        if "error" in run:
            cost.note = run["error"]
            return cost
    cost.cpu, cost.wall = (statistics.median(run[key] for run in runs) for key in ("cpu", "wall"))
    cost.peak_mb = max(run["mb"] for run in runs)
    cost.note = f"{cost.peak_mb / matrix_mb:.2f} matrices"
    return cost


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, _ = text(n_rows)
    if contestant in READ_COUNTS:
        X = as_counts(X)
    return partial(getattr(onesided, contestant)(**ESTIMATORS[contestant]).fit, X, y)
