"""The search of the ranking SVM against the biased SVM's grid, as in the paper that compares the two.

The peer is scikit-learn's own way to do what the paper did with liblinear: GridSearchCV over LinearSVC, six ratios of
prices and five C (30 settings; the paper's list of C is lost in print), then six finer C, five folds, the proxy F of
P and U as criterion.  `dual=True` is named: "auto" would take a slower solver when rows outnumber columns.  It is run
at scikit-learn's tolerance and at a thousand times that, and the faster one counts.  Accuracy is F on as many
held-out rows, by the truth: ours must have at least theirs.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from data import halves, text
from harness import Cost, Tell, interleaved
from memory import peak
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.svm import LinearSVC

import onesided.metrics  # noqa: F401 (adds the scorer "lee_liu")
from onesided.linear import BiasedSVMCV, RankSVMCV
from onesided.model_selection import PUStratifiedKFold

TITLE = "Search of the ranking SVM against the biased SVM's grid"
ACCURACY = "F on held-out rows at least that of the peer"
CS, RATIOS, N_FINE = np.logspace(-4, 0, 5), (1, 3, 9, 27, 81, 243), 6
PEERS = {"LinearSVC grid, tol=1e-4": 1e-4, "LinearSVC grid, tol=0.1": 0.1}


def measure(full: bool, tell: Tell) -> list[Cost]:
    return _at(20_000, 5, tell)


def _at(n_rows: int, n_rounds: int, tell: Tell) -> list[Cost]:
    X, y, _, held_out, truth = halves(n_rows)
    splits = list(_folds(y))
    RankSVMCV(cv=2).fit(X[:2000], y[:2000])  # compiles
    BiasedSVMCV(cv=2, ratios=(1,), Cs=(1e-4,)).fit(X[:2000], y[:2000])
    jobs = {name: partial(search, name, X, y, splits) for name in ("onesided", "onesided, BiasedSVMCV", *PEERS)}
    runs = interleaved(jobs, n_rounds, tell=tell, drop_slower_than=1.3 if n_rows > 20_000 else 0.0)
    costs = []
    for name, run in runs.items():
        scores = run.result.decision_function(held_out)
        accuracy = {"F held out": f1_score(truth, scores > 0), "AUC held out": roc_auc_score(truth, scores)}
        best = {key: f"{value:.3g}" for key, value in run.result.best_params_.items() if key != "class_weight"}
        costs.append(run.cost(
            name, X.shape, accuracy=accuracy, is_ours=name.startswith("onesided"),
            peak_mb=peak("rank_search", name, n_rows).get("mb") if n_rows == 20_000 else None,
            note=", ".join(f"{key}={value}" for key, value in best.items()),
        ))  # fmt: skip
    return costs


def search(name: str, X: Any, y: Any, splits: Any) -> Any:
    """The fitted search of that name."""
    if name == "onesided":
        return RankSVMCV(cv=splits, n_fine=N_FINE).fit(X, y)
    if name == "onesided, BiasedSVMCV":
        return BiasedSVMCV(cv=splits, Cs=CS, ratios=RATIOS, n_fine=N_FINE).fit(X, y)
    svm = LinearSVC(dual=True, tol=PEERS[name], random_state=0)
    ratios = [{0: 1, 1: ratio} for ratio in RATIOS]
    options: dict[str, Any] = {"scoring": "lee_liu", "cv": splits}
    coarse = GridSearchCV(svm, {"C": CS, "class_weight": ratios}, refit=False, **options).fit(X, y)
    best = coarse.best_params_
    fine = np.geomspace(max(best["C"] / 10, CS[0]), min(best["C"] * 10, CS[-1]), N_FINE + 2)[1:-1]
    return GridSearchCV(svm, {"C": [best["C"], *fine], "class_weight": [best["class_weight"]]}, **options).fit(X, y)


def _folds(y: Any) -> Any:
    return PUStratifiedKFold(5, random_state=0).split(np.zeros(len(y)), y)


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, _ = text(n_rows)
    return partial(search, contestant, X, y, list(_folds(y)))
