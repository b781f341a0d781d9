"""What audited rows say about the hidden positives and about a cut, however positives were labelled before."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels, ratio
from onesided.metrics._cuts import read_scores
from onesided.prior.audit import Audit
from onesided.prior.cut import CutQuality
from onesided.prior.estimate import PriorEstimate
from onesided.prior.interval import Interval, combine, share_interval


def estimate_from_audit(
    y: ArrayLike | Labels,
    scores: ArrayLike,
    audit: Audit,
    is_positive: ArrayLike,
    *,
    sampling: Literal["one", "two"] = "one",
    level: float = 0.95,
    pos_label: object = None,
) -> PriorEstimate:
    r"""How many positives are hidden, from audited rows alone: nothing is assumed about how positives were labelled.

    .. math:: \hat H = \sum_h N_h \hat p_h, \qquad \hat p_h = \frac{\sum_{i \in h} z_i/\pi_i}{\sum_{i \in h} 1/\pi_i}

    over the strata h of the draw, with :math:`z_i` the audited label.  The interval joins those of the
    strata (Jeffreys, with the correction for drawing without replacement).

    Parameters
    ----------
    y, scores, sampling, pos_label
        As in :func:`estimate_prior`; `y` as it was when the audit was drawn.
    audit : Audit
        From :func:`draw_audit`, or built by hand for another design with known chances of inclusion.
    is_positive : array-like of bool
        The audited label of each of `audit.rows`, in their order.
    level : float, default=0.95
        Coverage of the intervals.

    Returns
    -------
    PriorEstimate
        With ``method="audit"``.

    Examples
    --------
    >>> from onesided.prior import draw_audit
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.random(5000) < 0.3
    >>> scores = rng.normal(2 * truth, 1)
    >>> y = truth & (scores > 2)                            # only easy positives were labelled: far from random
    >>> audit = draw_audit(y, scores, 200, random_state=0)
    >>> found = estimate_from_audit(y, scores, audit, truth[audit.rows])
    >>> (truth & ~y).sum() in found.n_hidden_interval
    True
    """
    labels, column, z = _read(y, scores, audit, is_positive, pos_label)
    hidden, around = _hits(labels, column, audit, z, -np.inf, np.inf, level)
    n_p, n_u, n_n = labels.n_positive, labels.n_unlabeled, labels.n_negative

    def prior_of(count: float) -> float:
        return (n_p + count) / (n_p + n_u + n_n) if sampling == "one" else count / n_u

    notes = [
        f"From {len(z)} audited rows, {int(z.sum())} of them positive; no assumption about how positives were labelled."
    ]
    can_tell = float(around.high) <= 4 * float(around.low) or float(around.width) <= 0.02 * n_u
    if not can_tell:
        notes.append(
            f"Cannot tell yet: the audit allows anything from {around.low:,.0f} to {around.high:,.0f} hidden "
            "positives; onesided.prior.audits_needed says how many more rows to label."
        )
    return PriorEstimate(
        prior_of(hidden),
        hidden,
        hidden / n_u,
        around.map(prior_of),
        around,
        around.map(lambda count: count / n_u),
        float(around.high) / n_u,
        can_tell,
        True,
        (),
        "audit",
        sampling,
        n_p,
        n_u,
        n_n,
        notes,
    )


def audit_cut_quality(
    y: ArrayLike | Labels,
    scores: ArrayLike,
    audit: Audit,
    is_positive: ArrayLike,
    threshold: float,
    *,
    sampling: Literal["one", "two"] = "one",
    level: float = 0.95,
    pos_label: object = None,
) -> CutQuality:
    r"""Recall, precision and F of ``score > threshold`` from audited rows, without assumptions about the labelling.

    Positives above (A) and below (B) the cut are estimated as in :func:`estimate_from_audit`, each side by itself;

    .. math:: r = \frac{A}{A+B}, \qquad p = \frac{A}{n_{\text{called}}}, \qquad F = \frac{2A}{n_{\text{called}} + A + B}

    with the labelled rows, which are certain, added to both under ``sampling="one"``.

    Parameters
    ----------
    y, scores, audit, is_positive, sampling, level, pos_label
        As in :func:`estimate_from_audit`.
    threshold : float
        The cut; best one of the audit's edges (``draw_audit(..., threshold=...)``).

    Returns
    -------
    CutQuality

    Examples
    --------
    >>> from onesided.prior import draw_audit
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.random(5000) < 0.3
    >>> scores = rng.normal(2 * truth, 1)
    >>> y = truth & (scores > 2)
    >>> audit = draw_audit(y, scores, 300, threshold=1.0, random_state=0)
    >>> quality = audit_cut_quality(y, scores, audit, truth[audit.rows], 1.0)
    >>> truth[scores > 1].mean() in quality.precision_interval
    True
    """
    labels, column, z = _read(y, scores, audit, is_positive, pos_label)
    above = _hits(labels, column, audit, z, threshold, np.inf, level)
    below = _hits(labels, column, audit, z, -np.inf, threshold, level)
    called = column > threshold
    n_called = int(np.count_nonzero(called & labels.is_unlabeled))
    one = sampling == "one"
    p_above, p_all = np.count_nonzero(called & labels.is_positive) * one, labels.n_positive * one
    everyone = n_called + p_above + np.count_nonzero(called & labels.is_negative) * one

    def measures(name: str) -> tuple[float, Interval]:
        function = {
            "recall": lambda a, b: ratio(a + p_above, a + b + p_all),
            "precision": lambda a, b: ratio(a + p_above, everyone) + 0 * b,
            "f1": lambda a, b: ratio(2 * (a + p_above), everyone + a + b + p_all),
            "in_unlabeled": lambda a, b: ratio(a, n_called) + 0 * b,
        }[name]
        value, around = combine(function, [above, below], level)
        clip = around.map(lambda end: float(np.clip(end, 0, 1)))
        return float(value), clip

    recall, precision, f1, inside = map(measures, ("recall", "precision", "f1", "in_unlabeled"))
    return CutQuality(
        float(threshold),
        n_called,
        recall[0],
        precision[0],
        f1[0],
        inside[0],
        above[0],
        recall[1],
        precision[1],
        f1[1],
        inside[1],
        above[1],
    )


def _read(
    y: ArrayLike | Labels, scores: ArrayLike, audit: Audit, is_positive: ArrayLike, pos_label: object
) -> tuple[Labels, NDArray[np.float64], NDArray[np.float64]]:
    labels = as_labels(y, pos_label)
    column = read_scores(scores, len(labels)).astype(float)
    z = np.asarray(is_positive, dtype=float)
    if z.shape != audit.rows.shape:
        raise InputError(f"is_positive has shape {z.shape}, but {len(audit.rows)} rows were drawn; give one label each")
    if not np.all((z == 0) | (z == 1)):
        raise InputError("is_positive holds something other than true and false; leave unlabeled rows out of the audit")
    if not np.all(labels.is_unlabeled[audit.rows]):
        raise InputError("the audit names rows that are labelled in y; pass y as it was when the audit was drawn")
    return labels, column, z


def _hits(
    labels: Labels,
    scores: NDArray[np.float64],
    audit: Audit,
    z: NDArray[np.float64],
    above: float,
    up_to: float,
    level: float,
) -> tuple[float, Interval]:
    """Number of positives among the unlabeled rows with above < score <= up_to."""
    inside = scores[labels.is_unlabeled]
    inside = inside[(inside > above) & (inside <= up_to)]
    sizes = np.bincount(np.searchsorted(audit.edges, inside, side="left"), minlength=len(audit.edges) + 1)
    drawn = scores[audit.rows]
    mine = (drawn > above) & (drawn <= up_to)
    stratum, weight, z = np.searchsorted(audit.edges, drawn[mine], side="left"), 1 / audit.inclusion[mine], z[mine]
    seen = np.unique(stratum)
    if not len(inside):
        return 0.0, Interval(0.0, 0.0, level)
    if not len(seen):
        return len(inside) / 2, Interval(0.0, float(len(inside)), level)  # nothing drawn here: nothing known
    # A part of a stratum in which nothing was drawn is taken to be like its nearest neighbour.
    home = seen[np.argmin(np.abs(np.arange(len(sizes))[:, None] - seen), axis=1)]
    total = np.bincount(home, sizes, minlength=len(sizes))
    parts = []
    for h in seen:
        w, hit = weight[stratum == h], z[stratum == h]
        share = float(w @ hit / w.sum())
        n_effective = float(w.sum() ** 2 / (w @ w))
        around = share_interval(share * n_effective, n_effective, level)
        unseen = np.sqrt(max(1 - len(w) / total[h], 0.0))  # drawn without replacement
        # At least the positives that were seen are there, and at most the negatives seen are missing.
        low = max(share - (share - around.low) * unseen, hit.sum() / total[h])
        high = min(share + (around.high - share) * unseen, 1 - (len(hit) - hit.sum()) / total[h])
        parts.append((share * total[h], Interval(float(low * total[h]), float(high * total[h]), level)))
    value, interval = combine(lambda *counts: np.asarray(sum(counts)), parts, level)
    return float(value), Interval(float(interval.low), float(interval.high), level)
