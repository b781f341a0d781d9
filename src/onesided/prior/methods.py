"""The estimators of the share of positives in U, by name, and what they cost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from onesided.prior.best_bin import best_bin
from onesided.prior.dedpul import dedpul
from onesided.prior.elkan_noto import elkan_noto
from onesided.prior.kernel_mean import kernel_mean
from onesided.prior.odds_floor import odds_floor
from onesided.prior.tice import tice


def _odds_floor_share(positive: Any, unlabeled: Any) -> float:
    return odds_floor(positive, unlabeled).share


METHODS: dict[str, Callable[[Any, Any], float]] = {
    "odds_floor": _odds_floor_share,
    "best_bin": best_bin,
    "dedpul": dedpul,
    "elkan_noto_e1": partial(elkan_noto, estimator="e1"),
    "elkan_noto_e2": partial(elkan_noto, estimator="e2"),
    "elkan_noto_e3": partial(elkan_noto, estimator="e3"),
    "tice": tice,
    "kernel_mean": kernel_mean,
}
PANEL = ("odds_floor", "best_bin", "dedpul", "elkan_noto_e1")
# These take features as well as scores.
ON_FEATURES = ("tice", "kernel_mean")
# What to tell a user before a slow one starts.
COSTS = {
    "kernel_mean": "kernel_mean (KM2) is quadratic in the rows: it looks at 400 positives and 400 unlabeled rows, "
    "drawn at random, and takes some seconds",
    "tice": "tice grows five trees of 500 splits: some seconds on 100,000 rows, more with many features",
}
