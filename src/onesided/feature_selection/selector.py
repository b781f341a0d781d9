"""Keep the features with the best AUC."""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import ClassifierTags
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from onesided.exceptions import InputError
from onesided.feature_selection.auc import feature_auc
from onesided.labels import read_labels

DEFAULT_FRACTION = 0.1


class AUCSelector(SelectorMixin, BaseEstimator):
    r"""Keep the columns that order positives and other rows best, each column judged alone.

    .. math:: q_j = \max(A_j,\, 1 - A_j), \qquad A_j = \Pr[x_{ij} > x_{kj}] + \tfrac12 \Pr[x_{ij} = x_{kj}]

    over i in P and k in U (or in the known negatives).  Hidden positives in U draw every :math:`A_j` towards a half
    by the same factor, so they change no column's place.  Select inside a pipeline: columns chosen on rows
    that are later used to judge a model flatter it.

    Parameters
    ----------
    k : int, optional
        How many columns to keep; all if there are fewer.
    fraction : float, optional
        Which share of the columns to keep, at least one column.
    threshold : float, optional
        Keep every column with q of at least this, between 0.5 and 1.
    against : {"unlabeled", "negatives"}, default="unlabeled"
        The rows that the positives are held against; the third kind, if there is one, is left out.
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.

    At most one of `k`, `fraction` and `threshold` is given; without any, a tenth of the columns is kept, as in [1]_.

    Attributes
    ----------
    auc_ : array of shape (n_features,)
        A: above 0.5 where positives have the larger values.
    scores_ : array of shape (n_features,)
        q.

    References
    ----------
    .. [1] S. Sellamanickam, P. Garg, S. K. Selvaraj. A pairwise ranking based approach to learning with positive
       and unlabeled examples. CIKM 2011.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, y = make_text(n_documents=2000, n_features=3000, random_state=0)
    >>> selector = AUCSelector(k=20).fit(X, y)
    >>> selector.transform(X).shape
    (2000, 20)
    >>> list(selector.ranking())
    ['rank', 'feature', 'score', 'auc', 'is_kept']
    """

    def __init__(
        self,
        k: int | None = None,
        *,
        fraction: float | None = None,
        threshold: float | None = None,
        against: str = "unlabeled",
        pos_label: object = None,
    ):
        self.k = k
        self.fraction = fraction
        self.threshold = threshold
        self.against = against
        self.pos_label = pos_label

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Compute the AUC of every column.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, n_features)
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.

        Returns
        -------
        self
        """
        self._check_parameters()
        if y is None:
            raise ValueError("AUCSelector requires y to be passed, but the target y is None")
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32])
        labels = read_labels(y, self.pos_label)
        check_consistent_length(X, labels.codes)
        self.auc_ = feature_auc(X, labels, against=self.against)
        self.scores_ = np.maximum(self.auc_, 1 - self.auc_)
        return self

    def ranking(self, names: ArrayLike | None = None) -> dict[str, NDArray[Any]]:
        """Every column with its numbers, the best first: a dict of arrays, which any table library takes as it is.

        Parameters
        ----------
        names : array-like of shape (n_features,), optional
            What the columns are called; by default the names seen in `fit`, or x0, x1, ...

        Returns
        -------
        dict of arrays
            `rank`, `feature`, `score` (q), `auc` (A) and `is_kept`.
        """
        check_is_fitted(self)
        if names is None:
            generic = [f"x{column}" for column in range(self.n_features_in_)]
            names = getattr(self, "feature_names_in_", generic)
        called = np.asarray(names, dtype=object)
        if called.shape != (self.n_features_in_,):
            raise InputError(f"names has shape {called.shape}; give one name for each of {self.n_features_in_} columns")
        order = self._order()
        return {
            "rank": np.arange(1, len(order) + 1),
            "feature": called[order],
            "score": self.scores_[order],
            "auc": self.auc_[order],
            "is_kept": self._get_support_mask()[order],
        }

    def _order(self) -> NDArray[np.intp]:
        """Columns, the best first; equal ones in their own order."""
        return np.argsort(-self.scores_, kind="stable")

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        if self.threshold is not None:
            return self.scores_ >= self.threshold
        n_features = len(self.scores_)
        fraction = DEFAULT_FRACTION if self.fraction is None else self.fraction
        n_kept = max(round(fraction * n_features), 1) if self.k is None else min(self.k, n_features)
        mask = np.zeros(n_features, dtype=bool)
        mask[self._order()[:n_kept]] = True
        return mask

    def _check_parameters(self) -> None:
        given = [name for name in ("k", "fraction", "threshold") if getattr(self, name) is not None]
        if len(given) > 1:
            raise InputError(f"{' and '.join(given)} are given; each alone says how many columns to keep, choose one")
        if self.k is not None and not (isinstance(self.k, Integral) and self.k >= 1):
            raise InputError(f"k={self.k!r} is not a number of columns; it is a whole number of at least 1")
        if self.fraction is not None and not 0 < self.fraction <= 1:
            raise InputError(f"fraction={self.fraction!r} is not a share of the columns; it lies between 0 and 1")
        if self.threshold is not None and not 0.5 <= self.threshold <= 1:
            raise InputError(f"threshold={self.threshold!r} is not reachable; max(AUC, 1-AUC) lies between 0.5 and 1")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.classifier_tags = ClassifierTags(multi_class=False)  # y has two kinds of label
        tags.input_tags.sparse = True
        return tags
