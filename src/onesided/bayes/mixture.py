r"""Classes made of several components each: naive Bayes whose class is a mixture of multinomials (Nigam et al. 2000).

.. math:: \Pr(d, c) = \sum_{k \in c} \pi_k \prod_w \theta_{kw}^{x_{dw}}

A labelled row knows its class and not its component; an unlabeled row knows neither.  As with two components, the
first one's counts and scores follow from the column sums: K components cost K - 1 columns in each product.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from onesided.bayes.iterations import Iteration
from onesided.bayes.multinomial import LEAST_MASS, Vector, column_sums, log_shares
from onesided.engine.rows import Rows


@dataclass(frozen=True)
class Mixture:
    """Components of the negative class first, then those of the positive class, in log space.

    Attributes
    ----------
    log_words : array of shape (n_features, n_components)
        log Pr(w|k).
    log_priors : array of shape (n_components,)
        log Pr(k).
    n_negative : int
        How many components the negative class has.
    """

    log_words: Vector
    log_priors: Vector
    n_negative: int

    def evidence(self, rows: Rows) -> Vector:
        """log Pr(d, k) minus log Pr(d, first component), of shape (n, n_components)."""
        against_first = self.log_words[:, 1:] - self.log_words[:, :1]
        evidence = np.zeros((rows.shape[0], len(self.log_priors)))
        evidence[:, 1:] = rows.times(against_first) + (self.log_priors[1:] - self.log_priors[0])
        return evidence

    def scores(self, rows: Rows) -> Vector:
        """log Pr(+|d)/Pr(-|d) of each row."""
        return self.log_odds(self.evidence(rows))

    def log_odds(self, evidence: Vector) -> Vector:
        """The same, of evidence at hand."""
        return logsumexp(evidence[:, self.n_negative :], axis=1) - logsumexp(evidence[:, : self.n_negative], axis=1)

    def distance(self, other: Mixture) -> float:
        """The largest sum of absolute differences over the distributions: words of a component, and components."""
        words = np.abs(np.exp(self.log_words) - np.exp(other.log_words)).sum(axis=0)
        return float(max(words.max(), np.abs(np.exp(self.log_priors) - np.exp(other.log_priors)).sum()))


def mixture_iterations(
    rows: Rows,
    responsibilities: Vector,
    is_allowed: NDArray[np.bool_],
    n_negative: int,
    *,
    weights: Vector,
    smoothing: float = 1.0,
) -> Iterator[Iteration]:
    """Models of EM over components, without end.

    Parameters
    ----------
    rows : Rows of shape (n, n_features)
    responsibilities : array of shape (n, n_components)
        Pr(k|d) that the first model is fitted to; each row sums to 1.
    is_allowed : array of bool of shape (n, n_components)
        The components a row may belong to: those of its class, or all.
    n_negative : int
        How many of the components, the first ones, are the negative class's.
    weights : array of shape (n,)
    smoothing : float, default=1.0

    Yields
    ------
    Iteration
    """
    sums = column_sums(rows, weights)
    while True:
        weighted = responsibilities * weights[:, np.newaxis]
        counts = rows.transposed_times(weighted[:, 1:])
        first = np.maximum(sums - counts.sum(axis=1), 0.0)
        masses = np.maximum(weighted.sum(axis=0), LEAST_MASS)
        model = Mixture(
            log_shares(np.column_stack([first, counts]), smoothing), np.log(masses) - np.log(masses.sum()), n_negative
        )
        evidence = model.evidence(rows)
        possible = np.where(is_allowed, evidence, -np.inf)
        log_normaliser = logsumexp(possible, axis=1, keepdims=True)
        all_first = weights.sum() * model.log_priors[0] + sums @ model.log_words[:, 0]
        log_posterior = all_first + weights @ log_normaliser[:, 0] + smoothing * model.log_words.sum()
        yield Iteration(model, model.log_odds(evidence), float(log_posterior))
        responsibilities = np.exp(possible - log_normaliser)
