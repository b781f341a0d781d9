"""The risk of a classifier, estimated from positive and unlabeled rows: value, slope and curvature in its scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from onesided.labels import NEGATIVE, POSITIVE, UNLABELED

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class PURisk:
    r"""Logistic risk :math:`\ell(z) = \log(1+e^{-z})` over a population of which only P and U were seen.

    .. math:: R(g) = A \, \overline{\ell(g)}_P + R_-(g), \qquad
        R_-(g) = \sum_U \ell(-g) - \theta n_U \, \overline{\ell(-g)}_P

    The unlabeled rows hold :math:`\theta n_U` positives, whose part in the loss of negatives is taken off again, as the
    mean over P tells it.  The population has :math:`A = n_P + \theta n_U` positives in one sample, where P belongs to
    it, and :math:`A = \theta n_U` in two, where U alone does; by its size this is the risk of du Plessis et al. [1]_.
    With :math:`\theta = 0` it is the plain loss of labelled against unlabeled rows.

    Known negatives are certain.  In one sample they belong to the population, and their loss is added.  In two they
    are a second witness of the same :math:`m = (1-\theta) n_U` negatives: the two are weighed by how many rows speak,
    :math:`m` and :math:`n_N`.

    Parameters
    ----------
    share : float
        θ.
    sampling : {"one", "two"}
    is_nonnegative : bool, default=True
        Whether :math:`R_-`, which no true risk of negatives can be, is kept from falling below :math:`-\beta n_U`:
        where it does the slope is turned round and leads up again [2]_.
    beta : float, default=0.0

    References
    ----------
    .. [1] M. C. du Plessis, G. Niu, M. Sugiyama. Convex formulation for learning from positive and unlabeled data.
       ICML 2015.
    .. [2] R. Kiryo, G. Niu, M. C. du Plessis, M. Sugiyama. Positive-unlabeled learning with non-negative risk
       estimator. NeurIPS 2017.

    Examples
    --------
    >>> risk = PURisk(share=0.5, sampling="two")
    >>> codes, weights = np.array([1, 0, 0]), np.ones(3)
    >>> round(risk.value(np.array([1.0, 1.0, -1.0]), codes, weights), 3)   # (2 log(1+1/e)) / 3
    0.209
    """

    share: float
    sampling: Literal["one", "two"] = "one"
    is_nonnegative: bool = True
    beta: float = 0.0

    def value(self, scores: Vector, codes: NDArray[np.integer], weights: Vector) -> float:
        """The risk by the weight of the rows; never corrected, as rows held out need no correction."""
        upward, downward = self.weights(codes, weights)
        return float(upward @ np.logaddexp(0, -scores) + downward @ np.logaddexp(0, scores)) / float(weights.sum())

    def slope_and_curvature(self, scores: Vector, codes: NDArray[np.integer], weights: Vector) -> tuple[Vector, Vector]:
        """First derivative of the risk in each score, and a curvature that keeps Newton's steps short and downhill.

        The true curvature of a positive row is zero or less wherever :math:`\\theta n_U` outweighs the rest, since
        :math:`\\ell(g) - \\ell(-g) = -g` is a straight line.  In its place a row whose loss is taken off counts with
        the largest curvature that the logistic loss has, a quarter: the step is then at most four times the learning
        rate, however pure the leaf.
        """
        upward, downward = self.weights(codes, weights)
        p = expit(scores)
        taken_off = np.maximum(-downward, 0.0)
        added = np.maximum(downward, 0.0)
        if self.is_nonnegative and downward @ np.logaddexp(0, scores) < -self.beta * weights[codes == UNLABELED].sum():
            return -downward * p, added * p * (1 - p) + taken_off / 4
        return downward * p - upward * (1 - p), (upward + added) * p * (1 - p) + taken_off / 4

    def weights(self, codes: NDArray[np.integer], weights: Vector) -> tuple[Vector, Vector]:
        """The weight of each row's loss as a positive, and as a negative (below 0 where it is taken off)."""
        is_positive, is_negative = codes == POSITIVE, codes == NEGATIVE
        n_unlabeled = weights[codes == UNLABELED].sum()
        n_positive, n_negative = weights[is_positive].sum(), weights[is_negative].sum()
        hidden = self.share * n_unlabeled / n_positive
        in_population = 1.0 if self.sampling == "one" or n_unlabeled == 0 else 0.0
        upward = np.where(is_positive, (in_population + hidden) * weights, 0.0)
        downward = np.where(is_positive, -hidden * weights, weights)
        n_left = (1 - self.share) * n_unlabeled
        if in_population or n_negative == 0 or n_left <= 0:
            return upward, downward
        trust = n_left / (n_left + n_negative)
        return upward, np.where(is_negative, (1 - trust) * n_left / n_negative, trust) * downward
