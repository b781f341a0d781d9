"""Harmonic functions on a graph of similar rows (Zhu, Ghahramani & Lafferty, 2003)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import expit, logit
from sklearn.utils.validation import check_is_fitted

from onesided.exceptions import InputError
from onesided.semi_supervised.graph_classifier import GraphClassifier
from onesided.semi_supervised.partial_labels import PartialLabels
from onesided.semi_supervised.potentials import TOLERANCE, Solver, potentials

Matrix = NDArray[np.float64]
EDGE = 1e-12
LEAKS = (1e-9, 1e6)
"""Between these the weight of the background is sought."""


@dataclass(kw_only=True, eq=False, repr=False)
class HarmonicFunction(GraphClassifier):
    r"""Gives each row the weighted mean of its neighbours: electric potentials between the labelled rows.

    .. math:: \min_f \sum_{i,j} w_{ij} (f_i - f_j)^2 \ \text{with } f \text{ given on the labelled rows}
       \quad\Longleftrightarrow\quad L_{uu} f_u = W_{ul} f_l, \qquad L = D - W

    f is the probability that a random walk over the graph meets the class first.  It is what scikit-learn's
    `LabelPropagation` approaches by repeated multiplication, here by one sparse solve for all classes side by side.

    With few labelled rows f may be nearly flat and lean to one class.  *Class-mass normalisation* weighs the classes
    so that their sums over the unlabeled rows stand to each other as the shares q of the classes do:

    .. math:: \Pr[y_i = c] \propto q_c \, f_{ic} / \textstyle\sum_j f_{jc}

    **Positives only** (`prior` given, no labelled negative): nothing would pull any row away from the positives, and f
    were 1 everywhere.  So each step of the walk ends with a small probability in a background that counts as
    negative; that probability is the one with which the mean of f over the unlabeled rows is `prior`.  Then the share
    `prior` of the unlabeled rows with the largest f is called positive: the odds of f are scaled so that their
    threshold is at one half.

    Assumes that near rows are alike.  It hurts where the graph is unlike the labels: a class of several
    topics in which some have no labelled row, or hubs that join everything.  Rows joined to no
    labelled one get no label: they are reported, listed in `unreached_`, and their probabilities are the shares of the
    classes.

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
    class_mass : bool, default=False
        Class-mass normalisation by the shares of the classes among the labelled rows.
    prior : float or array-like of shape (n_classes,), optional
        The share of positives (or of each class, in the order of `classes_`) among the unlabeled rows: in place of the
        shares among the labelled rows in class-mass normalisation, which it turns on.  With one number, `y` is
        read as positives and unlabeled rows (:mod:`onesided.labels`) and needs no negatives.
    solver : {"cg", "multigrid"}, default="cg"
        Conjugate gradients, all classes side by side, or one by one with algebraic multigrid (the library pyamg), which
        needs few steps on graphs with long paths, such as grids.
    tol : float, default=1e-6
        The solve stops when the residual is this small beside the right-hand side; on graphs of neighbours the
        probabilities are then right to about ten times that.
    max_iter : int, default=10_000
        Steps of a solve at most; a `ConvergenceWarning` tells if they were too few.
    pos_label : optional
        The value of `y` that means positive, where the code does not say; used with `prior`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    label_distributions_ : ndarray of shape (n, n_classes)
        The probability of each class for each row.
    transduction_ : ndarray of shape (n,)
        The label of each row; -1 (for words the empty one) where no labelled row was reached.
    unreached_ : ndarray of int
        The rows joined to no labelled one.
    graph_ : csr_array of shape (n, n)
    n_iter_ : int
        Steps of the longest solve.
    leak_ : float
        The weight of the background beside that of the neighbours; 0 if there are labelled negatives.

    References
    ----------
    .. [1] X. Zhu, Z. Ghahramani, J. Lafferty. Semi-supervised learning using Gaussian fields and harmonic functions.
       ICML 2003.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, truth = make_moons(400, noise=0.08, random_state=0)
    >>> y = np.full(400, -1)
    >>> y[[np.flatnonzero(truth == 0)[0], np.flatnonzero(truth == 1)[0]]] = 0, 1       # one row of each moon
    >>> float(np.mean(HarmonicFunction().fit(X, y).transduction_ == truth))
    1.0
    """

    class_mass: bool = False
    solver: Solver = "cg"
    tol: float = TOLERANCE
    max_iter: int = 10_000

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the potentials of the rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features), or the graph of shape (n, n)
        y : array-like of shape (n,)
            A class, or -1 or a missing value for unlabeled rows.

        Returns
        -------
        self
        """
        labels = self._read(X, y)
        shares = self._shares(labels)
        is_open = labels.is_unlabeled.copy()
        is_open[self.unreached_] = False
        self.leak_, self.n_iter_ = 0.0, 1
        if labels.counts.min() == 0:
            distributions = self._from_positives(labels, is_open, shares[1])
        else:
            distributions = self._solve(is_open, np.eye(len(shares))[labels.codes])
            if self.class_mass or self.prior is not None:
                distributions[is_open] = _with_masses(distributions[is_open], shares)
        distributions[self.unreached_] = shares
        self.label_distributions_ = distributions
        self.transduction_ = self._called(np.argmax(distributions, axis=1))
        self._shares_of_classes = shares
        return self

    def predict_proba(self, X: ArrayLike) -> Matrix:
        """The probability of each class for new rows: the mean of their neighbours' in the graph, by weight.

        A row of the training set is not looked up: its label is in `transduction_`.
        """
        check_is_fitted(self)
        return self._averages(X, self.label_distributions_, self._shares_of_classes)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The most probable class of new rows."""
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]

    def _shares(self, labels: PartialLabels) -> NDArray[np.float64]:
        if self.prior is None:
            return labels.counts / labels.counts.sum()
        shares = np.array([1 - self.prior, self.prior]) if np.ndim(self.prior) == 0 else np.asarray(self.prior, float)
        if shares.shape != (len(labels.classes),) or shares.min() <= 0 or abs(shares.sum() - 1) > 1e-6:
            raise InputError(f"prior={self.prior!r}: one share above 0 for each of the {len(labels.classes)} classes "
                             "is needed, with sum 1")  # fmt: skip
        return shares

    def _solve(self, is_open: NDArray[np.bool_], known: Matrix, start: Matrix | None = None) -> Matrix:
        """Potentials of all classes; the last class has what the others leave."""
        others, n_iter = potentials(self.graph_, is_open, known[:, :-1], leak=self.leak_, start=start,
                                    solver=self.solver, tol=self.tol, max_iter=self.max_iter)  # fmt: skip
        self.n_iter_ = max(n_iter, self.n_iter_)
        found = np.column_stack([others, 1 - others.sum(axis=1)])
        return np.clip(found, 0.0, 1.0)

    def _from_positives(self, labels: PartialLabels, is_open: NDArray[np.bool_], prior: float) -> Matrix:
        """Potentials between the labelled positives and a background, scaled to the share of positives."""
        known = np.column_stack([labels.codes == 1, labels.codes != 1]).astype(float)
        if not is_open.any():
            return known[:, ::-1]
        latest = np.where(is_open[:, None], prior, known)

        def surplus(log_leak: float) -> float:
            nonlocal latest
            self.leak_ = float(np.exp(log_leak))
            latest = self._solve(is_open, known, start=latest[:, :1])
            return float(latest[is_open, 0].mean() - prior)

        # The mean falls from 1 to 0 as the background grows.  Roughly right is enough: the cut below does the rest.
        least, most = np.log(LEAKS)
        if surplus(least) > 0 > surplus(most):
            surplus(brentq(surplus, least, most, xtol=1e-3))
        odds = logit(np.clip(latest[is_open, 0], EDGE, 1 - EDGE))
        n_called = int(np.clip(round(prior * len(odds)), 1, len(odds) - 1)) if len(odds) > 1 else 0
        known[is_open, 0] = expit(odds - _between(odds, n_called))
        known[:, 1] = 1 - known[:, 0]
        return known[:, ::-1]


def _with_masses(distributions: Matrix, shares: NDArray[np.float64]) -> Matrix:
    """Class-mass normalisation: classes weighted so that their sums over the rows stand in the given shares."""
    masses = distributions.sum(axis=0)
    weighted = distributions * np.divide(shares, masses, out=np.zeros_like(masses), where=masses > 0)
    return weighted / weighted.sum(axis=1, keepdims=True)


def _between(values: NDArray[np.float64], n_above: int) -> float:
    """A number with the `n_above` largest values above it, as far as ties allow."""
    if n_above == 0:
        return float(values.max())
    falling = -np.sort(-values)
    return float((falling[n_above - 1] + falling[n_above]) / 2)
