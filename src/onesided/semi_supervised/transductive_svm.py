"""The transductive SVM (Joachims, 1999; Sindhwani & Keerthi, 2006)."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from onesided.base import PUClassifier
from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels
from onesided.semi_supervised.annealing import anneal
from onesided.semi_supervised.switching import switch_labels
from onesided.semi_supervised.transductive_check import compare_with_supervised, share_by_prior
from onesided.semi_supervised.transductive_problem import Problem, Transduction, Vector

METHODS = ("multi-switch", "switch", "annealing")


class TransductiveSVM(PUClassifier):
    r"""A linear SVM whose margin also keeps clear of the unlabeled rows, on whichever side they may be.

    .. math:: \min_{w,b,\hat y}\; \tfrac12(\|w\|^2 + b^2) + C \sum_L \ell(y\,g(x)) + C_U \sum_U \ell(\hat y\,g(x)),
        \qquad \ell(z) = \max(0, 1-z)^2, \qquad \tfrac1{n_U} \#\{\hat y = 1\} = r

    The labels of the unlabeled rows are unknowns of the problem; a share r of them is positive.  Needs labelled rows of
    *both* kinds (1, 0 and -1 for unlabeled, as in `sklearn.semi_supervised`); with positives only, use a method
    for positive and unlabeled rows.  Assumes that the boundary runs where few rows are, that the unlabeled rows come
    from the same population as the labelled ones, and that r is about right.  The problem is not convex: each
    method finds a local minimum, from the SVM of the labelled rows.

    Parameters
    ----------
    method : {"multi-switch", "switch", "annealing"}, default="multi-switch"
        "switch" exchanges the guessed labels of one pair of rows and fits again [1]_; "multi-switch" exchanges many
        pairs at once [2]_: the same idea at a small part of the cost.  Both raise the cost of the
        unlabeled rows step by step.  "annealing" lets each row be positive with a probability and cools [2]_: less
        bound to where it starts, and slower on small data.
    C : float, default=10.0
        The price of an error on a labelled row.
    unlabeled_C : float or "balanced", default="balanced"
        The price of an error on an unlabeled row; "balanced": all of them together weigh as much as all labelled ones.
    positive_fraction : float, "prior" or None, default=None
        r, the share of positives among the unlabeled rows.  None takes that of the labelled rows, which is right only
        if these are a plain random sample; "prior" estimates it with :func:`onesided.prior.estimate_prior` from
        out-of-fold scores, and needs some tens of labelled positives to be any good.
    threshold : float or "share", default=0.0
        The cut on g; "share" puts it between the guessed positives and the guessed negatives, so that exactly a share r
        of the unlabeled rows is above it: better than 0 if r is well known and far from a half.
    max_switches : int or None, default=None
        Pairs that multi-switch exchanges before the next fit; None is all that are in the wrong order.
    max_rounds : int, default=1000
        Most fits at one cost or temperature.
    check : bool, default=True
        Compare with the supervised SVM by cross-validation on the labelled rows, if there are at least three
        of each kind, and warn where the unlabeled rows clearly made it worse.  Costs three more fits.
    tol : float, default=1e-3
        Of each fit, as in :class:`~onesided.linear.BiasedSVM`.
    max_iter : int, default=1000
        Most iterations of one fit.
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.
    random_state : int, RandomState or None
        Deals the folds of `check` and of ``positive_fraction="prior"``.

    Attributes
    ----------
    coef_, intercept_ : arrays of shape (1, n_features) and (1,)
    threshold_ : float
    transduction_ : array of shape (n,)
        A label for every row of the fit: the given ones, and the guessed ones, of which a share r is positive.
    positive_fraction_ : float
        r.
    history_ : list of records (cost, temperature, switches, objective)
        One for each fit; at one cost the objective never rises.
    n_iter_ : int
        Fits in all.
    check_ : record (n_rows, supervised_errors, transductive_errors, chance) or None
        Held-out labelled rows that either SVM has wrong, and the chance of a lead as large if both are equally good.

    References
    ----------
    .. [1] T. Joachims. Transductive inference for text classification using support vector machines. ICML 1999.
    .. [2] V. Sindhwani, S. S. Keerthi. Large scale semi-supervised linear SVMs. SIGIR 2006.

    Examples
    --------
    >>> from onesided.datasets import make_text
    >>> X, truth = make_text(n_documents=2000, n_features=3000, random_state=0, return_labels="true")
    >>> y = np.full(2000, -1)                                # 60 labelled rows, the rest unlabeled
    >>> y[:60] = truth[:60]
    >>> model = TransductiveSVM(positive_fraction=0.25, random_state=0).fit(X, y)
    >>> unlabeled = y == -1
    >>> float((model.transduction_[unlabeled] == 1).mean())
    0.25
    >>> model.check_.n_rows
    60
    """

    def __init__(
        self,
        method: str = "multi-switch",
        *,
        C: float = 10.0,
        unlabeled_C: float | str = "balanced",
        positive_fraction: float | str | None = None,
        threshold: float | str = 0.0,
        max_switches: int | None = None,
        max_rounds: int = 1000,
        check: bool = True,
        tol: float = 1e-3,
        max_iter: int = 1000,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.method = method
        self.C = C
        self.unlabeled_C = unlabeled_C
        self.positive_fraction = positive_fraction
        self.threshold = threshold
        self.max_switches = max_switches
        self.max_rounds = max_rounds
        self.check = check
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit to labelled rows of both kinds and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
        y : array-like of shape (n,)
            1 positive, 0 negative, -1 or missing unlabeled, or another code of :mod:`onesided.labels`.

        Returns
        -------
        self
        """
        X, labels, _ = self._read(X, y)
        self._require_sense(labels)
        # BLAS threads on short vectors burn both cores and gain nothing.
        with threadpool_limits(limits=1, user_api="blas"):
            problem = self._problem(MemoryRows(X), labels)
            found = self._transduce(problem)
            self.check_ = (
                compare_with_supervised(problem, labels, self._transduce, self.random_state) if self.check else None
            )
        if not found.is_settled:
            warnings.warn(
                f"labels were still changing sides after max_rounds={self.max_rounds} fits at one cost; "
                "raise max_rounds, or use method='multi-switch' with max_switches=None",
                ConvergenceWarning,
                stacklevel=2,
            )
        if self.check_ is not None and self.check_.is_clearly_worse:
            warnings.warn(self.check_.as_warning(), DataWarning, stacklevel=2)
        self._keep(found, labels)
        return self

    def _require_sense(self, labels: Labels) -> None:
        if self.method not in METHODS:
            raise InputError(f"method={self.method!r} is not one of {', '.join(map(repr, METHODS))}")
        if isinstance(self.threshold, str) and self.threshold != "share":
            raise InputError(f"threshold={self.threshold!r} is neither a number nor 'share'")
        if labels.n_negative == 0:
            raise InputError(
                "y has no known negative row, and TransductiveSVM needs labelled rows of both kinds (1 positive, "
                "0 negative, -1 unlabeled): with positive and unlabeled rows only, use SetAsideSVM, RankSVM, BiasedSVM "
                "or another PU method"
            )
        if labels.n_unlabeled == 0:
            warnings.warn(
                "y has no unlabeled row (-1 or missing): this is the plain SVM of the labelled rows",
                DataWarning,
                stacklevel=3,
            )

    def _problem(self, rows: MemoryRows, labels: Labels) -> Problem:
        n_labelled, n_unlabeled = labels.n_positive + labels.n_negative, labels.n_unlabeled
        unlabeled_cost = self.unlabeled_C
        if unlabeled_cost == "balanced":
            unlabeled_cost = self.C * n_labelled / max(n_unlabeled, 1)
        problem = Problem(
            rows, labels.signs, np.where(labels.is_unlabeled, 0.0, self.C), np.flatnonzero(labels.is_unlabeled),
            n_up=0, unlabeled_cost=float(unlabeled_cost), tol=self.tol, max_iter=self.max_iter,
        )  # fmt: skip
        share = self.positive_fraction
        if share is None:
            share = labels.n_positive / n_labelled
        elif share == "prior":
            share = share_by_prior(problem, labels, self.random_state)
        if isinstance(share, str) or not 0 < share < 1:
            raise InputError(
                f"positive_fraction={share!r} is not a share between 0 and 1, 'prior', or None (as the labelled rows)"
            )
        self.positive_fraction_ = float(share)
        # Of both kinds there is at least one, however small the share.
        return replace(problem, n_up=int(np.clip(round(share * n_unlabeled), 1, max(n_unlabeled - 1, 1))))

    def _transduce(self, problem: Problem) -> Transduction:
        if len(problem.unlabeled) == 0:
            return Transduction(problem.supervised(), np.zeros(0, dtype=bool), [], True)
        if self.method == "annealing":
            return anneal(problem, max_rounds=self.max_rounds)
        at_most = 1 if self.method == "switch" else self.max_switches
        return switch_labels(problem, at_most=at_most, max_rounds=self.max_rounds)

    def _keep(self, found: Transduction, labels: Labels) -> None:
        self.coef_ = found.solution.weights[np.newaxis]
        self.intercept_ = np.array([found.solution.intercept])
        self.threshold_ = self._cut(found, labels)
        self.history_ = found.history
        self.n_iter_ = 1 + len(found.history)
        is_up = labels.is_positive.copy()
        is_up[labels.is_unlabeled] = found.is_up
        self.transduction_ = labels.decode(is_up)

    def _cut(self, found: Transduction, labels: Labels) -> float:
        if self.threshold != "share":
            return float(self.threshold)
        scores = found.solution.scores[labels.is_unlabeled]
        if found.is_up.all() or not found.is_up.any():
            return 0.0  # one unlabeled row, or none: nothing to cut between
        return 0.5 * float(scores[found.is_up].min() + scores[~found.is_up].max())

    def _scores(self, X: Any) -> Vector:
        return MemoryRows(X).times(self.coef_[0]) + self.intercept_[0]
