"""A forest of PosUnl trees: bags of rows, random attributes, out-of-bag scores."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics import lee_liu_score
from onesided.model_selection import best_threshold
from onesided.queries.tree_bagging import bag_trees, mean_of_trees
from onesided.queries.tree_base import TableClassifier, as_seed, counting_of, kinds_of
from onesided.queries.tree_build import Options
from onesided.queries.tree_codes import Codes
from onesided.queries.tree_prior import Share, estimated_share, given_share

Vector = NDArray[np.float64]


class PosUnlForest(TableClassifier):
    r"""The mean of many :class:`PosUnlTree`, each of a bag of rows and with random attributes in each node.

    .. math:: f(x) = \frac1T \sum_{t=1}^T p_1(\text{leaf of } x \text{ in tree } t)

    The trees are grown to the end by the gain ratio of the PU counts; none is pruned, and no threshold pays for being
    named.  A bag is drawn from P, from U and from the known negatives, each by itself.  A row's *out-of-bag* score is
    the mean over the trees that have not seen it: an honest score of every training row.

    If the prior is not given, a first forest of 30 trees tells P from U, and the share of positives in U comes from
    its out-of-bag scores (:func:`onesided.prior.odds_floor`, joined with known negatives where there are ten or more).

    Assumes that positives were labelled at random and, where there are known negatives, that these were, too.

    Parameters
    ----------
    n_estimators : int, default=100
        T.
    prior : float, optional
        The share of positives in the population: all rows if ``sampling="one"``, U if ``"two"``.
    sampling : {"one", "two"}, default="one"
        P and U are one draw from the population, or U alone is.
    supervised : bool, default=False
        Whether a `y` of two values means positive and negative, not positive and unlabeled.
    criterion : {"gain_ratio", "gain"}, default="gain_ratio"
    max_features : "sqrt", int, float or None, default="sqrt"
        Features looked at in each node: the root of their number, a number, a share, or all.
    min_cases : float, default=5
        At least two branches of a split have so many rows of the population.
    max_depth : int, optional
    threshold : float or "lee_liu", default=0.5
        The cut on the probability; "lee_liu": the largest F̂ over out-of-bag scores, which needs no prior.
    categorical_features : "auto", None or array-like, default="auto"
        As in :class:`PosUnlTree`.
    n_jobs : int, optional
        Trees grown at a time, in threads.  The forest is the same for any number.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    random_state : int, RandomState, Generator or None, default=None

    Attributes
    ----------
    estimators_ : list of Tree
    prior_ : float
        The share of positives in the population, as used.
    prior_source_ : str
        Where it comes from: "given", "labels", "out-of-bag scores" or "known negatives and out-of-bag scores".
    oob_decision_function_ : ndarray of shape (n,)
        Out-of-bag probability of each row, measured from the cut; NaN for a row that was in every bag.
    oob_score_ : float
        F̂ (Lee & Liu) of the out-of-bag scores at the cut; NaN if no row is unlabeled.
    feature_importances_ : ndarray of shape (n_features,)
    threshold_ : float

    References
    ----------
    .. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
    .. [2] L. Breiman. Random forests. Machine Learning 45, 2001.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(2000, 2)) + 4 * (np.arange(2000) < 800)[:, None]   # 800 positives
    >>> y = np.arange(2000) < 200                                               # a quarter of them labelled
    >>> model = PosUnlForest(random_state=0).fit(X, y)
    >>> round(model.prior_, 2), int(model.predict(X).sum())
    (0.4, 806)
    """

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        prior: float | None = None,
        sampling: Literal["one", "two"] = "one",
        supervised: bool = False,
        criterion: Literal["gain_ratio", "gain"] = "gain_ratio",
        max_features: Literal["sqrt"] | int | float | None = "sqrt",
        min_cases: float = 5,
        max_depth: int | None = None,
        threshold: float | Literal["lee_liu"] = 0.5,
        categorical_features: Any = "auto",
        n_jobs: int | None = None,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.n_estimators = n_estimators
        self.prior = prior
        self.sampling = sampling
        self.supervised = supervised
        self.criterion = criterion
        self.max_features = max_features
        self.min_cases = min_cases
        self.max_depth = max_depth
        self.threshold = threshold
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
        self.pos_label = pos_label
        self.random_state = random_state

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        numbers, labels, weights = self._read_table(X, y, sample_weight)
        options = self._options()
        rng = np.random.default_rng(as_seed(self.random_state))
        table = Codes.of(numbers, self._columns)
        share = self._share(numbers, table, labels, weights, rng)
        counting = counting_of(labels, weights, None if share is None else share.value, self.sampling)
        bagged = bag_trees(
            numbers, table, kinds_of(labels), weights, counting, options, self.n_estimators, rng, self.n_jobs
        )
        self.estimators_ = bagged.trees
        self.prior_ = counting.share_of_positives(np.bincount(kinds_of(labels), weights, minlength=3))
        self.prior_source_ = "labels" if share is None else share.source
        self.feature_importances_ = np.mean([tree.importances(self.n_features_in_) for tree in bagged.trees], axis=0)
        self._cut(labels, weights, bagged.out_of_bag)
        return self

    def _share(
        self, numbers: Vector, table: Codes, labels: Labels, weights: Vector, rng: np.random.Generator
    ) -> Share | None:
        """The share of positives in U; None if nothing is unlabeled."""
        if labels.n_unlabeled == 0:
            return None
        if self.prior is not None:
            return given_share(self.prior, labels, weights, self.sampling)
        return estimated_share(numbers, table, labels, weights, None, rng, self.n_jobs)

    def _cut(self, labels: Labels, weights: Vector, scores: Vector) -> None:
        """The threshold, and what the out-of-bag scores say of it."""
        is_judged = ~np.isnan(scores) & (weights > 0)
        judged, kept = labels.take(is_judged), weights[is_judged]
        can_judge = judged.n_positive > 0 and judged.n_unlabeled > 0
        if isinstance(self.threshold, str):
            if not can_judge:
                raise InputError(
                    f"threshold='lee_liu' needs out-of-bag scores of positive and unlabeled rows, and n_estimators="
                    f"{self.n_estimators} trees left too few out; grow more trees, or give a number"
                )
            self.threshold_ = best_threshold(judged, scores[is_judged], sample_weight=kept).threshold
        else:
            self.threshold_ = float(self.threshold)
        self.oob_decision_function_ = scores - self.threshold_
        called = scores[is_judged] > self.threshold_
        self.oob_score_ = lee_liu_score(judged, called, sample_weight=kept) if can_judge else np.nan

    def _options(self) -> Options:
        if self.criterion not in ("gain_ratio", "gain"):
            raise InputError(f"criterion={self.criterion!r} is not known; it is 'gain_ratio' or 'gain'")
        if self.n_estimators < 1:
            raise InputError(f"n_estimators={self.n_estimators!r} must be at least 1")
        if self.min_cases <= 0:
            raise InputError(f"min_cases={self.min_cases!r} must be more than 0")
        if isinstance(self.threshold, str) and self.threshold != "lee_liu":
            raise InputError(f"threshold={self.threshold!r} is not known; it is a number or 'lee_liu'")
        return Options(self.criterion, self.min_cases, False, self.max_depth, self._n_features(), pruning=None)

    def _n_features(self) -> int | None:
        given, n_features = self.max_features, self.n_features_in_
        if given is None:
            return None
        if given == "sqrt":
            return max(1, int(np.sqrt(n_features)))
        if isinstance(given, str) or given <= 0:
            raise InputError(f"max_features={given!r} is not known; it is 'sqrt', a number, a share or None")
        return max(1, int(given * n_features)) if isinstance(given, float) else min(int(given), n_features)

    def _scores(self, X: Any) -> Vector:
        return mean_of_trees(self.estimators_, X, self.n_jobs)
