"""Bagging for positive and unlabeled rows (Mordelet & Vert, 2014)."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.utils.parallel import Parallel, delayed

from onesided.base import PUClassifier
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels, require_two_sides
from onesided.metrics import lee_liu_score
from onesided.model_selection import best_threshold
from onesided.wrappers._wrapped import (
    Vector,
    as_generator,
    draw_seed,
    fit_copy,
    require_weights,
    score_method,
    scores_of,
    takes_sparse,
)

METHODS = ("decision_function", "predict_proba")
N_PARTS = 5
"""Each bag leaves out one of so many parts of the labelled rows."""


class PUBagging(PUClassifier):
    r"""The mean score of many classifiers, each of P against a random bag of U.

    .. math:: f(x) = \frac1T \sum_{t=1}^T f_t(x), \qquad f_t: P \setminus P_t \text{ against } U_t,
       \quad U_t \text{ drawn from } U \text{ with replacement}

    A small bag holds few of the hidden positives, in one bag more and in another less; so the members err
    differently, and their mean errs less than one classifier of P against all of U.

    A row is judged *out of bag* by the members that have not seen it.  Departs from [1]_: each bag also leaves
    out a fifth of the labelled rows, in turn, so that positives have such scores as well.  The cut comes from
    the largest F̂ (Lee & Liu) over out-of-bag scores, with as many votes for each row: it says how many unlabeled rows
    to call positive.

    Assumes that positives were labelled at random; needs no prior, and `sampling` does not matter.  Known
    negatives stand in the bags beside the rows drawn from U.  Costs `n_estimators` fits of a bag's size and as many
    passes over the data to score it.

    Parameters
    ----------
    estimator : classifier, optional
        Anything with `decision_function` (preferred) or `predict_proba`; it is cloned, never fitted itself.  By default
        logistic regression (``C=10``, solved by liblinear: the fastest on small bags of sparse rows).
    n_estimators : int, default=30
        T.
    max_samples : "auto", int or float, default="auto"
        Rows drawn from U for a bag: a number, or a share of U.  "auto": as many as there are positives, as in [1]_,
        but at most half of U, so that enough is left out of the bag.
    threshold : float, optional
        A given cut on the mean score, in place of the one of the largest F̂.
    n_jobs : int, optional
        Members fitted at a time.  The model is the same for any number.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    random_state : int, RandomState, Generator or None, default=None
        Draws the bags, and seeds the copies of `estimator` where it has no seed of its own.

    Attributes
    ----------
    estimators_ : list of classifiers
    oob_decision_function_ : ndarray of shape (n,)
        Out-of-bag score of each row, measured from the cut; NaN for a row that was in every bag.
    oob_score_ : float
        F̂ of the out-of-bag scores at the cut.
    max_samples_ : int
    threshold_ : float

    References
    ----------
    .. [1] F. Mordelet, J.-P. Vert. A bagging SVM to learn from positive and unlabeled examples. Pattern Recognition
       Letters 37, 2014.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(2000, 2)) + 4 * (np.arange(2000) < 800)[:, None]   # 800 positives
    >>> y = np.arange(2000) < 200                                               # a quarter of them labelled
    >>> model = PUBagging(random_state=0).fit(X, y)
    >>> int(model.predict(X).sum())
    800
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 30,
        max_samples: Literal["auto"] | int | float = "auto",
        threshold: float | None = None,
        n_jobs: int | None = None,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.threshold = threshold
        self.n_jobs = n_jobs
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional
            Passed on to the members, and counted in the cut; rows of weight 0 are in no bag.

        Returns
        -------
        self
        """
        rows, labels, weights = self._read(X, y, sample_weight)
        estimator = self._check_parameters(weights)
        self._method = score_method(estimator, METHODS)
        rng = as_generator(self.random_state)
        is_used = np.ones(len(labels), dtype=bool) if weights is None else weights > 0
        self.max_samples_ = self._bag_size(require_two_sides(labels.take(is_used)))
        n_parts = min(N_PARTS, self.n_estimators, labels.take(is_used).n_positive)
        part_of_row = rng.integers(n_parts, size=len(labels))
        members = Parallel(n_jobs=self.n_jobs, return_as="generator")(
            delayed(_fit_member)(estimator, rows, labels.is_positive, weights, bag, self._method, draw_seed(rng))
            for bag in draw_bags(labels, is_used, self.n_estimators, n_parts, self.max_samples_, rng)
        )
        # One member at a time, in order: of all their scores no more is kept than two sums a row.
        everyone, few = _Votes(len(labels)), _Votes(len(labels))
        self.estimators_ = []
        for number, (member, bag, scores) in enumerate(members):
            self.estimators_.append(member)
            is_out = np.ones(len(labels), dtype=bool)
            is_out[bag] = False
            everyone.add(scores, is_out)
            few.add(scores, is_out & (~labels.is_unlabeled | (part_of_row == number % n_parts)))
        self._cut(labels, weights, is_used, everyone.mean(), few.mean())
        return self

    def _cut(
        self, labels: Labels, weights: Vector | None, is_used: NDArray[np.bool_], scores: Vector, few: Vector
    ) -> None:
        """The threshold, by what the out-of-bag scores say.

        Positives have a fifth of the votes that unlabeled rows have, and means of few votes spread more.  So F̂ is
        judged with `few` votes for all rows alike; it tells how many unlabeled rows to call positive, and the cut
        is where so many of them are above it by all of their votes.
        """
        is_judged = is_used & ~np.isnan(few)
        n_unjudged = int(is_used.sum() - is_judged.sum())
        judged = labels.take(is_judged)
        if judged.n_unlabeled == 0:
            raise InputError(
                f"every unlabeled row was in each of n_estimators={self.n_estimators} bags of "
                f"max_samples={self.max_samples_} rows, so none is left to find the cut: use more or smaller bags"
            )
        if n_unjudged > 0.1 * is_used.sum():
            warnings.warn(
                f"{n_unjudged} of {is_used.sum()} rows were in nearly every bag, and the cut rests on the others: use "
                f"a larger n_estimators than {self.n_estimators} or a smaller max_samples than {self.max_samples_}",
                DataWarning,
                stacklevel=3,
            )
        kept = None if weights is None else weights[is_judged]
        if self.threshold is None:
            cut = best_threshold(judged, few[is_judged], sample_weight=kept).threshold
            n_called = int(np.count_nonzero(few[is_judged & labels.is_unlabeled] > cut))
            self.threshold_ = _cut_above(scores[is_judged & labels.is_unlabeled], n_called, cut)
        else:
            self.threshold_ = float(self.threshold)
        self.oob_score_ = lee_liu_score(judged, scores[is_judged] > self.threshold_, sample_weight=kept)
        self.oob_decision_function_ = scores - self.threshold_

    def _scores(self, X: Any) -> Vector:
        scores = Parallel(n_jobs=self.n_jobs, return_as="generator")(
            delayed(scores_of)(member, X, self._method) for member in self.estimators_
        )
        return sum(scores, np.zeros(X.shape[0])) / len(self.estimators_)

    def _bag_size(self, labels: Labels) -> int:
        """How many unlabeled rows a bag draws."""
        if labels.n_positive < 2 or labels.n_unlabeled < 2:
            raise InputError(
                f"PUBagging leaves rows out of each bag and needs at least 2 positive and 2 unlabeled rows; y has "
                f"{labels.n_positive} and {labels.n_unlabeled} (with a weight)"
            )
        if isinstance(self.max_samples, str):
            return min(labels.n_positive, labels.n_unlabeled // 2)
        size = self.max_samples * labels.n_unlabeled if isinstance(self.max_samples, float) else self.max_samples
        return max(int(size), 1)

    def _check_parameters(self, weights: Vector | None) -> Any:
        """The estimator to copy; an error that names the parameter if one cannot be used."""
        if self.n_estimators < 2:
            raise InputError(f"n_estimators={self.n_estimators!r} is too few: what one member has seen another judges")
        is_number = isinstance(self.max_samples, int | float | np.number) and self.max_samples > 0
        if self.max_samples != "auto" and not is_number:
            raise InputError(f"max_samples={self.max_samples!r} is neither 'auto', a number of rows nor a share")
        estimator = default_member() if self.estimator is None else self.estimator
        score_method(estimator, METHODS)
        if weights is not None:
            require_weights(estimator, "sample_weight was given: it")
        return estimator

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = takes_sparse(self.estimator)
        return tags


def default_member() -> LogisticRegression:
    """Logistic regression by liblinear, whose dual solver does no work on columns that a bag does not have."""
    return LogisticRegression(C=10.0, solver="liblinear")


def draw_bags(
    labels: Labels, is_used: NDArray[np.bool_], n_bags: int, n_parts: int, size: int, rng: np.random.Generator
) -> Iterator[NDArray[np.intp]]:
    """Rows of each bag: the labelled ones but a part of them, left out in turn, and `size` drawn from U.

    Parameters
    ----------
    labels : Labels
    is_used : mask of the rows that may be in a bag
    n_bags, n_parts, size : int
    rng : Generator

    Yields
    ------
    ndarray of row numbers
        Unlabeled rows may occur several times.
    """
    positives = np.flatnonzero(labels.is_positive & is_used)
    negatives = np.flatnonzero(labels.is_negative & is_used)
    unlabeled = np.flatnonzero(labels.is_unlabeled & is_used)
    for number in range(n_bags):
        part = number % n_parts
        if part == 0:  # all parts had their turn: deal again
            positives, negatives = rng.permutation(positives), rng.permutation(negatives)
        labelled = [np.delete(rows, np.s_[part::n_parts]) for rows in (positives, negatives)]
        yield np.concatenate([*labelled, rng.choice(unlabeled, size)])


class _Votes:
    """Means of scores, row by row, over the members that may judge the row."""

    def __init__(self, n_rows: int):
        self.total, self.n_votes = np.zeros(n_rows), np.zeros(n_rows)

    def add(self, scores: Vector, may_judge: NDArray[np.bool_]) -> None:
        self.total[may_judge] += scores[may_judge]
        self.n_votes += may_judge

    def mean(self) -> Vector:
        """NaN where nobody may judge."""
        return np.where(self.n_votes > 0, self.total / np.maximum(self.n_votes, 1), np.nan)


def _cut_above(scores: Vector, n_above: int, default: float) -> float:
    """Midway between the `n_above` largest scores and the next; `default` where that says nothing."""
    if not 0 < n_above < len(scores):
        return default
    ranked = np.sort(scores)[::-1]
    return float((ranked[n_above - 1] + ranked[n_above]) / 2)


def _fit_member(
    estimator: Any,
    X: Any,
    is_positive: NDArray[np.bool_],
    weights: Vector | None,
    bag: NDArray[np.intp],
    method: str,
    seed: int,
) -> tuple[Any, NDArray[np.intp], Vector]:
    """A member, its bag, and its scores of all rows."""
    member = fit_copy(estimator, X[bag], is_positive[bag], None if weights is None else weights[bag], seed)
    return member, bag, scores_of(member, X, method)
