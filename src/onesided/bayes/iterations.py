r"""EM for two-class naive Bayes, as an endless series of models: the caller decides when to stop.

Each iteration fits the model to the present responsibilities and scores every row with it: one pair of products.  The
log posterior, which it never lowers, comes with it for nothing: with :math:`s_d` the log odds of row d and
:math:`a_d` its weight,

.. math:: L = \sum_d a_d \log \Pr(-)\Pr(d|-) + \sum_{free} a_d \log(1 + e^{s_d}) + \sum_{fixed} a_d r_d s_d
          + \lambda \sum_w \log \Pr(w|+)\Pr(w|-),

where the first sum needs only the column sums, and the last is the Dirichlet prior that smoothing by λ amounts to.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

from onesided.bayes.multinomial import Multinomial, Vector, column_sums, fit_counts
from onesided.engine.rows import Rows
from onesided.exceptions import InputError


class Model(Protocol):
    """What EM fits: two classes, with one component each or several."""

    def scores(self, rows: Rows) -> Vector: ...

    def distance(self, other: Any) -> float: ...


NEGLIGIBLE = 1e-16
"""A share below the last digit of any smoothed count: rows that have no more are left out of the product."""


@dataclass(frozen=True)
class Iteration:
    """One fitted model, the log odds it gives each row, and its log posterior on them."""

    model: Model
    scores: Vector
    log_posterior: float


def em_iterations(
    rows: Rows,
    responsibilities: Vector,
    is_free: NDArray[np.bool_],
    *,
    weights: Vector | None = None,
    smoothing: float = 1.0,
) -> Iterator[Iteration]:
    """Models of naive Bayes EM, without end.

    Parameters
    ----------
    rows : Rows of shape (n, n_features)
    responsibilities : array of shape (n,)
        Pr(+|d) that the first model is fitted to.
    is_free : array of bool of shape (n,)
        Rows whose responsibility follows the model; the others keep theirs.
    weights : array of shape (n,), optional
        How much each row counts.
    smoothing : float, default=1.0

    Yields
    ------
    Iteration
        The first is the naive Bayes model of `responsibilities` as given.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.engine.rows import MemoryRows
    >>> rows = MemoryRows(np.array([[3.0, 0.0], [4.0, 0.0], [0.0, 2.0], [0.0, 3.0]]))
    >>> iterations = em_iterations(rows, np.array([1.0, 0.0, 0.0, 0.0]), np.array([False, True, True, True]))
    >>> next(iterations).scores > 0
    array([ True,  True, False, False])
    >>> next(iterations).scores.round(1)
    array([ 3.5,  4.8, -3.6, -5.2])
    """
    if weights is None:
        weights = np.ones(rows.shape[0])
    sums = column_sums(rows, weights)
    while True:
        model = fit_counts(rows, responsibilities, sums, weights=weights, smoothing=smoothing)
        scores = model.scores(rows)
        expected, log_normaliser = expect(scores)
        gained = np.where(is_free, log_normaliser, responsibilities * scores)
        yield Iteration(model, scores, _log_posterior(model, float(weights @ gained), sums, weights.sum(), smoothing))
        responsibilities = np.where(is_free, expected, responsibilities)


def expect(scores: Vector) -> tuple[Vector, Vector]:
    """Pr(+|d) = 1/(1+e^-s) and log(1+e^s), sharing one exponential."""
    shrunk = np.exp(-np.abs(scores))
    shrunk[shrunk < NEGLIGIBLE] = 0.0
    return np.where(scores >= 0, 1.0, shrunk) / (1.0 + shrunk), np.maximum(scores, 0.0) + np.log(1.0 + shrunk)


def _log_posterior(model: Multinomial, gained: float, sums: Vector, n_documents: float, smoothing: float) -> float:
    all_negative = n_documents * model.log_prior_negative + float(sums @ model.log_negative)
    prior = smoothing * float(model.log_positive.sum() + model.log_negative.sum())
    return all_negative + gained + prior


@dataclass(frozen=True)
class Converged:
    """Where the iterations stopped, and the log posterior of each."""

    last: Iteration
    log_posteriors: list[float]
    has_converged: bool

    @property
    def n_iter(self) -> int:
        """Iterations after the first model."""
        return len(self.log_posteriors) - 1

    def warn_unless_converged(self, name: str, max_iter: int) -> None:
        """A ConvergenceWarning where the limit ended the iterations; `max_iter=0` asks for none of them."""
        if not self.has_converged and max_iter > 0:
            warnings.warn(
                f"{name} did not converge in max_iter={max_iter} iterations; raise max_iter or tol",
                ConvergenceWarning,
                stacklevel=3,
            )


def run(
    iterations: Iterator[Iteration], *, n_documents: float, tol: float, max_iter: int, convergence: str = "likelihood"
) -> Converged:
    """Take iterations until they settle, `max_iter` of them after the first model at most.

    `convergence="likelihood"`: an iteration gains at most `tol` of log posterior per document; `"parameters"`: no
    distribution of the model (words of a class, classes) moves by more than `tol` in the sum of absolute differences.
    """
    if convergence not in ("likelihood", "parameters"):
        raise InputError(f"convergence={convergence!r} is not one of 'likelihood', 'parameters'")
    now = next(iterations)
    log_posteriors = [now.log_posterior]
    for following in islice(iterations, max_iter):
        log_posteriors.append(following.log_posterior)
        if convergence == "likelihood":
            change = (following.log_posterior - now.log_posterior) / n_documents
        else:
            change = following.model.distance(now.model)
        now = following
        if change <= tol:
            return Converged(now, log_posteriors, True)
    return Converged(now, log_posteriors, False)
