"""The estimators of the share of positives in U that work on scores, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from numpy.typing import ArrayLike

from onesided.prior.best_bin import best_bin
from onesided.prior.elkan_noto import elkan_noto
from onesided.prior.odds_floor import odds_floor


def _odds_floor_share(positive: ArrayLike, unlabeled: ArrayLike) -> float:
    return odds_floor(positive, unlabeled).share


METHODS: dict[str, Callable[[ArrayLike, ArrayLike], float]] = {
    "odds_floor": _odds_floor_share,
    "best_bin": best_bin,
    "elkan_noto_e1": partial(elkan_noto, estimator="e1"),
    "elkan_noto_e2": partial(elkan_noto, estimator="e2"),
    "elkan_noto_e3": partial(elkan_noto, estimator="e3"),
}
PANEL = ("odds_floor", "best_bin", "elkan_noto_e1")
