"""What every criterion counts: recall on the positives, and the share of the population called positive.

The population depends on how the data came about (`sampling`):

- ``"one"``: one draw from the population, some of whose positives (and perhaps negatives) were then labelled.
  The population is all rows together, P ∪ U ∪ N.
- ``"two"``: P was drawn from the positives and U, separately, from the population.  The population is U alone;
  known negatives are a third, separate sample and no part of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels, read_labels


def as_labels(y: ArrayLike | Labels, pos_label: object = None) -> Labels:
    """Decoded labels in which both sides occur, as every criterion needs."""
    labels = y if isinstance(y, Labels) else read_labels(y, pos_label)
    if labels.n_positive in (0, len(labels)):
        kind = "no positive row" if labels.n_positive == 0 else "only one kind of label"
        raise InputError(
            f"y has {kind} among {len(labels)}, so there is nothing to count; split with "
            "onesided.model_selection.PUStratifiedKFold, which puts positives and others in every fold"
        )
    return labels


def read_weights(sample_weight: ArrayLike | None, n_rows: int) -> NDArray[np.float64]:
    """Weights as float64, ones where none are given."""
    if sample_weight is None:
        return np.ones(n_rows)
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != (n_rows,):
        raise InputError(f"sample_weight has shape {weights.shape}; it needs one number for each of {n_rows} rows")
    if not np.all(np.isfinite(weights)) or np.any(weights < 0):
        raise InputError("sample_weight has a negative, infinite or missing value; weights are finite and at least 0")
    return weights


def population_weights(labels: Labels, sampling: str, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """`weights` on the rows that stand for the population, 0 on all others."""
    if sampling == "one":
        return weights
    if sampling != "two":
        raise InputError(
            f"sampling={sampling!r} is not known; it is 'one' (P and U are one draw from the population) "
            "or 'two' (U alone is a draw from the population)"
        )
    return np.where(labels.is_unlabeled, weights, 0.0)


def read_prior(prior: float) -> float:
    """The share of positives in the population, checked."""
    if not 0 < prior <= 1:
        raise InputError(f"prior={prior!r} is not a share of positives; it lies between 0 and 1")
    return float(prior)


def total(weights: NDArray[np.float64], what: str) -> float:
    """The sum of `weights`, which has to be positive to divide by."""
    whole = float(weights.sum())
    if whole <= 0:
        raise InputError(f"the {what} have no rows, or no weight, so their share cannot be counted")
    return whole


def called_positive(labels: Labels, y_pred: ArrayLike) -> NDArray[np.bool_]:
    """Which rows a prediction calls positive: those equal to the positive value, or the true ones of a mask."""
    if hasattr(y_pred, "to_numpy") and not isinstance(y_pred, np.ndarray):
        y_pred = y_pred.to_numpy()
    values = np.asarray(y_pred)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.shape != (len(labels),):
        raise InputError(f"y_pred has shape {values.shape}, but y has {len(labels)} rows")
    positive = labels.classes[1]
    if values.dtype.kind == "b" and not isinstance(positive, bool | np.bool_):
        return values
    if values.dtype.kind == "f" and np.any(values % 1 > 0) and not np.isin(values, labels.classes).all():
        raise InputError("y_pred has fractions and looks like scores; pass predicted labels or `y_score > threshold`")
    if values.dtype.kind in "biuf" and labels.classes.dtype.kind in "biuf":
        return np.asarray(values == positive)
    if values.dtype.kind == "O":
        return np.array([value == positive or str(value) == str(positive) for value in values], dtype=bool)
    # Text beside numbers: "1" read from a file is the same label as 1.
    return np.asarray(values.astype(str) == str(positive))


def rates(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    sampling: str = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[float, float]:
    """Recall on P, and Pr[f=1] in the population."""
    labels = as_labels(y, pos_label)
    called = called_positive(labels, y_pred)
    weights = read_weights(sample_weight, len(labels))
    inside = np.where(labels.is_positive, weights, 0.0)
    everyone = population_weights(labels, sampling, weights)
    recall = inside @ called / total(inside, "positives")
    return float(recall), float(everyone @ called / total(everyone, "unlabeled rows"))


def ratio(above: Any, below: Any) -> NDArray[np.float64]:
    """above/below, with 0/0 = 0 and x/0 = infinity, without a warning."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.equal(above, 0), 0.0, np.divide(above, below))
