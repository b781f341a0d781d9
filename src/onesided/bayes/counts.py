"""What the naive Bayes classifiers share: they need counts, and model a probability."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.special import expit

from onesided.base import PUClassifier
from onesided.bayes.iterations import Model
from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError
from onesided.labels import Labels


class CountsClassifier(PUClassifier):
    """Log odds of a fitted naive Bayes `model_`, cut at even odds.

    A subclass fits `model_`, a :class:`~onesided.bayes.multinomial.Multinomial` or
    :class:`~onesided.bayes.mixture.Mixture`.
    """

    model_: Model
    threshold_: float = 0.0

    def _read_counts(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> tuple[MemoryRows, Labels, NDArray[np.float64]]:
        """Checked rows, labels and weights (ones by default)."""
        X, labels, weights = self._read(X, y, sample_weight)
        self._check_counts(X)
        if weights is None:
            weights = np.ones(len(labels))
        for is_side, name in ((labels.is_positive, "positive"), (~labels.is_positive, "unlabeled")):
            if not weights[is_side].sum() > 0:
                raise InputError(f"sample_weight leaves only one class: it is zero on every {name} row")
        return MemoryRows(X), labels, weights

    def _read_new(self, X: ArrayLike) -> Any:
        X = super()._read_new(X)
        self._check_counts(X)
        return X

    def _check_counts(self, X: Any) -> None:
        values = X.data if sparse.issparse(X) else X
        if values.size and values.min() < 0:
            raise InputError(
                f"Negative values in data passed to {type(self).__name__}, which needs counts; "
                "WeightedLogisticRegression accepts any numbers"
            )

    def _scores(self, X: Any) -> NDArray[np.float64]:
        return self.model_.scores(MemoryRows(X))

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Pr[y=0|x] and Pr[y=1|x] of each row, as naive Bayes sees them: nearly always close to 0 or 1."""
        chance = expit(self.decision_function(X))
        return np.column_stack([1.0 - chance, chance])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
