"""TIcE: a lower bound of the label frequency from the purest corners of a decision tree."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse

from onesided.exceptions import InputError

_PIECES = 4  # each split cuts a node's range of one feature into quarters


def tice(
    positive: ArrayLike,
    unlabeled: ArrayLike,
    *,
    n_folds: int = 5,
    n_iterations: int = 2,
    max_splits: int = 500,
    smoothing: float = 5.0,
    min_rows: int = 10,
    random_state: int | None = 0,
) -> float:
    r"""Share of positives in U from the highest share of labelled rows in any part of the feature space.

    In a part S of the space with T rows, L of them labelled, L/T estimates at most the label frequency c, and

    .. math:: c \ge \frac{L}{T} - \sqrt{\frac{c(1-c)(1-\delta)}{\delta\,T}} \quad\text{with chance } 1-\delta,
        \qquad \hat\theta = \frac{n_P(1/\hat c - 1)}{n_U}

    A tree grown on one fold, best part first, proposes the parts; the other folds give the bound, of which the
    largest counts; the mean over folds is :math:`\hat c`, put in on the right and found again.
    :math:`\delta = \max(0.025, 1/(1+0.004\,T))` with T the rows that estimate.  Parts are chosen by their smoothed
    share of labelled rows, (L+0)/(T+5).  A bound rather than an estimate: the share tends to be too high.

    Parameters
    ----------
    positive, unlabeled : array-like, one row an example (or one score each)
        Features (dense) or out-of-fold scores of the labelled positive and of the unlabeled rows.
    n_folds, n_iterations, max_splits, smoothing, min_rows
        As published: 5 folds, 2 rounds, 500 splits a tree, 5 pseudo-rows, 10 rows for a bound.
    random_state : int, optional
        Seed of the folds.

    Returns
    -------
    float

    References
    ----------
    .. [1] J. Bekker, J. Davis. Estimating the class prior in positive and unlabeled data through decision tree
       induction. AAAI 2018.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(4, 1, 900), rng.normal(0, 1, 2100)      # a share of 0.3
    >>> abs(tice(rng.normal(4, 1, 900), np.r_[hidden, negative]) - 0.3) < 0.1
    True
    """
    if issparse(positive) or issparse(unlabeled):
        raise InputError("tice takes dense features; give it out-of-fold scores, or a dense reduction of the features")
    rows = np.concatenate([_table(positive), _table(unlabeled)])
    is_labelled = np.arange(len(rows)) < len(np.asarray(positive))
    quarters = _ranks(rows)
    rng = np.random.default_rng(random_state)
    fold = rng.permutation(len(rows)) % n_folds
    parts = [_pure_parts(quarters, is_labelled, fold == k, max_splits, smoothing, min_rows) for k in range(n_folds)]
    frequency = 0.5
    for _ in range(n_iterations):
        bounds = [_best_bound(counts, frequency) for counts in parts]
        frequency = float(np.clip(np.mean(bounds), 1e-6, 1 - 1e-6))
    n_positive = np.count_nonzero(is_labelled)
    return float(np.clip(n_positive * (1 / frequency - 1) / (len(rows) - n_positive), 0.0, 1.0))


def _table(rows: Any) -> NDArray[np.float64]:
    table = np.asarray(rows, dtype=float)
    return table.reshape(-1, 1) if table.ndim == 1 else table


def _ranks(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each feature by its rank, from 0 to below 1, so that quarters of a range hold comparable numbers of rows.

    Departs from [1], which takes equal ranges of the values: heavy tails would leave most of them empty.
    """
    out = np.empty_like(rows)
    for j, column in enumerate(rows.T):
        out[:, j] = np.searchsorted(np.sort(column), column, side="left") / len(column)
    return out


def _pure_parts(
    ranks: NDArray[np.float64],
    is_labelled: NDArray[np.bool_],
    in_tree: NDArray[np.bool_],
    max_splits: int,
    smoothing: float,
    min_rows: int,
) -> NDArray[np.float64]:
    """(T, L, T of all estimating rows) of every part that the tree visits, counted on the rows outside the tree."""
    n_features = ranks.shape[1]
    grow, judge = np.flatnonzero(in_tree), np.flatnonzero(~in_tree)
    counts = [(len(judge), np.count_nonzero(is_labelled[judge]))]
    whole = (np.zeros(n_features), np.ones(n_features))
    # Most promising first; the number keeps equal ones in order of birth.
    queue: list[tuple[float, int, Any]] = [(-1.0, 0, (grow, judge, whole))]
    born = 1
    for _ in range(max_splits):
        if not queue:
            break
        _, _, (grow, judge, (low, high)) = heapq.heappop(queue)
        piece = ((ranks[grow] - low) / np.maximum(high - low, 1e-12) * _PIECES).astype(int).clip(0, _PIECES - 1)
        totals = np.stack([np.count_nonzero(piece == k, axis=0) for k in range(_PIECES)])
        labelled = np.stack([np.count_nonzero(piece[is_labelled[grow]] == k, axis=0) for k in range(_PIECES)])
        promise = labelled / (totals + smoothing)
        promise[totals == len(grow)] = 0  # a split has to divide
        feature = int(np.argmax(promise.max(axis=0)))
        if promise[:, feature].max() <= 0:
            continue
        width = (high[feature] - low[feature]) / _PIECES
        place = ((ranks[judge, feature] - low[feature]) / max(width, 1e-12)).astype(int).clip(0, _PIECES - 1)
        for k in range(_PIECES):
            inner_grow, inner_judge = grow[piece[:, feature] == k], judge[place == k]
            if len(inner_judge) < min_rows or len(inner_grow) == 0:
                continue
            counts.append((len(inner_judge), np.count_nonzero(is_labelled[inner_judge])))
            inner = low.copy(), high.copy()
            inner[0][feature] += k * width
            inner[1][feature] = inner[0][feature] + width
            heapq.heappush(queue, (-float(promise[k, feature]), born, (inner_grow, inner_judge, inner)))
            born += 1
    n_judging = np.count_nonzero(~in_tree)
    return np.array([(total, inside, n_judging) for total, inside in counts], dtype=float)


def _best_bound(counts: NDArray[np.float64], frequency: float) -> float:
    total, labelled, n_judging = counts.T
    delta = np.maximum(0.025, 1 / (1 + 0.004 * n_judging))
    bounds = labelled / total - np.sqrt(frequency * (1 - frequency) * (1 - delta) / (delta * total))
    # The whole space needs no allowance for having been searched.
    return float(max(bounds.max(), labelled[0] / total[0]))
