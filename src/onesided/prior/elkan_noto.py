"""Elkan and Noto's three estimates of the label frequency, and the share of positives in U that follows."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata
from sklearn.isotonic import IsotonicRegression


def elkan_noto(
    positive: ArrayLike,
    unlabeled: ArrayLike,
    *,
    estimator: Literal["e1", "e2", "e3"] = "e1",
    n_folds: int = 5,
    random_state: int | None = 0,
) -> float:
    r"""Share of positives in U from a calibrated chance g of being labelled.

    .. math:: \hat c = \frac{1}{n_P}\sum_P g \;(e_1), \qquad \frac{\sum_P g}{\sum_{P \cup U} g} \;(e_2), \qquad
        \max g \;(e_3), \qquad \hat\theta = \frac{n_P(1/\hat c - 1)}{n_U}

    g is the score calibrated against "is labelled" by isotonic regression, each row by the rows of the other folds.
    e1 and e2 assume that the classes do not overlap: with overlap they find too few labelled and too many hidden.

    Parameters
    ----------
    positive, unlabeled : array-like
        Out-of-fold scores of the labelled positive and of the unlabeled rows.
    estimator : {"e1", "e2", "e3"}, default="e1"
        Mean of g over P; share of P in the sum of g; largest g.
    n_folds : int, default=5
        Folds of the calibration.
    random_state : int, optional
        Seed of the folds.

    Returns
    -------
    float

    References
    ----------
    .. [1] C. Elkan, K. Noto. Learning classifiers from only positive and unlabeled data. KDD 2008.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(6, 1, 900), rng.normal(0, 1, 2100)      # a share of 0.3, well apart
    >>> round(elkan_noto(rng.normal(6, 1, 500), np.r_[hidden, negative]), 2)
    0.29
    """
    scores = np.concatenate([np.asarray(positive, dtype=float), np.asarray(unlabeled, dtype=float)])
    is_labelled = np.arange(len(scores)) < np.size(positive)
    chance = _calibrated(scores, is_labelled, n_folds, np.random.default_rng(random_state))
    frequency = {
        "e1": lambda: chance[is_labelled].mean(),
        "e2": lambda: chance[is_labelled].sum() / chance.sum(),
        "e3": lambda: chance.max(),
    }[estimator]()
    n_positive, n_unlabeled = np.count_nonzero(is_labelled), np.count_nonzero(~is_labelled)
    return float(np.clip(n_positive * (1 / max(frequency, 1e-12) - 1) / n_unlabeled, 0.0, 1.0))


def _calibrated(
    scores: NDArray[np.float64], is_labelled: NDArray[np.bool_], n_folds: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Chance of being labelled at each score, fitted on the other folds (of P and U separately)."""
    # By ranks: between two fitted scores the chance is interpolated, and only their order should count.
    scores = rankdata(scores)
    fold = np.empty(len(scores), dtype=int)
    for side in (is_labelled, ~is_labelled):
        fold[side] = rng.permutation(np.count_nonzero(side)) % n_folds
    chance = np.empty(len(scores))
    for k in range(n_folds):
        inside = fold == k
        model = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
        chance[inside] = model.fit(scores[~inside], is_labelled[~inside].astype(float)).predict(scores[inside])
    return chance
