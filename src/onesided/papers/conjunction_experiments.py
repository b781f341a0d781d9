r"""Monotone conjunctions with classification noise: Figure 1 of De Comité, Denis, Gilleron & Letouzey (1999).

The target f is a conjunction of `target_size` of `n_variables` bits.  The bits are independent, bit i being 0 with
probability :math:`\rho_i`, drawn evenly from :math:`[0, \rho]` such that f holds with probability 1/2 on average;
labels are flipped with probability `noise`.  Each learner puts the variables in order of the estimated
:math:`p_1(x_i = 0)`, the chance that a row is positive and lacks variable i, and is judged by the smallest error of a
conjunction along its list, which the known distribution gives exactly.

References
----------
.. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from onesided.queries.conjunction import MonotoneConjunction
from onesided.queries.conjunction_order import Vector, by_rising, without_noise

Bits = NDArray[np.bool_]


@dataclass(frozen=True)
class Settings:
    """What the document fixes; the defaults are its values."""

    n_variables: int = 100
    target_size: int = 5
    noise: float = 0.2
    n_repetitions: int = 100
    n_labelled: int = 10  # experiment 2 only

    @property
    def largest_rho(self) -> float:
        """The bound of the chances of a 0 for which the target holds in half of the rows on average."""
        return 2 * (1 - 2 ** (-1 / self.target_size))


@dataclass(frozen=True)
class Problem:
    """A target and a distribution.  Every method draws rows that know only `is_zero`, one column a variable."""

    rho: Vector
    is_target: Bits
    noise: float

    @classmethod
    def draw(cls, rng: np.random.Generator, settings: Settings) -> Problem:
        """A random target and a random product distribution."""
        is_target = np.zeros(settings.n_variables, dtype=bool)
        is_target[rng.choice(settings.n_variables, settings.target_size, replace=False)] = True
        return cls(rng.uniform(0, settings.largest_rho, settings.n_variables), is_target, settings.noise)

    @property
    def weight(self) -> float:
        """D(f)."""
        return float(np.prod(1 - self.rho[self.is_target]))

    @property
    def noisy_weight(self) -> float:
        """q(1), the chance that a label reads positive."""
        return self.noise + (1 - 2 * self.noise) * self.weight

    def unlabeled(self, rng: np.random.Generator, n_rows: int) -> Bits:
        """Rows drawn from D."""
        return rng.random((n_rows, len(self.rho)), dtype=np.float32) < self.rho

    def labelled(self, rng: np.random.Generator, n_rows: int) -> tuple[Bits, Bits]:
        """Rows drawn from D and their noisy labels."""
        is_zero = self.unlabeled(rng, n_rows)
        return is_zero, self._labels(rng, is_zero[:, self.is_target])

    def positive(self, rng: np.random.Generator, n_rows: int) -> Bits:
        """Rows of the noisy oracle whose labels read positive.

        The label depends on the target's variables alone, and the others are independent of them: so rows are
        rejected by their few target variables, and the rest is drawn once.
        """
        accepted = np.empty((0, np.count_nonzero(self.is_target)), dtype=bool)
        while len(accepted) < n_rows:
            tried = rng.random((2 * n_rows, accepted.shape[1]), dtype=np.float32) < self.rho[self.is_target]
            accepted = np.concatenate([accepted, tried[self._labels(rng, tried)]])
        is_zero = self.unlabeled(rng, n_rows)
        is_zero[:, self.is_target] = accepted[:n_rows]
        return is_zero

    def _labels(self, rng: np.random.Generator, target_is_zero: Bits) -> Bits:
        is_flipped = rng.random(len(target_is_zero)) < self.noise
        return np.asarray(~target_is_zero.any(axis=1) ^ is_flipped)

    def zero_given_positive(self) -> Vector:
        """q_f(x_i = 0) exactly: a variable of the target is 0 in a positive row only if the label was flipped."""
        return np.where(self.is_target, self.rho * self.noise / self.noisy_weight, self.rho)

    def errors(self, order: NDArray[np.intp]) -> Vector:
        """D(f Δ g_i) exactly, for the conjunctions g_0 (everything) to g_n along the list `order`."""
        kept = 1 - self.rho[order]
        g = np.concatenate([[1.0], np.cumprod(kept)])
        # f and g_i together: the target's variables count once, whether or not they are in g_i.
        both = self.weight * np.concatenate([[1.0], np.cumprod(np.where(self.is_target[order], 1.0, kept))])
        return self.weight + g - 2 * both


# --- the three learners, each giving the smallest error along its list


def from_labelled(problem: Problem, is_zero: Bits, is_positive: Bits) -> float:
    """L(LAB_N): both probabilities are counted on labelled rows."""
    with_positive = is_positive @ is_zero.astype(np.float32) / len(is_zero)
    with_negative = is_zero.mean(axis=0) - with_positive
    return _minimal_error(problem, with_positive, with_negative)


def from_exact(problem: Problem, is_positive: Bits) -> float:
    """L(LAB_N, POS_∞, UNL_∞): labels give q(1) alone, and the probabilities are known."""
    with_positive = is_positive.mean() * problem.zero_given_positive()
    return _minimal_error(problem, with_positive, problem.rho - with_positive)


def from_pools(problem: Problem, is_positive: Bits, positive_is_zero: Bits, unlabeled_is_zero: Bits) -> float:
    """L(LAB_N, POS_M, UNL_M): labels give q(1) alone, the pools everything else."""
    with_positive = is_positive.mean() * positive_is_zero.mean(axis=0)
    return _minimal_error(problem, with_positive, unlabeled_is_zero.mean(axis=0) - with_positive)


def _minimal_error(problem: Problem, with_positive: Vector, with_negative: Vector) -> float:
    return float(problem.errors(by_rising(without_noise(with_positive, with_negative, problem.noise))).min())


# --- the two experiments


class Curve(NamedTuple):
    """Minimal errors of one learner: one row a size, one column a repetition."""

    sizes: NDArray[np.intp]
    errors: Vector

    @property
    def mean(self) -> Vector:
        return self.errors.mean(axis=1)

    @property
    def standard_error(self) -> Vector:
        return self.errors.std(axis=1, ddof=1) / np.sqrt(self.errors.shape[1])


SIZES = range(10, 1001, 10)
"""The document's sizes of POS, UNL and LAB2 in experiment 2."""


