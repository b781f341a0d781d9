"""Spectral partitions of a graph of similar rows, held by the labels (Joachims, 2003)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.optimize import brentq
from scipy.sparse.linalg import LinearOperator, eigsh
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from onesided.exceptions import InputError
from onesided.semi_supervised.graph_classifier import GraphClassifier
from onesided.semi_supervised.partial_labels import PartialLabels

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
EDGE = 1e-300


@dataclass(kw_only=True, eq=False, repr=False)
class SpectralPartition(GraphClassifier):
    r"""Parts the graph along its slowest vibrations, with the labelled rows held to their sides.

    .. math:: \min_f \tfrac{1}{\bar d} f^\top (D - W) f + c \, n \sum_{i \text{ labelled}} a_i (f_i - \gamma_i)^2
       \ \text{with } \mathbf 1^\top D f = 0, \ f^\top D f = n \bar d

    The first term alone gives the normalised cut, relaxed to real numbers: its second eigenvector.  The second
    pulls labelled positives to :math:`\gamma_+ = \sqrt{(1-\pi)/\pi}` and negatives to
    :math:`\gamma_- = -\sqrt{\pi/(1-\pi)}`, π being the share of positives; the :math:`a_i` give both sides the same
    weight, in all 1.  f is sought among the `n_components` smoothest eigenvectors (without the constant one), where the
    minimum is exact: one equation for one number.  Rows above the middle of :math:`\gamma_+` and
    :math:`\gamma_-` are called positive.

    **Positives only** (`prior` given, no labelled negative): positives are pulled to :math:`\gamma_+`, and the
    balance :math:`\mathbf 1^\top D f = 0` pushes what is far from them below 0.  The share `prior` of the
    unlabeled rows with the largest f is called positive.

    Assumes that near rows are alike and that the classes are the main clusters, of about the
    given share.  It hurts where a class is many small clusters: more `n_components` are then needed.  Two classes.
    Rows joined to no labelled one get no label: they are reported and listed in `unreached_`.

    Parameters
    ----------
    affinity : {"knn", "precomputed"}, default="knn"
        Whether `X` has the rows, or is the graph: a symmetric (n, n) matrix of weights, dense or CSR.  New rows are
        then given to `predict` by their weights to the n rows.
    n_neighbors : int, default=10
    weights : {"heat", "binary", "cosine"}, default="heat"
    metric : {"auto", "euclidean", "cosine"}, default="auto"
    mutual : bool, default=False
    knn_method : {"auto", "exact", "approximate"}, default="auto"
        These five as in :func:`~onesided.semi_supervised.knn_graph` (there `method`).
    n_components : int, default=20
        Eigenvectors.
    penalty : float, default=0.1
        c: how strongly labels are held beside the smoothness.
    prior : float, optional
        The share of positives among the unlabeled rows; by default that among the labelled rows.  With it `y` is read
        as positives and unlabeled rows (:mod:`onesided.labels`) and needs no negatives.
    pos_label : optional
        The value of `y` that means positive, where the code does not say; used with `prior`.
    random_state : int, RandomState or None, default=0
        The first vector of the search for eigenvectors; the answer hardly depends on it.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The other class and the positive one (without `prior`: in sorted order).
    scores_ : ndarray of shape (n,)
        f of each row, measured from the cut; 0 if unreached.
    transduction_ : ndarray of shape (n,)
        The label of each row; -1 (for words the empty one) where no labelled row was reached.
    eigenvalues_ : ndarray of shape (n_components,)
        Of the normalised Laplacian, from the smallest.
    unreached_ : ndarray of int
        The rows joined to no labelled one.
    graph_ : csr_array of shape (n, n)

    References
    ----------
    .. [1] T. Joachims. Transductive learning via spectral graph partitioning. ICML 2003.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, truth = make_moons(400, noise=0.08, random_state=0)
    >>> y = np.full(400, -1)
    >>> y[[np.flatnonzero(truth == 0)[0], np.flatnonzero(truth == 1)[0]]] = 0, 1       # one row of each moon
    >>> float(np.mean(SpectralPartition().fit(X, y).transduction_ == truth))
    1.0
    """

    n_components: int = 20
    penalty: float = 0.1
    random_state: Any = 0

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Part the graph of the rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features), or the graph of shape (n, n)
        y : array-like of shape (n,)
            1, 0, or -1 or a missing value for unlabeled rows; any two classes.

        Returns
        -------
        self
        """
        labels = self._read(X, y)
        is_reached = np.ones(len(labels.codes), dtype=bool)
        is_reached[self.unreached_] = False
        codes = labels.codes[is_reached]
        graph = self.graph_[is_reached][:, is_reached]
        self.eigenvalues_, vectors = smoothest(graph, self.n_components, check_random_state(self.random_state))

        share = labels.counts[1] / labels.counts.sum() if self.prior is None else self.prior
        targets = np.array([-np.sqrt(share / (1 - share)), np.sqrt((1 - share) / share)])
        holds = np.where(codes >= 0, self.penalty * len(codes) / np.maximum(labels.counts, 1)[codes], 0.0)
        # An eigenvector holds √degree times what a row is worth: a hub is worth no more than its neighbours.
        degrees = graph.sum(axis=1)
        worth = vectors / np.sqrt(np.where(degrees > 0, degrees, 1.0) / max(degrees.mean(), EDGE))[:, None]
        values = constrained(self.eigenvalues_, worth, holds, targets[codes])
        self.scores_ = np.zeros(len(is_reached))
        self.scores_[is_reached] = values - self._cut(values, codes, targets)
        self.transduction_ = self._called((self.scores_ > 0).astype(np.intp))
        return self

    def decision_function(self, X: ArrayLike) -> Vector:
        """The mean score of the neighbours of new rows, by weight: above 0 is called positive.

        A row of the training set is not looked up: its label is in `transduction_`.
        """
        check_is_fitted(self)
        return self._averages(X, self.scores_, 0.0)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class of new rows by the sign of their score."""
        is_positive = self.decision_function(X) > 0
        return self.classes_[is_positive.astype(np.intp)]

    def _read_labels(self, y: ArrayLike) -> PartialLabels:
        labels = super()._read_labels(y)
        if len(labels.classes) > 2:
            raise InputError(f"Only binary classification is supported, and y has {len(labels.classes)} classes; "
                             "HarmonicFunction takes several")  # fmt: skip
        return labels

    def _cut(self, values: Vector, codes: NDArray[np.intp], targets: Vector) -> float:
        """The middle of the two targets, or the quantile that leaves the share of positives above it."""
        is_open = codes < 0
        if (codes == 0).any() or not is_open.any():
            return float(targets.mean())
        return float(np.quantile(values[is_open], 1 - self.prior))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def smoothest(graph: sparse.csr_array, n_components: int, rng: np.random.RandomState) -> tuple[Vector, Matrix]:
    """The smallest eigenvalues of the normalised Laplacian and their vectors, without the constant (times √degree)."""
    n = graph.shape[0]
    degrees = graph.sum(axis=1)
    scale = np.divide(1.0, np.sqrt(degrees), out=np.zeros(n), where=degrees > 0)
    trivial = np.sqrt(degrees) / np.sqrt(max(degrees.sum(), np.finfo(float).tiny))
    adjacency = sparse.csr_array(sparse.diags_array(scale) @ graph @ sparse.diags_array(scale))
    k = min(n_components, n - 1)
    if n <= max(200, 3 * k):
        dense = adjacency.toarray() - 2 * np.outer(trivial, trivial)  # the constant one goes to the other end
        values, vectors = np.linalg.eigh(dense)
        return 1 - values[::-1][:k], vectors[:, ::-1][:, :k]

    def without_trivial(x: Vector) -> Vector:
        x = x.ravel()
        return adjacency @ x - 2 * trivial * (trivial @ x)

    operator = LinearOperator((n, n), matvec=without_trivial, dtype=np.float64)
    values, vectors = eigsh(operator, k, which="LA", v0=rng.standard_normal(n), tol=1e-6)
    order = np.argsort(-values)
    return 1 - values[order], vectors[:, order]


def constrained(eigenvalues: Vector, vectors: Matrix, holds: Vector, targets: Vector) -> Vector:
    r"""The minimum of :math:`\sum_k \lambda_k w_k^2 + \sum_i h_i (z_i - \gamma_i)^2` over z = V w with |w|² = n.

    At the minimum :math:`(G - \mu) w = b` for :math:`G = \Lambda + V^\top H V`, :math:`b = V^\top H \gamma`, and the
    one number μ below all eigenvalues of G with which w has the length wanted.
    """
    n = len(holds)
    held = vectors * holds[:, None]
    G = np.diag(eigenvalues) + vectors.T @ held
    values, basis = np.linalg.eigh(G)
    b = basis.T @ (held.T @ targets)

    def excess(mu: float) -> float:
        return float(np.sum((b / (values - mu)) ** 2) - n)

    # The first or all components of b alone would give the length at these two ends.
    low = values[0] - np.linalg.norm(b) / np.sqrt(n) - 1e-12
    high = values[0] - max(abs(b[0]) / np.sqrt(n), 1e-12)
    mu = brentq(excess, low, high) if excess(low) < 0 < excess(high) else high
    return vectors @ (basis @ (b / (values - mu)))
