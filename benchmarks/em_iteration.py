"""One iteration of naive Bayes EM, in pairs: a pair is X @ w and X.T @ v by SciPy on the same matrix in the same run.

The peer does what scikit-learn offers: fit MultinomialNB again to every unlabeled row in both classes, weighted by its
probabilities, and ask for the new ones.  Both start from P against U and go on for fifty iterations, ten a turn; their
last probabilities must then be the same: 1e-5 in the mean (scikit-learn sums counts in single precision here).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from data import as_counts, text
from harness import Cost, Job, Tell, interleaved, pairs
from memory import peak
from scipy.sparse import vstack
from scipy.special import expit
from sklearn.naive_bayes import MultinomialNB

from onesided.bayes.iterations import em_iterations
from onesided.engine.rows import MemoryRows

TITLE = "An iteration of naive Bayes EM, in pairs"
ACCURACY = "mean difference of probabilities after fifty iterations at most 1e-5"
N_ITERATIONS, N_ROUNDS = 10, 5
OURS, PEER, PAIR = "onesided", "MultinomialNB refitted", "a pair"


def measure(full: bool, tell: Tell) -> list[Cost]:
    sizes = (20_000, 200_000, 1_000_000) if full else (20_000, 200_000)
    return [cost for n_rows in sizes for cost in _at(n_rows, tell)]


def _at(n_rows: int, tell: Tell) -> list[Cost]:
    X, y = _counts(n_rows)
    jobs: dict[str, Job] = {PAIR: pairs(X, N_ITERATIONS), OURS: partial(advance, ours(X, y))}
    if n_rows < 1_000_000:
        jobs[PEER] = partial(advance, theirs(X, y))
    runs = interleaved(jobs, N_ROUNDS, tell=tell)
    runs[OURS].result = expit(runs[OURS].result)
    costs = []
    for name, run in runs.items():
        run.cpu, run.wall = ([value / N_ITERATIONS for value in values] for values in (run.cpu, run.wall))
        accuracy = {}
        if name != PAIR:
            accuracy["mean difference"] = float(np.abs(run.result - runs[OURS].result).mean())
        memory = peak("em_iteration", name, n_rows) if name != PAIR else {}
        costs.append(run.cost(name, X.shape, accuracy=accuracy, is_ours=name == OURS, peak_mb=memory.get("mb")))
    return costs


def advance(iterations: Iterator[Any]) -> Any:
    """What the iterations give, ten further on."""
    for _ in range(N_ITERATIONS):
        found = next(iterations)
    return found


def ours(X: Any, y: Any) -> Iterator[Any]:
    iterations = em_iterations(MemoryRows(X), (y == 1).astype(float), y == 0)
    next(iterations)  # P against U, where both begin
    return (iteration.scores for iteration in iterations)


def theirs(X: Any, y: Any) -> Iterator[Any]:
    doubled, classes = vstack([X, X], format="csr"), np.repeat([1, 0], len(y))
    model, positive = MultinomialNB(alpha=1.0), (y == 1).astype(float)
    is_first = True
    while True:
        model.fit(doubled, classes, sample_weight=np.concatenate([positive, 1 - positive]))
        found = model.predict_proba(X)[:, 1]
        positive = np.where(y == 0, found, 1.0)
        if not is_first:
            yield found
        is_first = False


def _counts(n_rows: int) -> tuple[Any, Any]:
    X, y, _ = text(n_rows)
    return as_counts(X), y


def memory_job(contestant: str, n_rows: int) -> Any:
    return partial(advance, (ours if contestant == OURS else theirs)(*_counts(n_rows)))