def experiment_1(seed: int, sizes: Iterable[int] = SIZES, settings: Settings | None = None) -> dict[str, Curve]:
    """Minimal errors of L(LAB_N) and L(LAB_N, POS_∞, UNL_∞), as functions of N.

    Parameters
    ----------
    seed : int
    sizes : iterable of int
        Values of N.
    settings : Settings, optional

    Returns
    -------
    dict of Curve
        ``"labelled"`` and ``"exact"``.

    Examples
    --------
    >>> curves = experiment_1(0, [50], Settings(n_repetitions=20))
    >>> bool(curves["exact"].mean[0] < curves["labelled"].mean[0])
    True
    """

    def repeat(rng: np.random.Generator, settings: Settings, n_labelled: int) -> tuple[float, ...]:
        problem = Problem.draw(rng, settings)
        is_zero, is_positive = problem.labelled(rng, n_labelled)
        return from_labelled(problem, is_zero, is_positive), from_exact(problem, is_positive)

    return _curves(("labelled", "exact"), repeat, seed, sizes, settings)


def experiment_2(seed: int, sizes: Iterable[int] = SIZES, settings: Settings | None = None) -> dict[str, Curve]:
    """Minimal errors of L(LAB_10, POS_M, UNL_M) and L(LAB_M), as functions of M.

    Parameters
    ----------
    seed : int
    sizes : iterable of int
        Values of M.
    settings : Settings, optional
        `n_labelled` is the 10.

    Returns
    -------
    dict of Curve
        ``"labelled"`` and ``"pools"``.

    Examples
    --------
    >>> curves = experiment_2(0, [500], Settings(n_repetitions=20))
    >>> bool(abs(curves["pools"].mean[0] - curves["labelled"].mean[0]) < 0.05)
    True
    """

    def repeat(rng: np.random.Generator, settings: Settings, n_rows: int) -> tuple[float, ...]:
        problem = Problem.draw(rng, settings)
        few_positive = problem.labelled(rng, settings.n_labelled)[1]
        by_labels = from_labelled(problem, *problem.labelled(rng, n_rows))
        return by_labels, from_pools(
            problem, few_positive, problem.positive(rng, n_rows), problem.unlabeled(rng, n_rows)
        )

    return _curves(("labelled", "pools"), repeat, seed, sizes, settings)


def practical(seed: int, sizes: Iterable[int] = SIZES, settings: Settings | None = None) -> dict[str, Curve]:
    """Errors of the one conjunction that :class:`~onesided.MonotoneConjunction` chooses from POS_M and UNL_M.

    Not in the document, whose learners stop at the list: its minimal error is that of a choice that knows the truth.
    Here nothing is known of the noise, and no row has a label.

    Parameters
    ----------
    seed : int
    sizes : iterable of int
        Values of M.
    settings : Settings, optional

    Returns
    -------
    dict of Curve
        ``"chosen"``, with nothing known, and ``"chosen_with_share"``, with q(1) known.

    Examples
    --------
    >>> curves = practical(0, [1000], Settings(n_repetitions=5))
    >>> bool(curves["chosen"].mean[0] < 0.05)
    True
    """

    def repeat(rng: np.random.Generator, settings: Settings, n_rows: int) -> tuple[float, ...]:
        problem = Problem.draw(rng, settings)
        positive, unlabeled = ~problem.positive(rng, n_rows), ~problem.unlabeled(rng, n_rows)
        errors = []
        for prior in (None, problem.noisy_weight):
            model = MonotoneConjunction(prior=prior, sampling="two", random_state=0).fit_pu(positive, unlabeled)
            errors.append(float(problem.errors(model.order_)[model.n_variables_]))
        return tuple(errors)

    return _curves(("chosen", "chosen_with_share"), repeat, seed, sizes, settings)


def _curves(
    names: tuple[str, ...],
    repeat: Callable[[np.random.Generator, Settings, int], tuple[float, ...]],
    seed: int,
    sizes: Iterable[int],
    settings: Settings | None,
) -> dict[str, Curve]:
    given, all_sizes = settings or Settings(), list(sizes)
    # One generator a size and repetition, so that any part of a curve can be run again by itself.
    errors = np.array(
        [
            [repeat(np.random.default_rng([seed, size, k]), given, size) for k in range(given.n_repetitions)]
            for size in all_sizes
        ]
    )
    return {name: Curve(np.array(all_sizes), errors[:, :, place]) for place, name in enumerate(names)}
