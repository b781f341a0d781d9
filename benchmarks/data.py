"""The data of the questions: drawn once a run, kept as files, so that a child process reads them without a peak."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array, csr_matrix, hstack

from onesided.datasets import make_text

FOLDER = "ONESIDED_BENCH_FOLDER"
ARRAYS = ("data", "indices", "indptr", "y", "truth")
COLUMNS = {20_000: 50_000, 200_000: 100_000, 1_000_000: 100_000}
"""Words of the synthetic language at the usual sizes."""


def folder() -> Path:
    """Where this run keeps its data; child processes find it by the environment."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="onesided-bench-")
    return Path(os.environ[FOLDER])


def columns(n_rows: int) -> int:
    """Columns that go with so many rows."""
    return COLUMNS.get(n_rows, 50_000 if n_rows < 200_000 else 100_000)


def text(
    n_rows: int, n_columns: int | None = None, label_frequency: float = 0.2, n_nonzeros: int = 80
) -> tuple[csr_array, Any, Any]:
    """Synthetic tf-idf rows of about `n_nonzeros` words, PU labels and the truth."""
    n_columns = n_columns or columns(n_rows)
    stem = folder() / f"text-{n_rows}-{n_columns}-{round(100 * label_frequency)}-{n_nonzeros}"
    if not stem.with_suffix(".done").exists():
        # In a process of its own: the memory that drawing takes must not count as that of a contestant.
        settings = (n_rows, n_columns, label_frequency, n_nonzeros)
        subprocess.run([sys.executable, __file__, str(stem), *map(str, settings)], check=True)
    values, indices, starts, y, truth = (np.load(f"{stem}-{name}.npy") for name in ARRAYS)
    return csr_array((values, indices, starts), shape=(n_rows, n_columns)), y, truth


def draw(stem: str, n_rows: int, n_columns: int, label_frequency: float, n_nonzeros: int) -> None:
    """Make the files that `text` reads."""
    X, y, truth = make_text(
        n_rows, n_columns, n_nonzeros=n_nonzeros, label_frequency=label_frequency, random_state=0, return_labels="both"
    )
    for name, array in zip(ARRAYS, (X.data, X.indices, X.indptr, y, truth), strict=True):
        np.save(f"{stem}-{name}.npy", array)
    Path(stem).with_suffix(".done").touch()


def halves(n_rows: int, n_nonzeros: int = 80) -> tuple[Any, ...]:
    """Training rows and as many held-out rows of one draw: X, y, truth, X_held_out, truth_held_out."""
    X, y, truth = text(2 * n_rows, columns(n_rows), n_nonzeros=n_nonzeros)
    return X[:n_rows], y[:n_rows], truth[:n_rows], X[n_rows:], truth[n_rows:]


def as_counts(X: csr_array) -> csr_array:
    """Whole numbers in the places of the tf-idf values, for naive Bayes."""
    values = 8 * X.data
    np.maximum(np.rint(values, out=values), 1, out=values)
    return csr_array((values, X.indices, X.indptr), shape=X.shape)


def with_ones(X: csr_array) -> csr_matrix:
    """X and a column of ones: solvers that leave an intercept free are given the one that is penalised, as ours is."""
    return csr_matrix(hstack([X, np.ones((X.shape[0], 1), dtype=X.dtype)], format="csr"))


def megabytes(X: csr_array) -> float:
    """Memory of the matrix."""
    return (X.data.nbytes + X.indices.nbytes + X.indptr.nbytes) / 1e6


if __name__ == "__main__":
    draw(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
