"""Decision trees from positive and unlabeled rows: C4.5 and C4.5PosUnl (De Comité et al., 1999)."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.queries.tree_base import TableClassifier, as_seed, counting_of, kinds_of
from onesided.queries.tree_build import Options, build_tree
from onesided.queries.tree_codes import Codes
from onesided.queries.tree_columns import stack_tables
from onesided.queries.tree_export import plot_tree, rules_of, tree_as_text
from onesided.queries.tree_prior import Share, estimated_share, given_share

Vector = NDArray[np.float64]


class PosUnlTree(TableClassifier):
    r"""A C4.5 tree that counts positives by what P and U say of them.

    .. math:: p_1 = \min\left(1,\; \frac{|P^n|}{|P|} \cdot D(f) \cdot \frac{|U|}{|U^n|}\right), \qquad
       \text{gain}(n, t) = H(n) - \sum_v \frac{|U^{nv}|}{|U^n|} H(nv)

    in a node n, with D(f) the share of positives in the population.  Everything else is C4.5: the gain ratio, among
    splits of at least average gain; one branch for each category; thresholds for numbers, at their cost; rows with a
    missing value go down every branch with a part of their weight; pruning from the leaves up, by a pessimistic count
    of errors, to a leaf or to the largest branch.  With labels of both kinds and no unlabeled row it *is* C4.5.

    Departs from [1]_ by default, where the document sees its own method fall behind:

    - Known negatives count in every node, not only for D(f): the most likely numbers of positives and negatives
      in the node, given all three counts (:mod:`onesided.queries.tree_counts`).
    - Pruning knows that p₁ is a ratio of two noisy counts (:mod:`onesided.queries.tree_errors`).
    - D(f), if it is not given, is estimated from out-of-bag scores as well as from labels.

    ``pruning="published"`` is the document's method: known negatives only help to find D(f), and errors are
    counted as if p₁ were exact.

    Assumes that positives were labelled at random and, where there are known negatives, that these were, too.

    Parameters
    ----------
    prior : float, optional
        D(f), the share of positives in the population: all rows if ``sampling="one"``, U if ``"two"``.  By default it
        is estimated from out-of-bag scores of 30 trees of P against U, which takes longer than the tree itself.
    sampling : {"one", "two"}, default="one"
        P and U are one draw from the population, or U alone is (as in [1]_).
    supervised : bool, default=False
        Whether a `y` of two values means positive and negative, not positive and unlabeled: then this is C4.5.  It
        is so in any case where no row is unlabeled.
    criterion : {"gain_ratio", "gain"}, default="gain_ratio"
        What the best split has most of; "gain" compares all splits, not only those of at least average gain.
    min_cases : float, default=2
        At least two branches of a split have so many rows of the population.
    threshold_cost : bool, default=True
        Whether the gain of a threshold is reduced by the bits that name it, log2(number of thresholds)/n, as in C4.5
        release 8.
    max_depth : int, optional
    pruning : {"confidence", "published", None}, default="confidence"
        None leaves the tree as it was grown.
    confidence : float, optional
        Of the upper limit of errors in pruning; less prunes more.  By default 0.25, C4.5's own, where there are
        labels of both kinds or pruning is the published one, and 0.1 where errors follow from P and U alone: by the
        error estimated from P and U in 5 folds the better choice on kr-vs-kp, spambase and adult.
    subtree_raising : bool, default=True
        Whether pruning may put the largest branch in the place of a node.
    categorical_features : "auto", None or array-like, default="auto"
        Columns that have one branch for each value: their numbers, names or a mask.  "auto": categorical and
        text columns of a pandas or polars table, columns of strings in an array.
    n_jobs : int, optional
        Trees grown at a time to estimate the prior.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    random_state : int, RandomState, Generator or None, default=None
        Draws the bags to estimate the prior; with a given prior nothing is random.

    Attributes
    ----------
    tree_ : Tree
        The nodes, as arrays.
    prior_ : float
        D(f) as used: given, estimated, or the share of positives among the labels.
    prior_source_ : str
        Where `prior_` comes from.
    feature_importances_ : ndarray of shape (n_features,)
        The share of each feature in the information gained.
    threshold_ : float
        0.5: the class with the larger share in the leaf.

    References
    ----------
    .. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
    .. [2] J. R. Quinlan. C4.5: programs for machine learning. Morgan Kaufmann 1993.
    .. [3] J. R. Quinlan. Improved use of continuous attributes in C4.5. JAIR 4, 1996.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.integers(0, 10, size=(3000, 3)).astype(float)
    >>> truth = (X[:, 0] <= 4) & (X[:, 1] > 2)
    >>> y = (truth & (rng.random(3000) < 0.3)).astype(int)         # 30% of the positives are labelled
    >>> tree = PosUnlTree(prior=truth.mean()).fit(X, y)
    >>> print(tree.export_text())
    x0 <= 4
    |   x1 <= 2: 0 (456.0 rows, 0% positive)
    |   x1 > 2: 1 (1062.0 rows, 100% positive)
    x0 > 4: 0 (1482.0 rows, 0% positive)
    """

    def __init__(
        self,
        *,
        prior: float | None = None,
        sampling: Literal["one", "two"] = "one",
        supervised: bool = False,
        criterion: Literal["gain_ratio", "gain"] = "gain_ratio",
        min_cases: float = 2,
        threshold_cost: bool = True,
        max_depth: int | None = None,
        pruning: Literal["confidence", "published"] | None = "confidence",
        confidence: float | None = None,
        subtree_raising: bool = True,
        categorical_features: Any = "auto",
        n_jobs: int | None = None,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.prior = prior
        self.sampling = sampling
        self.supervised = supervised
        self.criterion = criterion
        self.min_cases = min_cases
        self.threshold_cost = threshold_cost
        self.max_depth = max_depth
        self.pruning = pruning
        self.confidence = confidence
        self.subtree_raising = subtree_raising
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
        self.pos_label = pos_label
        self.random_state = random_state

    def fit_samples(
        self, X_labelled: ArrayLike, y_labelled: ArrayLike, X_positive: ArrayLike, X_unlabeled: ArrayLike
    ) -> Self:
        """Fit to the three samples of [1]_: LAB, POS and UNL.

        LAB and UNL are drawn from the population and POS from its positives, whatever `sampling` says.  The share of
        positives in LAB tells the prior, unless it is given: alone with ``pruning="published"``, else together
        with out-of-bag scores, which settle it where LAB is small.

        Parameters
        ----------
        X_labelled : array or table
        y_labelled : array-like
            True or 1 for positive, False or 0 for negative rows.
        X_positive, X_unlabeled : arrays or tables

        Returns
        -------
        self
        """
        is_positive = np.asarray(y_labelled).astype(bool)
        sizes = [len(part) for part in (X_positive, X_unlabeled)]  # type: ignore[arg-type]
        y = np.concatenate([np.where(is_positive, 1.0, 0.0), np.repeat([1.0, np.nan], sizes)])
        X = stack_tables([X_labelled, X_positive, X_unlabeled])
        sample = (float(np.count_nonzero(is_positive)), float(len(is_positive)))
        weights = np.ones(len(y))
        if self.pruning == "published":
            weights[: len(is_positive)] = 0.0
        self._fit(X, y, weights, "two", sample)
        self.classes_ = np.array([0, 1])
        return self

    def _fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any,
        sampling: Literal["one", "two"] | None = None,
        sample: tuple[float, float] | None = None,
    ) -> Self:
        sampling = self.sampling if sampling is None else sampling
        numbers, labels, weights = self._read_table(X, y, sample_weight)
        options = self._options(labels)
        if self.pruning == "published" and labels.n_unlabeled:
            weights = np.where(labels.is_negative, 0.0, weights)
        table = Codes.of(numbers, self._columns)
        share = self._share(numbers, table, labels, weights, sampling, sample)
        counting = counting_of(labels, weights, None if share is None else share.value, sampling)
        self.tree_ = build_tree(table, kinds_of(labels), weights, counting, options)
        self.prior_ = counting.share_of_positives(np.bincount(kinds_of(labels), weights, minlength=3))
        self.prior_source_ = "labels" if share is None else share.source
        self.feature_importances_ = self.tree_.importances(self.n_features_in_)
        self.threshold_ = 0.5
        return self

    def _share(
        self,
        numbers: Vector,
        table: Codes,
        labels: Labels,
        weights: Vector,
        sampling: Literal["one", "two"],
        sample: tuple[float, float] | None,
    ) -> Share | None:
        """The share of positives in U; None if nothing is unlabeled."""
        if labels.n_unlabeled == 0:
            return None
        if self.prior is not None:
            return given_share(self.prior, labels, weights, sampling)
        if sample is not None and self.pruning == "published":
            return Share(sample[0] / sample[1], "labelled sample")
        rng = np.random.default_rng(as_seed(self.random_state))
        return estimated_share(numbers, table, labels, weights, sample, rng, self.n_jobs)

    def _options(self, labels: Labels) -> Options:
        for name, known in (("criterion", ("gain_ratio", "gain")), ("pruning", ("confidence", "published", None))):
            if getattr(self, name) not in known:
                raise InputError(f"{name}={getattr(self, name)!r} is not known; it is one of {known}")
        confidence = self.confidence
        if confidence is None:
            confidence = 0.25 if labels.n_negative or self.pruning == "published" else 0.1
        if not 0 < confidence <= 0.5:
            raise InputError(f"confidence={self.confidence!r} must lie between 0 and 0.5")
        if self.min_cases <= 0:
            raise InputError(f"min_cases={self.min_cases!r} must be more than 0")
        return Options(
            self.criterion, self.min_cases, self.threshold_cost, self.max_depth, None, self.pruning, confidence,
            self.subtree_raising,
        )  # fmt: skip

    def _scores(self, X: Any) -> Vector:
        return self.tree_.predict(X)

    def get_depth(self) -> int:
        """The number of questions on the longest way to a leaf."""
        check_is_fitted(self)
        return int(self.tree_.depth.max())

    def get_n_leaves(self) -> int:
        """How many leaves there are."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    def export_text(self, feature_names: Any = None, *, max_depth: int | None = None) -> str:
        """The tree as lines of text."""
        check_is_fitted(self)
        return tree_as_text(self.tree_, self._names(feature_names), self._columns, self.classes_, max_depth)

    def rules(self, feature_names: Any = None) -> list[str]:
        """A rule for each leaf that is called positive, the surest first."""
        check_is_fitted(self)
        return rules_of(self.tree_, self._names(feature_names), self._columns, self.classes_)

    def plot(self, feature_names: Any = None, *, max_depth: int | None = None, ax: Any = None) -> Any:
        """Draw the tree with matplotlib; returns the axes."""
        check_is_fitted(self)
        return plot_tree(self.tree_, self._names(feature_names), self._columns, self.classes_, max_depth, ax)

    def _names(self, given: Any) -> list[str]:
        if given is None:
            given = getattr(self, "feature_names_in_", [f"x{number}" for number in range(self.n_features_in_)])
        if len(given) != self.n_features_in_:
            raise InputError(f"feature_names has {len(given)} names for {self.n_features_in_} columns")
        return [str(name) for name in given]
