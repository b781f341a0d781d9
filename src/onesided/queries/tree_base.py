"""What trees and forests share: they read tables with categories and missing values, and count in the same way."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_array
from sklearn.utils.validation import (
    _check_sample_weight,
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from onesided.base import PUClassifier
from onesided.exceptions import InputError
from onesided.labels import NEGATIVE as KNOWN_NEGATIVE
from onesided.labels import Labels, read_labels, require_two_sides
from onesided.queries.tree_columns import Columns, is_table, stack_tables
from onesided.queries.tree_counts import NEGATIVE, POSITIVE, UNLABELED, Counting

Vector = NDArray[np.float64]


class TableClassifier(PUClassifier):
    """A classifier of rows of a table, numbers and categories, that gives the probability of a positive."""

    prior: float | None
    sampling: Literal["one", "two"]
    supervised: bool
    categorical_features: Any
    _columns: Columns

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to positive and unlabeled rows, or to labelled ones.

        Parameters
        ----------
        X : array or table of shape (n, n_features)
            NaN, None and NA are missing values.
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional
            A row of weight two counts as two rows, in a forest whenever it is drawn.

        Returns
        -------
        self
        """
        return self._fit(X, y, sample_weight)

    @abstractmethod
    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        """Read the table, learn, and say what was learnt."""

    def _read_table(self, X: Any, y: Any, sample_weight: ArrayLike | None) -> tuple[Vector, Labels, Vector]:
        """The table as numbers, the decoded labels, and a weight for each row."""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        if self.sampling not in ("one", "two"):
            raise InputError(f"sampling={self.sampling!r} is not known; it is 'one' or 'two'")
        rows = self._checked(X, reset=True)
        self._columns = Columns.of(rows, self.categorical_features, getattr(self, "feature_names_in_", None))
        numbers = self._columns.numbers(rows, self)
        labels = read_labels(y, self.pos_label)
        check_consistent_length(numbers, labels.codes)
        require_two_sides(labels)
        if self.supervised:
            labels = _without_unlabeled(labels)
        self.classes_ = labels.classes
        weights: Any = _check_sample_weight(sample_weight, numbers, dtype=np.float64, ensure_non_negative=True)
        for side, is_side in (("positive", labels.is_positive), ("other", ~labels.is_positive)):
            if not np.any(weights[is_side] > 0):
                raise InputError(f"only one class is left: sample_weight is zero on every {side} row")
        return numbers, labels, weights

    def _read_new(self, X: Any) -> Vector:
        check_is_fitted(self)
        return self._columns.numbers(self._checked(X, reset=False), self)

    def _checked(self, X: Any, reset: bool) -> Any:
        """A table as it is, anything else as an array; with the right number of columns and their names."""
        if sparse.issparse(X) or not is_table(X):
            X = check_array(X, dtype=None, ensure_all_finite=False, estimator=self, input_name="X")
        elif X.shape[0] == 0 or X.shape[1] == 0:
            raise InputError(f"X has {X.shape[0]} rows and {X.shape[1]} columns; there is nothing to learn from")
        return validate_data(self, X, reset=reset, skip_check_array=True)

    def fit_pu(self, X_positive: ArrayLike, X_unlabeled: ArrayLike) -> Self:
        """Fit on two pools: the examples at hand, and the pile."""
        X = stack_tables([X_positive, X_unlabeled])
        y = np.repeat([1, 0], [len(X_positive), len(X_unlabeled)])  # type: ignore[arg-type]
        return self.fit(X, y)

    def predict_proba(self, X: ArrayLike) -> Vector:
        """Probabilities of (other, positive) for each row."""
        positive = self._scores(self._read_new(X))
        return np.column_stack([1 - positive, positive])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def as_seed(random_state: Any) -> Any:
    """What NumPy's generator takes; a `RandomState` gives a number."""
    return random_state.randint(2**31) if isinstance(random_state, np.random.RandomState) else random_state


def kinds_of(labels: Labels) -> NDArray[np.uint8]:
    """The labels as the kernels count them."""
    return np.select([labels.is_positive, labels.is_negative], [POSITIVE, NEGATIVE], UNLABELED).astype(np.uint8)


def counting_of(labels: Labels, weights: Vector, share: float | None, sampling: Literal["one", "two"]) -> Counting:
    """How these rows are counted, with the share of positives in U (None if there is no U)."""
    if share is None:
        return Counting.of_labels()
    n_positive, n_unlabeled, n_negative = np.bincount(kinds_of(labels), weights, minlength=3)
    return Counting.of_samples(n_positive, n_unlabeled, n_negative, share, sampling)


def _without_unlabeled(labels: Labels) -> Labels:
    """Labels in which the value beside the positive one means negative."""
    if labels.n_negative and labels.n_unlabeled:
        raise InputError(
            f"supervised=True, but {labels.n_unlabeled} rows of y are unlabeled beside positives and negatives; "
            "leave them out, or learn from them with supervised=False"
        )
    codes = np.where(labels.is_positive, labels.codes, KNOWN_NEGATIVE).astype(labels.codes.dtype)
    return Labels(codes, labels.classes)
