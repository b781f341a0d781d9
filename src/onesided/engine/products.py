"""The product `X.T @ numbers` of a CSR matrix, over the rows that count: solvers give many rows the number zero."""

from __future__ import annotations

from typing import Any

from onesided.engine.compiled import compiled


@compiled
def add_rows(indptr: Any, indices: Any, data: Any, numbers: Any, sums: Any) -> None:
    """Add `numbers[i]` times row i to `sums`, in the precision of `sums`."""
    for i in range(len(numbers)):
        number = numbers[i]
        if number != 0:
            for k in range(indptr[i], indptr[i + 1]):
                sums[indices[k]] += number * data[k]
