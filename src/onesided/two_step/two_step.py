"""The two-step family: find reliable negatives, then learn from them."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits

from onesided.base import PUClassifier
from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError
from onesided.two_step.negatives import NEGATIVES
from onesided.two_step.refine import REFINE
from onesided.two_step.views import LOOKS, Views, Weigher

ALARM = 0.5


class TwoStep(PUClassifier):
    r"""Find reliable negatives RN among the unlabeled rows, then learn from P, RN and the rest.

    Sixteen published methods are pairs of these names: S-EM is ("spy", "em"), PEBL ("1-dnf", "svm-i") and Roc-SVM
    ("rocchio", "svm-is").  The result is a linear rule, :math:`f(x) = [w \cdot x + b > 0]`.  Assumes that the positives
    were labelled at random and that the classes can be told apart; needs no prior, and `sampling` does not matter.
    Known negatives count as reliable ones from the beginning to the end.

    `X` holds word counts.  Naive Bayes and 1-DNF read them as they are; Rocchio and the SVMs read them weighted.  On
    other numbers, negative ones too, the pairs of "rocchio" and the three SVMs work with `weighting=None`.

    Parameters
    ----------
    negatives : {"spy", "1-dnf", "rocchio", "nb"} or object, default="spy"
        The first step; an object of :mod:`onesided.two_step.negatives` takes its settings, as in ``Spy(noise=0.05)``.
    refine : {"em", "svm", "svm-i", "svm-is"} or object, default="em"
        The second step; an object of :mod:`onesided.two_step.refine` takes its settings, as in ``SVM(C=10)``.
    weighting : {"tfidf", None}, default="tfidf"
        What Rocchio and the SVMs read: tf-idf rows of length one made of X, or X as it is.
    pos_label : optional
    random_state : int, RandomState or None
        Draws the spies and starts the clustering.

    Attributes
    ----------
    coef_, intercept_ : arrays of shape (1, n_features) and (1,)
        On X as the second step reads it.
    reads_ : {"counts", "words", "weights"}
        How that is: as it came, or weighted.
    n_reliable_negatives_ : int
        Unlabeled rows that the second step began with as negatives.
    negatives_ : ReliableNegatives
        Which rows these are, and what happened in the first step.
    history_ : list of Round
        The classifiers of the second step in order.
    n_iter_ : int
        How many they are.
    kept_ : str
        Which one was kept, and why.

    References
    ----------
    .. [1] B. Liu, Y. Dai, X. Li, W. S. Lee, P. S. Yu. Building text classifiers using positive and unlabeled
       examples. ICDM 2003.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(400) % 4 == 0
    >>> X = rng.poisson(np.where(is_positive[:, None], [9, 3, 3, 1], [1, 3, 3, 9])).astype(float)
    >>> y = (is_positive & (rng.uniform(size=400) < 0.5)).astype(int)
    >>> model = TwoStep("rocchio", "svm-is").fit(X, y)
    >>> bool(np.mean(model.predict(X) == is_positive) > 0.9)
    True
    >>> model.kept_
    'the only SVM: it calls no other unlabeled row negative'
    """

    def __init__(
        self,
        negatives: Any = "spy",
        refine: Any = "em",
        *,
        weighting: str | None = "tfidf",
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.negatives = negatives
        self.refine = refine
        self.weighting = weighting
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
            Word counts (see above for other numbers).
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.

        Returns
        -------
        self
        """
        X, labels, _ = self._read(X, y)
        negatives, refine = self._steps()
        _check_step("negatives", negatives, "find", NEGATIVES)
        _check_step("refine", refine, "fit", REFINE)
        self.weigher_ = Weigher(self.weighting)
        views = Views(X, self.weigher_, type(self).__name__)
        # BLAS threads on short vectors burn both cores and gain nothing.
        with threadpool_limits(limits=1, user_api="blas"):
            self.negatives_ = negatives.find(views[negatives.reads], labels, random_state=self.random_state)
            refined = refine.fit(views[refine.reads], labels, self.negatives_.mask)
        self.n_reliable_negatives_ = len(self.negatives_)
        self.coef_ = refined.weights[np.newaxis]
        self.intercept_ = np.array([refined.intercept])
        self.threshold_, self.reads_ = 0.0, refine.reads
        self.history_, self.n_iter_, self.kept_ = refined.history, len(refined.history), refined.kept
        if refined.missed_positives > ALARM:
            warnings.warn(
                f"{type(self).__name__} calls {refined.missed_positives:.0%} of the labelled positives negative, and "
                f"so most of the hidden ones; kept was {refined.kept}; "
                + getattr(refine, "remedy", "try another second step"),
                DataWarning,
                stacklevel=2,
            )
        return self

    def _steps(self) -> tuple[Any, Any]:
        """The two objects; a name that nobody knows stays as it is."""
        return _by_name(self.negatives, NEGATIVES), _by_name(self.refine, REFINE)

    def _scores(self, X: Any) -> NDArray[np.float64]:
        if self.reads_ == "weights":
            X = self.weigher_.transform(X)
        return MemoryRows(X).times(self.coef_[0]) + self.intercept_[0]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        reads = [getattr(step, "reads", "weights") for step in self._steps()]
        tags.input_tags.positive_only = self.weighting == "tfidf" or reads != ["weights", "weights"]
        return tags


def _by_name(step: Any, known: dict[str, Any]) -> Any:
    return known.get(step.lower(), step) if isinstance(step, str) else step


def _check_step(parameter: str, step: Any, method: str, known: dict[str, Any]) -> None:
    if not hasattr(step, method) or getattr(step, "reads", None) not in LOOKS:
        names = ", ".join(map(repr, known))
        raise InputError(
            f"{parameter}={step!r} is not one of {names}, nor an object with a method `{method}` and an attribute "
            f"`reads` that is one of {', '.join(map(repr, LOOKS))}"
        )
