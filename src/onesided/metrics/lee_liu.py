"""The criterion of Lee & Liu (2003), the F̂ of the ranking SVM paper."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.labels import Labels
from onesided.metrics._counting import as_labels, population_weights, rates, ratio, read_weights
from onesided.metrics._cuts import rates_at_cuts


def lee_liu_score(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Squared recall over the share called positive, which needs no negatives.

    .. math:: \hat F = \frac{r^2}{\Pr[f=1]} = \frac{p\,r}{\Pr[y=1]}

    Like F, it is large only when precision :math:`p` and recall :math:`r` both are; unlike F, it can be computed
    from positive and unlabeled rows.  It is right up to the factor 1/Pr[y=1], so it compares classifiers on one
    data set and not across data sets; its largest possible value is 1/Pr[y=1].  Assumes that the labelled
    positives are like the hidden ones.

    Parameters
    ----------
    y : array-like of shape (n,)
        Positive, unlabeled and perhaps negative labels in any code of :mod:`onesided.labels`.
    y_pred : array-like of shape (n,)
        Predicted labels in the same code, or booleans.
    sampling : {"one", "two"}, default="one"
        Pr[f=1] is counted over all rows ("one": P, U and known negatives are one draw from the population), or
        over the unlabeled rows alone ("two": they are a draw of their own).
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    sample_weight : array-like of shape (n,), optional
        Weights of the rows.

    Returns
    -------
    float
        Larger is better; 0 if no labelled positive, or nothing of the population, is called positive.

    References
    ----------
    .. [1] W. S. Lee, B. Liu. Learning with positive and unlabeled examples using weighted logistic regression.
       ICML 2003.

    Examples
    --------
    >>> lee_liu_score([1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0])
    2.0
    >>> lee_liu_score([1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], sampling="two")
    4.0
    """
    recall, called = rates(y, y_pred, sampling=sampling, pos_label=pos_label, sample_weight=sample_weight)
    return float(lee_liu(recall, called))


def lee_liu(recall: ArrayLike, called: ArrayLike) -> NDArray[np.float64]:
    """r²/Pr[f=1] of recalls and shares called positive; 0 where nothing of the population is called positive."""
    value = ratio(np.square(recall), called)
    # Two samples only: a cut above every unlabeled row says nothing about Pr[f=1], and must not win by infinity.
    return np.where(np.isinf(value), 0.0, value)


def lee_liu_curve(
    y: ArrayLike | Labels,
    y_score: ArrayLike,
    *,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[NDArray[np.floating[Any]], NDArray[np.float64]]:
    """:func:`lee_liu_score` of ``y_score > threshold`` at every cut, by one sort and cumulative sums.

    Parameters
    ----------
    y, sampling, pos_label, sample_weight
        As in :func:`lee_liu_score`.
    y_score : array-like of shape (n,)
        The larger, the more likely positive.

    Returns
    -------
    thresholds : ndarray, ascending
        Midpoints between neighbouring distinct scores, with one cut below all of them and the largest score itself
        (above which there is nothing), so that ``y_score > threshold`` meets no tie.
    scores : ndarray
        The criterion at each threshold.

    Examples
    --------
    >>> thresholds, scores = lee_liu_curve([1, 1, 0, 0], [4.0, 2.0, 2.0, 1.0])
    >>> thresholds
    array([0.5, 1.5, 3. , 4. ])
    >>> scores.round(2)
    array([1.  , 1.33, 1.  , 0.  ])
    """
    labels = as_labels(y, pos_label)
    weights = read_weights(sample_weight, len(labels))
    population = population_weights(labels, sampling, weights)
    thresholds, recall, called = rates_at_cuts(labels, y_score, weights, population)
    return thresholds, lee_liu(recall, called)
