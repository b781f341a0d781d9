"""What every classifier of the toolkit shares, and no more."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import _check_sample_weight, check_consistent_length, check_is_fitted, validate_data

from onesided.exceptions import InputError
from onesided.labels import Labels, read_labels, require_two_sides
from onesided.metrics import lee_liu_score


class PUClassifier(ClassifierMixin, BaseEstimator):
    """Reads X and y, and turns scores into answers.

    A subclass offers `pos_label` among its parameters, starts `fit` with :meth:`_read`, sets `threshold_`,
    and computes raw scores in `_scores(X)`: the larger, the more likely positive.  `decision_function` measures them
    from the threshold, so that its sign is the answer, as scikit-learn expects.
    """

    pos_label: object = None
    classes_: NDArray[Any]
    threshold_: float

    def _read(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> tuple[Any, Labels, NDArray[np.float64] | None]:
        """Checked X (CSR or array; float32 and float64 stay as they are), decoded labels, checked weights."""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        rows: Any = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32])
        labels = read_labels(y, self.pos_label)
        check_consistent_length(rows, labels.codes)
        require_two_sides(labels)
        self.classes_ = labels.classes
        if sample_weight is None:
            return rows, labels, None
        weights: Any = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
        for side, is_side in (("positive", labels.is_positive), ("other", ~labels.is_positive)):
            if not np.any(weights[is_side] > 0):
                raise InputError(f"only one class is left: sample_weight is zero on every {side} row")
        return rows, labels, weights

    def _read_new(self, X: ArrayLike) -> Any:
        """Checked X for prediction."""
        check_is_fitted(self)
        return validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=False)

    def _scores(self, X: Any) -> NDArray[np.float64]:
        raise NotImplementedError

    def fit_pu(self, X_positive: ArrayLike, X_unlabeled: ArrayLike) -> Self:
        """Fit on two pools: the examples at hand, and the pile."""
        stack = sparse.vstack if sparse.issparse(X_positive) or sparse.issparse(X_unlabeled) else np.vstack
        X = stack([X_positive, X_unlabeled])
        y = Labels.of_pools(X_positive.shape[0], X_unlabeled.shape[0]).codes  # type: ignore[union-attr]
        return self.fit(sparse.csr_array(X) if sparse.issparse(X) else X, y.astype(int))

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """The ranking: larger is more likely positive; above 0 is called positive."""
        return self._scores(self._read_new(X)) - self.threshold_

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The positive label where the score exceeds the threshold, the other label elsewhere."""
        is_positive = self.decision_function(X) > 0
        return self.classes_[is_positive.astype(np.intp)]

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """The Lee & Liu criterion r²/Pr[f=1], **not accuracy**: accuracy means nothing on unlabeled rows."""
        predicted = self.predict(X)
        return lee_liu_score(y, predicted, pos_label=self.classes_[1], sample_weight=sample_weight)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags
