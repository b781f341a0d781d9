"""The harmonic function against scikit-learn's label propagation and spreading, with the graph and on a given graph.

The fits are those of `harmonic.py`: 64 dense columns, ten classes, 200 labelled rows, ten neighbours; each in a
process of its own, in turns.  Peak MB is here that of the fit alone, beyond the data.  The answers on one given graph
are compared with propagation run until it has converged, in the full run; its defaults stop long before.
"""

from __future__ import annotations

import harmonic
from harness import Cost, Tell

TITLE = "Harmonic function of a graph of neighbours"
ACCURACY = "share of the unlabeled rows that are right; on a given graph the difference from the converged answer"


def measure(full: bool, tell: Tell) -> list[Cost]:
    n_rounds = 5 if full else 3
    tell(f"20,000 rows, {n_rounds} rounds")
    table = harmonic.rows(20_000, repeats=n_rounds, with_slow=full)
    n_runs = {row["job"]: 1 if row["job"] in harmonic.ONCE else n_rounds for row in table}
    costs = [_cost(row, n_runs[row["job"]]) for row in table]
    if full:
        tell("200,000 rows, ours, 3 rounds")
        costs += [_cost(row, 3) for row in harmonic.rows(200_000, repeats=3, only_ours=True)]
    return costs


def _cost(row: dict, n_runs: int) -> Cost:
    accuracy = {"right": row["right"]} | ({"difference": row["difference"]} if "difference" in row else {})
    return Cost(
        row["job"], int(row["rows"]), 64, row["cpu"], row["wall"], n_runs, peak_mb=row["mb"], accuracy=accuracy,
        is_ours=row["job"].startswith("Harmonic"), note=f"{row['steps']:.0f} steps",
    )  # fmt: skip
