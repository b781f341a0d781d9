"""Pr[labelled] as a product: the chance that a positive row is labelled times the chance that the row is positive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_expit

Array = NDArray[np.float64]


@dataclass(frozen=True)
class TwoLogistics:
    """Coefficients of both factors, the factors at the rows they were fitted to, and the penalised log-likelihood."""

    labelling: Array
    positive: Array
    propensity: Array
    chance: Array
    log_likelihood: float

    @property
    def label_chance(self) -> Array:
        """Pr[labelled] of each row."""
        return self.propensity * self.chance


def fit_two_logistics(
    labelling_columns: Array,
    positive_columns: Array,
    is_labelled: NDArray[np.bool_],
    penalties: tuple[Array, Array],
    start: tuple[Array, Array],
    *,
    tol: float = 1e-3,
    max_iter: int = 60,
) -> TwoLogistics:
    r"""Maximise the penalised likelihood of "labelled or not" under a product of two logistic models.

    .. math:: g(x) = \Pr[s=1 \mid x] = \sigma(a^\top A(x)) \, \sigma(b^\top B(x))

    by damped Fisher scoring; with a constant alone as A(x), the positives are selected completely at random.

    Parameters
    ----------
    labelling_columns, positive_columns : ndarray of shape (n, ·)
        A(x) and B(x), each with its constant column.
    is_labelled : ndarray of bool of shape (n,)
    penalties : pair of ndarray
        Half the square of each coefficient costs this much; above 0, so that no coefficient runs away.
    start : pair of ndarray
        Where to begin.
    tol : float, default=1e-3
        Stop when a step gains less log-likelihood than this.
    max_iter : int, default=60

    Returns
    -------
    TwoLogistics

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> B = np.column_stack([np.ones(4000), rng.normal(size=4000)])
    >>> labelled = rng.random(4000) < 0.4 / (1 + np.exp(-3 * B[:, 1]))
    >>> penalties, start = (np.full(1, 0.01), np.full(2, 0.01)), (np.zeros(1), np.zeros(2))
    >>> model = fit_two_logistics(B[:, :1], B, labelled, penalties, start)
    >>> round(float(model.propensity[0]), 2)
    0.4
    """
    split = len(start[0])
    coefficients, penalty = np.concatenate(start), np.concatenate(penalties)
    s = is_labelled.astype(float)
    diagonal = np.arange(len(coefficients))

    def evaluate(at: Array) -> tuple[float, Array, Array, Array]:
        log_e, log_p = log_expit(labelling_columns @ at[:split]), log_expit(positive_columns @ at[split:])
        log_g = np.minimum(log_e + log_p, -1e-9)
        value = log_g[is_labelled].sum() + np.log(-np.expm1(log_g[~is_labelled])).sum() - penalty @ at**2 / 2
        return float(value), np.exp(log_e), np.exp(log_p), np.exp(log_g)

    value, e, p, g = evaluate(coefficients)
    damping = 1e-3
    for _ in range(max_iter):
        slopes = np.column_stack([labelling_columns * (1 - e)[:, None], positive_columns * (1 - p)[:, None]])
        gradient = ((s - g) / (1 - g)) @ slopes - penalty * coefficients
        information = (slopes * (g / (1 - g))[:, None]).T @ slopes
        information[diagonal, diagonal] += penalty
        while True:
            damped = information + np.diag(damping * information[diagonal, diagonal] + 1e-9)
            step = np.clip(np.linalg.solve(damped, gradient), -2, 2)
            trial = evaluate(coefficients + step)
            if trial[0] >= value or damping > 1e8:
                break
            damping *= 8
        gain = trial[0] - value
        if gain > 0:
            coefficients, (value, e, p, g) = coefficients + step, trial
        if gain < tol:
            break
        damping = max(damping / 5, 1e-8)
    return TwoLogistics(coefficients[:split], coefficients[split:], e, p, value)
