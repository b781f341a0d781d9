"""The whole search of weighted logistic regression: ten penalties, five folds, and the final fit.

The fifty problems are the same for all: same folds, same penalties, same weights, the intercept penalised (for the
solvers of scikit-learn that would leave it free, as a column of ones).  Each peer gets the loosest tolerance at which
the largest relative excess over the least objective, in all penalties of the first fold, is at most 1e-3; ours
certifies 1e-3 in the search and 1e-4 at the end.  Ours stops the path when the criterion has clearly turned; so that
the solver is seen alone, it is run once more with a criterion that never turns.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Any

import numpy as np
from data import halves, text, with_ones
from harness import Cost, Tell, interleaved, loosest
from memory import peak
from sklearn.linear_model import LogisticRegressionCV
from sklearn.metrics import f1_score

import onesided.metrics  # noqa: F401 (adds the scorer "lee_liu")
from onesided.linear import WeightedLogisticRegression, WeightedLogisticRegressionCV
from onesided.model_selection import PUStratifiedKFold

TITLE = "Search of weighted logistic regression, 10 penalties × 5 folds"
ACCURACY = "relative excess of the objective at most 1e-3 at every penalty"
GAP = 1e-3
PENALTIES = np.logspace(2, -2.5, 10)
OURS, ALL_TEN = "onesided", "onesided, all ten penalties"
SOLVERS: dict[str, dict[str, Any]] = {
    "liblinear, dual": {"solver": "liblinear", "dual": True, "tols": (10, 3, 1, 0.3, 0.1, 0.03, 0.01, 1e-3)},
    "L-BFGS": {"solver": "lbfgs", "tols": (1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7)},
    "newton-cg": {"solver": "newton-cg", "tols": (1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6)},
}


def measure(full: bool, tell: Tell) -> list[Cost]:
    sizes = {20_000: 5, 200_000: 5} if full else {20_000: 5}
    tolerances: dict[str, float] = {}
    return [cost for n_rows, n_rounds in sizes.items() for cost in _at(n_rows, n_rounds, tolerances, tell)]


def _at(n_rows: int, n_rounds: int, tolerances: dict[str, float], tell: Tell) -> list[Cost]:
    """`tolerances` are those that sufficed at the size before: there the trials start, and it takes the new ones."""
    X, y, _, held_out, truth = halves(n_rows)
    splits = list(_folds(y))
    excess = _Excess(X, y, splits[0][0])
    jobs = {OURS: partial(ours, X, y, splits), ALL_TEN: partial(ours, X, y, splits, turns=False)}
    for name, settings in SOLVERS.items():
        if name == "newton-cg" and n_rows > 20_000:
            continue  # never the fastest at the smaller size, and minutes a run at this one
        tols = [tol for tol in settings["tols"] if tol <= tolerances.get(name, np.inf)]
        trial = [(tol, partial(theirs, name, X, y, splits[:1], tol)) for tol in tols]
        tolerances[name], _ = loosest(trial, lambda model: excess.of_path(model) <= GAP)
        tell(f"{n_rows:,} rows, {name}: tol={tolerances[name]:g}")
        jobs[name] = partial(theirs, name, X, y, splits, tolerances[name])
    ours(X[:2000], y[:2000], list(_folds(y[:2000])))  # compiles
    runs = interleaved(jobs, n_rounds, tell=tell, drop_slower_than=1.3)
    costs = []
    for name, run in runs.items():
        model, is_ours = run.result, name in (OURS, ALL_TEN)
        gap = excess.of_ours() if is_ours else excess.of_path(model)
        facts = {"largest excess": gap, "F held out": f1_score(truth, model.predict(_as_given(name, held_out)))}
        memory = peak("logistic_search", name, n_rows) if name != ALL_TEN and len(run.cpu) == n_rounds else {}
        note = f"{len(model.cv_results_['param_penalty'])} tried" if is_ours else f"tol={tolerances[name]:g}"
        costs.append(run.cost(name, X.shape, accuracy=facts, is_ours=is_ours, peak_mb=memory.get("mb"), note=note))
    return costs


def ours(X: Any, y: Any, splits: Any, turns: bool = True) -> Any:
    never = count()
    criterion = "lee_liu" if turns else lambda *_: float(next(never))
    return WeightedLogisticRegressionCV(penalties=PENALTIES, cv=splits, criterion=criterion).fit(X, y)


def theirs(name: str, X: Any, y: Any, splits: Any, tol: float) -> Any:
    settings = {key: value for key, value in SOLVERS[name].items() if key != "tols"}
    search = LogisticRegressionCV(
        Cs=1 / (2 * PENALTIES), cv=splits, tol=tol, scoring="lee_liu", max_iter=100_000, l1_ratios=(0.0,),
        fit_intercept=name.startswith("liblinear"), use_legacy_attributes=False, random_state=0, **settings,
    )  # fmt: skip
    return search.fit(_as_given(name, X), y, sample_weight=_weights(y, splits[0][0]))


def _as_given(name: str, X: Any) -> Any:
    """liblinear penalises its intercept as we do; for the others it is a column of ones with no intercept."""
    if name.startswith(("onesided", "liblinear")):
        return X
    return with_ones(X)


def _weights(y: Any, train: Any) -> Any:
    """Both sides count the same, and the rows of a fold as much as all rows: the same sums as in our search."""
    return np.where(y == 1, np.sum(y == 0) / np.sum(y == 1), 1.0) * len(y) / len(train)


def _folds(y: Any) -> Any:
    return PUStratifiedKFold(5, shuffle=True, random_state=0).split(np.zeros(len(y)), y)


class _Excess:
    """Relative excess over the least objective of each penalty, on the rows of the first fold."""

    def __init__(self, X: Any, y: Any, train: Any) -> None:
        self.X, self.signs = X[train], np.where(y[train] == 1, 1.0, -1.0)
        self.y, self.weights = y[train], _weights(y, train)[train]
        self.scale = len(y) / len(train)
        self.best = [self._ours(penalty, 1e-6) for penalty in PENALTIES]

    def _objective(self, coef: Any, intercept: float, penalty: float) -> float:
        loss = self.weights @ np.logaddexp(0, -self.signs * (self.X @ coef + intercept))
        return float(loss + penalty * (coef @ coef + intercept**2))

    def _ours(self, penalty: float, tol: float) -> float:
        weights = np.full(len(self.y), self.scale)
        model = WeightedLogisticRegression(penalty=penalty, tol=tol).fit(self.X, self.y, weights)
        return self._objective(model.coef_[0], model.intercept_[0], penalty)

    def of_path(self, model: Any) -> float:
        """Of a fitted LogisticRegressionCV: (folds, l1_ratios, Cs, classes, columns + 1) or without some of these."""
        paths = np.asarray(model.coefs_paths_).reshape(-1, len(PENALTIES), np.asarray(model.coefs_paths_).shape[-1])[0]
        # With and without an intercept of its own, the last column is the weight of the constant 1.
        values = [self._objective(path[:-1], path[-1], penalty) for path, penalty in zip(paths, PENALTIES, strict=True)]
        return max(value / best - 1 for value, best in zip(values, self.best, strict=True))

    def of_ours(self) -> float:
        """Of our fits at the tolerance of the search, from a cold start."""
        tol = 10 * WeightedLogisticRegressionCV().tol
        return max(self._ours(penalty, tol) / best - 1 for penalty, best in zip(PENALTIES, self.best, strict=True))


def memory_job(contestant: str, n_rows: int) -> Any:
    X, y, _ = text(n_rows)
    splits = list(_folds(y))
    if contestant == OURS:
        return partial(ours, X, y, splits)
    return partial(theirs, contestant, X, y, splits, SOLVERS[contestant]["tols"][0])
