"""What a second step gives back: a linear scorer, and what happened on the way to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from onesided.labels import Labels

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """One classifier of a sequence, judged on its own rows.

    Attributes
    ----------
    n_negatives : int
        Unlabeled rows taken as negative when it was built (by EM: more likely negative than not).
    called_positive : float
        Share of the unlabeled rows that it calls positive.
    missed_positives : float
        Share of the labelled positives that it calls negative.
    error_change : float or None
        Estimated change of its error against its predecessor's (EM).
    """

    n_negatives: int
    called_positive: float
    missed_positives: float
    error_change: float | None = None


@dataclass(frozen=True)
class Refined:
    """The classifier that was kept: positive where `X @ weights + intercept` is above 0.

    Attributes
    ----------
    weights : array of shape (n_features,)
    intercept : float
    history : list of Round
        Every classifier built.
    kept : str
        Which of them was kept, and why.
    missed_positives : float
        Share of the labelled positives that it calls negative.
    """

    weights: Vector
    intercept: float
    history: list[Round]
    kept: str
    missed_positives: float


def judge(scores: Vector, labels: Labels, n_negatives: int, error_change: float | None = None) -> Round:
    """The facts of one classifier, from its scores of all rows."""
    return Round(int(n_negatives), *called(scores, labels), error_change)


def called(scores: Vector, labels: Labels) -> tuple[float, float]:
    """Share of the unlabeled rows called positive, share of the positives called negative."""
    is_called = scores > 0
    n_unlabeled = max(labels.n_unlabeled, 1)
    return (
        int(np.count_nonzero(is_called & labels.is_unlabeled)) / n_unlabeled,
        int(np.count_nonzero(~is_called & labels.is_positive)) / labels.n_positive,
    )
