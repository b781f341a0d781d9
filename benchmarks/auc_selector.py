"""The AUC of every feature, in pairs: a pair is X @ w and X.T @ v by SciPy on the same matrix in the same run.

The peer is a loop of scikit-learn's roc_auc_score, timed on a hundred random columns and multiplied: it would take
hours.  On these columns the answers must be equal to 1e-9.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from data import text
from harness import Cost, Job, Tell, interleaved, pairs
from memory import peak
from sklearn.metrics import roc_auc_score

from onesided.feature_selection import AUCSelector, feature_auc

TITLE = "The AUC of every feature, in pairs"
ACCURACY = "largest difference from roc_auc_score at most 1e-9"
N_SAMPLED = 100
OURS, SELECTOR, LOOP, PAIR = "onesided", "onesided, AUCSelector.fit", "loop of roc_auc_score", "a pair"


def measure(full: bool, tell: Tell) -> list[Cost]:
    sizes = (20_000, 200_000, 1_000_000) if full else (20_000, 200_000)
    return [cost for n_rows in sizes for cost in _at(n_rows, tell)]


def _at(n_rows: int, tell: Tell) -> list[Cost]:
    X, y, _ = text(n_rows)
    sample = np.random.default_rng(0).permutation(X.shape[1])[:N_SAMPLED]
    columns = X.tocsc()[:, sample]
    jobs: dict[str, Job] = {
        PAIR: pairs(X, 5),
        OURS: partial(feature_auc, X, y),
        SELECTOR: partial(AUCSelector(k=1000).fit, X, y),
        **({LOOP: partial(_loop, columns, y)} if n_rows < 1_000_000 else {}),
    }
    feature_auc(X[:1000], y[:1000])  # compiles
    runs = interleaved(jobs, 5, tell=tell)
    expected = runs[LOOP].result if LOOP in runs else _loop(columns[:, :10], y)
    difference = float(np.abs(runs[OURS].result[sample][: len(expected)] - expected).max())
    costs = []
    for name, run in runs.items():
        scale = {PAIR: 1 / 5, LOOP: X.shape[1] / N_SAMPLED}.get(name, 1.0)
        run.cpu, run.wall = ([value * scale for value in values] for values in (run.cpu, run.wall))
        costs.append(run.cost(
            name, X.shape, is_ours=name in (OURS, SELECTOR),
            accuracy={"difference": difference} if name == OURS else {},
            peak_mb=peak("auc_selector", name, n_rows).get("mb") if name == OURS else None,
            note=f"from {N_SAMPLED} columns" if name == LOOP else "",
        ))  # fmt: skip
    return costs


def _loop(columns: Any, y: Any) -> Any:
    return np.array([roc_auc_score(y, columns[:, [j]].toarray().ravel()) for j in range(columns.shape[1])])


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, _ = text(n_rows)
    return partial(feature_auc, X, y)
