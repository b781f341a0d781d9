r"""Deterministic annealing for the transductive SVM (Sindhwani & Keerthi, 2006).

Each unlabeled row is positive with a probability p, and counts on both sides:

.. math:: \min_{w,b,p}\; \tfrac12(\|w\|^2 + b^2) + C \sum_L \ell(y\,g(x))
    + C_U \sum_U \big[p\,\ell(g(x)) + (1-p)\,\ell(-g(x)) - T\,H(p)\big], \qquad \tfrac1{n_U} \sum_U p = r

with the entropy H.  At a high temperature T all p are near r and the unlabeled rows hardly pull; as T falls the p
harden to labels.  For given scores, :math:`p = \sigma((\nu - \ell(g) + \ell(-g))/T)` with the ν that meets the share r;
for given p, the fit is one smooth convex problem.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq
from scipy.special import entr, expit

from onesided.engine.newton import Solution, minimise
from onesided.semi_supervised.transductive_problem import Problem, Round, Transduction, Vector

HOTTEST, COLDEST, COOLING = 1.0, 0.01, 1.5
# Departs from [2] of TransductiveSVM, which starts at 10: above T = 2 the best p make the term of an unlabeled row
# g²(1 - 2/T), a price on spread, and the way between two clusters, along which the rows spread most, is lost for good.


class TwoSidedSquaredHinge:
    r"""Rows that count on both sides, :math:`\sum_i a_i \max(0, 1-z_i)^2 + b_i \max(0, 1+z_i)^2`."""

    def __init__(self, up: Vector, down: Vector):
        self.up, self.down = up, down

    def at(self, scores: Vector) -> tuple[float, Vector]:
        short, over = np.maximum(0, 1 - scores), np.maximum(0, 1 + scores)
        self._bend = 2 * (np.where(short > 0, self.up, 0) + np.where(over > 0, self.down, 0))
        return float(self.up @ short**2 + self.down @ over**2), 2 * (self.down * over - self.up * short)

    def curve(self, direction: Vector) -> Vector:
        return self._bend * direction


def probabilities(scores: Vector, share: float, temperature: float) -> Vector:
    """The p that are best for these scores and have `share` as their mean.

    Examples
    --------
    >>> probabilities(np.array([-1.0, 0.0, 0.2, 1.0]), 0.5, 0.5).round(2)
    array([0.  , 0.31, 0.69, 1.  ])
    """
    gain = np.maximum(0, 1 + scores) ** 2 - np.maximum(0, 1 - scores) ** 2
    gain /= temperature

    def excess(shift: float) -> float:
        return float(expit(gain + shift).mean()) - share

    log_odds = np.log(share / (1 - share))
    shift = brentq(excess, log_odds - gain.max() - 1, log_odds - gain.min() + 1, xtol=1e-6)
    return expit(gain + shift)


def anneal(problem: Problem, *, max_rounds: int = 1000) -> Transduction:
    """Fit and update the probabilities by turns, at falling temperatures.

    Parameters
    ----------
    problem : Problem
    max_rounds : int, default=1000
        Most fits at one temperature; they also end when the probabilities have settled.

    Returns
    -------
    Transduction
    """
    unlabeled, cost = problem.unlabeled, problem.unlabeled_cost
    share = problem.n_up / max(len(unlabeled), 1)
    solution, history = problem.supervised(), []
    temperature = HOTTEST
    p = probabilities(solution.scores[unlabeled], share, temperature)
    while temperature > COLDEST:
        for _ in range(max_rounds):
            solution = _fit(problem, p, solution)
            before, p = p, probabilities(solution.scores[unlabeled], share, temperature)
            moved = int(np.count_nonzero((before > 0.5) != (p > 0.5)))
            disorder = float(np.sum(entr(p) + entr(1 - p)))
            history.append(
                Round(cost, temperature, moved, _value(problem, p, solution) - cost * temperature * disorder)
            )
            if np.abs(p - before).mean() < 1e-3 * min(share, 1 - share):
                break
        temperature /= COOLING
    return Transduction(solution, problem.highest(solution.scores), history, True)


def _loss(problem: Problem, p: Vector) -> TwoSidedSquaredHinge:
    up, down = np.where(problem.signs > 0, problem.costs, 0.0), np.where(problem.signs < 0, problem.costs, 0.0)
    up[problem.unlabeled], down[problem.unlabeled] = problem.unlabeled_cost * p, problem.unlabeled_cost * (1 - p)
    return TwoSidedSquaredHinge(up, down)


def _fit(problem: Problem, p: Vector, start: Solution) -> Solution:
    return minimise(_loss(problem, p), problem.rows, ridge=1.0, start=start, tol=problem.tol, max_iter=problem.max_iter)


def _value(problem: Problem, p: Vector, solution: Solution) -> float:
    ridge = 0.5 * float(solution.weights @ solution.weights + solution.intercept**2)
    return ridge + _loss(problem, p).at(solution.scores)[0]
