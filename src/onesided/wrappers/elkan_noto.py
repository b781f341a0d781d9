"""Learning from a classifier of labelled against unlabeled rows (Elkan & Noto, 2008)."""

from __future__ import annotations

import warnings
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.utils.validation import check_consistent_length

from onesided.base import PUClassifier
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels, require_two_sides
from onesided.model_selection import fold_numbers
from onesided.wrappers._soft import PROBABILITIES, SCORES, fit_probabilities
from onesided.wrappers._wrapped import Vector, as_generator, draw_seed, require_weights, score_method, takes_sparse

CHOICES = {"method": ("scale", "reweight"), "sampling": ("one", "two"), "calibrate": ("auto", True, False)}


class ElkanNoto(PUClassifier):
    r"""Turns the probability of being *labelled*, from any classifier, into the probability of being positive.

    .. math:: g(x) = \Pr[s=1 \mid x] = c \, \Pr[y=1 \mid x], \qquad c = \Pr[s=1 \mid y=1]

    ``method="scale"`` (EN1) divides by the label frequency, :math:`\Pr[y=1|x] = \min(1, g(x)/c)`.
    ``method="reweight"`` (EN2) fits a second classifier: labelled positives count 1, and each unlabeled row counts as
    a positive of weight w and as a negative of weight 1-w, with

    .. math:: w(x) = \Pr[y=1 \mid x, \text{unlabeled}] = \frac{1-c}{c} \, \frac{g(x)}{1-g(x)}

    The label frequency is estimated from held-out g: `e1`, its mean over P; `e2`, its sum over P by its sum over all
    rows; `e3`, its maximum.

    Assumes that positives were labelled at random, that some positives are surely so (g reaches c), and that g is a
    calibrated probability (see `calibrate`).  With few positives the ranking is of use long before the label frequency
    is: it comes out too small, and too many rows are called positive.  Known negatives are unlabelled
    with certainty: s = 0 in g, and w = 0.  Costs `cv` + 1 fits ("scale"), and one more of up to twice the rows
    ("reweight"; `cv` + 1 more if it is calibrated).

    Parameters
    ----------
    estimator : classifier, optional
        Anything with `predict_proba` or `decision_function`; it is cloned, never fitted itself.  By default logistic
        regression with both sides of equal weight, calibrated: it takes sparse rows and weights, and where one row in a
        thousand is labelled it still ranks well, as the unweighted likelihood does not.
    method : {"scale", "reweight"}, default="scale"
        EN1 or EN2.
    label_frequency : {"e1", "e2", "e3"} or float, default="e1"
        How to estimate c, or c itself.  `e1` has the smallest variance; `e3` rests on one row.
    sampling : {"one", "two"}, default="one"
        Whether P ∪ U is one draw from the population, as [1]_ assume, or U alone is.  Two samples, too, are together
        one sample in which positives are labelled at random, with :math:`c = n_P / (n_P + \pi n_U)`: g and c mean the
        same, but the probability wanted is the one in U, which is w(x).  The second classifier then counts positives
        by 1-c, so that they weigh :math:`\pi n_U` in all.
    calibrate : bool or "auto", default="auto"
        Whether g is a sigmoid of the classifier's out-of-fold scores (Platt's): two numbers, which even ten positives
        can settle.  "auto" does so for the default estimator and for those without `predict_proba`, and trusts the
        probabilities of the others.
    cv : int, default=5
        Folds for the held-out g; fewer if there are fewer positives.
        Departs from [1]_, who hold out one part: so every positive is held out once, and ten are enough.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    random_state : int, RandomState, Generator or None, default=None
        Deals the folds, and seeds the copies of `estimator` where it has no seed of its own.

    Attributes
    ----------
    label_frequency_ : float
        c, never below the value at which every unlabeled row would be positive.
    prior_ : float
        The share of positives in the population that follows from c.
    estimator_ : classifier
        The fitted copy whose probabilities are used: of s (EN1), or of y (EN2).
    threshold_ : float
        The cut on the score, where the probability is 1/2.
    cv_scores_ : ndarray of shape (n,)
        Out-of-fold g/c of the rows (those with a weight), and `cv_folds_`, the folds; absent where c was given and EN1
        needed none.

    References
    ----------
    .. [1] C. Elkan, K. Noto. Learning classifiers from only positive and unlabeled data. KDD 2008.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(2000, 2)) + 4 * (np.arange(2000) < 800)[:, None]   # 800 positives
    >>> y = np.arange(2000) < 200                                               # a quarter of them labelled
    >>> model = ElkanNoto(random_state=0).fit(X, y)
    >>> round(model.label_frequency_, 2), round(model.prior_, 2)
    (0.23, 0.44)
    >>> int(model.predict(X).sum())
    736
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        method: Literal["scale", "reweight"] = "scale",
        label_frequency: Literal["e1", "e2", "e3"] | float = "e1",
        sampling: Literal["one", "two"] = "one",
        calibrate: Literal["auto"] | bool = "auto",
        cv: int = 5,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.estimator = estimator
        self.method = method
        self.label_frequency = label_frequency
        self.sampling = sampling
        self.calibrate = calibrate
        self.cv = cv
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional
            Passed on to the copies of `estimator`; rows of weight 0 are left out.
        groups : array-like of shape (n,), optional
            Rows of a group (for example duplicates) are never split by cross-validation.

        Returns
        -------
        self
        """
        rows, labels, weights = self._read(X, y, sample_weight)
        estimator = self._check_parameters(weights)
        rows, labels, weights, groups = _with_weight(rows, labels, weights, groups)
        rng = as_generator(self.random_state)
        calibrate = self._calibrates(estimator)
        needs_folds = calibrate or self.method == "reweight" or isinstance(self.label_frequency, str)
        folds = self._folds(labels, groups, draw_seed(rng)) if needs_folds else None
        is_labelled = labels.is_positive.astype(float)
        model, held_out = fit_probabilities(estimator, rows, is_labelled, weights, folds, rng, calibrate=calibrate)

        n_positive, n_unlabeled, n_negative = _counts(labels, weights)
        frequency = self._frequency(held_out, labels, weights)
        smallest = n_positive / (n_positive + n_unlabeled) if n_unlabeled else 1.0
        if frequency < smallest:
            warnings.warn(
                f"label_frequency={frequency:.3g} would mean more hidden positives than unlabeled rows, so all of them "
                "are called positive; the estimator cannot tell the two apart: try another one, or more positives",
                DataWarning,
                stacklevel=2,
            )
        self.label_frequency_ = float(np.clip(frequency, smallest, 1.0))
        n_hidden = n_positive * (1 / self.label_frequency_ - 1)
        n_left = n_unlabeled - n_hidden + n_negative
        self._known_share = min(n_negative / n_left, 1.0) if n_left > 0 else 0.0
        everyone = n_positive + n_unlabeled + n_negative
        self.prior_ = float(
            (n_positive + n_hidden) / everyone if self.sampling == "one" or not n_unlabeled else n_hidden / n_unlabeled
        )
        if held_out is not None and folds is not None:
            self.cv_scores_, self.cv_folds_ = held_out / self.label_frequency_, folds
        if self.method == "reweight" and held_out is not None:
            targets, soft_weights = self._soft_targets(held_out, labels, weights)
            again = folds if calibrate else None
            model, _ = fit_probabilities(estimator, rows, targets, soft_weights, again, rng, calibrate=calibrate)
        self._model = model
        self.estimator_ = model.classifier
        self.threshold_ = self._half()
        return self

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The probability of the other label and of the positive one, in the population.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)

        Returns
        -------
        ndarray of shape (n, 2)
        """
        scores = self._scores(self._read_new(X))
        if self.method == "scale" and self.sampling == "two":
            positive = hidden_share(scores * self.label_frequency_, self.label_frequency_, self._known_share)
        else:
            positive = np.clip(scores, 0.0, 1.0)
        return np.column_stack([1 - positive, positive])

    def _scores(self, X: Any) -> Vector:
        # Not clipped at 1, so that the surest rows are still ranked.
        probability = self._model(X)
        return probability / self.label_frequency_ if self.method == "scale" else probability

    def _half(self) -> float:
        """The score at which the probability is 1/2."""
        if self.method == "reweight" or self.sampling == "one":
            return 0.5
        hidden, left = 1 - self.label_frequency_, 1 - self._known_share
        return left / (hidden + left) if hidden + left > 0 else 1.0

    def _soft_targets(self, g: Vector, labels: Labels, weights: Vector | None) -> tuple[Vector, Vector]:
        """The share of each row that is positive in the second fit, and its weight there."""
        share = hidden_share(g, self.label_frequency_, self._known_share)
        if not labels.n_negative and share[labels.is_unlabeled].min() == 1:
            # Every unlabeled row looks positive: leave on the other side what n_P examples cannot rule out.
            share = np.full(len(labels), (labels.n_positive + 1) / (labels.n_positive + 2))
        share = np.where(labels.is_positive, 1.0, np.where(labels.is_negative, 0.0, share))
        weights = np.ones(len(labels)) if weights is None else weights
        if self.sampling == "one" or self.label_frequency_ == 1:
            return share, weights
        upper, lower = share * (1 - self.label_frequency_), 1 - share
        return upper / (upper + lower), weights * (upper + lower)

    def _frequency(self, held_out: Vector | None, labels: Labels, weights: Vector | None) -> float:
        """c, as given or as the estimator of the user's choice."""
        if held_out is None or not isinstance(self.label_frequency, str):
            return float(self.label_frequency)
        weighted = held_out if weights is None else held_out * weights
        of_positives = float(weighted[labels.is_positive].sum())
        if self.label_frequency == "e1":
            return of_positives / _counts(labels, weights)[0]
        if self.label_frequency == "e2":
            return of_positives / float(weighted.sum())
        return float(held_out.max())

    def _folds(self, labels: Labels, groups: ArrayLike | None, seed: int) -> NDArray[np.intp]:
        n_splits = min(int(self.cv), labels.n_positive, len(labels) - labels.n_positive)
        if n_splits < 2:
            raise InputError(
                f"ElkanNoto holds out positives and others in turn, in cv={self.cv} folds, and y has "
                f"{labels.n_positive} positive and {len(labels) - labels.n_positive} other rows; it needs at least 2 "
                "of each: add rows, or use method='scale' with label_frequency= a number"
            )
        if n_splits < self.cv:
            warnings.warn(
                f"y has {labels.n_positive} positive and {len(labels) - labels.n_positive} other rows: {n_splits} "
                f"folds instead of cv={self.cv}; the label frequency will be rough, more rows would help",
                DataWarning,
                stacklevel=3,
            )
        return fold_numbers(labels, n_splits, groups=groups, random_state=seed)

    def _calibrates(self, estimator: Any) -> bool:
        if self.calibrate == "auto":
            return self.estimator is None or not hasattr(estimator, "predict_proba")
        return bool(self.calibrate)

    def _check_parameters(self, weights: Vector | None) -> Any:
        """The estimator to copy; an error that names the parameter if one cannot be used."""
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise InputError(f"{name}={getattr(self, name)!r} is not one of {choices}")
        is_number = isinstance(self.label_frequency, float | int | np.number)
        if self.label_frequency not in ("e1", "e2", "e3") and not (is_number and 0 < float(self.label_frequency) <= 1):
            raise InputError(
                f"label_frequency={self.label_frequency!r} is neither 'e1', 'e2', 'e3' nor a number above 0 and up to 1"
            )
        if self.cv < 2:
            raise InputError(f"cv={self.cv!r} is too few folds; at least 2")
        estimator = default_estimator() if self.estimator is None else self.estimator
        score_method(estimator, PROBABILITIES if self.calibrate is False else SCORES)
        if self.method == "reweight":
            require_weights(estimator, "method='reweight' counts unlabeled rows as part positive, part negative: it")
        if weights is not None:
            require_weights(estimator, "sample_weight was given: it")
        return estimator

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = takes_sparse(self.estimator)
        return tags


