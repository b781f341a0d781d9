"""One epoch of dual coordinate descent: the compiled kernels of :mod:`onesided.engine.coordinate_descent`.

Each visits the rows in the given order, moves the dual variable of each to its optimum given the rest, and returns
the sum over the visited rows of the gap between loss and conjugate *as met on the visit*: what the duality gap was,
roughly, before this epoch, for no further pass over the data.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled
from onesided.engine.prefetch import prefetch

AHEAD = 4
"""How many rows before its turn a row is asked for."""


@compiled
def fetch(indptr: Any, indices: Any, data: Any, row: Any) -> None:
    """Ask memory for a row that will soon be visited.

    The order must be random: in the order of the matrix, or by short runs of it, the descent needs many times the
    epochs.  But then every row is a wait for memory, unless it was asked for before.
    """
    for k in range(indptr[row], indptr[row + 1], 16):  # four bytes an index: 16 to a line of the cache
        prefetch(indices, k)
        prefetch(data, k)


@compiled
def hinge_epoch(
    indptr: Any, indices: Any, data: Any, order: Any, signs: Any, upper: Any, diagonal: Any, norms: Any,
    intercept: Any, alpha: Any, w: Any,
) -> float:  # fmt: skip
    """For the hinge (no `diagonal`) and the squared hinge (no `upper` bound)."""
    gap = 0.0
    for place in range(len(order)):
        if place + AHEAD < len(order):
            later = order[place + AHEAD]
            fetch(indptr, indices, data, later)
            prefetch(signs, later)
            prefetch(upper, later)
            prefetch(diagonal, later)
            prefetch(norms, later)
            prefetch(alpha, later)
        i = order[place]
        begin, end = indptr[i], indptr[i + 1]
        score = w[-1] if intercept else 0.0
        for k in range(begin, end):
            score += w[indices[k]] * data[k]
        curvature = norms[i] + diagonal[i]
        short = 1 - signs[i] * score
        gradient = alpha[i] * diagonal[i] - short
        if diagonal[i] > 0:  # loss + conjugate - product: a square where short > 0
            miss = gradient if short > 0 else alpha[i] * diagonal[i]
            gap += 0.5 * miss * miss / diagonal[i] - (0.0 if short > 0 else alpha[i] * short)
        elif short < 0 or upper[i] < np.inf:
            gap += (upper[i] - alpha[i]) * short if short > 0 else -alpha[i] * short
        if curvature > 0:
            new = min(max(alpha[i] - gradient / curvature, 0.0), upper[i])
        else:  # an empty row of the plain hinge: its loss is 1 whatever w is, and its variable sits at the bound
            new = alpha[i] if np.isinf(upper[i]) else upper[i]
        change = (new - alpha[i]) * signs[i]
        if change != 0:
            alpha[i] = new
            for k in range(begin, end):
                w[indices[k]] += change * data[k]
            if intercept:
                w[-1] += change
    return gap


@compiled
def logistic_epoch(
    indptr: Any, indices: Any, data: Any, order: Any, signs: Any, cost: Any, norms: Any, intercept: Any,
    negligible: Any, log_odds: Any, shares: Any, w: Any,
) -> float:  # fmt: skip
    r"""For the logistic loss, with `shares` = σ(`log_odds`) kept beside them to save exponentials.

    With α = C σ(u), the optimum of one variable given the rest solves
    :math:`u + q C \sigma(u) + m - q \alpha_{old} = 0`, q = ‖x‖² and m the present margin: increasing in u, with its
    root between -rest - qC and -rest.  Newton's step, kept inside that bracket, needs one or two rounds.  A row whose
    gap is at most `negligible` stays where it is: that saves the way back through its entries.
    """
    gap = 0.0
    for place in range(len(order)):
        if place + AHEAD < len(order):
            later = order[place + AHEAD]
            fetch(indptr, indices, data, later)
            prefetch(signs, later)
            prefetch(cost, later)
            prefetch(norms, later)
            prefetch(log_odds, later)
            prefetch(shares, later)
        i = order[place]
        begin, end = indptr[i], indptr[i + 1]
        score = w[-1] if intercept else 0.0
        for k in range(begin, end):
            score += w[indices[k]] * data[k]
        u, old, q = log_odds[i], shares[i], norms[i] * cost[i]
        rest = signs[i] * score - q * old
        low, high = -rest - q, -rest
        share = old
        excess = u + q * share + rest
        here = 0.5 * cost[i] * share * (1 - share) * excess * excess  # second order: exact where it is small
        gap += here
        if here <= negligible and abs(excess) < 1:
            continue
        for _ in range(20):
            if excess > 0:
                high = min(high, u)
            else:
                low = max(low, u)
            moved = u - excess / (1 + q * share * (1 - share))
            if moved < low or moved > high:
                moved = 0.5 * (low + high)
            step = abs(moved - u)
            u = moved
            share = 1 / (1 + np.exp(-u))
            if step <= 1e-2 * (1 + abs(u)):
                break
            excess = u + q * share + rest
        log_odds[i], shares[i] = u, share
        change = cost[i] * (share - old) * signs[i]
        if change != 0:
            for k in range(begin, end):
                w[indices[k]] += change * data[k]
            if intercept:
                w[-1] += change
    return gap
