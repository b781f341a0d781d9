"""A decision tree and a forest from positive and unlabeled rows against scikit-learn's on the same rows.

The fits are those of `trees.py`, on the training rows of adult, in turns; seconds are the median of seven runs.  The
goals compare like with like: a tree of all labels, and a forest of as many trees grown to the end, with scikit-learn's
faster way to take the categories.  From positive and unlabeled rows ours do more, and are shown as well.
"""

from __future__ import annotations

from typing import Any

from harness import Cost, Tell

TITLE = "Decision tree and forest"
ACCURACY = "the same rows and labels; ours pruned, scikit-learn's not"


def measure(full: bool, tell: Tell) -> list[Cost]:
    import trees

    costs = []
    for row in trees.rows(full):
        costs.append(_cost(row))
        tell(f"{row['job']}: {row['cpu']:.2f} s")
    return costs


def _cost(row: dict[str, Any]) -> Cost:
    """Rows have at least job, rows, cpu and wall; the rest that is a number tells how good it is."""
    known = {"job", "rows", "columns", "cpu", "wall", "mb", "runs", "is_ours", "note"}
    return Cost(
        row["job"], int(row["rows"]), int(row.get("columns", 0)), row["cpu"], row["wall"], int(row.get("runs", 0)),
        peak_mb=row.get("mb"), is_ours=bool(row.get("is_ours", row["job"].startswith("onesided"))),
        accuracy={key: float(value) for key, value in row.items() if key not in known}, note=row.get("note", ""),
    )  # fmt: skip
