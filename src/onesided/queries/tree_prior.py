r"""The share of positives among the unlabeled rows, where nobody gave it.

Trees that tell P from U are grown on bags of rows; the out-of-bag scores go to
:func:`onesided.prior.estimate_prior`.  Where there are labels beside, the two are joined: with the likelihood
:math:`L_0(\theta)` of the scores,

.. math:: \hat\theta = \text{median of } (L_0 * N(0, s^2))(\theta) \cdot L_1(\theta)

where :math:`L_1` is the binomial likelihood of a labelled sample of the population or, for known negatives alone, the
normal one of :func:`onesided.prior.known_negatives`; s allows for what the scores' own model gets wrong, so that
a large labelled sample decides alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.prior import known_negatives, odds_floor
from onesided.queries.tree_bagging import bag_trees
from onesided.queries.tree_build import Options
from onesided.queries.tree_codes import Codes
from onesided.queries.tree_counts import NEGATIVE, POSITIVE, Counting

Vector = NDArray[np.float64]
MODEL_ERROR = 0.05
"""s: about what the estimate from scores is off on real tables whose classes overlap."""
N_TREES, MIN_CASES = 30, 10
LARGEST_BAG = 5000
"""Rows of a side in a bag: more make the ranking hardly better."""
ENOUGH_NEGATIVES = 10
GRID = np.linspace(0, 1, 4001)[1:-1]


@dataclass(frozen=True)
class Share:
    """The share of positives in U, and where it comes from."""

    value: float
    source: str


def given_share(prior: float, labels: Labels, weights: Vector, sampling: Literal["one", "two"]) -> Share:
    """The share in U that a given share in the population means."""
    if not 0 < prior < 1:
        raise InputError(f"prior={prior!r} is no share of positives; it lies between 0 and 1")
    if sampling == "two":
        return Share(float(prior), "given")
    everyone, positive = weights.sum(), weights[labels.is_positive].sum()
    hidden = prior * everyone - positive
    if not 0 <= hidden <= weights[labels.is_unlabeled].sum():
        raise InputError(
            f"prior={prior:g} means {prior * everyone:.0f} positives of {everyone:.0f} rows, but {positive:.0f} are "
            f"labelled positive and {weights[labels.is_negative].sum():.0f} negative; if U alone is a draw from the "
            "population, say sampling='two'"
        )
    return Share(float(hidden / weights[labels.is_unlabeled].sum()), "given")


def estimated_share(
    X: Vector,
    table: Codes,
    labels: Labels,
    weights: Vector,
    sample: tuple[float, float] | None,
    rng: np.random.Generator,
    n_jobs: int | None = None,
) -> Share:
    """The share in U by out-of-bag scores, joined with a labelled sample (positives, size) or known negatives."""
    if sample is not None and _is_settled(*sample):
        return Share(sample[0] / sample[1], "labelled sample")
    kinds = np.where(labels.is_positive, POSITIVE, NEGATIVE).astype(np.uint8)
    balanced, smaller = _balanced(labels.is_positive, weights)
    options = Options(
        min_cases=min(MIN_CASES, max(1.0, smaller / 10)), threshold_cost=False, pruning=None,
        max_features=max(1, int(np.sqrt(X.shape[1]))),
    )  # fmt: skip
    rule = Counting.of_labels()
    scores = bag_trees(X, table, kinds, balanced, rule, options, N_TREES, rng, n_jobs, LARGEST_BAG).out_of_bag
    is_judged = ~np.isnan(scores) & (weights > 0)
    p, u, n = (scores[is_judged & side] for side in (labels.is_positive, labels.is_unlabeled, labels.is_negative))
    if len(p) == 0 or len(u) == 0:
        raise InputError("there are too few rows to estimate the share of positives; give prior=")
    floor = odds_floor(p, u)
    if sample is None and len(n) < ENOUGH_NEGATIVES:
        return Share(floor.share, "out-of-bag scores")
    belief = _smeared(floor.shares, floor.log_likelihood)
    if sample is not None:
        n_positive, n_all = sample
        belief += xlogy(n_positive, GRID) + xlogy(n_all - n_positive, 1 - GRID)
        source = "labelled sample and out-of-bag scores"
    else:
        middle, spread = _by_negatives(p, u, n)
        belief -= 0.5 * ((GRID - middle) / spread) ** 2
        source = "known negatives and out-of-bag scores"
    heap = np.cumsum(np.exp(belief - belief.max()))
    return Share(float(GRID[np.searchsorted(heap, heap[-1] / 2)]), source)


def _balanced(is_positive: NDArray[np.bool_], weights: Vector) -> tuple[Vector, float]:
    """Weights under which both sides of a bag count the same, a row of the smaller side as one; and its size."""
    sizes = [min(int(np.count_nonzero(weights[side] > 0)), LARGEST_BAG) for side in (is_positive, ~is_positive)]
    balanced = np.empty(len(weights))
    for side, size in zip((is_positive, ~is_positive), sizes, strict=True):
        mean = weights[side].sum() / np.count_nonzero(weights[side] > 0)
        balanced[side] = weights[side] / mean * min(sizes) / size
    return balanced, float(min(sizes))


def _is_settled(n_positive: float, n_all: float) -> bool:
    """Whether a labelled sample knows the share so well that the scores could not move it."""
    share = (n_positive + 0.5) / (n_all + 1)
    return share * (1 - share) / n_all < (MODEL_ERROR / 3) ** 2


def _smeared(shares: Vector, log_likelihood: Vector) -> Vector:
    """Log of the scores' likelihood on the grid, smeared by the error of its model."""
    density = np.exp(log_likelihood - log_likelihood.max())
    width = np.gradient(shares) if len(shares) > 1 else np.ones(1)
    far = (GRID[:, np.newaxis] - shares) / MODEL_ERROR
    return np.log(np.exp(-0.5 * far**2) @ (density * width) + 1e-300)


def _by_negatives(p: Vector, u: Vector, n: Vector) -> tuple[float, float]:
    """The share by known negatives, and its standard error from that of the area of P against N."""
    middle = known_negatives(p, u, n)
    ordered = np.sort(p)
    wins = 1 - 0.5 * (np.searchsorted(ordered, n, "left") + np.searchsorted(ordered, n, "right")) / len(p)
    area, error = float(wins.mean()), float(np.sqrt((wins.var() + 0.25 / len(n)) / len(n)))
    # θ = (A_N - A_U)/(A_N - 1/2), so dθ/dA_N = (1 - θ)/(A_N - 1/2).
    return middle, max(1 - middle, 0.05) * error / max(area - 0.5, 0.05)
