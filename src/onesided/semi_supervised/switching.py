r"""Label switching (Joachims, 1999) and multi-switching (Sindhwani & Keerthi, 2006).

The unlabeled rows bear guessed labels, a fixed number of them positive.  With the squared hinge, exchanging the labels
of a positive and a negative row lowers the objective

.. math:: \tfrac12(\|w\|^2 + b^2) + C \sum_L \ell(y\,g(x)) + C_U \sum_U \ell(\hat y\,g(x)), \qquad
    \ell(z) = \max(0, 1-z)^2

exactly if the positive one has the lower score, since :math:`\ell(z) - \ell(-z)` falls strictly with z.
So nothing but the order of the scores decides what to switch, and the labels that are best for given scores are the
highest scores.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from onesided.engine.losses import SquaredHinge
from onesided.engine.newton import Solution
from onesided.semi_supervised.transductive_problem import Problem, Round, Transduction, Vector


def wrong_pairs(scores: Vector, is_up: NDArray[np.bool_], at_most: int | None = None) -> NDArray[np.intp]:
    """The rows of the pairs (positive, negative) in the wrong order: the worst pair first, each row in one pair.

    Parameters
    ----------
    scores : array of shape (n,)
    is_up : boolean array of shape (n,)
        The guessed positives.
    at_most : int, optional
        Number of pairs; all of them if None.

    Returns
    -------
    array of shape (2, n_pairs)
        The positives above, the negatives below.

    Examples
    --------
    >>> wrong_pairs(np.array([3.0, -1.0, 0.5, 2.0]), np.array([True, True, False, False]))
    array([[1],
           [3]])
    """
    up, down = np.flatnonzero(is_up), np.flatnonzero(~is_up)
    lowest = up[np.argsort(scores[up], kind="stable")][: len(down)]
    highest = down[np.argsort(-scores[down], kind="stable")][: len(up)]
    # One rises and the other falls: the wrong pairs are the first ones.
    n_wrong = int(np.count_nonzero(scores[lowest] < scores[highest]))
    return np.stack([lowest, highest])[:, : n_wrong if at_most is None else min(n_wrong, at_most)]


def switch_labels(problem: Problem, *, at_most: int | None = None, max_rounds: int = 1000) -> Transduction:
    """Switch and fit by turns, at costs of the unlabeled rows that rise to the one asked for.

    Parameters
    ----------
    problem : Problem
    at_most : int, optional
        Pairs switched before the next fit: 1 is Joachims' way, None switches every pair in the wrong order.
    max_rounds : int, default=1000
        Most fits at one cost.

    Returns
    -------
    Transduction
    """
    unlabeled = problem.unlabeled
    latest = solution = problem.supervised()
    is_up = problem.highest(solution.scores)
    signs, costs = problem.signs.copy(), problem.costs.copy()
    history: list[Round] = []
    is_settled = True
    for cost in problem.rising_costs():
        costs[unlabeled] = cost
        signs[unlabeled] = np.where(is_up, 1.0, -1.0)
        latest = solution = problem.solve(signs, costs, latest)
        history.append(Round(cost, 0.0, 0, solution.value))
        for _ in range(max_rounds):
            pairs = wrong_pairs(solution.scores[unlabeled], is_up, at_most).ravel()
            if len(pairs) == 0:
                break
            is_up[pairs] = ~is_up[pairs]
            signs[unlabeled[pairs]] *= -1
            value = _value(solution, signs, costs)
            latest = problem.solve(signs, costs, _turned(problem, signs, costs, latest, unlabeled[pairs]))
            # Where the tolerance hides any gain the weights stay: the objective never rises, so there are no cycles.
            solution = latest if latest.value < value else replace(solution, value=value)
            history.append(Round(cost, 0.0, len(pairs) // 2, solution.value))
        else:
            is_settled = False
    return Transduction(solution, is_up, history, is_settled)


def _value(present: Solution, signs: Vector, costs: Vector) -> float:
    """The objective of these weights under other signs."""
    ridge = 0.5 * float(present.weights @ present.weights + present.intercept**2)
    return ridge + SquaredHinge(signs, costs).at(present.scores)[0]


def _turned(problem: Problem, signs: Vector, costs: Vector, present: Solution, turned: NDArray[np.intp]) -> Solution:
    """A warm start: the turned rows get the dual variables of their present scores, and the weights follow."""
    if present.dual is None:
        return present
    dual, change = present.dual.copy(), np.zeros_like(present.dual)
    dual[turned] = 2 * costs[turned] * np.maximum(0, 1 - signs[turned] * present.scores[turned])
    change[turned] = signs[turned] * (dual[turned] + present.dual[turned])  # before, they stood on the other side
    weights = present.weights + problem.rows.transposed_times(change)
    intercept = present.intercept + float(change.sum())
    return replace(present, dual=dual, signs=signs, weights=weights, intercept=intercept)
