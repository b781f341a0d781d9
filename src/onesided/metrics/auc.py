"""Area under the ROC curve of positive against unlabeled rows, and its correction to the true area."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels, population_weights, read_prior, read_weights
from onesided.metrics._cuts import rates_at_cuts


def pu_auc(
    y: ArrayLike | Labels,
    y_score: ArrayLike,
    *,
    prior: float | None = None,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Chance that a positive outranks an unlabeled row, or, given the prior, a negative one.

    .. math:: A_{PU} = \tfrac{\pi_U}{2} + (1-\pi_U) A \quad\Longrightarrow\quad A = \frac{A_{PU}-\pi_U/2}{1-\pi_U}

    where :math:`\pi_U` is the share of positives *inside* the unlabeled rows: against one of those, a positive wins
    half of the time.  Ties count half.  Under ``sampling="one"`` known negatives are part of the population
    and stand with the unlabeled rows, in :math:`A_{PU}` as in :math:`\pi_U`; under ``"two"`` they are left out.

    Parameters
    ----------
    y : array-like of shape (n,)
        Positive, unlabeled and perhaps negative labels in any code of :mod:`onesided.labels`.
    y_score : array-like of shape (n,)
        The larger, the more likely positive.
    prior : float, optional
        Share of positives in the population.  Without it the result is :math:`A_{PU}` itself, which ranks
        classifiers in the same order but is at most :math:`1-\pi_U/2`.
    sampling : {"one", "two"}, default="one"
        P and U are one draw from the population, or U alone is.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    sample_weight : array-like of shape (n,), optional
        Weights of the rows.

    Returns
    -------
    float
        Between 0 and 1; larger is better.

    References
    ----------
    .. [1] S. Sellamanickam, P. Garg, S. K. Selvaraj. A pairwise ranking based approach to learning with positive
       and unlabeled examples. CIKM 2011.

    Examples
    --------
    >>> y, score = [1, 1, 0, 0, 0, 0], [6, 4, 5, 3, 2, 1]
    >>> pu_auc(y, score)
    0.875
    >>> pu_auc(y, score, prior=0.5)                   # one of the four unlabeled rows is positive
    1.0
    """
    labels = as_labels(y, pos_label)
    weights = read_weights(sample_weight, len(labels))
    outside = np.where(labels.is_positive, 0.0, population_weights(labels, sampling, weights))
    _, hits, alarms = rates_at_cuts(labels, y_score, weights, outside)
    area = float(np.sum((alarms[:-1] - alarms[1:]) * (hits[:-1] + hits[1:]) / 2))
    if prior is None:
        return area
    share = positive_share_in_unlabeled(prior, float(weights[labels.is_positive].sum()), float(outside.sum()), sampling)
    if share >= 1:
        raise InputError(
            f"prior={prior} makes every unlabeled row positive, which leaves no negatives to outrank; "
            "give a smaller prior"
        )
    return float(np.clip((area - share / 2) / (1 - share), 0.0, 1.0))


def positive_share_in_unlabeled(
    prior: float, n_positive: float, n_unlabeled: float, sampling: Literal["one", "two"] = "one"
) -> float:
    r"""Share of positives inside the unlabeled rows, which in one-sample data is not the population's.

    .. math:: \pi_U = \frac{\pi\,(n_P+n_U)-n_P}{n_U} \;(\text{one sample}), \qquad \pi_U = \pi \;(\text{two samples})

    Parameters
    ----------
    prior : float
        Share of positives in the population.
    n_positive, n_unlabeled : float
        Numbers (or total weights) of labelled positive rows and of the other rows.  Known negatives of
        one-sample data count among the others; the result is then the share among unlabeled and negative rows.
    sampling : {"one", "two"}, default="one"
        P and U are one draw from the population, or U alone is.

    Returns
    -------
    float

    Raises
    ------
    InputError
        If the rows hold more or fewer positives than the prior allows.  A shortfall of less than one row is
        taken as rounding and gives 0, since folds of one sample never meet the prior exactly.

    Examples
    --------
    >>> positive_share_in_unlabeled(0.25, n_positive=100, n_unlabeled=900)
    0.16666666666666666
    >>> positive_share_in_unlabeled(0.25, n_positive=100, n_unlabeled=900, sampling="two")
    0.25
    """
    prior = read_prior(prior)
    if n_unlabeled <= 0:
        raise InputError("there are no unlabeled rows, so they have no share of positives")
    if sampling == "two":
        return prior
    if sampling != "one":
        raise InputError(f"sampling={sampling!r} is not known; it is 'one' or 'two'")
    expected = prior * (n_positive + n_unlabeled)
    if expected <= n_positive - 1:
        raise InputError(
            f"prior={prior:g} means {expected:g} positives among {n_positive + n_unlabeled:g} rows, but {n_positive:g} "
            "are labelled already; give a larger prior, or sampling='two' if the unlabeled rows alone are a sample "
            "of the population"
        )
    return float(max(expected - n_positive, 0.0) / n_unlabeled)
