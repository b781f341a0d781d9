r"""Multinomial naive Bayes of two classes with fractional labels: pure functions and one small model.

Of rows :math:`x_d` with weights :math:`a_d` and responsibilities :math:`r_d = \Pr(+|d)`, smoothing by
:math:`\lambda` gives

.. math:: \Pr(+) = \frac{\sum_d a_d r_d}{\sum_d a_d}, \qquad
   \Pr(w|+) = \frac{\lambda + \sum_d a_d r_d x_{dw}}{\lambda V + \sum_v \sum_d a_d r_d x_{dv}},

and the same with :math:`1 - r_d` on the other side.  Two facts halve the work: the counts of the negative side are
what is left of the column sums, which never change, and the log odds need only the difference of the log weights.
So :func:`fit_counts` is one product with `X.T` and :meth:`Multinomial.scores` one product with `X`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from onesided.engine.rows import Rows
from onesided.exceptions import InputError

Vector = NDArray[np.float64]

# log(0) is no number to calculate with; a side whose rows have all left keeps this much mass.
LEAST_MASS = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class Multinomial:
    """A fitted naive Bayes model of two classes, in log space.

    Attributes
    ----------
    log_positive, log_negative : array of shape (n_features,)
        log Pr(w|+) and log Pr(w|-).
    log_prior_positive, log_prior_negative : float
        log Pr(+) and log Pr(-).
    """

    log_positive: Vector
    log_negative: Vector
    log_prior_positive: float
    log_prior_negative: float

    @property
    def log_weights(self) -> Vector:
        """What one occurrence of each word adds to the log odds."""
        return self.log_positive - self.log_negative

    @property
    def log_prior_odds(self) -> float:
        """The log odds of a document without words."""
        return self.log_prior_positive - self.log_prior_negative

    def scores(self, rows: Rows) -> Vector:
        """log Pr(+|d)/Pr(-|d) of each row, by one product."""
        return rows.times(self.log_weights) + self.log_prior_odds

    def distance(self, other: Multinomial) -> float:
        """The largest sum of absolute differences over the distributions: words of a class, and classes."""
        pairs = (
            (self.log_positive, other.log_positive),
            (self.log_negative, other.log_negative),
            (self._log_priors, other._log_priors),
        )
        return max(float(np.abs(np.exp(mine) - np.exp(theirs)).sum()) for mine, theirs in pairs)

    @property
    def _log_priors(self) -> Vector:
        return np.array([self.log_prior_positive, self.log_prior_negative])


def column_sums(rows: Rows, weights: Vector | None = None) -> Vector:
    """The (weighted) occurrences of each word over all rows."""
    return rows.transposed_times(np.ones(rows.shape[0]) if weights is None else weights)


def fit_counts(
    rows: Rows,
    responsibilities: Vector,
    sums: Vector,
    *,
    weights: Vector | None = None,
    smoothing: float = 1.0,
) -> Multinomial:
    """Fit to fractional labels by one product.

    Parameters
    ----------
    rows : Rows of shape (n, n_features)
        Word counts, or other numbers that are not negative.
    responsibilities : array of shape (n,)
        Pr(+|d) of each row, in [0, 1].
    sums : array of shape (n_features,)
        :func:`column_sums` of the same rows with the same weights.
    weights : array of shape (n,), optional
        How often each row counts; a row of weight 0 is left out.
    smoothing : float, default=1.0
        λ > 0 occurrences of every word added to both sides; 1 is Laplace's rule.

    Returns
    -------
    Multinomial

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.engine.rows import MemoryRows
    >>> rows = MemoryRows(np.array([[2.0, 0.0], [1.0, 1.0], [0.0, 4.0]]))
    >>> model = fit_counts(rows, np.array([1.0, 0.5, 0.0]), column_sums(rows))
    >>> np.exp(model.log_positive)                        # (1 + 2.5, 1 + 0.5) / 5
    array([0.7, 0.3])
    >>> model.scores(rows) > 0
    array([ True,  True, False])
    """
    if weights is not None:
        responsibilities = responsibilities * weights
    total = float(rows.shape[0] if weights is None else weights.sum())
    positive = rows.transposed_times(responsibilities)
    mass = float(responsibilities.sum())
    # The difference of two nearly equal sums may be a rounding error below nothing.
    return from_counts(positive, np.maximum(sums - positive, 0.0), mass, total - mass, smoothing=smoothing)


def from_counts(
    positive: Vector, negative: Vector, mass_positive: float, mass_negative: float, *, smoothing: float = 1.0
) -> Multinomial:
    """The model of given word counts and numbers of documents on both sides."""
    if not smoothing > 0:
        raise InputError(f"smoothing={smoothing!r} must be above 0: a word unseen on one side would decide alone")
    masses = np.maximum([mass_positive, mass_negative], LEAST_MASS)
    log_priors = np.log(masses) - np.log(masses.sum())
    return Multinomial(log_shares(positive, smoothing), log_shares(negative, smoothing), *map(float, log_priors))


def log_shares(counts: Vector, smoothing: float) -> Vector:
    """log of the smoothed shares of `counts`, along the first axis."""
    smoothed = counts + smoothing
    return np.log(smoothed) - np.log(smoothed.sum(axis=0))