def default_estimator() -> LogisticRegression:
    """Logistic regression whose two sides weigh the same, for the ranking; probabilities come by calibration."""
    return LogisticRegression(class_weight="balanced", max_iter=1000)


def hidden_share(g: Vector, label_frequency: float, known_share: float = 0.0) -> Vector:
    r"""The probability that an unlabeled row is positive, :math:`w = \frac{1-c}{c} \frac{g}{1-g}`, within [0, 1].

    Computed as :math:`\frac{(1-c)p}{(1-c)p + (1-d)(1-p)}` with :math:`p = \min(1, g/c)`, which is the same for d = 0,
    and holds also where a share d of the negatives is known and so not among the unlabeled rows.

    Parameters
    ----------
    g : ndarray
        The probability of being labelled.
    label_frequency : float
        c.
    known_share : float, default=0.0
        d.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> hidden_share(np.array([0.0, 0.1, 0.25, 0.5]), 0.25).round(2)
    array([0.  , 0.33, 1.  , 1.  ])
    """
    p = np.clip(g / label_frequency, 0.0, 1.0)
    positive, negative = (1 - label_frequency) * p, (1 - known_share) * (1 - p)
    both = positive + negative
    return np.divide(positive, both, out=np.zeros_like(both), where=both > 0)


def _counts(labels: Labels, weights: Vector | None) -> tuple[float, float, float]:
    """How many rows, by weight, are positive, unlabeled and negative."""
    if weights is None:
        return labels.n_positive, labels.n_unlabeled, labels.n_negative
    masks = (labels.is_positive, labels.is_unlabeled, labels.is_negative)
    return tuple(float(weights[mask].sum()) for mask in masks)  # type: ignore[return-value]


def _with_weight(
    X: Any, labels: Labels, weights: Vector | None, groups: ArrayLike | None
) -> tuple[Any, Labels, Vector | None, ArrayLike | None]:
    """The rows whose weight is not 0: the others must not fill a fold."""
    if groups is not None:
        groups = np.asarray(groups)
        check_consistent_length(labels.codes, groups)
    if weights is None or weights.all():
        return X, labels, weights, groups
    rows = np.flatnonzero(weights)
    return X[rows], require_two_sides(labels.take(rows)), weights[rows], None if groups is None else groups[rows]
