"""Reliable negatives by Rocchio: what lies closer to the unlabeled prototype than to the positive one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.preprocessing import normalize
from sklearn.utils import check_random_state
from sklearn.utils.extmath import row_norms

from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.two_step.negatives.reliable import ReliableNegatives, as_rows, settle

Vector = NDArray[np.float64]


class Rocchio(BaseEstimator):
    r"""The unlabeled rows at least as similar to the prototype of U as to that of P.

    .. math:: c^+ = \alpha\, \mathrm{mean}_P \frac{x}{\|x\|} - \beta\, \mathrm{mean}_U \frac{x}{\|x\|}, \qquad
       c^- = \alpha\, \mathrm{mean}_U \frac{x}{\|x\|} - \beta\, \mathrm{mean}_P \frac{x}{\|x\|}, \qquad
       RN = \{x \in U: \cos(x, c^+) \le \cos(x, c^-)\}

    Works with any numbers, negative ones too.  Two pairs of products; with clustering a k-means on RN besides.

    Parameters
    ----------
    alpha, beta : float, default=16 and 4
        How much a prototype is drawn to its own side and away from the other.
    n_clusters : int or None, default=None
        Cluster RN by k-means, make a pair of prototypes for each cluster and keep the rows at least as similar to
        some negative prototype as to every positive one [1]_ (10 there).  Purer where U is of many kinds.

    References
    ----------
    .. [1] X. Li, B. Liu. Learning to classify texts using positive and unlabeled data. IJCAI 2003.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.labels import read_labels
    >>> X = np.array([[3., 0, 1], [2, 0, 1], [3, 1, 1], [0, 3, 1], [0, 2, 1]])
    >>> Rocchio().find(X, read_labels([1, 1, 0, 0, 0])).mask
    array([False, False, False,  True,  True])
    """

    reads = "weights"

    def __init__(self, *, alpha: float = 16.0, beta: float = 4.0, n_clusters: int | None = None):
        self.alpha = alpha
        self.beta = beta
        self.n_clusters = n_clusters

    def find(self, X: Any, labels: Labels, random_state: Any = None) -> ReliableNegatives:
        """Find them; `random_state` starts the k-means."""
        rows = as_rows(X)
        lengths = row_norms(rows.X)
        to_unit = np.divide(1.0, lengths, out=np.zeros(len(labels)), where=lengths > 0)
        mean_positive = _mean(rows, to_unit, labels.is_positive)
        positive, negative = self._prototypes(mean_positive, _mean(rows, to_unit, ~labels.is_positive))
        scores = to_unit * rows.times(positive - negative)
        mask = (scores <= 0) & labels.is_unlabeled
        record: dict[str, Any] = {}
        if self.n_clusters is not None and mask.any():
            record["n_before_clustering"] = int(mask.sum())
            scores = self._by_clusters(rows, to_unit, mask, mean_positive, scores, random_state)
            mask &= scores <= 0
        return settle(
            mask, scores, labels, step="Rocchio", remedy='change alpha and beta of Rocchio, or try negatives="spy"',
            **record,
        )  # fmt: skip

    def _prototypes(self, mean_positive: Vector, mean_other: Vector) -> tuple[Vector, Vector]:
        return (
            _unit(self.alpha * mean_positive - self.beta * mean_other),
            _unit(self.alpha * mean_other - self.beta * mean_positive),
        )

    def _by_clusters(
        self, rows: MemoryRows, to_unit: Vector, mask: NDArray[np.bool_], mean_positive: Vector, scores: Vector,
        random_state: Any,
    ) -> Vector:  # fmt: skip
        """`scores`, where the reliable negatives have the best positive less the best negative of the clusters."""
        if self.n_clusters is None or self.n_clusters < 1:
            raise InputError(f"n_clusters={self.n_clusters!r} of Rocchio must be at least 1, or None for no clustering")
        found = normalize(rows.X[mask])
        n_clusters = min(self.n_clusters, len(np.unique(to_unit[mask])), found.shape[0])
        kinds = KMeans(n_clusters, n_init=1, random_state=check_random_state(random_state)).fit(found).labels_
        part = MemoryRows(found)
        similar_positive, similar_negative = np.full((2, found.shape[0]), -np.inf)
        for kind in range(n_clusters):
            mean = _mean(part, np.ones(found.shape[0]), kinds == kind)
            positive, negative = self._prototypes(mean_positive, mean)
            similar_positive = np.maximum(similar_positive, part.times(positive))
            similar_negative = np.maximum(similar_negative, part.times(negative))
        scores = scores.copy()
        scores[mask] = similar_positive - similar_negative
        return scores


def _mean(rows: MemoryRows, to_unit: Vector, mask: NDArray[np.bool_]) -> Vector:
    """The mean of the unit rows in `mask`."""
    return rows.transposed_times(to_unit * mask) / np.count_nonzero(mask)


def _unit(vector: Vector) -> Vector:
    length = np.linalg.norm(vector)
    return vector / length if length > 0 else vector
