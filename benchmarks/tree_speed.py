"""A decision tree and a forest from positive and unlabeled rows against scikit-learn's on the same rows.

The fits are those of `trees.py`, in turns, with the same number of trees and the same limits.
"""

from __future__ import annotations

from typing import Any

from harness import Cost, Tell

TITLE = "Decision tree and forest"
ACCURACY = "F on held-out rows, where it is given"


def measure(full: bool, tell: Tell) -> list[Cost]:
    import trees

    return [_cost(row) for row in trees.rows(full)]


def _cost(row: dict[str, Any]) -> Cost:
    """Rows have at least job, rows, cpu and wall; the rest that is a number tells how good it is."""
    known = {"job", "rows", "columns", "cpu", "wall", "mb", "runs", "is_ours", "note"}
    return Cost(
        row["job"], int(row["rows"]), int(row.get("columns", 0)), row["cpu"], row["wall"], int(row.get("runs", 0)),
        peak_mb=row.get("mb"), is_ours=bool(row.get("is_ours", row["job"].startswith("onesided"))),
        accuracy={key: float(value) for key, value in row.items() if key not in known}, note=row.get("note", ""),
    )  # fmt: skip
