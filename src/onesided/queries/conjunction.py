"""Monotone conjunctions in the presence of classification noise (De Comité, Denis, Gilleron & Letouzey, 1999)."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_array

from onesided.base import PUClassifier
from onesided.exceptions import InputError
from onesided.labels import NEGATIVE, POSITIVE, Labels
from onesided.prior import PriorEstimate
from onesided.queries.conjunction_bits import as_bits
from onesided.queries.conjunction_choice import DISCOUNTS, Evidence, best, order
from onesided.queries.conjunction_order import Vector
from onesided.queries.oracle import read_prior, share_of_positives


class MonotoneConjunction(PUClassifier):
    r"""Calls a row positive if it has all of a few 0/1 features: "fever and cough".

    The variables are put in order of the estimated chance that a row is truly positive and lacks them,

    .. math:: p_1(x_i{=}0) = \frac{(1-\eta)\,q_1(x_i{=}0) - \eta\,q_0(x_i{=}0)}{1-2\eta}, \qquad
              q_1(x_i{=}0) = q(1)\,q_f(x_i{=}0), \quad q_0(x_i{=}0) = q(x_i{=}0) - q_1(x_i{=}0),

    where labels are flipped with probability :math:`\eta`, :math:`q(1)` is the share of labels that read positive,
    :math:`q_f` is counted on positive and :math:`q` on unlabeled rows.  A variable of the true conjunction is never
    lacking in a true positive.  The conjunction is that of the first k variables, with k chosen on held-out rows: by
    the error, itself a statistical query, where `prior` is known; else by the Lee & Liu criterion, which needs no
    prior.

    Assumes that the labelled positives are drawn at random from all that would be labelled positive.  Features that
    should be absent need a column of their own (``1 - x``).  Rows are ranked by how many of the k features they have.
    A fit costs a product of two columns with `X.T` for each of the `cv` folds, and a pass over X, whose columns are put
    in the order of the list, for each ratio of noise that is tried.

    Parameters
    ----------
    prior : float, PriorEstimate or None, default=None
        Share q(1) of the population that the labelling, with its noise, calls positive.  It may be left out unless
        `noise` is given and not 0.
    noise : float in [0, 0.5) or None, default=None
        η above; None tries ten values of η/q(1) and takes the one whose conjunction does best on held-out rows.
    n_variables : int or None, default=None
        k above; None chooses.
    sampling : {"one", "two"}, default="one"
        What the population is: all rows (one draw, some of whose positives were then labelled), or the unlabeled rows
        alone (drawn separately from the positives; known negatives are then left out).
    binarize : float or None, default=None
        Take values above this number as 1 and others as 0.  None requires 0 and 1, and names a column that has others.
    cv : int, default=5
        Folds that judge what is not given.
    pos_label : optional
        The value of y that means positive, where the convention of `onesided.labels` does not say.
    random_state : int, RandomState or None
        Shuffles the folds.

    Attributes
    ----------
    order_ : ndarray of shape (n_features,)
        All columns, those first that truly positive rows lack least.
    variables_ : ndarray
        The columns of the conjunction, the first of `order_`.
    n_variables_ : int
    noise_ : float or None
        η as given; else, with a prior, the smallest held-out share of labels that a conjunction misses, which is η if
        the truth is a conjunction and more otherwise; None if unknown.
    discount_ : float
        η/q(1) as used for the order.
    prior_ : float or None
    path_ : dict of arrays, or None where nothing was to be chosen
        For k = 0, 1, 2, ...: held-out `recall` and share `called` positive, and the `merit` they were judged by.
    threshold_ : float
    classes_ : array of the other and the positive label

    References
    ----------
    .. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
    .. [2] D. Angluin, P. Laird. Learning from noisy examples. Machine Learning 2(4), 1988.

    Examples
    --------
    The truth is "columns 2 and 5", a fifth of the labels is wrong, and half of those that read positive are kept.

    >>> rng = np.random.default_rng(0)
    >>> X = (rng.random((3000, 8)) < 0.7).astype(int)
    >>> truth = (X[:, 2] == 1) & (X[:, 5] == 1)
    >>> reads_positive = truth ^ (rng.random(3000) < 0.2)
    >>> y = reads_positive & (rng.random(3000) < 0.5)
    >>> model = MonotoneConjunction(random_state=0).fit(X, y)
    >>> model.rule()
    'x2 and x5'
    >>> bool(np.all(model.predict(X) == truth))
    True
    """

    def __init__(
        self,
        *,
        prior: float | PriorEstimate | None = None,
        noise: float | None = None,
        n_variables: int | None = None,
        sampling: Literal["one", "two"] = "one",
        binarize: float | None = None,
        cv: int = 5,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.prior = prior
        self.noise = noise
        self.n_variables = n_variables
        self.sampling = sampling
        self.binarize = binarize
        self.cv = cv
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to positive and unlabeled rows, and perhaps known negatives.

        Parameters
        ----------
        X : array or sparse matrix of 0 and 1, of shape (n, n_features)
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional

        Returns
        -------
        self
        """
        rows, labels, weights = self._read(X, y, sample_weight)
        rows, prior = self._bits(rows), self._known_prior()
        return self._learn(Evidence.of(rows, labels, prior, sampling=self.sampling, weights=weights))

    def fit_sets(
        self, X_labelled: ArrayLike, y_labelled: ArrayLike, positive: Any = None, unlabeled: Any = None
    ) -> Self:
        """Fit to the three sets of the document: L(LAB), L(LAB, POS_∞, UNL_∞) and L(LAB, POS_M, UNL_M).

        Parameters
        ----------
        X_labelled, y_labelled : rows of 0 and 1 and their labels
            LAB, drawn at random from the population; what is not positive is negative.  Beside other sets it gives
            the share of positives alone (unless `prior` is given); beside known chances it also judges conjunctions.
        positive, unlabeled : rows of 0 and 1, or arrays of shape (n_features,), optional
            POS and UNL as rows; or, known exactly, the chance of a 1 in each column.  UNL is the population, whatever
            `sampling` says.

        Returns
        -------
        self

        Examples
        --------
        >>> X, y = [[1, 1], [1, 0], [0, 1], [0, 0]] * 5, [1, 1, 0, 0] * 5
        >>> known = MonotoneConjunction(noise=0.0).fit_sets(X, y, positive=[1.0, 0.5], unlabeled=[0.5, 0.5])
        >>> known.variables_.tolist()
        [0]
        """
        if (positive is None) != (unlabeled is None):
            raise InputError("positive and unlabeled go together: give both, or neither to learn from labels alone")
        rows, labels, _ = self._read(X_labelled, y_labelled)
        rows, prior = self._bits(rows), self._known_prior()
        labels = Labels(np.where(labels.is_positive, POSITIVE, NEGATIVE).astype(np.int8), labels.classes)
        if positive is None:
            return self._learn(Evidence.of(rows, labels, prior, sampling="two"))
        if np.ndim(positive) == 1 and np.ndim(unlabeled) == 1:
            ones = self._chances(positive, "positive"), self._chances(unlabeled, "unlabeled")
            return self._learn(Evidence.of(rows, labels, prior, sampling="two", ones=ones))
        pools = [self._pool(positive, "positive"), self._pool(unlabeled, "unlabeled")]
        is_sparse = any(map(sparse.issparse, pools))
        both = sparse.vstack(pools, format="csr") if is_sparse else np.vstack(pools)
        prior = share_of_positives(labels) if prior is None else prior
        in_pools = Labels.of_pools(*(pool.shape[0] for pool in pools))
        return self._learn(Evidence.of(both, in_pools, prior, sampling="two"))

    def _learn(self, evidence: Evidence) -> Self:
        discounts, n_variables = self._discounts(evidence.prior), self.n_variables
        if n_variables is not None and not 0 <= n_variables <= self.n_features_in_:
            raise InputError(f"n_variables={n_variables!r} is not between 0 and the {self.n_features_in_} columns of X")
        self.prior_, self.noise_, self.discount_, self.path_ = evidence.prior, self.noise, discounts[0], None
        if n_variables is None or len(discounts) > 1:
            path, n_variables = best(evidence, discounts, n_variables, cv=self.cv, random_state=self.random_state)
            self.discount_ = path.discount
            self.path_ = {"recall": path.recall, "called": path.called, "merit": path.merit}
            if self.noise is None and evidence.prior is not None:
                self.noise_ = float(np.clip(path.error[n_variables], 0.0, 0.5))
        self.order_ = order(evidence.lacking(), self.discount_)
        self.n_variables_ = n_variables
        self.variables_ = self.order_[:n_variables]
        self.threshold_ = n_variables - 0.5
        return self

    def _discounts(self, prior: float | None) -> tuple[float, ...]:
        """The ratios η/q(1) to try."""
        if self.noise is None:
            return DISCOUNTS
        if not 0 <= self.noise < 0.5:
            raise InputError(
                f"noise={self.noise!r} is not the chance of a flipped label; it is at least 0 and below 0.5"
            )
        if self.noise == 0:
            return (0.0,)
        if prior is None:
            raise InputError(
                f"noise={self.noise!r} needs the share of positives: give prior=, or leave noise=None to have it chosen"
            )
        return (self.noise / prior,)

    def _known_prior(self) -> float | None:
        prior = None if self.prior is None else read_prior(self.prior, self.sampling)
        if prior in (0, 1):
            raise InputError(f"prior={prior:g} leaves nothing to tell apart; it lies between 0 and 1")
        return prior

    def _chances(self, chances: ArrayLike, name: str) -> Vector:
        values = np.asarray(chances, dtype=float)
        if values.shape != (self.n_features_in_,) or not np.all((values >= 0) & (values <= 1)):
            raise InputError(f"{name} needs a chance between 0 and 1 for each of the {self.n_features_in_} columns")
        return values

    def _pool(self, rows: Any, name: str) -> Any:
        pool = check_array(rows, accept_sparse="csr", dtype=[np.float64, np.float32], input_name=name)
        if pool.shape[1] != self.n_features_in_:
            raise InputError(f"{name} has {pool.shape[1]} columns, and X_labelled {self.n_features_in_}")
        return self._bits(pool)

    def _bits(self, X: Any) -> Any:
        return as_bits(X, self.binarize, getattr(self, "feature_names_in_", None))

    def _read_new(self, X: ArrayLike) -> Any:
        return self._bits(super()._read_new(X))

    def _scores(self, X: Any) -> NDArray[np.float64]:
        """How many variables of the conjunction a row has."""
        return np.asarray(X[:, self.variables_].sum(axis=1), dtype=float).reshape(-1)

    def rule(self) -> str:
        """The conjunction in words; "everything" if it has no variable."""
        names = getattr(self, "feature_names_in_", None)
        words = [f"x{column}" if names is None else str(names[column]) for column in sorted(self.variables_)]
        return " and ".join(words) or "everything"

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # Clouds of points, as scikit-learn's checks have them, are not told apart by "above the cut in these columns".
        tags.classifier_tags.poor_score = True
        return tags
