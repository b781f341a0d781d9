"""What the classifiers on a graph share: reading X as a graph, finding parts without a label, judging new rows."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_consistent_length, validate_data

from onesided.exceptions import DataWarning, InputError
from onesided.labels import read_labels, require_two_sides
from onesided.semi_supervised.graph import (
    Weights,
    bandwidth,
    directed,
    edge_weights,
    given_graph,
    symmetric,
    unreached,
)
from onesided.semi_supervised.neighbours import Method, Metric, Neighbours
from onesided.semi_supervised.partial_labels import PartialLabels, read_partial_labels

Affinity = Literal["knn", "precomputed"]
DTYPES = [np.float64, np.float32]


@dataclass(kw_only=True, eq=False, repr=False)
class GraphClassifier(ClassifierMixin, BaseEstimator):
    """Reads rows and labels into a graph whose nodes are the rows, and averages what its nodes hold for new rows.

    A dataclass, so that the parameters of the graph stand here once; each method adds its own.
    """

    affinity: Affinity = "knn"
    n_neighbors: int = 10
    weights: Weights = "heat"
    metric: Metric = "auto"
    mutual: bool = False
    knn_method: Method = "auto"
    prior: Any = None
    pos_label: object = None

    def _read(self, X: ArrayLike, y: ArrayLike) -> PartialLabels:
        """Decoded labels; leaves behind `graph_`, `classes_` and `unreached_`, with a warning if there are any such."""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        if self.affinity not in ("knn", "precomputed"):
            raise InputError(f"affinity={self.affinity!r} is neither 'knn' nor 'precomputed'")
        rows: Any = validate_data(self, X, accept_sparse="csr", dtype=DTYPES, ensure_min_samples=2)
        labels = self._read_labels(y)
        check_consistent_length(rows, labels.codes)
        self.classes_ = labels.classes
        self.graph_ = given_graph(rows) if self.affinity == "precomputed" else self._knn_graph(rows)
        self.unreached_ = np.flatnonzero(unreached(self.graph_, ~labels.is_unlabeled))
        if len(self.unreached_):
            parts, _ = sparse.csgraph.connected_components(self.graph_[self.unreached_][:, self.unreached_])
            warnings.warn(
                f"{len(self.unreached_)} of {len(labels.codes)} rows, in {parts} parts of the graph, are joined to no "
                "labelled row and get no label (see unreached_): label one in each part, or raise n_neighbors",
                DataWarning,
                stacklevel=3,
            )
        return labels

    def _read_labels(self, y: ArrayLike) -> PartialLabels:
        """Two or more labelled classes; or, with one share of positives given, positives beside unlabeled rows."""
        if self.prior is None or np.ndim(self.prior):
            return read_partial_labels(y)
        if not 0 < self.prior < 1:
            raise InputError(f"prior={self.prior!r} is not between 0 and 1: it is the share of positives")
        labels = require_two_sides(read_labels(y, self.pos_label))
        codes = np.select([labels.is_positive, labels.is_negative], [1, 0], -1).astype(np.intp)
        return PartialLabels(codes, labels.classes)

    def _knn_graph(self, rows: Any) -> sparse.csr_array:
        self._neighbours = Neighbours(rows, self.metric, self.knn_method)
        distances, indices = self._neighbours.of_each(self.n_neighbors)
        self._bandwidth = bandwidth(distances)
        edges = edge_weights(distances, self.weights, self._bandwidth, self._neighbours.metric)
        return symmetric(directed(edges, indices, len(indices)), mutual=self.mutual)

    def _called(self, codes: NDArray[np.intp]) -> NDArray[Any]:
        """The user's label values of the rows, and the mark of an unlabeled one where none was reached."""
        called = self.classes_[codes]
        if len(self.unreached_):
            kind = called.dtype.kind
            if kind not in "ifU":  # unsigned numbers and truth values have no room for the mark
                called = called.astype(object)
            called[self.unreached_] = {"i": -1, "f": -1, "U": ""}.get(kind)
        return called

    def _averages(self, X: ArrayLike, values: NDArray[np.float64], otherwise: Any) -> NDArray[np.float64]:
        """For new rows, the mean of what their neighbours hold, by weight; `otherwise` for a row without neighbours."""
        rows: Any = validate_data(self, X, accept_sparse="csr", dtype=DTYPES, reset=False)
        if self.affinity == "precomputed":
            edges = sparse.csr_array(rows)
        else:
            distances, indices = self._neighbours.of(rows, self.n_neighbors)
            weights = edge_weights(distances, self.weights, self._bandwidth, self._neighbours.metric)
            edges = directed(weights, indices, len(values))
        total = edges.sum(axis=1)
        is_alone = total <= 0
        if is_alone.any():
            warnings.warn(
                f"{np.count_nonzero(is_alone)} of {len(total)} new rows have no neighbour in the graph; "
                "what is said of them is the share of each class, no more",
                DataWarning,
                stacklevel=3,
            )
        sums = edges @ values
        scale = np.where(is_alone, 1.0, total).reshape([-1] + [1] * (values.ndim - 1))
        means = sums / scale
        means[is_alone] = otherwise
        return means

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.affinity == "precomputed"
        return tags
