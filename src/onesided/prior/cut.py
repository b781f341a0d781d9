"""Recall, precision and F of a cut without negatives, each with an interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels, ratio
from onesided.metrics._cuts import read_scores
from onesided.prior.estimate import PriorEstimate
from onesided.prior.interval import Floats, Interval, Number, combine, in_unit, plain, share_interval


@dataclass(frozen=True)
class CutQuality:
    """How good ``score > threshold`` is; numbers, or arrays if several thresholds were given.

    Attributes
    ----------
    recall, precision, f1
        Of the population (all rows if ``sampling="one"``, the unlabeled rows if ``"two"``).
    precision_in_unlabeled
        Share of positives among the unlabeled rows above the cut: what a reader of the hits will find.
    n_called
        Number of unlabeled rows above the cut: counted, and so without an interval.
    n_found
        How many of those are positive.
    *_interval
        The :class:`Interval` of each.
    """

    threshold: Number
    n_called: int | NDArray[np.intp]
    recall: Number
    precision: Number
    f1: Number
    precision_in_unlabeled: Number
    n_found: Number
    recall_interval: Interval
    precision_interval: Interval
    f1_interval: Interval
    precision_in_unlabeled_interval: Interval
    n_found_interval: Interval


def cut_quality(
    y: ArrayLike | Labels,
    scores: ArrayLike,
    threshold: ArrayLike,
    prior_estimate: PriorEstimate,
    *,
    pos_label: object = None,
) -> CutQuality:
    r"""Recall, precision and F of ``score > threshold``, with intervals.

    The labelled positives give the recall r, the unlabeled rows the share q called positive, and the share
    :math:`\theta` of positives in U joins them:

    .. math:: p = \frac{\theta r}{q}, \quad F = \frac{2\theta r}{\theta + q} \quad\text{(two samples)}, \qquad
        p = \frac{r (n_P + \theta n_U)}{r n_P + q n_U} \quad\text{(one sample)}

    The intervals carry the uncertainty of :math:`\theta` (from `prior_estimate`), of the finite P (r) and of the
    finite U (q), as if the three were independent.  They are not quite, and their dependence only narrows the truth.

    Parameters
    ----------
    y, scores, pos_label
        As in :func:`estimate_prior`.
    threshold : float or array-like
        One cut or several.
    prior_estimate : PriorEstimate
        From :func:`estimate_prior` or :func:`~onesided.prior.estimate_from_audit`; its `sampling` and level hold.

    Returns
    -------
    CutQuality

    Examples
    --------
    >>> from onesided.prior import estimate_prior
    >>> rng = np.random.default_rng(0)
    >>> is_positive = rng.random(5000) < 0.3
    >>> y, scores = is_positive & (rng.random(5000) < 0.5), rng.normal(2 * is_positive, 1)
    >>> quality = cut_quality(y, scores, 1.0, estimate_prior(y, scores))
    >>> called = scores > 1.0
    >>> is_positive[called].mean() in quality.precision_interval, called[is_positive].mean() in quality.recall_interval
    (True, True)
    """
    labels = as_labels(y, pos_label)
    column = read_scores(scores, len(labels))
    cuts = np.asarray(threshold, dtype=float)
    if not np.all(np.isfinite(cuts)):
        raise InputError("threshold has NaN or infinity; give finite cuts")
    level = prior_estimate.share_interval.level
    n_p, n_u = labels.n_positive, labels.n_unlabeled
    above_p = _count_above(column[labels.is_positive], cuts)
    above_u = _count_above(column[labels.is_unlabeled], cuts)
    recall = (above_p / n_p, share_interval(above_p, n_p, level))
    called = (above_u / n_u, share_interval(above_u, n_u, level))
    share = (np.full(cuts.shape, prior_estimate.share_in_unlabeled), prior_estimate.share_interval)
    # Known negatives above the cut are false alarms of a one-sample population, and counted, not estimated.
    alarms = _count_above(column[labels.is_negative], cuts) if prior_estimate.sampling == "one" else 0
    in_p = n_p if prior_estimate.sampling == "one" else 0

    def precision(theta: Floats, r: Floats, q: Floats) -> NDArray[np.float64]:
        hits = np.minimum(theta * r, q) * n_u + r * in_p
        return ratio(hits, q * n_u + r * in_p + alarms)

    def f1(theta: Floats, r: Floats, q: Floats) -> NDArray[np.float64]:
        # By precision, not by hits: where θ r exceeds q, a larger θ must not make F smaller.
        p = precision(theta, r, q)
        return ratio(2 * p * r, p + r)

    def precision_in_unlabeled(theta: Floats, r: Floats, q: Floats) -> NDArray[np.float64]:
        return ratio(np.minimum(theta * r, q), q)

    parts = [share, recall, called]
    p, p_around = in_unit(*combine(precision, parts, level))
    f, f_around = in_unit(*combine(f1, parts, level))
    pu, pu_around = in_unit(*combine(precision_in_unlabeled, parts, level))
    return CutQuality(
        cuts if cuts.ndim else float(cuts),
        above_u if cuts.ndim else int(above_u),
        plain(recall[0]),
        p,
        f,
        pu,
        plain(pu * above_u),
        recall[1],
        p_around,
        f_around,
        pu_around,
        Interval(plain(pu_around.low * above_u), plain(pu_around.high * above_u), level),
    )


def _count_above(scores: NDArray[np.floating], cuts: NDArray[np.float64]) -> NDArray[np.intp]:
    ranked = np.sort(scores)
    return len(ranked) - np.searchsorted(ranked, cuts, side="right")
