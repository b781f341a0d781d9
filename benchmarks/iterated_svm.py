"""SVMs in a row: warm dual coordinate descent against scikit-learn's LinearSVC from a cold start each round.

The rounds are those of SVM-I, solved to a gap of 1e-6, from a thousandth of the unlabeled rows as reliable negatives;
a few rows that fall otherwise would lead to other rounds, so both solvers are given the same sequence of
negatives.  Both get the loosest tolerance at which the last classifier is within 1e-3 of the least
objective.  `dual=True` is named: "auto" would take a slower solver when rows outnumber columns.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from data import text
from harness import Cost, Tell, interleaved, loosest
from memory import peak
from sklearn.svm import LinearSVC

from onesided.labels import read_labels
from onesided.two_step import SVM, Rocchio

TITLE = "Twenty SVMs in a row"
ACCURACY = "relative excess of the last objective at most 1e-3"
GAP, N_ROUNDS, LOSS = 1e-3, 20, "hinge"
OURS, PEER = "onesided", "LinearSVC, cold"
TOLERANCES = {OURS: (1e-2, 3e-3, 1e-3, 3e-4, 1e-4), PEER: (1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4)}


def measure(full: bool, tell: Tell) -> list[Cost]:
    sizes = {20_000: 5, 200_000: 5} if full else {20_000: 5}
    tolerances: dict[str, float] = {}
    return [cost for n_rows, n_runs in sizes.items() for cost in _at(n_rows, n_runs, tolerances, tell)]


def _at(n_rows: int, n_runs: int, tolerances: dict[str, float], tell: Tell) -> list[Cost]:
    """`tolerances` are those that sufficed at the size before: there the trials start, and it takes the new ones."""
    X, y, _ = text(n_rows, label_frequency=0.4, n_nonzeros=50)
    labels = read_labels(y)
    masks = sequence(X, labels)
    tell(f"{n_rows:,} rows: {len(masks)} rounds, from {masks[0].sum():,} to {masks[-1].sum():,} negatives")
    is_in = labels.is_positive | masks[-1]
    least = _objective(X, labels, is_in, warm(X, labels, masks[-1:], 1e-6))
    jobs = {}
    for name, solver in ((OURS, warm), (PEER, cold)):
        tols = [tol for tol in TOLERANCES[name] if tol <= tolerances.get(name, np.inf)]
        trial = [(tol, partial(solver, X, labels, masks, tol)) for tol in tols]
        tolerances[name], _ = loosest(trial, lambda found: _objective(X, labels, is_in, found) / least - 1 <= GAP)
        jobs[name] = partial(solver, X, labels, masks, tolerances[name])
    runs = interleaved(jobs, n_runs, tell=tell)
    costs = []
    for name, run in runs.items():
        signs = [X @ weights + intercept > 0 for weights, intercept in (run.result, runs[OURS].result)]
        accuracy = {
            "excess": _objective(X, labels, is_in, run.result) / least - 1,
            "same class as ours": float(np.mean(signs[0] == signs[1])),
        }
        memory = peak("iterated_svm", name, n_rows) if n_rows < 1_000_000 else {}
        costs.append(run.cost(
            name, X.shape, accuracy=accuracy, is_ours=name == OURS, peak_mb=memory.get("mb"),
            note=f"{len(masks)} rounds, tol={tolerances[name]:g}",
        ))  # fmt: skip
    return costs


def sequence(X: Any, labels: Any, n_rounds: int = N_ROUNDS) -> list[Any]:
    """The negatives of each round."""
    svm, solution, masks = SVM(C=1.0, loss=LOSS, tol=1e-6), None, list[Any]()
    rows, unlabeled = svm._rows(X), np.flatnonzero(labels.is_unlabeled)
    lowest = np.argsort(Rocchio().find(X, labels).scores[unlabeled])[: len(unlabeled) // 1000]
    reliable = np.zeros(len(labels), dtype=bool)
    reliable[unlabeled[lowest]] = True
    while len(masks) < n_rounds:
        masks.append(reliable)
        solution = svm._solve(rows, labels, reliable, 1.0, start=solution)
        found = labels.is_unlabeled & ~reliable & (solution.scores <= 0)
        if not found.any():
            break
        reliable = reliable | found
    return masks


def warm(X: Any, labels: Any, masks: list[Any], tol: float) -> tuple[Any, float]:
    svm: Any = SVM(C=1.0, loss=LOSS, tol=tol)
    solution: Any = None
    rows = svm._rows(X)
    for mask in masks:
        solution = svm._solve(rows, labels, mask, 1.0, start=solution)
    return solution.weights, solution.intercept


def cold(X: Any, labels: Any, masks: list[Any], tol: float) -> tuple[Any, float]:
    for mask in masks:
        part = np.flatnonzero(labels.is_positive | mask)
        svm = LinearSVC(loss=LOSS, dual=True, tol=tol, random_state=0).fit(X[part], labels.signs[part])
        svm.decision_function(X)  # the scores of all rows choose the next negatives
    return svm.coef_[0], svm.intercept_[0]


def _objective(X: Any, labels: Any, is_in: Any, classifier: tuple[Any, float]) -> float:
    weights, intercept = classifier
    short = np.maximum(0, 1 - labels.signs * (X @ weights + intercept))
    return float(0.5 * (weights @ weights + intercept**2) + is_in @ short)


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, _ = text(n_rows, label_frequency=0.4, n_nonzeros=50)
    labels = read_labels(y)
    # The last round has the most rows; more rounds need no more memory.
    rows = labels.is_positive | labels.is_unlabeled & (np.arange(n_rows) % 10 > 0)
    return partial(warm if contestant == OURS else cold, X, labels, [rows & labels.is_unlabeled] * 2, 1e-2)
