"""Minimum cuts of a graph of similar rows (Blum & Chawla, 2001; randomised, Blum et al., 2004)."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised.flow import Cut, Side, minimum_cut
from onesided.semi_supervised.graph_classifier import GraphClassifier
from onesided.semi_supervised.partial_labels import PartialLabels

N_HALVINGS = 40
"""Steps of the search for the weight of the background; it ends sooner when the share fits."""


@dataclass(kw_only=True, eq=False, repr=False)
class MinCut(GraphClassifier):
    r"""Parts the graph between positives and negatives where the fewest similar rows are torn from each other.

    .. math:: \min_{f \in \{0,1\}^n} \sum_{i,j} w_{ij} |f_i - f_j| \ \text{with } f \text{ given on the labelled rows}

    Solved exactly, by the maximum flow between the labelled positives and negatives.  There may be several minimum
    cuts; `side` says which is taken.  The minimum cut likes to cut off little but the labelled rows themselves, when
    these have few edges.  The average over graphs with noise in their weights (`n_random`) is milder, and says by its
    votes how sure each row is.

    **Positives only** (`prior` given, no labelled negative): without negatives nothing needs to be cut.  So each
    unlabeled row is also tied to a background that counts as negative, all with one weight λ,

    .. math:: \min_f \sum_{i<j} w_{ij} |f_i - f_j| + \lambda \sum_{i \in U} f_i

    and λ is found by bisection: the larger, the fewer rows are positive (the cuts lie inside one another), and the cut
    taken is the one whose share of positives among the unlabeled rows is nearest to `prior`.  Cuts jump: if
    no λ comes within a factor of two of `prior`, a warning says so, and `HarmonicFunction` is the better choice.

    Assumes that near rows are alike and that classes are weakly joined.  Two classes.  Rows joined to no labelled one
    get no label: they are reported and listed in `unreached_`.

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
    side : {"smallest-positive", "largest-positive"}, default="smallest-positive"
        Of several minimum cuts, the one with the fewest rows on the side of the positives, or with the most.
    n_random : int, default=0
        Graphs with noise whose cuts vote; 0 for the one cut of the graph itself.  Departs from [2]_: no cut is left
        out for being unbalanced.
    noise : float, default=0.5
        Each weight is multiplied by a number drawn between 1 and 1 + `noise`.
    prior : float, optional
        The share of positives among the unlabeled rows.  `y` is then read as positives and unlabeled rows
        (:mod:`onesided.labels`) and needs no negatives; where there are some, `prior` is not used further.
    pos_label : optional
        The value of `y` that means positive, where the code does not say; used with `prior`.
    random_state : int, RandomState or None, default=None
        Draws the noise.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The other class and the positive one (without `prior`: in sorted order).
    transduction_ : ndarray of shape (n,)
        The label of each row; -1 (for words the empty one) where no labelled row was reached.
    votes_ : ndarray of shape (n,)
        The share of cuts with the row on the side of the positives: 0 or 1 if there is one cut; 0.5 if unreached.
    cut_value_ : float
        The weight of the edges cut (the least, if there are several cuts), ties to the background included.
    flow_value_ : float
        The flow that proves that no cut is smaller: equal to `cut_value_` but for the rounding of weights that are no
        whole numbers.
    tie_ : float
        λ; 0 if there are labelled negatives.
    unreached_ : ndarray of int
        The rows joined to no labelled one.
    graph_ : csr_array of shape (n, n)

    References
    ----------
    .. [1] A. Blum, S. Chawla. Learning from labeled and unlabeled data using graph mincuts. ICML 2001.
    .. [2] A. Blum, J. Lafferty, M. R. Rwebangira, R. Reddy. Semi-supervised learning using randomized mincuts.
       ICML 2004.

    Examples
    --------
    >>> X = [[0.0], [0.1], [0.2], [1.0], [1.1], [1.2]]
    >>> model = MinCut(n_neighbors=3).fit(X, [1, -1, -1, -1, -1, 0])
    >>> model.transduction_
    array([1, 1, 1, 0, 0, 0])
    >>> bool(np.isclose(model.cut_value_, model.flow_value_))
    True
    """

    side: Side = "smallest-positive"
    n_random: int = 0
    noise: float = 0.5
    random_state: Any = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Cut the graph of the rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features), or the graph of shape (n, n)
        y : array-like of shape (n,)
            1, 0, or -1 or a missing value for unlabeled rows; any two classes.

        Returns
        -------
        self
        """
        if self.side not in ("smallest-positive", "largest-positive"):
            raise InputError(f"side={self.side!r} is neither 'smallest-positive' nor 'largest-positive'")
        labels = self._read(X, y)
        rng = check_random_state(self.random_state)
        is_reached = np.ones(len(labels.codes), dtype=bool)
        is_reached[self.unreached_] = False
        reached = self.graph_[is_reached][:, is_reached]
        graphs = [reached] if self.n_random == 0 else (_noisy(reached, self.noise, rng) for _ in range(self.n_random))
        known = PartialLabels(labels.codes[is_reached], labels.classes)
        cuts = [self._cut(graph, known) for graph in graphs]

        least = min(cuts, key=lambda cut: cut.value)
        self.cut_value_, self.flow_value_ = least.value, least.flow_value
        self.votes_ = np.full(len(is_reached), 0.5)
        self.votes_[is_reached] = np.mean([cut.is_positive for cut in cuts], axis=0)
        self.transduction_ = self._called((self.votes_ > 0.5).astype(np.intp))
        return self

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """The votes of the neighbours of new rows, by weight, less one half: above 0 is called positive.

        A row of the training set is not looked up: its label is in `transduction_`.
        """
        check_is_fitted(self)
        return self._averages(X, self.votes_, 0.5) - 0.5

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class of most neighbours of new rows, by weight."""
        is_positive = self.decision_function(X) > 0
        return self.classes_[is_positive.astype(np.intp)]

    def _read_labels(self, y: ArrayLike) -> PartialLabels:
        labels = super()._read_labels(y)
        if len(labels.classes) > 2:
            raise InputError(f"Only binary classification is supported, and y has {len(labels.classes)} classes; "
                             "HarmonicFunction takes several")  # fmt: skip
        return labels

    def _cut(self, graph: sparse.csr_array, labels: PartialLabels) -> Cut:
        self.tie_ = 0.0
        is_source, is_sink = labels.codes == 1, labels.codes == 0
        if is_sink.any() or not labels.is_unlabeled.any():
            return minimum_cut(graph, is_source, is_sink, side=self.side)
        return self._cut_from_background(graph, labels)

    def _cut_from_background(self, graph: sparse.csr_array, labels: PartialLabels) -> Cut:
        """The cut whose share of positives among the unlabeled rows comes nearest to `prior`."""
        is_open = labels.is_unlabeled
        nothing = np.zeros(len(is_open), dtype=bool)
        ones = np.ones(len(is_open))
        best, best_distance = None, np.inf
        # At λ = 0 all rows are positive; above the largest degree none but the labelled ones.
        low, high = 0.0, float(graph.sum(axis=1).max()) + 1.0
        for _ in range(N_HALVINGS):
            tie = (low + high) / 2
            cut = minimum_cut(graph, labels.codes == 1, nothing, to_sink=tie * ones, side=self.side)
            share = cut.is_positive[is_open].mean()
            if abs(share - self.prior) < best_distance:
                best, best_distance, self.tie_ = cut, abs(share - self.prior), tie
            if best_distance <= 0.01 * self.prior or high - low <= 1e-9 * high:
                break
            low, high = (tie, high) if share > self.prior else (low, tie)
        assert best is not None
        found = best.is_positive[is_open].mean()
        if not self.prior / 2 <= found <= 2 * self.prior:
            warnings.warn(
                f"no cut has about prior={self.prior:g} of the unlabeled rows on the side of the positives; the "
                f"nearest has {found:.3g}: the graph does not part there. Try HarmonicFunction, or another n_neighbors",
                DataWarning,
                stacklevel=4,
            )
        return best

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _noisy(graph: sparse.csr_array, noise: float, rng: np.random.RandomState) -> sparse.csr_array:
    """The graph with each edge's weight multiplied by a number drawn between 1 and 1 + `noise`."""
    upper = sparse.triu(graph, k=1, format="csr")
    upper.data = upper.data * (1 + noise * rng.random_sample(len(upper.data)))
    return sparse.csr_array(upper + upper.T)
