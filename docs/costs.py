"""Count the passes over the data that one fit of each estimator takes, for the table in solvers.md.

Run it by hand after a change of a solver or a search (a minute): `.venv/bin/python docs/costs.py`
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import onesided
from onesided.datasets import make_text
from onesided.engine import coordinate_descent
from onesided.engine.rows import MemoryRows

PAGE = Path(__file__).with_name("solvers.md")
TABLE = re.compile(r"(<!-- from docs/costs.py -->\n).*?(<!-- end of costs -->)", re.DOTALL)
COUNTED: list[tuple[str, dict[str, Any], str]] = [
    ("WeightedLogisticRegression", {}, ""),
    ("WeightedLogisticRegressionCV", {"random_state": 0}, ""),
    ("BiasedSVM", {"C": 0.01}, "C=0.01"),
    ("BiasedSVM", {"C": 1.0}, "C=1.0"),
    ("BiasedSVMCV", {"random_state": 0}, ""),
    ("RankSVM", {"threshold": 0.0}, "threshold=0.0"),
    ("RankSVM", {"random_state": 0}, "the cut found in 5 folds"),
    ("RankSVMCV", {"random_state": 0}, ""),
    ("SetAsideSVM", {"random_state": 0}, ""),
    ("EMNaiveBayes", {"smoothing": 0.1}, "smoothing=0.1"),
    ("PositiveNaiveBayes", {"random_state": 0}, "the prior chosen in 5 folds"),
    ("LPLP", {}, ""),
    ("SpyEM", {"random_state": 0}, ""),
    ("PEBL", {}, ""),
    ("RocchioSVM", {}, ""),
]
READ_COUNTS = ("EMNaiveBayes", "PositiveNaiveBayes", "LPLP", "SpyEM", "PEBL", "RocchioSVM")


class Counter:
    """Counts products with X and epochs of coordinate descent, in passes over all rows."""

    def __init__(self, n_rows: int):
        self.n_rows, self.passes = n_rows, 0.0
        MemoryRows.times = self._product(MemoryRows.times)  # type: ignore[method-assign]
        MemoryRows.transposed_times = self._product(MemoryRows.transposed_times)  # type: ignore[method-assign]
        epoch = coordinate_descent._Dual.epoch

        def counted(problem: Any, order: Any, *state: Any) -> float:
            self.passes += len(order) / self.n_rows
            return epoch(problem, order, *state)

        coordinate_descent._Dual.epoch = counted  # type: ignore[method-assign]

    def _product(self, product: Callable[..., Any]) -> Any:
        def counted(rows: MemoryRows, vector: Any) -> Any:
            n_columns = vector.shape[1] if vector.ndim == 2 else 1
            self.passes += 0.5 * n_columns * rows.shape[0] / self.n_rows
            return product(rows, vector)

        return counted

    def of(self, name: str, settings: dict[str, Any], X: Any, y: Any) -> float:
        self.passes = 0.0
        getattr(onesided, name)(**settings).fit(X, y)
        return self.passes


def main() -> None:
    """Count, and write the table."""
    warnings.simplefilter("ignore")
    X, y = make_text(random_state=0)
    counts = X.copy()
    counts.data = np.maximum(1, np.rint(8 * counts.data)).astype(X.dtype)
    counter = Counter(X.shape[0])
    lines = ["| estimator | with | passes |", "|---|---|---|"]
    for name, settings, shown in COUNTED:
        passes = counter.of(name, settings, counts if name in READ_COUNTS else X, y)
        link = f"[{name}](methods/{name.removesuffix('CV')}.md)"
        lines.append(f"| {link} | {shown} | {passes:.0f} |")
    page = PAGE.read_text(encoding="utf-8")
    table = "\n".join(["", *lines, "", ""])
    PAGE.write_text(TABLE.sub(lambda found: found[1] + table + found[2], page), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
