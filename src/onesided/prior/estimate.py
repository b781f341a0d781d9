"""How many positives are hidden among the unlabeled rows: an estimate, its interval, and other methods beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels
from onesided.metrics._cuts import read_scores
from onesided.prior.interval import Interval
from onesided.prior.known_negatives import known_negatives
from onesided.prior.methods import METHODS, ON_FEATURES, PANEL
from onesided.prior.notes import explain
from onesided.prior.odds_floor import odds_floor
from onesided.prior.upper_bound import share_upper_bound

_ENOUGH_NEGATIVES = 10


@dataclass(frozen=True)
class PanelEntry:
    """What one method says."""

    method: str
    share_in_unlabeled: float
    n_hidden: float
    prior: float


@dataclass(frozen=True)
class PriorEstimate:
    """The share of positives and the number of hidden ones, with what is known about their uncertainty.

    Attributes
    ----------
    prior, prior_interval
        Share of positives in the population (all rows if ``sampling="one"``, the unlabeled rows if ``"two"``).
    n_hidden, n_hidden_interval
        Number of positives among the unlabeled rows.
    share_in_unlabeled, share_interval
        The same as a share of the unlabeled rows.
    share_upper_bound
        The largest share that the labelled positives allow, whatever the negatives look like.
    can_tell
        False where the data do not settle the number (the notes say why): show the interval, not the estimate.
    agree
        Whether the methods of the panel lie within the interval, or close to it.
    panel
        What other methods say, without their uncertainty.
    notes
        What a reader should know, in sentences.
    """

    prior: float
    n_hidden: float
    share_in_unlabeled: float
    prior_interval: Interval
    n_hidden_interval: Interval
    share_interval: Interval
    share_upper_bound: float
    can_tell: bool
    agree: bool
    panel: tuple[PanelEntry, ...]
    method: str
    sampling: Literal["one", "two"]
    n_positive: int
    n_unlabeled: int
    n_negative: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def label_frequency(self) -> float:
        """Share of the positives among all rows that are labelled."""
        return self.n_positive / (self.n_positive + self.n_hidden)


def estimate_prior(
    y: ArrayLike | Labels,
    scores: ArrayLike,
    *,
    sampling: Literal["one", "two"] = "one",
    method: str = "auto",
    panel: bool | tuple[str, ...] = True,
    features: Any = None,
    n_bootstrap: int = 200,
    level: float = 0.95,
    pos_label: object = None,
    random_state: int | None = 0,
) -> PriorEstimate:
    r"""How many positives are hidden, from out-of-fold scores.

    Everything is estimated inside the unlabeled rows, as the share :math:`\theta` of positives among them, and then
    said of the population:

    .. math:: \pi = \frac{n_P + \theta n_U}{n_P + n_U + n_N} \;(\text{one sample}), \qquad
        \pi = \theta \;(\text{two samples})

    The default (``"auto"``) is :func:`~onesided.prior.odds_floor` with its likelihood-ratio interval; any other
    method has a bootstrap interval, which carries the noise of finite P and U but not the method's own bias.

    Parameters
    ----------
    y : array-like of shape (n,)
        Labels in any code of :mod:`onesided.labels`.  Known negatives count in the population; ten or more are
        also heard in the panel, as :func:`~onesided.prior.known_negatives`.
    scores : array-like of shape (n,)
        Out-of-fold scores of any classifier that ranks, larger for more likely positive.  Scores of rows that the
        classifier was fitted on make the answer wrong.
    sampling : {"one", "two"}, default="one"
        P and U are one draw from the population, or U alone is.
    method : str, default="auto"
        ``"odds_floor"`` or another name of `onesided.prior.METHODS`.
    panel : bool or tuple of str, default=True
        Which other methods to show beside it; True shows the quick ones.  `onesided.prior.COSTS` says what the
        slow ones take.
    features : array-like or sparse of shape (n, n_features), optional
        What ``"tice"`` and ``"kernel_mean"`` look at in place of the scores.
    n_bootstrap : int, default=200
        Resamples for the interval of a method other than the default; each costs as much as one estimate.
    level : float, default=0.95
        Coverage of the intervals.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    random_state : int, optional
        Seed of the resamples and folds.

    Returns
    -------
    PriorEstimate

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> is_positive = rng.random(5000) < 0.3
    >>> y = is_positive & (rng.random(5000) < 0.5)                            # half of the positives labelled
    >>> found = estimate_prior(y, rng.normal(2 * is_positive, 1))
    >>> 0.3 in found.prior_interval, (is_positive & ~y).sum() in found.n_hidden_interval
    (True, True)
    """
    if sampling not in ("one", "two"):
        raise InputError(
            f"sampling={sampling!r} is not known; it is 'one' (P and U are one draw from the population) "
            "or 'two' (U alone is a draw from the population)"
        )
    name = "odds_floor" if method == "auto" else method
    if name not in METHODS:
        raise InputError(f"method={method!r} is not known; there are 'auto', {', '.join(map(repr, sorted(METHODS)))}")
    labels = as_labels(y, pos_label)
    column = read_scores(scores, len(labels)).astype(float)
    positive, unlabeled = column[labels.is_positive], column[labels.is_unlabeled]
    if len(unlabeled) == 0:
        raise InputError("y has no unlabeled row, so no positive can be hidden; mark unlabeled rows with 0 or NaN")

    def sides(which: str) -> tuple[Any, Any]:
        if features is None or which not in ON_FEATURES:
            return positive, unlabeled
        rows = features if issparse(features) else np.asarray(features)
        return rows[np.flatnonzero(labels.is_positive)], rows[np.flatnonzero(labels.is_unlabeled)]

    if name == "odds_floor":
        floor = odds_floor(positive, unlabeled, level=level)
        share, around = floor.share, floor.interval
    else:
        share, around = _bootstrap(name, *sides(name), n_bootstrap, level, np.random.default_rng(random_state))
    # The two have errors of their own; the larger is the safer bound.
    bound = max(share_upper_bound(positive, unlabeled, level=level), float(around.high))

    n_positive, n_unlabeled, n_negative = labels.n_positive, labels.n_unlabeled, labels.n_negative

    def prior_of(theta: float) -> float:
        everyone = n_positive + n_unlabeled + n_negative
        return (n_positive + theta * n_unlabeled) / everyone if sampling == "one" else theta

    def hidden_of(theta: float) -> float:
        return theta * n_unlabeled

    names = PANEL if panel is True else (panel or ())
    for other in names:
        if other not in METHODS:
            raise InputError(f"panel names {other!r}, which is no method; there are {', '.join(sorted(METHODS))}")
    said = {other: METHODS[other](*sides(other)) for other in names if other != name}
    if n_negative >= _ENOUGH_NEGATIVES and names:
        said["known_negatives"] = known_negatives(positive, unlabeled, column[labels.is_negative])
    entries = tuple(PanelEntry(other, theta, hidden_of(theta), prior_of(theta)) for other, theta in said.items())
    can_tell, agree, notes = explain(name, share, around, bound, positive, unlabeled, said)
    return PriorEstimate(
        prior_of(share),
        hidden_of(share),
        share,
        around.map(prior_of),
        around.map(hidden_of),
        around,
        bound,
        can_tell,
        agree,
        entries,
        name,
        sampling,
        n_positive,
        n_unlabeled,
        n_negative,
        notes,
    )


def _bootstrap(
    name: str,
    positive: Any,
    unlabeled: Any,
    n_bootstrap: int,
    level: float,
    rng: np.random.Generator,
) -> tuple[float, Interval]:
    """A method's estimate, and the interval from resampling P and U separately."""
    share = METHODS[name](positive, unlabeled)
    draws = [
        METHODS[name](*(rows[rng.integers(rows.shape[0], size=rows.shape[0])] for rows in (positive, unlabeled)))
        for _ in range(n_bootstrap)
    ]
    if not draws:
        return share, Interval(0.0, 1.0, level)
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return share, Interval(float(min(low, share)), float(max(high, share)), level)
