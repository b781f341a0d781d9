"""Why a document was found: its strongest terms, and the example it is most like."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

ROWS_AT_A_TIME = 4096


def strongest_terms(
    X: Any, weights: NDArray[np.float64], names: NDArray[Any], n_terms: int = 5
) -> list[list[tuple[str, float]]]:
    """For each row the terms with the largest positive part `x_j w_j` in its score, the largest first."""
    X = sparse.csr_array(X)
    answers = []
    for begin, end in zip(X.indptr[:-1], X.indptr[1:], strict=True):
        columns = X.indices[begin:end]
        parts = X.data[begin:end] * weights[columns]
        best = np.argsort(-parts, kind="stable")[:n_terms]
        answers.append([(str(names[columns[k]]), float(parts[k])) for k in best if parts[k] > 0])
    return answers


def strongest_columns(table: Any, parts: NDArray[np.float64], n_columns: int = 5) -> list[list[tuple[str, float]]]:
    """For each row of a table the columns, with their values, that add most to its score, the largest first."""
    names = table.columns if hasattr(table, "columns") else [f"column {number}" for number in range(table.shape[1])]
    order = np.argsort(-parts, axis=1, kind="stable")[:, :n_columns]
    answers = []
    for number, best in enumerate(order):
        row = table.row(number) if hasattr(table, "row") else table[number]
        answers.append([(_named(names[k], row[k]), float(parts[number, k])) for k in best if parts[number, k] > 0])
    return answers


def _named(name: str, value: Any) -> str:
    shown = f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)
    return f"{name}={shown}"


def nearest(X: Any, examples: Any) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """For each row the number of the example with the largest cosine, and that cosine; rows have unit length."""
    rows, cosines = np.empty(X.shape[0], dtype=np.intp), np.empty(X.shape[0])
    for begin in range(0, X.shape[0], ROWS_AT_A_TIME):  # bounded memory: |P| numbers for each of these rows
        part = X[begin : begin + ROWS_AT_A_TIME] @ examples.T
        part = part.toarray() if sparse.issparse(part) else np.asarray(part)
        rows[begin : begin + len(part)] = part.argmax(axis=1)
        cosines[begin : begin + len(part)] = part.max(axis=1)
    return rows, cosines
