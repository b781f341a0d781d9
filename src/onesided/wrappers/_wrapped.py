"""What the wrappers ask of a wrapped classifier: a copy of its own, weights where it takes them, one score a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from onesided.exceptions import InputError

Vector = NDArray[np.float64]


def score_method(estimator: Any, methods: Sequence[str]) -> str:
    """The first of `methods` that `estimator` offers."""
    if isinstance(estimator, type):
        raise InputError(f"estimator is the class {estimator.__name__}; pass an object: {estimator.__name__}()")
    for method in methods:
        if hasattr(estimator, method):
            return method
    raise InputError(
        f"estimator={type(estimator).__name__} has no {' or '.join(methods)}; wrap a classifier that gives "
        "probabilities or scores, such as LogisticRegression or LinearSVC"
    )


def weight_keyword(estimator: Any) -> str | None:
    """The name under which `fit` takes weights of rows (in a pipeline: its last step), or None."""
    if isinstance(estimator, Pipeline):
        name, last = estimator.steps[-1]
        keyword = weight_keyword(last)
        return None if keyword is None else f"{name}__{keyword}"
    return "sample_weight" if has_fit_parameter(estimator, "sample_weight") else None


def require_weights(estimator: Any, reason: str) -> None:
    """An error that names `reason` unless `estimator` takes weights of rows."""
    if weight_keyword(estimator) is None:
        raise InputError(
            f"{reason} needs an estimator whose fit takes sample_weight, and estimator={type(estimator).__name__} "
            "does not"
        )


def fit_copy(estimator: Any, X: Any, is_positive: NDArray[np.bool_], weights: Vector | None, seed: int) -> Any:
    """A fitted copy of `estimator`, whose classes are 0 and 1; the caller's own stays as it is."""
    copy = _seeded(clone(estimator), seed)
    keywords = {} if weights is None else {str(weight_keyword(estimator)): weights}
    return copy.fit(X, is_positive.astype(np.int64), **keywords)


def scores_of(classifier: Any, X: Any, method: str) -> Vector:
    """One number a row from a classifier with the classes 0 and 1: the larger, the more likely 1."""
    scores = np.asarray(getattr(classifier, method)(X), dtype=np.float64)
    return scores if scores.ndim == 1 else scores[:, list(classifier.classes_).index(1)]


def takes_sparse(estimator: Any) -> bool:
    """Whether `estimator` (None: the default) takes sparse rows."""
    return estimator is None or isinstance(estimator, type) or get_tags(estimator).input_tags.sparse


def as_generator(random_state: Any) -> np.random.Generator:
    """Random numbers that never touch NumPy's global state, also where `random_state` is None."""
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31))
    return np.random.default_rng(random_state)


def draw_seed(rng: np.random.Generator) -> int:
    """A seed that scikit-learn accepts."""
    return int(rng.integers(2**31))


def _seeded(estimator: Any, seed: int) -> Any:
    """`estimator` with `seed` wherever it would draw from the global random state."""
    names = [
        name
        for name, value in estimator.get_params(deep=True).items()
        if value is None and (name == "random_state" or name.endswith("__random_state"))
    ]
    return estimator.set_params(**dict.fromkeys(names, seed)) if names else estimator
