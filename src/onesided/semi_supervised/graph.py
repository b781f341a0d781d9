"""Graphs of similar rows: who is near whom, and how near."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from sklearn.utils import check_array

from onesided.exceptions import InputError
from onesided.semi_supervised.neighbours import Method, Metric, Neighbours

Weights = Literal["heat", "binary", "cosine"]

SMALLEST_WEIGHT = 1e-6
"""Least weight of an edge of the heat kernel: a far row hangs on a thread, but it hangs."""


def knn_graph(
    X: ArrayLike,
    n_neighbors: int = 10,
    *,
    metric: Metric = "auto",
    method: Method = "auto",
    mutual: bool = False,
    weights: Weights = "heat",
) -> sparse.csr_array:
    r"""The symmetric graph in which each row is joined to its nearest neighbours.

    .. math:: w_{ij} = e^{-d_{ij}^2 / 2 \sigma^2} \text{ (heat)}, \quad 1 \text{ (binary)}, \quad
       \cos(x_i, x_j) \text{ (cosine)}

    with σ half the median distance to the furthest of the `n_neighbors`: wide enough to keep neighbours joined, and
    narrow enough to tell near from far (on two moons and digits better than the whole distance).  Sparse rows are
    never made dense as a whole.

    Parameters
    ----------
    X : array or CSR matrix of shape (n, n_features)
    n_neighbors : int, default=10
    metric : {"auto", "euclidean", "cosine"}, default="auto"
        "auto" is cosine for sparse rows, Euclidean for dense ones.  Cosine distances are those of rows scaled to
        length 1, :math:`d^2 = 2(1 - \cos)`; sparse rows with nothing in common are never joined.
    method : {"auto", "exact", "approximate"}, default="auto"
        "auto" is exact up to 10,000 rows, and with at most 15 dense columns (trees).
        Above, dense rows are compared within the cells of random partitions and with the neighbours of their
        neighbours, sparse rows by their 30 largest entries: most of the true neighbours are found (97% of those of
        200,000 clustered rows), always the same ones.
    mutual : bool, default=False
        Join two rows only if each is among the neighbours of the other; otherwise if one is.
    weights : {"heat", "binary", "cosine"}, default="heat"
        A heat weight is at least 1e-6, so that a row far from all others stays joined.

    Returns
    -------
    csr_array of shape (n, n)
        Symmetric, non-negative, with an empty diagonal.

    Examples
    --------
    >>> knn_graph([[0.0], [1.0], [3.0]], n_neighbors=1, weights="binary").toarray()
    array([[0., 1., 0.],
           [1., 0., 1.],
           [0., 1., 0.]])
    """
    rows: Any = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32], ensure_min_samples=2)
    neighbours = Neighbours(rows, metric, method)
    distances, indices = neighbours.of_each(n_neighbors)
    scale = bandwidth(distances)
    edges = edge_weights(distances, weights, scale, neighbours.metric)
    return symmetric(directed(edges, indices, len(indices)), mutual=mutual)


def bandwidth(distances: NDArray[np.float64]) -> float:
    """σ of the heat kernel: half the median distance to the furthest neighbour found, or 1 if all are duplicates."""
    furthest = np.max(distances, axis=1, where=np.isfinite(distances), initial=0.0)
    positive = furthest[furthest > 0]
    return float(np.median(positive)) / 2 if len(positive) else 1.0


def edge_weights(distances: NDArray[np.float64], weights: Weights, scale: float, metric: str) -> NDArray[np.float64]:
    """The weight of each neighbour from its distance; 0 where the distance is infinite."""
    is_near = np.isfinite(distances)
    squares = np.where(is_near, distances, 0.0) ** 2
    if weights == "binary":
        values = np.ones_like(squares)
    elif weights == "heat":
        values = np.maximum(np.exp(-squares / (2 * scale**2)), SMALLEST_WEIGHT)
    elif weights == "cosine":
        if metric != "cosine":
            raise InputError("weights='cosine' needs metric='cosine'")
        values = np.maximum(1 - squares / 2, 0.0)
    else:
        raise InputError(f"weights={weights!r} is none of 'heat', 'binary', 'cosine'")
    return np.where(is_near, values, 0.0)


def directed(edges: NDArray[np.float64], indices: NDArray[np.intp], n_nodes: int) -> sparse.csr_array:
    """The matrix with row i holding the weights of the neighbours of row i."""
    starts = np.arange(0, edges.size + 1, edges.shape[1])
    matrix = sparse.csr_array((edges.ravel(), indices.ravel(), starts), shape=(len(edges), n_nodes))
    matrix.eliminate_zeros()
    return matrix


def symmetric(matrix: sparse.csr_array, *, mutual: bool = False) -> sparse.csr_array:
    """The larger of both directions' weights, or the smaller for `mutual` (0 where one direction is missing)."""
    both = matrix.minimum(matrix.T) if mutual else matrix.maximum(matrix.T)
    return sparse.csr_array(both)


def given_graph(X: Any) -> sparse.csr_array:
    """A user's adjacency matrix as symmetric CSR without diagonal, or an error that says what is wrong with it."""
    if X.shape[0] != X.shape[1]:
        raise InputError(f"affinity='precomputed' needs a square matrix of weights, got one of shape {X.shape}")
    graph = sparse.csr_array(X, dtype=np.float64, copy=True)
    if graph.nnz and graph.data.min() < 0:
        raise InputError("Negative values in data: the weights of a graph with affinity='precomputed' must not be")
    graph.sum_duplicates()
    turned = graph.T.tocsr()
    pairs = ((getattr(graph, name), getattr(turned, name)) for name in ("indptr", "indices", "data"))
    if not all(np.array_equal(*pair) for pair in pairs):
        difference = abs(graph - turned)
        if difference.nnz and difference.max() > 1e-10 * graph.data.max():
            raise InputError("the graph is not symmetric; use for example (W + W.T) / 2, or its maximum with W.T")
    if graph.diagonal().any():
        graph.setdiag(0)
    graph.eliminate_zeros()
    return graph


def unreached(graph: sparse.csr_array, is_labelled: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The nodes from which no path leads to a labelled one."""
    n_parts, part = connected_components(graph, directed=False)
    has_label = np.zeros(n_parts, dtype=bool)
    has_label[part[is_labelled]] = True
    return ~has_label[part]
