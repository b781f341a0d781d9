"""Which unlabeled rows to label, and how many, to know rather than to assume."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels
from onesided.metrics._cuts import read_scores
from onesided.prior.interval import share_interval


@dataclass(frozen=True)
class Audit:
    """The rows to label, and how they were drawn.

    Attributes
    ----------
    rows : ndarray of int
        Positions in `y`, in random order: a first part of them is a fair audit, too, of the same design.
    inclusion : ndarray of float
        Each row's chance of having been drawn.
    edges : ndarray of float
        Ascending scores that divide the strata; a row belongs above an edge if its score is larger.
    """

    rows: NDArray[np.intp]
    inclusion: NDArray[np.float64]
    edges: NDArray[np.float64]


def draw_audit(
    y: ArrayLike | Labels,
    scores: ArrayLike,
    n: int,
    *,
    n_strata: int = 5,
    threshold: float | None = None,
    pos_label: object = None,
    random_state: int | None = None,
) -> Audit:
    """Draw unlabeled rows for labelling: more from the top of the ranking, where positives and doubts are.

    The strata are the best 1/2, 1/4, 1/8, ... of the unlabeled rows; a stratum of N rows gets a part of `n`
    proportional to the square root of N, which costs little if positives are everywhere, and saves much if they are
    at the top.

    Parameters
    ----------
    y, scores, pos_label
        As in :func:`estimate_prior`.
    n : int
        How many rows to draw.
    n_strata : int, default=5
        1 draws evenly.
    threshold : float, optional
        A cut to be judged: it becomes an edge between strata.
    random_state : int, optional
        Seed of the draw.

    Returns
    -------
    Audit

    Examples
    --------
    >>> y, scores = [1] * 10 + [0] * 90, np.arange(100)
    >>> audit = draw_audit(y, scores, 20, n_strata=3, random_state=0)
    >>> audit.edges.tolist(), len(audit.rows)
    ([54.5, 76.75], 20)
    """
    labels = as_labels(y, pos_label)
    column = read_scores(scores, len(labels)).astype(float)
    pool = np.flatnonzero(labels.is_unlabeled)
    if not 1 <= n <= len(pool):
        raise InputError(f"n={n} rows cannot be drawn from {len(pool)} unlabeled rows")
    levels = 1 - 0.5 ** np.arange(1, max(n_strata, 1))
    edges = np.quantile(column[pool], levels)
    edges = np.unique(edges if threshold is None else np.append(edges, threshold))
    stratum = np.searchsorted(edges, column[pool], side="left")
    sizes = np.bincount(stratum, minlength=len(edges) + 1)
    drawn = _allocate(sizes, n)
    rng = np.random.default_rng(random_state)
    rows = np.concatenate([rng.choice(pool[stratum == h], k, replace=False) for h, k in enumerate(drawn)])
    chance = np.repeat(drawn / np.maximum(sizes, 1), drawn)
    order = rng.permutation(n)
    return Audit(rows[order], chance[order], edges)


def _allocate(sizes: NDArray[np.intp], n: int) -> NDArray[np.intp]:
    """How many of n rows each stratum gives: in proportion to √N, at most N, in whole rows."""
    wanted = np.zeros(len(sizes))
    room = sizes.astype(float)
    while n - wanted.sum() > 1e-9:
        open_ = wanted < room
        more = np.sqrt(sizes) * open_
        wanted = np.minimum(wanted + (n - wanted.sum()) * more / more.sum(), room)
    whole = np.floor(wanted + 1e-9).astype(np.intp)
    short = n - int(whole.sum())
    whole[np.argsort(whole - wanted, kind="stable")[:short]] += 1
    return whole


def audits_needed(width: float, *, share: float = 0.5, n_unlabeled: int | None = None, level: float = 0.95) -> int:
    """How many rows to label, drawn evenly, for an interval of a wanted width.

    Parameters
    ----------
    width : float
        Wanted width of the interval of a share: of positives in U, or of a cut's hits (its precision).
    share : float, default=0.5
        A guess of that share; 0.5 needs the most rows.
    n_unlabeled : int, optional
        How many rows there are to draw from: of few rows, fewer are needed.
    level : float, default=0.95
        Coverage.

    Returns
    -------
    int

    Examples
    --------
    >>> audits_needed(0.2), audits_needed(0.1, share=0.1), audits_needed(0.2, n_unlabeled=120)
    (94, 139, 52)
    """
    if not 0 < width < 1:
        raise InputError(f"width={width!r} is not the width of an interval of a share; it lies between 0 and 1")
    if not 0 <= share <= 1:
        raise InputError(f"share={share!r} is not a share; it lies between 0 and 1")

    def reached(n: int) -> float:
        left = 1.0 if n_unlabeled is None else 1 - n / n_unlabeled
        return float(share_interval(share * n, n, level).width) * np.sqrt(left)

    few, many = 0, 1
    while reached(many) > width and many != n_unlabeled:
        few, many = many, many * 2 if n_unlabeled is None else min(many * 2, n_unlabeled)
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if reached(middle) <= width else (middle, many)
    return many
