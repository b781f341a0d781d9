"""Twice the rows, twice the time: every public estimator, at its default settings, at three sizes.

The goal is about growth, not speed: the exponent of the last doubling (1 linear, 2 quadratic) is at most 1.5, which
leaves room for logarithms, for a few more iterations and for noise.  Those that refuse a size beforehand, with a
message, are named and left out.
"""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from data import as_counts, text
from harness import Cost, Runs, Tell
from sklearn.base import BaseEstimator
from threadpoolctl import threadpool_limits

import onesided
from onesided.exceptions import InputError

TITLE = "Twice the rows, twice the time: every public estimator"
ACCURACY = "each fit to its default tolerance"
LONG = 2.0
"""CPU seconds at the smallest size from which each size is run once."""
TOO_LONG = 60.0
"""CPU seconds after which the next size is not tried."""
TEXTS = ("TextVectorizer",)
COUNTS = ("EMNaiveBayes", "PositiveNaiveBayes", "LPLP", "SpyEM", "CoTraining")
WITH_NEGATIVES = ("CoTraining", "TransductiveSVM", "HarmonicFunction", "MinCut", "SpectralPartition")
DENSE = ("HarmonicFunction", "MinCut", "SpectralPartition", "PosUnlTree", "PosUnlForest", "PUBoosting")
BINARY = ("MonotoneConjunction",)
NEEDS_MORE = {
    "TwoStep": "SpyEM, PEBL and RocchioSVM are its recipes",
    "Findings": "is a result",
}


def measure(full: bool, tell: Tell) -> list[Cost]:
    sizes, n_rounds = ((20_000, 40_000, 80_000), 3) if full else ((20_000, 40_000), 1)
    inputs = {n_rows: Inputs(n_rows) for n_rows in sizes}
    costs = []
    for name in estimators():
        try:
            costs += list(_of(name, inputs, n_rounds))
        except InputError as refusal:
            costs.append(Cost(name, sizes[-1], 0, is_ours=True, note=f"says no: {refusal}"))
        except Exception as error:  # a new estimator may need another input: the table says so, the rest goes on
            costs.append(Cost(name, sizes[-1], 0, is_ours=True, note=f"failed: {type(error).__name__}: {error}"))
        tell(f"{name}: " + ", ".join(f"{c.cpu:.2f} s" if c.cpu else c.note for c in costs if c.contestant == name))
    return costs


def estimators() -> list[str]:
    """Public classes with `fit`, bar those whose kin stand for them."""
    public = {name: getattr(onesided, name) for name in onesided.__all__}
    return [
        name for name, kind in public.items()
        if inspect.isclass(kind) and issubclass(kind, BaseEstimator) and name not in NEEDS_MORE
    ]  # fmt: skip


def exponent(times: dict[int, float]) -> float:
    """Of the last doubling: 1 is linear, 2 quadratic."""
    before, last = sorted(times)[-2:]
    return math.log(times[last] / times[before]) / math.log(last / before)


def _of(name: str, inputs: dict[int, Inputs], n_rounds: int) -> Iterator[Cost]:
    """Sizes take turns; a first fit of the smallest compiles."""
    runs = {n_rows: Runs() for n_rows in inputs}
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first = Runs()
        first.time(inputs[min(inputs)].job(name))
        # One run of a long fit is as good as three of a short one.
        for _ in range(n_rounds if first.cpu[0] < LONG else 1):
            for n_rows, run in runs.items():
                if not any(max(r.cpu, default=0) > TOO_LONG for smaller, r in runs.items() if smaller < n_rows):
                    run.time(inputs[n_rows].job(name))
    for n_rows, run in runs.items():
        if run.cpu:
            yield run.cost(name, (n_rows, inputs[n_rows].n_columns(name)), is_ours=True)


class Inputs:
    """The rows of one size in each of the forms that estimators take."""

    def __init__(self, n_rows: int):
        self.X, self.y, truth = text(n_rows, 20_000)
        rng = np.random.default_rng(0)
        self.counts = as_counts(self.X)
        is_known = rng.random(n_rows) < 0.05
        self.three_way = np.where(is_known, truth.astype(float), np.nan)  # a missing label is an unlabeled row
        self.dense = rng.normal(size=(n_rows, 20)) + 1.5 * truth[:, np.newaxis]
        names = np.array([f"word{column}" for column in range(self.X.shape[1])], dtype=object)
        self.texts = [" ".join(names[row]) for row in np.split(self.X.indices, self.X.indptr[1:-1])]

    def job(self, name: str) -> Callable[[], Any]:
        kind = getattr(onesided, name)
        settings: dict[str, Any] = {"views": "random"} if name == "CoTraining" else {}
        if "random_state" in inspect.signature(kind).parameters:
            settings["random_state"] = 0
        if name in TEXTS:
            return lambda: kind().fit(self.texts)
        X = self.dense if name in DENSE else self.counts if name in COUNTS else self.X
        X = (self.dense > 0).astype(float) if name in BINARY else X
        y = self.three_way if name in WITH_NEGATIVES else self.y
        return lambda: kind(**settings).fit(X, y)

    def n_columns(self, name: str) -> int:
        return self.dense.shape[1] if name in DENSE else self.X.shape[1]
