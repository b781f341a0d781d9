"""Co-training (Blum & Mitchell, 1998)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_softmax, logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from onesided.exceptions import InputError
from onesided.semi_supervised.partial_labels import UNLABELED, PartialLabels, read_partial_labels
from onesided.semi_supervised.views import Columns, PairOfMatrices, make_views, reads_columns

CERTAIN = 1e5  # stands for infinite log odds, so that two certain views that disagree leave a tie and not a NaN


class Labelled(NamedTuple):
    """One row that a view labelled: in which round, which row of X, by which view, as what, how sure it was."""

    round: int
    row: int
    view: int
    label: Any
    confidence: float


class CoTraining(ClassifierMixin, BaseEstimator):
    r"""Two classifiers, each with its own view of the rows, that label unlabeled rows for each other.

    Each round both are fitted to the labelled rows.  From a small random pool of unlabeled rows each takes the ones
    it is most sure of, some of every class; these join the labelled rows, and the pool is filled up.  The answer is
    the product of what the two say:

    .. math:: \Pr(c|x) \propto \Pr\nolimits_1(c|x_1) \, \Pr\nolimits_2(c|x_2)

    Assumes that either view would be enough by itself, and that, given the class, the two are independent: then what
    one view is sure of is, for the other, a random example with a nearly right label.  Where the views depend on
    each other, or one of them is poor, mistakes are passed on as well; look at `trace_`, and compare with
    `n_rounds=0`, which is the supervised answer.  A round costs two fits to the labelled rows and two predictions of
    the pool, not of the pile.

    Parameters
    ----------
    estimators : classifier, pair of classifiers or None, default=None
        Classifiers with `predict_proba`, one for both views or one for each; they are cloned.  None: multinomial naive
        Bayes for a view without negative numbers, logistic regression for another.
    views : pair, ColumnTransformer, "random" or None, default=None
        The two views of X: two lists, slices or masks of columns (names, if X is a table); two transformers, each
        fitted to all of X; a ColumnTransformer with two parts; "random" for two random halves of the columns.  None
        if X is a pair of matrices, given as a tuple or list.
    n_positive, n_negative : int, default=1 and 3
        Rows that a view labels in a round, with two classes that are numbers: the larger is positive.  With more
        classes, or words, the rarest class gets `n_positive` and the others in proportion to their labelled rows.
    n_per_class : dict, optional
        Rows that a view labels in a round, by class, instead.
    pool_size : int or None, default=75
        Unlabeled rows to choose from.  None: all of them.
    n_rounds : int, default=30
        At most so many; fewer if no unlabeled row is left, if neither view takes one, or if the views agree.
    stop_on_agreement : bool, default=True
        Stop when both views say the same of every unlabeled row (and not one class for all of them: two blind views
        agree as well).
    random_state : int, RandomState or None
        Draws the pool, and the "random" views.

    Attributes
    ----------
    classes_ : array
    estimators_ : (classifier, classifier)
        Fitted to the labelled rows and those of `trace_`; they know the classes by their numbers in `classes_`.
    trace_ : list of Labelled
        What was labelled: `round` (from 1), `row` of X, `view` (0 or 1) that did it, `label`, `confidence` (its
        probability).  A row that both views chose stands there once, by the view that was surer.
    n_rounds_ : int
        Rounds that labelled something.
    views_ : Views
    n_features_in_ : int

    References
    ----------
    .. [1] A. Blum, T. Mitchell. Combining labeled and unlabeled data with co-training. COLT 1998.
    .. [2] K. Nigam, R. Ghani. Analyzing the effectiveness and applicability of co-training. CIKM 2000.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[5, 0, 4, 1], [0, 6, 0, 5], [4, 1, 5, 0], [1, 5, 0, 4], [6, 1, 3, 0], [0, 4, 1, 6]])
    >>> y = [1, 0, -1, -1, -1, -1]
    >>> model = CoTraining(views=([0, 1], [2, 3]), n_negative=1, stop_on_agreement=False, random_state=0).fit(X, y)
    >>> model.predict(X)
    array([1, 0, 1, 0, 1, 0])
    >>> sorted((step.row, int(step.label)) for step in model.trace_)
    [(2, 1), (3, 0), (4, 1), (5, 0)]
    """

    def __init__(
        self,
        estimators: Any = None,
        *,
        views: Any = None,
        n_positive: int = 1,
        n_negative: int = 3,
        n_per_class: Mapping[Any, int] | None = None,
        pool_size: int | None = 75,
        n_rounds: int = 30,
        stop_on_agreement: bool = True,
        random_state: Any = None,
    ):
        self.estimators = estimators
        self.views = views
        self.n_positive = n_positive
        self.n_negative = n_negative
        self.n_per_class = n_per_class
        self.pool_size = pool_size
        self.n_rounds = n_rounds
        self.stop_on_agreement = stop_on_agreement
        self.random_state = random_state

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Fit to labelled and unlabeled rows.

        Parameters
        ----------
        X : matrix, pair of matrices, or what the transformers of `views` read
        y : array-like of shape (n,)
            Classes; -1 or missing is unlabeled.

        Returns
        -------
        self
        """
        if y is None:
            raise ValueError("CoTraining requires y to be passed, but the target y is None")
        random = check_random_state(self.random_state)
        if reads_columns(X, self.views):
            X = self._check(X, reset=True)
        self.views_ = make_views(X, self.views, random, getattr(self, "feature_names_in_", None))
        if isinstance(self.views_, PairOfMatrices):
            self.n_features_in_ = sum(self.views_.widths)
        pair = self.views_.split(X)
        labels = read_partial_labels(y)
        check_consistent_length(pair[0], labels.codes)
        self.classes_ = labels.classes
        originals = self._originals(pair)
        quota = self._quota(labels)
        codes = labels.codes.copy()
        pile = random.permutation(np.flatnonzero(labels.is_unlabeled))
        size = len(pile) if self.pool_size is None else self.pool_size
        if size < 1 and len(pile):
            raise InputError(f"pool_size={self.pool_size!r}: the views need at least one row to choose from")
        pool, pile = pile[:size], pile[size:]

        self.trace_: list[Labelled] = []
        self.n_rounds_ = 0
        self.estimators_ = _fit(originals, pair, codes)
        while self.n_rounds_ < self.n_rounds and len(pool):
            logs = [_log_proba(model, view[pool]) for model, view in zip(self.estimators_, pair, strict=True)]
            if self.stop_on_agreement and self._agree(logs, pair, pile):
                break
            chosen = _choose(logs, quota)
            if not chosen:
                break
            self.n_rounds_ += 1
            for place, (view, code) in chosen.items():
                codes[pool[place]] = code
                sure = float(np.exp(logs[view][place, code]))
                self.trace_.append(Labelled(self.n_rounds_, int(pool[place]), view, self.classes_[code], sure))
            kept = np.delete(pool, list(chosen))
            pool, pile = np.append(kept, pile[: size - len(kept)]), pile[size - len(kept) :]
            self.estimators_ = _fit(originals, pair, codes)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest product of the two views' probabilities."""
        best = np.argmax(self.predict_log_proba(X), axis=1)
        return self.classes_[best]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The product of the two views' probabilities, normalised; columns as in `classes_`."""
        return np.exp(self.predict_log_proba(X))

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithm of `predict_proba`."""
        check_is_fitted(self)
        pair = self.views_.split(self._read_new(X))
        return log_softmax(sum(_log_proba(self.estimators_[which], pair[which]) for which in (0, 1)), axis=1)

    def predict_view(self, X: Any, view: int) -> NDArray[Any]:
        """What one view, 0 or 1, says by itself.

        X as in `fit`; where that was a pair of matrices, the matrix of this view is enough.
        """
        check_is_fitted(self)
        if view not in (0, 1):
            raise InputError(f"view={view!r}: the views are 0 and 1")
        X_view = self.views_.one(self._read_new(X), view)
        return self.classes_[np.argmax(_log_proba(self.estimators_[view], X_view), axis=1)]

    def _read_new(self, X: Any) -> Any:
        return self._check(X, reset=False) if isinstance(self.views_, Columns) else X

    def _check(self, X: Any, *, reset: bool) -> Any:
        return validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset)

    def _originals(self, pair: tuple[Any, Any]) -> tuple[Any, Any]:
        given = self.estimators
        both = given if isinstance(given, tuple | list) else (given, given)
        if len(both) != 2:
            raise InputError(f"estimators has {len(both)} classifiers, and there are two views: give one or two")
        both = tuple(_default(view) if one is None else one for one, view in zip(both, pair, strict=True))
        for one in both:
            if not hasattr(one, "predict_proba"):
                raise InputError(f"estimators: {type(one).__name__} has no predict_proba; wrap it, for example in "
                                 "CalibratedClassifierCV, or take another classifier")  # fmt: skip
        return both

    def _quota(self, labels: PartialLabels) -> NDArray[np.intp]:
        """How many rows of each class a view labels in a round."""
        if self.n_per_class is not None:
            unknown = [one for one in self.n_per_class if one not in labels.classes]
            if unknown:
                raise InputError(f"n_per_class names {unknown[0]!r}, which has no labelled row in y")
            quota = [self.n_per_class.get(one, 0) for one in labels.classes.tolist()]
        elif len(labels.classes) == 2 and labels.classes.dtype.kind in "iufb":
            quota = [self.n_negative, self.n_positive]
        else:
            quota = np.rint(self.n_positive * labels.counts / labels.counts.min()).astype(np.intp).tolist()
        if min(quota) < 0 or sum(quota) == 0:
            raise InputError("n_positive, n_negative and n_per_class must not be negative, and not all be 0")
        return np.array(quota, dtype=np.intp)

    def _agree(self, logs: list[NDArray[np.float64]], pair: tuple[Any, Any], pile: NDArray[np.intp]) -> bool:
        """Whether the views say the same of every unlabeled row; the pool first, which mostly answers it."""
        first, second = (np.argmax(one, axis=1) for one in logs)
        if not np.array_equal(first, second):
            return False
        if len(pile):
            rest = [np.argmax(_log_proba(self.estimators_[which], pair[which][pile]), axis=1) for which in (0, 1)]
            if not np.array_equal(*rest):
                return False
            first = np.append(first, rest[0])
        return len(np.unique(first)) > 1

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _default(view: Any) -> Any:
    smallest = view.min() if view.shape[0] and view.shape[1] else 0
    return MultinomialNB() if smallest >= 0 else LogisticRegression()


def _fit(originals: tuple[Any, Any], pair: tuple[Any, Any], codes: NDArray[np.intp]) -> tuple[Any, Any]:
    """Copies of the classifiers, fitted to what is labelled by now."""
    rows = np.flatnonzero(codes != UNLABELED)
    first, second = (clone(one).fit(view[rows], codes[rows]) for one, view in zip(originals, pair, strict=True))
    return first, second


def _log_proba(classifier: Any, X: Any) -> NDArray[np.float64]:
    """Log probabilities, exact where the classifier has them: naive Bayes is soon so sure that probabilities tie."""
    with np.errstate(divide="ignore"):
        has_logs = hasattr(classifier, "predict_log_proba")
        logs = classifier.predict_log_proba(X) if has_logs else np.log(classifier.predict_proba(X))
    return np.maximum(logs, -CERTAIN)


def _choose(logs: list[NDArray[np.float64]], quota: NDArray[np.intp]) -> dict[int, tuple[int, int]]:
    """Places in the pool with the view and the class, the surest of each view and class among those it calls so."""
    chosen: dict[int, tuple[float, int, int]] = {}
    for view, log in enumerate(logs):
        called = np.argmax(log, axis=1)
        for code, n_wanted in enumerate(quota):
            places = np.flatnonzero(called == code)
            odds = log[places, code] - logsumexp(np.delete(log[places], code, axis=1), axis=1)
            for rank in np.argsort(-odds, kind="stable")[:n_wanted]:
                place = int(places[rank])
                # Where both views choose a row, the surer one decides.
                if place not in chosen or odds[rank] > chosen[place][0]:
                    chosen[place] = (float(odds[rank]), view, code)
    return {place: (view, code) for place, (_, view, code) in chosen.items()}
