"""Methods over many problems: mean ranks, and which differences are more than chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def mean_ranks(scores: Matrix) -> Matrix:
    """The mean rank of each column over the rows; the highest score has rank 1, ties share theirs.

    >>> mean_ranks(np.array([[0.9, 0.5, 0.5], [0.8, 0.9, 0.1]]))
    array([1.5 , 1.75, 2.75])
    """
    from scipy.stats import rankdata

    return np.asarray(rankdata(-scores, axis=1).mean(axis=0))


def critical_difference(n_methods: int, n_problems: int, level: float = 0.05) -> float:
    r"""How far two mean ranks must lie apart to differ at this level, all pairs tested (Nemenyi).

    :math:`q \sqrt{k(k+1)/(6N)}` with the quantile q of the studentised range over :math:`\sqrt 2` [1]_.

    References
    ----------
    .. [1] J. Demšar. Statistical comparisons of classifiers over multiple data sets. JMLR 7, 2006.

    >>> round(critical_difference(5, 30), 3)
    1.114
    """
    from scipy.stats import studentized_range

    q = studentized_range.ppf(1 - level, n_methods, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(n_methods * (n_methods + 1) / (6 * n_problems)))


def groups_alike(ranks: Matrix, difference: float) -> list[tuple[int, int]]:
    """First and last place, in the order of the ranks, of each longest run that the test does not tell apart.

    >>> groups_alike(np.array([1.0, 1.5, 2.2, 4.0]), 1.0)
    [(0, 1), (1, 2)]
    """
    in_order = np.sort(ranks)
    ends = np.searchsorted(in_order, in_order + difference, side="right") - 1
    runs: list[tuple[int, int]] = []
    for first, last in enumerate(ends.tolist()):
        if last > first and (not runs or last > runs[-1][1]):
            runs.append((first, last))
    return runs


def draw_ranks(axes: Any, names: list[str], ranks: Matrix, difference: float) -> None:
    """Critical-difference picture: a method a line by its mean rank, bars over those that are not told apart."""
    order = np.argsort(ranks, kind="stable")
    for place, method in enumerate(order):
        axes.plot(ranks[method], place, "o", color="C0" if names[method] != "Finder" else "C3")
        axes.annotate(f"{names[method]}  {ranks[method]:.1f}", (ranks[method], place), xytext=(8, 0),
                      textcoords="offset points", va="center", fontsize=9)  # fmt: skip
    groups = groups_alike(ranks, difference)
    for number, (first, last) in enumerate(groups):
        x = ranks.min() - 0.4 - 0.25 * number
        axes.plot([x, x], [first - 0.25, last + 0.25], color="0.45", linewidth=3, solid_capstyle="butt")
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks([])
    axes.set_xlim(ranks.min() - 0.8 - 0.25 * len(groups), ranks.max() + 2.6)
    axes.set(xlabel="mean rank (1 is best)")
    axes.set_title(f"grey: not told apart (difference below {difference:.1f})", fontsize=9)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
