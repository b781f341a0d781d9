"""Splits, hidden labels and the score on the test set: the only place where the truth is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import precision_recall_fscore_support

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]


class Learner(Protocol):
    """Anything that learns from rows and labels, and says which new rows are positive."""

    def fit(self, X: Any, y: Any) -> Any: ...
    def predict(self, X: Any) -> Any: ...


@dataclass(frozen=True)
class Trial:
    """What a method sees of a split: training rows, their labels (1 labelled, 0 unlabeled) and the test rows.

    The truth about the test rows stays inside; `score` is the only way to it.
    """

    X: Any
    y: NDArray[np.int64]
    X_test: Any
    _truth: Mask = field(repr=False)

    def score(self, is_called: Any) -> dict[str, float]:
        """F, precision and recall of the rows called positive; 0 where nothing is called."""
        precision, recall, f, _ = precision_recall_fscore_support(
            self._truth, np.asarray(is_called, dtype=bool), average="binary", zero_division=0.0
        )
        return {"f": float(f), "precision": float(precision), "recall": float(recall)}

    def fit_and_score(self, model: Learner) -> dict[str, float]:
        return self.score(model.fit(self.X, self.y).predict(self.X_test) == 1)


def random_parts(n: int, shares: Sequence[float], seed: int) -> list[Rows]:
    """Rows in random order, cut into parts of these shares; the last part takes the rest.

    >>> [len(part) for part in random_parts(10, (0.3, 0.7), seed=0)]
    [3, 7]
    """
    ends = np.round(np.cumsum(shares[:-1]) * n).astype(int)
    return [np.asarray(part, dtype=np.intp) for part in np.split(np.random.default_rng(seed).permutation(n), ends)]


def label_some(is_positive: Mask, share: float, seed: Any) -> NDArray[np.int64]:
    """1 for a random `share` of the positives (at least one), 0 for all other rows.

    With the same seed, the positives of a smaller share are among those of a larger.

    >>> label_some(np.array([True, True, False, True, True]), 0.5, seed=0).sum()
    np.int64(2)
    """
    members = np.random.default_rng(seed).permutation(np.flatnonzero(is_positive))
    y = np.zeros(len(is_positive), dtype=np.int64)
    y[members[: max(1, round(share * len(members)))]] = 1
    return y


def take(X: Any, rows: Rows) -> Any:
    """Some rows of a matrix, or of documents."""
    return X.take(rows) if hasattr(X, "take") and not hasattr(X, "dtype") else X[rows]


def make_trial(X: Any, is_positive: Mask, train: Rows, test: Rows, share: float, seed: Any) -> Trial:
    """Train on `train` with a share of its positives labelled, test on `test`."""
    y = label_some(is_positive[train], share, seed)
    return Trial(take(X, train), y, take(X, test), is_positive[test])
