"""Positive naive Bayes (Denis, Gilleron & Tommasi, 2002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.bayes.choosing import choose
from onesided.bayes.counts import CountsClassifier
from onesided.bayes.multinomial import Multinomial, Vector, from_counts
from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError
from onesided.labels import Labels

N_PRIORS = 12
LARGEST_PRIOR = 0.9


class PositiveNaiveBayes(CountsClassifier):
    r"""Naive Bayes that finds the negative words by subtraction: what the population has beyond its positives.

    .. math:: \Pr(w|-) \propto \lambda + \max\bigl(0,\; N(w) - \pi\, N\, \Pr(w|+)\bigr), \qquad
              \Pr(w|+) = N(w, P)/N(P),

    with :math:`N(w)` the occurrences of word w in the population, :math:`N` those of all words and :math:`\pi` the
    share of positives.  Scores are :math:`\log \pi\Pr(d|+) - \log (1-\pi)\Pr(d|-)`, cut at 0.

    Assumes that the labelled positives are drawn at random from all positives and that documents of both classes are
    equally long.  Known negatives bound the subtraction from below (their words stay negative).  X should hold
    counts; other numbers that are not negative (tf-idf) are accepted and act as fractional counts.  A fit costs
    one product of three columns with `X.T`; choosing the prior as much again for each fold, and one product of 12
    columns with `X`.

    Parameters
    ----------
    prior : float in (0, 1) or None, default=None
        π above; None takes the value of a grid of 12, from the labelled share up to 0.9, with the best Lee & Liu
        criterion over `cv` folds of P and U.
    sampling : {"one", "two"}, default="one"
        What the population is: all rows (one draw, some of whose positives were then labelled), or the
        unlabeled rows alone (drawn separately from the positives).
    smoothing : float, default=1.0
        λ above, for both classes.
    cv : int, splitter or iterable of (train, test), default=5
        For `prior=None`: a number of folds of P and U, or scikit-learn's ways to say more.
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.
    random_state : int, RandomState or None
        Shuffles the folds.

    Attributes
    ----------
    model_ : Multinomial
        log Pr(w|c) and log Pr(c).
    prior_ : float
    cv_results_ : dict, only where the prior was chosen
    threshold_ : float
        0: even odds.
    classes_ : array of the other and the positive label

    References
    ----------
    .. [1] F. Denis, R. Gilleron, M. Tommasi. Text classification from positive and unlabeled examples. IPMU 2002.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[4, 1, 0], [5, 0, 1], [3, 1, 0], [0, 3, 2], [0, 1, 4], [0, 2, 3]])
    >>> PositiveNaiveBayes(prior=0.5).fit(X, [1, 0, 0, 0, 0, 0]).predict(X)
    array([1, 1, 1, 0, 0, 0])
    """

    def __init__(
        self,
        *,
        prior: float | None = None,
        sampling: Literal["one", "two"] = "one",
        smoothing: float = 1.0,
        cv: Any = 5,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.prior = prior
        self.sampling = sampling
        self.smoothing = smoothing
        self.cv = cv
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
            Counts.
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional

        Returns
        -------
        self
        """
        rows, labels, weights = self._read_counts(X, y, sample_weight)
        if self.sampling not in ("one", "two"):
            raise InputError(f"sampling={self.sampling!r} is not one of 'one', 'two'")
        if self.prior is not None and not 0 < self.prior < 1:
            raise InputError(f"prior={self.prior!r} is not a share of positives; it lies between 0 and 1")

        counts = WordCounts.of(rows, labels, weights, self.sampling)
        prior = self.prior
        if prior is None:
            priors = self._priors(labels, weights)

            def scores_of(weights: Vector, held_out: NDArray[np.intp]) -> Vector:
                counts = WordCounts.of(rows, labels, weights, self.sampling)
                models = [counts.subtract(prior, self.smoothing) for prior in priors]
                # All priors share the pass over the rows.
                by_word = rows.take(held_out).times(np.column_stack([model.log_weights for model in models]))
                return by_word + [model.log_prior_odds for model in models]

            search = choose(
                scores_of, labels, "prior", priors, weights=weights, cv=self.cv, random_state=self.random_state
            )
            self.cv_results_ = search.as_table()
            prior = search.best.setting["prior"]
        self.prior_ = prior
        self.model_ = counts.subtract(prior, self.smoothing)
        return self

    def _priors(self, labels: Labels, weights: Vector) -> Vector:
        labelled = weights[labels.is_positive].sum() / weights.sum()
        # In one sample there are at least as many positives as labelled ones; in two, P says nothing of their number.
        low = labelled if self.sampling == "one" else 0.01
        return np.geomspace(min(low, LARGEST_PRIOR / 2), LARGEST_PRIOR, N_PRIORS)


@dataclass(frozen=True)
class WordCounts:
    """Occurrences of each word in P, in the population and in the known negatives."""

    positive: Vector
    population: Vector
    negative: Vector

    @classmethod
    def of(cls, rows: MemoryRows, labels: Labels, weights: Vector, sampling: str) -> WordCounts:
        """Count by one product with `X.T`."""
        is_population = labels.is_unlabeled if sampling == "two" else np.ones(len(labels), dtype=bool)
        sides = np.column_stack([labels.is_positive, is_population, labels.is_negative])
        return cls(*rows.transposed_times(sides * weights[:, np.newaxis]).T)

    def subtract(self, prior: float, smoothing: float) -> Multinomial:
        """The model in which a share `prior` of the population's words are drawn like those of P."""
        total = self.positive.sum()
        like_positive = self.positive / total if total > 0 else self.positive
        rest = self.population - prior * self.population.sum() * like_positive
        # Departs from [1]: Pr(w|+) is subtracted unsmoothed (smoothing would take words away that P never shows), and
        # the clipped counts are normalised by their own sum, so that they are probabilities.
        return from_counts(self.positive, np.maximum(rest, self.negative), prior, 1.0 - prior, smoothing=smoothing)
