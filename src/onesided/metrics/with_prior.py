"""Precision, recall, F and accuracy without negatives, given the share of positives.

The labelled positives give the recall r, the population gives Pr[f=1], and the prior π joins them: the share of
true positives is π r, so precision is π r / Pr[f=1].  All assume that the labelled positives are like the hidden
ones.  What is judged is the population: all rows together under ``sampling="one"`` (known negatives, which are
certain, among them), the unlabeled rows alone under ``"two"``.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.labels import Labels
from onesided.metrics._counting import rates, ratio, read_prior


def pu_precision(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    prior: float,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Share of true positives among the rows called positive.

    .. math:: p = \frac{\pi\, r}{\Pr[f=1]}, \quad \text{at most } 1

    Parameters
    ----------
    y : array-like of shape (n,)
        Positive, unlabeled and perhaps negative labels in any code of :mod:`onesided.labels`.
    y_pred : array-like of shape (n,)
        Predicted labels in the same code, or booleans.
    prior : float
        Share of positives in the population.
    sampling : {"one", "two"}, default="one"
        The population is all rows (one draw, some of whose positives were labelled), or the unlabeled rows alone (a
        draw of their own beside the positives; known negatives are then left out).
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    sample_weight : array-like of shape (n,), optional
        Weights of the rows.

    Returns
    -------
    float
        Between 0 and 1; 0 if nothing is called positive.

    Examples
    --------
    Half of the positives are labelled (prior 0.4, two of ten rows labelled); five rows are called positive.

    >>> y = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    >>> called = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    >>> pu_precision(y, called, prior=0.4)
    0.8
    """
    recall, called = rates(y, y_pred, sampling=sampling, pos_label=pos_label, sample_weight=sample_weight)
    return float(precision(recall, called, prior))


def precision(recall: ArrayLike, called: ArrayLike, prior: float) -> NDArray[np.float64]:
    """π r / Pr[f=1], at most 1, of recalls and shares called positive."""
    return np.minimum(ratio(read_prior(prior) * np.asarray(recall), called), 1.0)


def pu_recall(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Share of the positives that are called positive, from the labelled ones: neither prior nor scheme matters.

    Parameters
    ----------
    y, y_pred, pos_label, sample_weight
        As in :func:`pu_precision`.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> pu_recall([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return rates(y, y_pred, pos_label=pos_label, sample_weight=sample_weight)[0]


def pu_f1(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    prior: float,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Harmonic mean of :func:`pu_precision` and :func:`pu_recall`.

    .. math:: F = \frac{2pr}{p+r} = \frac{2\pi r}{\pi + \Pr[f=1]}

    Parameters
    ----------
    y, y_pred, prior, sampling, pos_label, sample_weight
        As in :func:`pu_precision`.

    Returns
    -------
    float
        Between 0 and 1; 0 if nothing is called positive.

    Examples
    --------
    >>> round(pu_f1([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], prior=0.4), 3)
    0.889
    """
    recall, called = rates(y, y_pred, sampling=sampling, pos_label=pos_label, sample_weight=sample_weight)
    p = precision(recall, called, prior)
    return float(ratio(2 * p * recall, p + recall))


def pu_accuracy(
    y: ArrayLike | Labels,
    y_pred: ArrayLike,
    *,
    prior: float,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Share of the population that is called rightly.

    .. math:: 1 - \left(\Pr[f=1] - \pi + 2\,\Pr[f=-1 \mid y=1]\,\pi\right)

    Parameters
    ----------
    y, y_pred, prior, sampling, pos_label, sample_weight
        As in :func:`pu_precision`.

    Returns
    -------
    float
        Between 0 and 1.

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu, X. Li. Partially supervised classification of text documents. ICML 2002.

    Examples
    --------
    >>> pu_accuracy([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], prior=0.4)
    0.9
    """
    recall, called = rates(y, y_pred, sampling=sampling, pos_label=pos_label, sample_weight=sample_weight)
    prior = read_prior(prior)
    error = called - prior + 2 * (1 - recall) * prior
    return float(np.clip(1 - error, 0.0, 1.0))
