"""What the transductive methods share: the rows, what is known of them, and the supervised fit they start from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from onesided.engine.newton import Solution
from onesided.engine.pointwise import minimise_pointwise
from onesided.engine.rows import MemoryRows

Vector = NDArray[np.float64]
FIRST_COST = 1e-5
"""The unlabeled rows come in at this share of their cost ([1]_ of TransductiveSVM), which then doubles."""


class Round(NamedTuple):
    """One fit: the cost of an unlabeled row, the temperature (0: no annealing), what moved before it, the objective."""

    cost: float
    temperature: float
    switches: int
    objective: float


class Transduction(NamedTuple):
    """A fit, the side it puts each unlabeled row on, and how it came there."""

    solution: Solution
    is_up: NDArray[np.bool_]
    history: list[Round]
    is_settled: bool


@dataclass(frozen=True)
class Problem:
    """Labelled rows with their signs, unlabeled rows of which `n_up` are to be positive; a row of cost 0 is out."""

    rows: MemoryRows
    signs: Vector
    costs: Vector
    unlabeled: NDArray[np.intp]
    n_up: int
    unlabeled_cost: float
    tol: float
    max_iter: int

    def solve(self, signs: Vector, costs: Vector, start: Solution | None = None) -> Solution:
        """The SVM of these signs and costs."""
        return minimise_pointwise(
            self.rows, signs, costs, loss="squared_hinge", ridge=1.0, start=start, tol=self.tol, max_iter=self.max_iter
        )

    def supervised(self) -> Solution:
        """The SVM of the labelled rows alone; it has the scores of all rows."""
        return self.solve(self.signs, self.costs)

    def highest(self, scores: Vector) -> NDArray[np.bool_]:
        """The `n_up` unlabeled rows of the highest scores, the earlier row first among equals."""
        is_up = np.zeros(len(self.unlabeled), dtype=bool)
        is_up[np.argsort(-scores[self.unlabeled], kind="stable")[: self.n_up]] = True
        return is_up

    def rising_costs(self) -> Iterator[float]:
        """Costs of an unlabeled row, doubling until the one asked for."""
        cost = FIRST_COST * self.unlabeled_cost
        while cost < self.unlabeled_cost:
            yield cost
            cost *= 2
        yield self.unlabeled_cost
