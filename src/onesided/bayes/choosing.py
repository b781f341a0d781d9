"""Choose a setting of naive Bayes by cross-validation on P and U alone."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import check_cv

from onesided.bayes.multinomial import Vector
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels
from onesided.metrics import lee_liu_score
from onesided.model_selection.search import Search, Tried
from onesided.model_selection.splits import fold_numbers


def choose(
    scores_of: Callable[[Vector, NDArray[np.intp]], Vector],
    labels: Labels,
    name: str,
    values: Sequence[float] | Vector,
    *,
    weights: Vector,
    cv: Any,
    random_state: Any,
) -> Search:
    """Judge every value of a parameter by the Lee & Liu criterion at even odds.

    Parameters
    ----------
    scores_of : callable (weights, held_out) -> array of shape (n_held_out, n_values)
        The scores of the rows held out under each value, fitted with these row weights, which are zero on them.
    labels : Labels
    name : str
        The parameter.
    values : sequence of float
    weights : array of shape (n,)
    cv : int, splitter or iterable of (train, test)
        A number of folds is lowered, with a warning, where y has fewer rows of a side.
    random_state : seed of the folds

    Returns
    -------
    Search
    """
    folds = _folds(labels, name, cv, random_state)
    scores = np.full((len(labels), len(values)), -np.inf)
    by_fold = np.empty((int(folds.max()) + 1, len(values)))
    for fold, judged in enumerate(by_fold):
        held_out = np.flatnonzero(folds == fold)
        scores[held_out] = scores_of(np.where(folds == fold, 0.0, weights), held_out)
        judged[:] = [
            lee_liu_score(labels.take(held_out), column > 0.0, sample_weight=weights[held_out])
            for column in scores[held_out].T
        ]
    tried = [
        Tried({name: float(value)}, by_fold[:, place], scores[:, place], 0.0) for place, value in enumerate(values)
    ]
    return Search(tried, folds, [])


def _folds(labels: Labels, name: str, cv: Any, random_state: Any) -> NDArray[np.intp]:
    """The fold that holds out each row; -1 for a row that none does."""
    if not isinstance(cv, Integral):
        folds = np.full(len(labels), -1)
        for fold, (_, held_out) in enumerate(check_cv(cv).split(labels.codes, labels.codes)):
            folds[held_out] = fold
        return folds
    n_others = len(labels) - labels.n_positive
    n_splits = min(int(cv), labels.n_positive, n_others)
    if n_splits < 2:
        raise InputError(
            f"{name} is chosen by cross-validation and needs at least 2 positive and 2 other rows; "
            f"y has {labels.n_positive} and {n_others}: add rows, or give {name} a number"
        )
    if n_splits < int(cv):
        warnings.warn(
            f"y has {labels.n_positive} positive and {n_others} other rows: {n_splits} folds instead of cv={cv}; "
            f"the choice of {name} will be rough, more rows would help",
            DataWarning,
            stacklevel=4,
        )
    return fold_numbers(labels, n_splits, random_state=random_state)
