"""How far to go along the list of variables: judged on rows that had no part in making the list."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels
from onesided.metrics._counting import population_weights
from onesided.metrics.lee_liu import lee_liu
from onesided.model_selection import fold_numbers
from onesided.queries.conjunction_order import Vector, by_rising, satisfied, share_at_least

DISCOUNTS = tuple(np.arange(10) / 10)
"""Ratios η/q(1) to try where the noise is not known; with labels better than chance the ratio is below 1."""


@dataclass(frozen=True)
class Evidence:
    """Rows of 0 and 1, their weights as positives and as the population, and what is known beside them."""

    rows: Any
    labels: Labels
    positive: Vector
    population: Vector
    prior: float | None
    ones: tuple[Vector, Vector] | None
    """Known chances of a 1 in each column, among positives and in the population, in place of counts."""

    @classmethod
    def of(
        cls,
        rows: Any,
        labels: Labels,
        prior: float | None,
        *,
        sampling: str,
        weights: Vector | None = None,
        ones: tuple[Vector, Vector] | None = None,
    ) -> Evidence:
        """The rows that count.  Without unlabeled rows, those with labels are the population and tell its prior."""
        weights = np.ones(len(labels)) if weights is None else weights
        positive = np.where(labels.is_positive, weights, 0.0)
        population = population_weights(labels, sampling if labels.n_unlabeled else "one", weights)
        if prior is None and not labels.n_unlabeled:
            prior = float(positive.sum() / population.sum())
        is_used = np.flatnonzero(positive + population)
        return cls(rows[is_used], labels.take(is_used), positive[is_used], population[is_used], prior, ones)

    def lacking(self, is_kept: NDArray[np.bool_] | None = None) -> tuple[Vector, Vector]:
        """Shares of the positives and of the population that lack each variable, counted on the rows kept."""
        if self.ones is not None:
            return 1 - self.ones[0], 1 - self.ones[1]
        sides = np.column_stack([self.positive, self.population])
        kept = sides if is_kept is None else sides * is_kept[:, np.newaxis]
        ones = np.asarray(self.rows.T @ kept) / kept.sum(axis=0)
        return 1 - ones[:, 0], 1 - ones[:, 1]


def order(lacking: tuple[Vector, Vector], discount: float) -> NDArray[np.intp]:
    r"""The list of variables.

    Equation (1) of the document is, but for a positive factor, the share of positives that lack a variable less
    :math:`\eta/q(1)` times the share of the population that does.  Where both are equal, the variable that more of the
    population lacks comes first: it tells more.
    """
    among_positives, among_all = lacking
    return by_rising(among_positives - discount * among_all, ties=among_all)


@dataclass(frozen=True)
class Path:
    """The conjunctions of the first 0, 1, 2, ... variables of lists made from other rows."""

    discount: float
    recall: Vector
    called: Vector
    prior: float | None

    @property
    def error(self) -> Vector:
        """Share of rows whose label the conjunction misses: the query [g(x) ≠ label], which needs the prior."""
        assert self.prior is not None
        return self.prior * (1 - 2 * self.recall) + self.called

    @property
    def merit(self) -> Vector:
        """What is to be large: minus the error, or Lee & Liu's criterion where no share of positives is known.

        Noise moves every error to η + (1 - 2η) error, so that the best conjunction stays the best.
        """
        return -self.error if self.prior is not None else lee_liu(self.recall, self.called)


def best(
    evidence: Evidence, discounts: Sequence[float], n_variables: int | None, *, cv: int, random_state: Any
) -> tuple[Path, int]:
    """The discount and the number of variables with the largest merit, and among equals the fewest variables.

    Parameters
    ----------
    evidence : Evidence
    discounts : sequence of float
    n_variables : int or None
        A number that is settled already.
    cv, random_state
        Number and seed of the folds.

    Returns
    -------
    path, n_variables
    """
    # A list that follows from known chances has seen no row: all may judge it at once.
    is_known = evidence.ones is not None
    folds = np.zeros(len(evidence.labels), np.intp) if is_known else _deal(evidence.labels, cv, random_state)
    paths = _paths(evidence, discounts, folds)
    if n_variables is not None:
        return max(paths, key=lambda path: path.merit[n_variables]), n_variables
    merit = np.round([path.merit for path in paths], 12)
    length, place = np.argwhere(merit.max() == merit.T)[0]
    return paths[place], int(length)


def _paths(evidence: Evidence, discounts: Sequence[float], folds: NDArray[np.intp]) -> list[Path]:
    numbers = np.empty((len(discounts), len(folds)), dtype=np.intp)
    for fold in np.unique(folds):
        held_out = np.flatnonzero(folds == fold)
        rows, lacking = evidence.rows[held_out], evidence.lacking(folds != fold)
        for place, discount in enumerate(discounts):
            numbers[place, held_out] = satisfied(rows, order(lacking, discount))
    n_columns = evidence.rows.shape[1]

    def path(discount: float, numbers: NDArray[np.intp]) -> Path:
        recall = share_at_least(numbers, evidence.positive, n_columns)
        return Path(discount, recall, share_at_least(numbers, evidence.population, n_columns), evidence.prior)

    return [path(*each) for each in zip(discounts, numbers, strict=True)]


def _deal(labels: Labels, cv: int, random_state: Any) -> NDArray[np.intp]:
    """The fold of each row; fewer folds than `cv`, with a warning, where a side has fewer rows."""
    n_others = len(labels) - labels.n_positive
    n_splits = min(cv, labels.n_positive, n_others)
    if n_splits < 2:
        raise InputError(
            "the conjunction is chosen by cross-validation, which needs at least 2 positive and 2 other rows and cv=2; "
            f"there are {labels.n_positive} and {n_others}, cv={cv}: add rows, or give n_variables and noise"
        )
    if n_splits < cv:
        warnings.warn(
            f"y has {labels.n_positive} positive and {n_others} other rows: {n_splits} folds instead of cv={cv}; "
            "the choice of the conjunction will be rough, more rows would help",
            DataWarning,
            stacklevel=4,
        )
    return fold_numbers(labels, n_splits, random_state=random_state)
