"""Naive Bayes with EM over the unlabeled rows (Nigam et al., 2000)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit
from sklearn.utils import check_random_state

from onesided.bayes.choosing import choose
from onesided.bayes.counts import CountsClassifier
from onesided.bayes.iterations import Converged, Iteration, em_iterations, run
from onesided.bayes.mixture import mixture_iterations
from onesided.bayes.multinomial import Vector, column_sums, fit_counts
from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError
from onesided.labels import Labels

WEIGHTS_TRIED = (0.01, 0.03, 0.1, 0.3, 1.0)


class EMNaiveBayes(CountsClassifier):
    r"""Multinomial naive Bayes that fills in the missing labels by expectation and maximisation.

    Labelled rows keep their class; each unlabeled row belongs to both in the shares :math:`\Pr(c|d)` that the model
    gives it, and the model is fitted again to these shares, until nothing changes:

    .. math:: \Pr(w|c) = \frac{\lambda + \sum_d \Lambda_d x_{dw} \Pr(c|d)}
              {\lambda V + \sum_v \sum_d \Lambda_d x_{dv} \Pr(c|d)}, \qquad
              \Lambda_d = \mu \text{ on unlabeled rows, } 1 \text{ on labelled ones.}

    It climbs the log posterior of the rows (weighted by Λ), with the Dirichlet prior that λ amounts to; no
    iteration lowers it.  With known negatives the first model comes from the labelled rows alone, as in [1]_.  Without
    any, the first model takes every unlabeled row as negative (the "I-EM" of the two-step methods [2]_), and
    `max_iter=0` stops there: plain naive Bayes of P against U.

    Assumes that each class is one multinomial, or `n_components` of them; where that is far from true, EM can make
    things worse, and a small `unlabeled_weight` or more components help.  The prior :math:`\Pr(+)` is that of the
    weighted rows, so one sample is assumed (P and U one draw).  X should hold counts; other numbers that are
    not negative (tf-idf) are accepted and act as fractional counts.  An iteration costs one pair of products with X.

    Parameters
    ----------
    smoothing : float, default=1.0
        λ above; 1 is Laplace's rule.
    unlabeled_weight : float in (0, 1] or "cv", default=1.0
        μ above; "cv" takes the best of 0.01, 0.03, 0.1, 0.3 and 1 by the Lee & Liu criterion over `cv` folds.
    n_components : int or (int, int), default=1
        Components of each class, or of the negative and the positive class.  Rows start in random components.
    convergence : {"likelihood", "parameters"}, default="likelihood"
        Stop when an iteration gains at most `tol` of log posterior per document, or when no distribution of the model
        moves by more than `tol` (sum of absolute differences).
    tol : float, default=1e-5
    max_iter : int, default=200
    cv : int, splitter or iterable of (train, test), default=5
        For `unlabeled_weight="cv"`: a number of folds of P and U, or scikit-learn's ways to say more.
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.
    random_state : int, RandomState or None
        Deals the rows to components and to folds.

    Attributes
    ----------
    model_ : Multinomial or Mixture
        log Pr(w|c) and log Pr(c).
    log_likelihoods_ : array of shape (n_iter_ + 1,)
        The log posterior of the first model and after each iteration, up to a constant.
    n_iter_ : int
    unlabeled_weight_ : float
    cv_results_ : dict, only with `unlabeled_weight="cv"`
    threshold_ : float
        0: even odds.
    classes_ : array of the other and the positive label

    References
    ----------
    .. [1] K. Nigam, A. McCallum, S. Thrun, T. Mitchell. Text classification from labeled and unlabeled documents
       using EM. Machine Learning 39, 2000.
    .. [2] B. Liu, W. S. Lee, P. S. Yu, X. Li. Partially supervised classification of text documents. ICML 2002.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[4, 1, 0], [5, 0, 1], [3, 1, 0], [0, 3, 2], [0, 1, 4], [0, 2, 3]])
    >>> model = EMNaiveBayes().fit(X, [1, 0, 0, 0, 0, 0])
    >>> model.predict(X)
    array([1, 1, 1, 0, 0, 0])
    >>> bool(np.all(np.diff(model.log_likelihoods_) >= 0))
    True
    """

    def __init__(
        self,
        *,
        smoothing: float = 1.0,
        unlabeled_weight: float | str = 1.0,
        n_components: int | tuple[int, int] = 1,
        convergence: str = "likelihood",
        tol: float = 1e-5,
        max_iter: int = 200,
        cv: Any = 5,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.smoothing = smoothing
        self.unlabeled_weight = unlabeled_weight
        self.n_components = n_components
        self.convergence = convergence
        self.tol = tol
        self.max_iter = max_iter
        self.cv = cv
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to positive, unlabeled and perhaps negative rows.

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
        random = check_random_state(self.random_state)
        seed = int(random.randint(2**31))
        n_components = self._components()

        def solve(unlabeled_weight: float, weights: Vector) -> Converged:
            weights = np.where(labels.is_unlabeled, unlabeled_weight * weights, weights)
            iterations = _iterations(rows, labels, weights, self.smoothing, n_components, seed)
            return run(
                iterations,
                n_documents=weights.sum(),
                tol=self.tol,
                max_iter=self.max_iter,
                convergence=self.convergence,
            )

        self.unlabeled_weight_ = self._weight()
        if self.unlabeled_weight == "cv":
            search = choose(
                lambda weights, out: np.column_stack([solve(one, weights).last.scores[out] for one in WEIGHTS_TRIED]),
                labels, "unlabeled_weight", WEIGHTS_TRIED, weights=weights, cv=self.cv, random_state=random,
            )  # fmt: skip
            self.cv_results_ = search.as_table()
            self.unlabeled_weight_ = search.best.setting["unlabeled_weight"]
        found = solve(self.unlabeled_weight_, weights)
        found.warn_unless_converged(type(self).__name__, self.max_iter)
        self.model_ = found.last.model
        self.log_likelihoods_ = np.array(found.log_posteriors)
        self.n_iter_ = found.n_iter
        return self

    def _weight(self) -> float:
        if self.unlabeled_weight == "cv":
            return 1.0
        if isinstance(self.unlabeled_weight, str) or not 0 < self.unlabeled_weight <= 1:
            raise InputError(f"unlabeled_weight={self.unlabeled_weight!r} is neither in (0, 1] nor 'cv'")
        return float(self.unlabeled_weight)

    def _components(self) -> tuple[int, int]:
        pair = np.broadcast_to(self.n_components, 2)
        if pair.min() < 1:
            raise InputError(f"n_components={self.n_components!r}: each class needs at least one component")
        return int(pair[0]), int(pair[1])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # EM may well decide that unlabeled rows are positive: agreeing with y as if it were the truth is no aim.
        tags.classifier_tags.poor_score = True
        return tags


def _iterations(
    rows: MemoryRows, labels: Labels, weights: Vector, smoothing: float, n_components: tuple[int, int], seed: int
) -> Iterator[Iteration]:
    start = first_responsibilities(rows, labels, weights, smoothing)
    if n_components == (1, 1):
        return em_iterations(rows, start, labels.is_unlabeled, weights=weights, smoothing=smoothing)
    is_of_positive = np.repeat([False, True], n_components)
    shares = np.where(is_of_positive, start[:, np.newaxis], 1.0 - start[:, np.newaxis])
    shares = shares * _random_split(len(labels), n_components, np.random.default_rng(seed))
    is_allowed = np.where(is_of_positive, ~labels.is_negative[:, np.newaxis], ~labels.is_positive[:, np.newaxis])
    return mixture_iterations(rows, shares, is_allowed, n_components[0], weights=weights, smoothing=smoothing)


def first_responsibilities(rows: MemoryRows, labels: Labels, weights: Vector, smoothing: float) -> Vector:
    """Pr(+|d) to start from: 1 on P, 0 on known negatives; U by the labelled rows' model, or 0 without negatives."""
    start = labels.is_positive.astype(np.float64)
    weights = np.where(labels.is_unlabeled, 0.0, weights)
    if not weights[labels.is_negative].sum() > 0:
        return start
    model = fit_counts(rows, start, column_sums(rows, weights), weights=weights, smoothing=smoothing)
    return np.where(labels.is_unlabeled, expit(model.scores(rows)), start)


def _random_split(n_rows: int, n_components: tuple[int, int], random: np.random.Generator) -> Vector:
    """For each class, random shares of its components that sum to 1 in each row."""
    return np.hstack([random.dirichlet(np.ones(n), size=n_rows) for n in n_components])
