r"""Statistical queries answered from labelled rows, or from positive and unlabeled ones.

A statistical query is a yes-or-no question :math:`\chi(x, \text{label})` about a labelled row; the answer is the share
of the population for which it is yes.  A learner that only asks such questions (naive Bayes, decision trees,
conjunctions, threshold rules and many more) never sees a row, so it does not matter how the answers come about.  With
:math:`A = \{x: \chi(x, 1)\}` and :math:`B = \{x: \chi(x, 0)\}`,

.. math:: D_\chi = D(A \cap f) + D(B \cap \bar f) = D(f)\,\bigl(D_f(A) - D_f(B)\bigr) + D(B),

where only the share of positives D(f) needs labels: :math:`D_f` is counted on positive rows and D on unlabeled ones.
:mod:`onesided.queries.bounds` says how exact that is.

The two oracles have the same methods, so one learner runs on either.

References
----------
.. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
.. [2] M. Kearns. Efficient noise-tolerant learning from statistical queries. STOC 1993.

Examples
--------
Naive Bayes on 0/1 columns asks how often each column is 1 together with each label.  Nothing in it knows of positive
and unlabeled rows:

>>> import numpy as np
>>> def naive_bayes(oracle):
...     share = oracle.columns()
...     chance = {1: share.positive / oracle.prior, 0: share.negative / (1 - oracle.prior)}
...     chance = {label: np.clip(p, 0.001, 0.999) for label, p in chance.items()}
...     weight = np.log(chance[1] / chance[0]) - np.log((1 - chance[1]) / (1 - chance[0]))
...     constant = np.log((1 - chance[1]) / (1 - chance[0])).sum() + np.log(oracle.prior / (1 - oracle.prior))
...     return lambda X: X @ weight + constant > 0

>>> rng = np.random.default_rng(0)
>>> truth = rng.random(4000) < 0.3
>>> X = (rng.random((4000, 20)) < np.where(truth[:, None], 0.6, 0.3)).astype(float)
>>> supervised = naive_bayes(LabelledOracle(X, truth))
>>> pu = naive_bayes(PositiveUnlabeledOracle(X[truth][:400], X[2000:], prior=0.3))
>>> [round(float(np.mean(rule(X) == truth)), 2) for rule in (supervised, pu)]
[0.93, 0.93]

The error of any rule is a query as well:

>>> oracle = PositiveUnlabeledOracle(X[truth][400:], X[:2000], prior=0.3)
>>> round(oracle.ask(lambda X, label: pu(X) != label), 2)
0.07
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _check_sample_weight

from onesided.exceptions import InputError
from onesided.labels import Labels, read_labels, require_two_sides
from onesided.prior import PriorEstimate

Vector = NDArray[np.float64]
Query = Callable[[Any, int], Any]


class Shares(NamedTuple):
    """Of each column, the share of the population in which it is 1 and the label is positive, or negative.

    A query that is linear in the columns, with weights V where the label is positive and W where it is negative, is
    answered by ``positive @ V + negative @ W``; a matrix of weights is as many queries, one a column.
    """

    positive: Vector
    negative: Vector


class Oracle(Protocol):
    """What a statistical-query learner needs."""

    @property
    def prior(self) -> float:
        """Share of positive labels in the population."""

    def ask(self, query: Query) -> Any:
        """The share of the population for which the query is yes, or the mean of a query between 0 and 1."""

    def columns(self, of: Callable[[Any], Any] | None = None) -> Shares:
        """Answers to "column j is 1 and the label is positive" and "... negative", for all columns."""


class PositiveUnlabeledOracle:
    r"""Answers queries from positive rows, unlabeled rows and the share of positives.

    .. math:: D_\chi = D(f)\,\bigl(D_f(A) - D_f(B)\bigr) + D(B)

    Answers are means of a fixed sample, so they may fall a little outside [0, 1], and more so with a wrong `prior`;
    they are not clipped, since sums of answers would no longer be right.

    Parameters
    ----------
    X_positive : array or sparse matrix of shape (n_positive, n_features)
        Positive rows, drawn at random from all positives (`POS` of [1]_).
    X_unlabeled : array or sparse matrix of shape (n_unlabeled, n_features)
        Unlabeled rows (`UNL`).
    prior : float or PriorEstimate, optional
        D(f), the share of positives in the population, as known or as :func:`onesided.prior.estimate_prior` found it.
    labelled : array-like, optional
        In place of `prior`: labels of some rows drawn at random from the population (`LAB`), whose share of positives
        is the estimate of D(f).
    sampling : {"one", "two"}, default="two"
        What the population is: the unlabeled rows, or positive and unlabeled rows together (one draw, some of whose
        positives were then labelled).
    weight_positive, weight_unlabeled : array-like, optional
        Weights of the rows.
    pos_label : optional
        The value of `labelled` that means positive, where the code does not say.

    Attributes
    ----------
    prior : float

    References
    ----------
    .. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.

    Examples
    --------
    Of ten rows four are positive; two of these are at hand, and both have the first column.

    >>> unlabeled = [[1, 0]] * 5 + [[0, 1]] * 5
    >>> oracle = PositiveUnlabeledOracle([[1, 0], [1, 1]], unlabeled, labelled=[1, 0, 1, 0, 0])
    >>> oracle.prior
    0.4
    >>> oracle.columns()
    Shares(positive=array([0.4, 0.2]), negative=array([0.1, 0.3]))
    >>> round(oracle.ask(lambda X, label: X[:, 0] != label), 2)     # the error of the rule "the first column is 1"
    0.1
    """

    def __init__(
        self,
        X_positive: ArrayLike,
        X_unlabeled: ArrayLike,
        prior: float | PriorEstimate | None = None,
        *,
        labelled: ArrayLike | None = None,
        sampling: Literal["one", "two"] = "two",
        weight_positive: ArrayLike | None = None,
        weight_unlabeled: ArrayLike | None = None,
        pos_label: object = None,
    ) -> None:
        self._positive = _Sample.read(X_positive, weight_positive, "X_positive")
        self._unlabeled = _Sample.read(X_unlabeled, weight_unlabeled, "X_unlabeled")
        if self._positive.n_columns != self._unlabeled.n_columns:
            raise InputError(
                f"X_positive has {self._positive.n_columns} columns and X_unlabeled {self._unlabeled.n_columns}; "
                "both need the same ones"
            )
        if sampling not in ("one", "two"):
            raise InputError(f"sampling={sampling!r} is not one of 'one', 'two'")
        self._part = self._positive.total / (self._positive.total + self._unlabeled.total) if sampling == "one" else 0.0
        self.prior = _prior(prior, labelled, sampling, pos_label)

    def ask(self, query: Query) -> Any:
        """The share of the population for which the query is yes.

        Parameters
        ----------
        query : callable (X, label) -> array of shape (n,) or (n, n_queries)
            Called with all rows of a sample at once and the label 1 or 0; gives yes or no (or a number between 0 and 1)
            for each row, or a matrix, dense or sparse, with one column for each of many queries.

        Returns
        -------
        float, or ndarray of shape (n_queries,)
        """
        a, b = (self._positive.mean(query, label) for label in (1, 0))
        population = self._part * b + (1 - self._part) * self._unlabeled.mean(query, 0)
        return self.prior * (a - b) + population

    def columns(self, of: Callable[[Any], Any] | None = None) -> Shares:
        """How often each column is 1 together with each label: 2 n_features queries by two products.

        Parameters
        ----------
        of : callable X -> matrix, optional
            Other columns made of X, dense or sparse, such as comparisons with thresholds.

        Returns
        -------
        Shares
        """
        in_positive, in_unlabeled = (sample.mean(_only_rows(of), 1) for sample in (self._positive, self._unlabeled))
        population = self._part * in_positive + (1 - self._part) * in_unlabeled
        return Shares(self.prior * in_positive, population - self.prior * in_positive)


class LabelledOracle:
    """Answers queries from labelled rows, as a supervised learner does: the same methods, for comparison.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, n_features)
    y : array-like of shape (n,)
        Labels of two kinds; what is not positive is negative.
    sample_weight : array-like of shape (n,), optional
    pos_label : optional
        The value of `y` that means positive, where the code does not say.

    Attributes
    ----------
    prior : float

    Examples
    --------
    >>> oracle = LabelledOracle([[1, 0], [1, 1], [0, 1], [0, 0]], [1, 1, 0, 0])
    >>> oracle.columns()
    Shares(positive=array([0.5 , 0.25]), negative=array([0.  , 0.25]))
    >>> oracle.ask(lambda X, label: X[:, 1] != label)
    0.5
    """

    def __init__(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None, *, pos_label: object = None
    ) -> None:
        sample = _Sample.read(X, sample_weight, "X")
        is_positive = require_two_sides(read_labels(y, pos_label)).is_positive
        if len(is_positive) != sample.rows.shape[0]:
            raise InputError(f"X has {sample.rows.shape[0]} rows and y {len(is_positive)}")
        self._sample = sample
        self._sides = {1: sample.only(is_positive), 0: sample.only(~is_positive)}
        self.prior = self._sides[1].weights.sum() / sample.total

    def ask(self, query: Query) -> Any:
        """As :meth:`PositiveUnlabeledOracle.ask`."""
        return sum(side.mean(query, label) for label, side in self._sides.items())

    def columns(self, of: Callable[[Any], Any] | None = None) -> Shares:
        """As :meth:`PositiveUnlabeledOracle.columns`."""
        return Shares(*(self._sides[label].mean(_only_rows(of), label) for label in (1, 0)))


def share_of_positives(y: ArrayLike | Labels, *, pos_label: object = None) -> float:
    """The share of positives among labels of rows drawn at random from the population.

    Examples
    --------
    >>> share_of_positives(["pos", "neg", "neg", "neg"])
    0.25
    """
    labels = require_two_sides(y if isinstance(y, Labels) else read_labels(y, pos_label))
    return labels.n_positive / len(labels)


class _Sample(NamedTuple):
    """Rows, and weights whose mean is taken over `total`."""

    rows: Any
    weights: Vector
    total: float

    @classmethod
    def read(cls, X: ArrayLike, sample_weight: ArrayLike | None, name: str) -> _Sample:
        rows = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32], input_name=name)
        if sample_weight is not None and not np.any(np.asarray(sample_weight) != 0):
            raise InputError(f"the rows of {name} have no weight")
        weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
        return cls(rows, weights, float(weights.sum()))

    @property
    def n_columns(self) -> int:
        return int(self.rows.shape[1])

    def only(self, is_meant: NDArray[np.bool_]) -> _Sample:
        """Some of the rows, with means still over all."""
        return self._replace(rows=self.rows[np.flatnonzero(is_meant)], weights=self.weights[is_meant])

    def mean(self, query: Query, label: int) -> Any:
        """Weighted mean of each column of the query's answers."""
        answers = query(self.rows, label)
        if not sparse.issparse(answers):
            answers = np.asarray(answers)
            answers = answers.astype(float) if answers.dtype.kind == "b" else answers
        if answers.ndim not in (1, 2) or answers.shape[0] != len(self.weights):
            raise InputError(
                f"the query gave an array of shape {answers.shape} for {len(self.weights)} rows; it gives an answer a "
                "row, or a matrix with one column a query"
            )
        mean = (answers.T @ self.weights) / self.total
        return float(mean) if answers.ndim == 1 else np.asarray(mean)


def _only_rows(of: Callable[[Any], Any] | None) -> Query:
    return lambda rows, _: rows if of is None else of(rows)


def _prior(prior: float | PriorEstimate | None, labelled: ArrayLike | None, sampling: str, pos_label: object) -> float:
    if labelled is not None and prior is None:
        return share_of_positives(labelled, pos_label=pos_label)
    if labelled is not None or prior is None:
        raise InputError("give the share of positives by prior=, or labels of a random sample, labelled=: one of them")
    return read_prior(prior, sampling)


def read_prior(prior: float | PriorEstimate, sampling: str) -> float:
    """The share of positives as a number, checked; an estimate has to mean the same population."""
    if isinstance(prior, PriorEstimate):
        if prior.sampling != sampling:
            raise InputError(
                f"prior was estimated for sampling={prior.sampling!r}, and is used with sampling={sampling!r}; "
                "give both the same, since they mean different populations"
            )
        return prior.prior
    if not 0 <= prior <= 1:
        raise InputError(f"prior={prior!r} is not a share of positives; it lies between 0 and 1")
    return float(prior)
