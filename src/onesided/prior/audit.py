"""Which unlabeled rows to label, and how many, to know rather than to assume."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics._counting import as_labels
from onesided.metrics._cuts import read_scores
from onesided.prior.best_bin import best_bin
from onesided.prior.dedpul import positive_chance
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
    n_strata: int = 3,
    threshold: float | None = None,
    pos_label: object = None,
    random_state: int | None = None,
) -> Audit:
    r"""Draw unlabeled rows for labelling: more where it is in doubt whether they are positive.

    The labelled positives give each unlabeled row a rough chance p of being positive (as in :func:`dedpul`), and its
    doubt :math:`\sqrt{p(1-p) + 0.01}`.  The ranking is divided into strata of the same total doubt, and each gives the
    same number of rows (Neyman's allocation).  Wrong chances make the audit less precise, never biased.

    Parameters
    ----------
    y, scores, pos_label
        As in :func:`estimate_prior`.
    n : int
        How many rows to draw.
    n_strata : int, default=3
        1 draws evenly; more pay little, and widen the interval of the number hidden where positives are rare.
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
    ([40.0, 70.0], 20)
    """
    labels = as_labels(y, pos_label)
    column = read_scores(scores, len(labels)).astype(float)
    pool = np.flatnonzero(labels.is_unlabeled)
    if not 1 <= n <= len(pool):
        raise InputError(f"n={n} rows cannot be drawn from {len(pool)} unlabeled rows")
    positive, unlabeled = column[labels.is_positive], column[pool]
    doubt = _doubt(positive, unlabeled) if n_strata > 1 else np.full(len(pool), 1.0)
    order = np.argsort(unlabeled, kind="stable")
    heap = np.cumsum(doubt[order])
    places = np.searchsorted(heap, heap[-1] * np.arange(1, n_strata) / n_strata)
    edges = np.unique(unlabeled[order[places]])
    edges = edges if threshold is None else np.unique(np.append(edges, threshold))
    stratum = np.searchsorted(edges, unlabeled, side="left")
    sizes = np.bincount(stratum, minlength=len(edges) + 1)
    drawn = _allocate(sizes, np.bincount(stratum, doubt, len(sizes)).astype(float), n)
    rng = np.random.default_rng(random_state)
    rows = np.concatenate([rng.choice(pool[stratum == h], k, replace=False) for h, k in enumerate(drawn)])
    chance = np.repeat(drawn / np.maximum(sizes, 1), drawn)
    order = rng.permutation(n)
    return Audit(rows[order], chance[order], edges)


def _doubt(positive: NDArray[np.float64], unlabeled: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rough standard deviation of "is positive" for each unlabeled row, from below 0.1 (certain) to above 0.5."""
    chance = positive_chance(positive, unlabeled, best_bin(positive, unlabeled))
    return np.sqrt(chance * (1 - chance) + 0.01)


def _allocate(sizes: NDArray[np.intp], doubt: NDArray[np.float64], n: int) -> NDArray[np.intp]:
    """How many of n rows each stratum gives: in proportion to its doubt, at most all, in whole rows, one at least."""
    wanted = np.minimum(sizes, 1.0) if n >= np.count_nonzero(sizes) else np.zeros(len(sizes))
    while n - wanted.sum() > 1e-9:
        more = doubt * (wanted < sizes)
        wanted = np.minimum(wanted + (n - wanted.sum()) * more / more.sum(), sizes)
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
