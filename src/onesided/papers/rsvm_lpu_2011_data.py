"""Data and splits of the RSVM-LPU paper: positives set aside, the rest cut into unlabeled and test rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.metrics import f1_score, precision_recall_curve
from sklearn.preprocessing import OneHotEncoder

from onesided.datasets import fetch_20newsgroups_raw, fetch_adult, fetch_imdb, fetch_reuters, fetch_webkb
from onesided.datasets.libsvm import fetch_libsvm, find_libsvm
from onesided.papers.corpora import NEWSGROUPS
from onesided.papers.protocol import Mask, Rows
from onesided.text import TextVectorizer

MOST_ROWS = 4000
ALL_ROWS = 10**9
TASKS: dict[str, tuple[str, ...]] = {
    "News20": ("rec.autos", "sci.med", *(name for name in NEWSGROUPS if name not in ("rec.autos", "sci.med"))),
    "WebKB": ("course", "student", "faculty", "other"),
    "adult": (">50K",),
    "Reuters": ("acq", "crude", "earn", "money-fx"),
    "IMDB": ("pos",),
}
FIRST = {"News20": 2, "WebKB": 2, "Reuters": 1}
"""How many tasks of each collection are in the first part of a run."""
LIBSVM = ("ccat", "gcat", "real-sim")


def tasks(part: int, data: tuple[str, ...] = (*TASKS,)) -> list[tuple[str, str]]:
    """Collection and class of each task: the first few of each in part 0, the others in part 1."""
    listed = []
    for name in data:
        n_first = FIRST.get(name, 1)
        listed += [(name, task) for task in (TASKS[name][:n_first] if part == 0 else TASKS[name][n_first:])]
    if part == 1 and data == (*TASKS,):
        listed += [(name, "positive") for name in LIBSVM if find_libsvm(name)]
    return listed


@lru_cache(maxsize=1)
def collection(data: str, most_rows: int = MOST_ROWS) -> tuple[Any, Any]:
    """Rows and their classes; a random draw of so many at most."""
    if data in LIBSVM:
        X, is_positive = fetch_libsvm(data)
        rows = _some(len(is_positive), most_rows)
        return sparse.csr_array(X)[rows], np.where(is_positive[rows], "positive", "other")
    if data == "adult":
        table = fetch_adult()
        train = np.flatnonzero(table.splits == "train")  # as many rows as a5a and its test part have
        rows = train[_some(len(train), most_rows)]
        return binary_adult({name: values[train] for name, values in table.columns.items()})[
            np.searchsorted(train, rows)
        ], table.labels[rows]
    documents = {
        "News20": lambda: fetch_20newsgroups_raw("18828"), "WebKB": fetch_webkb, "IMDB": fetch_imdb,
        "Reuters": lambda: fetch_reuters("top10"),
    }[data]()  # fmt: skip
    some = documents.take(_some(len(documents), most_rows))
    return sparse.csr_array(TextVectorizer().fit_transform(some.texts)), some.labels


def _some(n: int, most_rows: int) -> Rows:
    return np.sort(np.random.default_rng(0).permutation(n)[:most_rows])


def binary_adult(columns: dict[str, Any]) -> sparse.csr_array:
    """Binary columns as in LIBSVM's a1a to a9a: fifths of the numbers, and one column for each other value."""
    coded = []
    for name, values in columns.items():
        if name in ("capital-gain", "capital-loss"):
            coded.append(np.where(values > 0, "some", "none"))
        elif values.dtype.kind == "f":
            coded.append(np.digitize(values, np.quantile(values, (0.2, 0.4, 0.6, 0.8))).astype(str))
        else:
            coded.append(values)
    table = np.column_stack([values.astype(object) for values in coded])
    known = [np.array(sorted(set(values) - {""}), dtype=object) for values in table.T]
    return sparse.csr_array(OneHotEncoder(categories=known, handle_unknown="ignore").fit_transform(table))


@dataclass(frozen=True)
class Split:
    """P, U and T of section 6.3; the truth about U and T is here alone."""

    X: Any
    positives: Rows
    unlabeled: Rows
    test: Rows
    truth: Mask
    seed: int

    @classmethod
    def draw(cls, data: str, task: str, share: float, seed: int, most_rows: int = MOST_ROWS) -> Split:
        """P is `share` of all positives; of the other rows 80% are U and 20% T, with one class ratio."""
        X, labels = collection(data, most_rows)
        truth = np.array([task in label.split() for label in labels]) if data == "Reuters" else labels == task
        rng = np.random.default_rng(seed)
        members, others = (rng.permutation(np.flatnonzero(side)) for side in (truth, ~truth))
        n = round(share * len(members))
        cuts = [(rows, round(0.8 * len(rows))) for rows in (members[n:], others)]
        unlabeled = np.concatenate([rows[:cut] for rows, cut in cuts])
        test = np.concatenate([rows[cut:] for rows, cut in cuts])
        return cls(X, members[:n], unlabeled, test, truth, seed)

    def training(self, percent: float = 100) -> tuple[Any, NDArray[np.int64]]:
        """Rows and labels for learning from P and U, with this percentage of P (three rows at least)."""
        positives = self.positives[: max(3, round(percent / 100 * len(self.positives)))]
        return self._stack(positives, self.unlabeled)

    def supervised(self, tau: float) -> tuple[Any, NDArray[np.int64]] | None:
        """P and known negatives out of U, so many that τ = r(T)/r(train); None where U has not so many."""
        n_positive = self.truth[self.test].sum()
        n = round(tau * len(self.positives) * (len(self.test) - n_positive) / n_positive)
        negatives = self.unlabeled[~self.truth[self.unlabeled]]
        return self._stack(self.positives, negatives[:n]) if 5 <= n <= 1.02 * len(negatives) else None

    def _stack(self, positives: Rows, others: Rows) -> tuple[Any, NDArray[np.int64]]:
        rows = np.r_[positives, np.random.default_rng(self.seed).permutation(others)]
        return self.X[rows], np.repeat([1, 0], [len(positives), len(others)])

    def f(self, model: Any) -> float:
        """F of a fitted model on the test rows."""
        return float(f1_score(self.truth[self.test], model.predict(self.X[self.test]) == 1, zero_division=0.0))

    def best_f(self, model: Any) -> float:
        """F with the best cut in hindsight."""
        scores = model.decision_function(self.X[self.test])
        precision, recall, _ = precision_recall_curve(self.truth[self.test], scores)
        return float(np.max(2 * precision * recall / np.maximum(precision + recall, 1e-12)))
