"""Cross-validation on the labelled rows of a transductive problem: does it help, and how many positives are there?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.model_selection.splits import fold_numbers
from onesided.prior import estimate_prior
from onesided.semi_supervised.transductive_problem import Problem, Transduction

N_FOLDS = 3
CLEARLY = 0.1
"""A lead of the supervised SVM that would come by chance less often than this is clear."""


class Check(NamedTuple):
    """Errors of both SVMs on held-out labelled rows, and the chance of such a lead of the supervised one by luck."""

    n_rows: int
    supervised_errors: int
    transductive_errors: int
    chance: float

    @property
    def is_clearly_worse(self) -> bool:
        return self.transductive_errors > self.supervised_errors and self.chance <= CLEARLY

    def as_warning(self) -> str:
        return (
            f"the unlabeled rows made it worse: of {self.n_rows} held-out labelled rows {self.transductive_errors} are "
            f"wrong, and {self.supervised_errors} with the SVM of the labelled rows alone; check positive_fraction, "
            "lower unlabeled_C, or use the plain SVM"
        )


def compare_with_supervised(
    problem: Problem, labels: Labels, transduce: Callable[[Problem], Transduction], random_state: Any = None
) -> Check | None:
    """Both SVMs on the same held-out labelled rows; None if there are fewer than three of a kind."""
    if min(labels.n_positive, labels.n_negative) < N_FOLDS:
        return None
    wrong = []
    for part, held_out in _folds(problem, labels, N_FOLDS, random_state):
        known = held_out[~labels.is_unlabeled[held_out]]
        fits = part.supervised(), transduce(part).solution
        wrong.append([(fit.scores[known] > 0) != labels.is_positive[known] for fit in fits])
    supervised, transductive = np.concatenate(wrong, axis=1)
    n_lost, n_won = int(np.sum(transductive & ~supervised)), int(np.sum(supervised & ~transductive))
    chance = binomtest(n_lost, n_lost + n_won, alternative="greater").pvalue if n_lost + n_won else 1.0
    return Check(len(supervised), int(supervised.sum()), int(transductive.sum()), float(chance))


def share_by_prior(problem: Problem, labels: Labels, random_state: Any = None) -> float:
    """The share of positives among the unlabeled rows, from out-of-fold scores of the supervised SVM."""
    n_folds = min(5, labels.n_positive, labels.n_negative)
    if n_folds < 2:
        raise InputError(
            "positive_fraction='prior' needs at least two labelled rows of each kind; label more, or give the share"
        )
    scores = np.empty(len(labels))
    for part, held_out in _folds(problem, labels, n_folds, random_state):
        scores[held_out] = part.supervised().scores[held_out]
    # A share of 0 or 1 would leave the unlabeled rows one side only.
    least = 1 / (labels.n_unlabeled + 1)
    return float(np.clip(estimate_prior(labels, scores, panel=False).share_in_unlabeled, least, 1 - least))


def _folds(
    problem: Problem, labels: Labels, n_folds: int, random_state: Any
) -> Iterator[tuple[Problem, NDArray[np.intp]]]:
    """The problem without the labels of a fold, and the rows of that fold."""
    folds = fold_numbers(labels, n_folds, random_state=random_state)
    for fold in range(n_folds):
        yield replace(problem, costs=np.where(folds == fold, 0.0, problem.costs)), np.flatnonzero(folds == fold)
