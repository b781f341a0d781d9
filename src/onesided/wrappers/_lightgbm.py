"""What we ask of LightGBM: boosters on folds with a risk of ours as the objective, kept as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from onesided.exceptions import InputError
from onesided.wrappers.pu_risk import PURisk, Vector

Rows = NDArray[np.intp]


def load_lightgbm() -> Any:
    """The library, or an error that says what to install."""
    try:
        import lightgbm
    except ImportError:
        raise InputError("PUBoosting needs LightGBM; install it with: pip install 'onesided[boost]'") from None
    except OSError as error:  # the library is there, but not the OpenMP runtime that it is linked with
        raise InputError(
            f"LightGBM is installed but does not load ({error}); it needs the OpenMP runtime: install libgomp1 "
            "(Debian, Ubuntu), libgomp (Fedora) or libomp (macOS)"
        ) from None
    return lightgbm


@dataclass(frozen=True)
class Boosted:
    """One booster for each fold, all of the same number of trees."""

    models: list[str]
    n_trees: int
    held_out: Vector
    """The score of each row by the booster that has not seen it."""
    risks: Vector
    """The mean risk of the held-out rows after each tree."""
    importances: Vector
    """Share of each column in the gain of all splits."""


def boost_on_folds(
    X: Any,
    codes: NDArray[np.integer],
    weights: Vector,
    splits: Sequence[tuple[Rows, Rows]],
    risk: PURisk,
    start: float,
    *,
    n_trees: int,
    patience: int,
    categorical: list[int],
    settings: dict[str, Any],
) -> Boosted:
    """Boost on each fold, all in step, until the mean risk of the held-out rows falls no more.

    Departs from common practice: the number of trees is one for all folds, so that a single number, and not one for
    each fold, is fitted to the held-out rows whose scores are to be honest.
    """
    lightgbm = load_lightgbm()

    def slopes(scores: Vector, data: Any) -> tuple[Vector, Vector]:
        return risk.slope_and_curvature(scores + start, data.get_label(), _weights(data))

    def held_out_risk(scores: Vector, data: Any) -> tuple[str, float, bool]:
        return "risk", risk.value(scores + start, data.get_label(), _weights(data)), False

    X = _readable(X)
    settings = {**settings, "objective": slopes, "metric": "None"}
    data = lightgbm.Dataset(
        X, codes.astype(np.float64), weight=weights, categorical_feature=categorical, params=settings
    )
    answer = lightgbm.cv(
        settings,
        data,
        num_boost_round=n_trees,
        folds=list(splits),
        feval=held_out_risk,
        callbacks=[lightgbm.early_stopping(patience, verbose=False)],
        return_cvbooster=True,
    )
    boosters = answer["cvbooster"].boosters
    risks = np.asarray(answer["valid risk-mean"])
    best = len(risks)  # what follows the best was cut off
    held_out = np.empty(len(codes))
    for booster, (_, outside) in zip(boosters, splits, strict=True):
        held_out[outside] = start + booster.predict(X[outside], raw_score=True, num_iteration=best, num_threads=1)
    models = [booster.model_to_string(num_iteration=best) for booster in boosters]
    gain = np.sum([booster.feature_importance("gain", best) for booster in boosters], axis=0)
    return Boosted(models, best, held_out, risks, gain / (gain.sum() or 1.0))


def score(models: Sequence[str], X: Any, start: float, n_threads: int) -> Vector:
    """The mean score of the models."""
    X = _readable(X)
    parts = [_booster(model).predict(X, raw_score=True, num_threads=n_threads) for model in models]
    return start + np.mean(parts, axis=0)


def contributions(models: Sequence[str], X: Any, n_threads: int) -> Vector:
    """The mean part of each column in the score of each row."""
    X = _readable(X)
    total: Any = 0.0
    for model in models:
        part = _booster(model).predict(X, pred_contrib=True, num_threads=n_threads)
        total = total + (part.toarray() if sparse.issparse(part) else part)[:, :-1]  # the last column is the constant
    return total / len(models)


@lru_cache(maxsize=32)
def _booster(model: str) -> Any:
    """A booster from its text, which pickles, copies and is saved like any string and runs no code when read."""
    return load_lightgbm().Booster(model_str=model)


def _readable(X: Any) -> Any:
    """LightGBM knows sparse matrices, and not yet the newer sparse arrays."""
    return sparse.csr_matrix(X) if sparse.issparse(X) else X


def _weights(data: Any) -> Vector:
    weights = data.get_weight()
    return np.ones(data.num_data()) if weights is None else np.asarray(weights, dtype=np.float64)  # None: all are 1
