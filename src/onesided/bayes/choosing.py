"""Choose a setting of naive Bayes by cross-validation on P and U alone."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from onesided.bayes.multinomial import Vector
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels
from onesided.model_selection.search import Search, Solve, search_paths
from onesided.model_selection.splits import fold_numbers


def choose(
    solve: Solve, labels: Labels, name: str, values: Iterable[float], *, weights: Vector, cv: int, random_state: Any
) -> Search:
    """Judge every value of the parameter `name` by the Lee & Liu criterion at even odds, over the same folds."""
    n_others = len(labels) - labels.n_positive
    n_splits = min(int(cv), labels.n_positive, n_others)
    if n_splits < 2:
        raise InputError(
            f"{name} is chosen by cross-validation and needs at least 2 positive and 2 other rows; "
            f"y has {labels.n_positive} and {n_others}: add rows, or give {name} a number"
        )
    if n_splits < cv:
        warnings.warn(
            f"y has {labels.n_positive} positive and {n_others} other rows: {n_splits} folds instead of cv={cv}; "
            f"the choice of {name} will be rough, more rows would help",
            DataWarning,
            stacklevel=4,
        )
    # A path of its own for each value: none is left out because its neighbours did badly.
    paths = [[{name: float(value)}] for value in values]
    folds = fold_numbers(labels, n_splits, random_state=random_state)
    return search_paths(solve, labels, paths, folds, weights=weights, threshold=0.0)
