"""Other people's ways to the same end: F with the prior unknown, and seconds, on 20,000 × 50,000 sparse rows.

1,000 labelled positives among 5,000; F is on 20,000 held-out rows, by the truth, at the cut each method chooses
itself.  Methods that need negatives are given 1,000 true ones, which the others never see.  Settings are the libraries'
own where there are any, and otherwise stated; what fails on sparse rows says so.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from data import halves, text
from harness import Cost, Tell, interleaved
from memory import peak
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, f1_score
from sklearn.semi_supervised import LabelSpreading, SelfTrainingClassifier

import onesided

TITLE = "Peers: F with the prior unknown"
ACCURACY = "F and average precision on held-out rows are part of the answer"
N_ROWS, N_NEGATIVES, N_NONZEROS, PRIOR = 20_000, 1_000, 50, 0.25
TRUTH = "(logistic regression on the truth)"


def failures() -> tuple[type[Exception], ...]:
    """What the peers raise where they refuse a sparse matrix or take it for an array."""
    from pu_toolbox.core.exceptions import PULearningError

    return IndexError, TypeError, ValueError, PULearningError


def contestants() -> dict[str, Callable[..., Any]]:
    """Name to a function of (X, y in {1, 0}, truth) that returns a fitted classifier."""
    from pu_toolbox.estimators.classic import ElkanNotoClassifier, LLSVMClassifier
    from pu_toolbox.estimators.risk import UPUClassifier
    from pulearn import BaggingPuClassifier, ElkanotoPuClassifier, WeightedElkanotoPuClassifier

    def logistic() -> Any:
        return LogisticRegression(C=10.0, max_iter=1000)

    def pulearn(model: Any) -> Callable[..., Any]:
        return lambda X, y, truth: model.fit(X, np.where(y == 1, 1, -1))

    def with_negatives(model: Any) -> Callable[..., Any]:
        return lambda X, y, truth: model.fit(X, _three_way(y, truth))

    def given(model: Any) -> Callable[..., Any]:
        return lambda X, y, truth: model.fit(X, y)

    return {
        "onesided, WeightedLogisticRegressionCV": given(onesided.WeightedLogisticRegressionCV(random_state=0)),
        "onesided, RankSVMCV": given(onesided.RankSVMCV(random_state=0)),
        "onesided, SetAsideSVM": given(onesided.SetAsideSVM(random_state=0)),
        "onesided, ElkanNoto": given(onesided.ElkanNoto(random_state=0)),
        "onesided, Finder": given(onesided.Finder()),
        TRUTH: lambda X, y, truth: logistic().fit(X, truth),
        "plain P against U": lambda X, y, truth: logistic().fit(X, y),
        "pulearn, Elkan-Noto": pulearn(ElkanotoPuClassifier(logistic(), random_state=0)),
        "pulearn, weighted Elkan-Noto": pulearn(WeightedElkanotoPuClassifier(
            logistic(), labeled=N_NEGATIVES, unlabeled=N_ROWS - N_NEGATIVES, random_state=0)),
        "pulearn, bagging of 10 logistic regressions": pulearn(BaggingPuClassifier(
            logistic(), n_estimators=10, max_samples=N_NEGATIVES, random_state=0)),
        "pu-toolbox, Elkan-Noto": given(ElkanNotoClassifier(logistic(), random_state=0)),
        "pu-toolbox, LLSVM": given(LLSVMClassifier(random_state=0)),
        "pu-toolbox, unbiased risk, given the prior": given(UPUClassifier(PRIOR, random_state=0)),
        "SelfTrainingClassifier, given negatives": with_negatives(SelfTrainingClassifier(logistic())),
        "LabelSpreading kNN, given negatives": with_negatives(LabelSpreading(kernel="knn", n_neighbors=10)),
        "LabelSpreading rbf, given negatives": with_negatives(LabelSpreading(kernel="rbf", gamma=5.0)),
    }  # fmt: skip


def measure(full: bool, tell: Tell) -> list[Cost]:
    return _at(N_ROWS, 5 if full else 3, tell)


def _at(n_rows: int, n_rounds: int, tell: Tell) -> list[Cost]:
    X, y, truth, held_out, held_out_truth = halves(n_rows, N_NONZEROS)
    X, held_out = csr_matrix(X), csr_matrix(held_out)  # some peers know only scikit-learn's older class
    costs, jobs = [], {}
    for name, fit in contestants().items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                # A slice with all the kinds of rows: does it run at all?
                fit(X[:2000], y[:2000], truth[:2000]).predict(held_out[:10])
            jobs[name] = partial(fit, X, y, truth)
        except failures() as error:
            if name.startswith("onesided"):
                raise  # ours must not fail; that a peer does is its answer
            costs.append(Cost(name, X.shape[0], X.shape[1], note=f"fails: {type(error).__name__}: {str(error)[:80]}"))
            tell(f"{name}: {costs[-1].note}")
    slow = {name: jobs.pop(name) for name in list(jobs) if name.startswith("LabelSpreading")}
    runs = interleaved(jobs, n_rounds, tell=tell) | interleaved(slow, 1, tell=tell)
    for name, run in runs.items():
        called, scores = run.result.predict(held_out), _scores(run.result, held_out)
        accuracy = {"F held out": f1_score(held_out_truth, called == 1)}
        accuracy["average precision"] = average_precision_score(held_out_truth, scores)
        costs.append(run.cost(
            name, X.shape, accuracy=accuracy, is_ours=name.startswith("onesided"),
            peak_mb=peak("peers", name, n_rows).get("mb") if n_rows == N_ROWS else None,
        ))  # fmt: skip
    return costs


def _three_way(y: Any, truth: Any) -> Any:
    """1 and 0 for known rows, -1 for the rest: a thousand true negatives are given."""
    known = np.where(y == 1, 1, -1)
    known[np.flatnonzero(truth == 0)[:N_NEGATIVES]] = 0
    return known


def _scores(model: Any, X: Any) -> Any:
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    shares = np.asarray(model.predict_proba(X))
    return shares if shares.ndim == 1 else shares[:, -1]


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, truth = text(n_rows, n_nonzeros=N_NONZEROS)
    return partial(contestants()[contestant], csr_matrix(X), y, truth)
