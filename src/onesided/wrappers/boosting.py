"""Gradient-boosted trees on the risk of positive and unlabeled rows, driven by LightGBM."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit
from sklearn.utils import check_array
from sklearn.utils.validation import _check_sample_weight, check_consistent_length, check_is_fitted, validate_data

from onesided.base import PUClassifier
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels, read_labels, require_two_sides
from onesided.linear.linear import _folds_of_splits
from onesided.model_selection import best_threshold, fold_numbers
from onesided.prior import PriorEstimate, estimate_prior
from onesided.wrappers._lightgbm import Boosted, boost_on_folds, contributions, load_lightgbm, score
from onesided.wrappers._tables import Categories, is_table
from onesided.wrappers._wrapped import Vector, as_generator, draw_seed
from onesided.wrappers.pu_risk import PURisk

CHOICES = {"risk": ("nonnegative", "unbiased"), "sampling": ("one", "two")}
ACCEPTED: dict[str, Any] = {"accept_sparse": "csr", "dtype": [np.float64, np.float32]}
SUBSAMPLE = {"bagging_fraction": 0.8, "bagging_freq": 1, "feature_fraction": 0.8}


class PUBoosting(PUClassifier):
    r"""Gradient-boosted trees that minimise the risk as P and U estimate it, on tables as they are.

    .. math:: \min_g \; \pi \, \overline{\ell(g)}_P + \max\bigl(-\beta, \;
        \overline{\ell(-g)}_{\text{population}} - \pi \, \overline{\ell(-g)}_P\bigr),
        \qquad \ell(z) = \log(1 + e^{-z})

    Unlabeled rows are not called negative: what hidden positives would add to the loss of negatives is taken off
    again, as the labelled ones tell it [1]_.  Trees that have learned P by heart make that difference negative, which
    no true loss is; the non-negative risk then leads back up [2]_.  :math:`\sigma(g)` is the probability of being
    positive.

    Boosters are fitted on `cv` folds, all in step, until the risk of the rows held out falls no more; their mean is
    the model.  So every row has an honest score.  Those of labelled against unlabeled boosters tell the prior, if it
    is not given (:func:`~onesided.prior.estimate_prior`), and those of the model the cut, at the best F that the prior
    and the recall on held-out positives allow.

    Takes categorical and text columns of pandas, polars and pyarrow tables as categories, missing values as they are,
    and sparse rows.  Assumes that positives were labelled at random.  Known negatives count as what they are.  Costs
    2 `cv` boosters, half of that if the prior is given.  Needs LightGBM: ``pip install 'onesided[boost]'``.

    Parameters
    ----------
    risk : {"nonnegative", "unbiased"}, default="nonnegative"
        Whether the estimated loss of the negatives is kept from falling below `-beta`.
    beta : float, default=0.0
    prior : float, optional
        π, the share of positives in the population: all rows if ``sampling="one"``, unlabeled ones if ``"two"``.
    sampling : {"one", "two"}, default="one"
        Whether P and U are one draw from the population, or U alone is.
    n_estimators : int, default=500
        The most trees of one booster.
    learning_rate : float, default=0.05
    num_leaves : int, default=8
        Small trees: with a few dozen positives larger ones learn them by heart.
    min_child_samples : int, default=10
        Rows of a leaf at least.
    reg_lambda : float, default=10.0
        Penalty on the value of a leaf, as if so much curvature more spoke for staying.
    patience : int, default=30
        Trees without a smaller held-out risk before the end.
    categorical_features : "auto", list of names or column numbers, or None, default="auto"
        "auto": the columns of a table that hold categories or words.  Columns of an array are named by their numbers.
    lightgbm_params : dict, optional
        Any other settings of LightGBM, or others in place of ours.
    threshold : float, optional
        A given cut on g, the log-odds: 0 is a probability of a half.
    cv : int, splitter or iterable of (train, test), default=5
        Fewer folds if there are fewer positives.
    n_jobs : int, optional
        Threads; -1 for all.  The model is the same for any number.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.
    random_state : int, RandomState, Generator or None, default=None
        Deals the folds and draws rows and columns for each tree.

    Attributes
    ----------
    prior_ : float
    prior_estimate_ : PriorEstimate or None
        The estimate with its interval; None if the prior was given.  It counts rows, whatever their weight.
    n_estimators_ : int
        Trees of each booster.
    risk_path_ : ndarray of shape (n_estimators_,)
        Held-out risk after each tree.
    cv_scores_, cv_folds_ : ndarray of shape (n,)
        Out-of-fold g of the rows (those with a weight), and the folds.
    feature_importances_ : ndarray of shape (n_features,)
        Share of each column in the gain of all splits.
    models_ : list of str
        The boosters, as LightGBM writes them.
    threshold_ : float

    References
    ----------
    .. [1] M. C. du Plessis, G. Niu, M. Sugiyama. Convex formulation for learning from positive and unlabeled data.
       ICML 2015.
    .. [2] R. Kiryo, G. Niu, M. C. du Plessis, M. Sugiyama. Positive-unlabeled learning with non-negative risk
       estimator. NeurIPS 2017.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(2000, 2)) + 4 * (np.arange(2000) < 800)[:, None]   # 800 positives
    >>> y = np.arange(2000) < 200                                               # a quarter of them labelled
    >>> model = PUBoosting(random_state=0).fit(X, y)
    >>> 0.35 < model.prior_ < 0.45, bool(780 < model.predict(X).sum() < 820)
    (True, True)
    """

    def __init__(
        self,
        *,
        risk: Literal["nonnegative", "unbiased"] = "nonnegative",
        beta: float = 0.0,
        prior: float | None = None,
        sampling: Literal["one", "two"] = "one",
        n_estimators: int = 500,
        learning_rate: float = 0.05,
        num_leaves: int = 8,
        min_child_samples: int = 10,
        reg_lambda: float = 10.0,
        patience: int = 30,
        categorical_features: Literal["auto"] | Sequence[int | str] | None = "auto",
        lightgbm_params: Mapping[str, Any] | None = None,
        threshold: float | None = None,
        cv: Any = 5,
        n_jobs: int | None = None,
        pos_label: object = None,
        random_state: Any = None,
    ):
        self.risk = risk
        self.beta = beta
        self.prior = prior
        self.sampling = sampling
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.num_leaves = num_leaves
        self.min_child_samples = min_child_samples
        self.reg_lambda = reg_lambda
        self.patience = patience
        self.categorical_features = categorical_features
        self.lightgbm_params = lightgbm_params
        self.threshold = threshold
        self.cv = cv
        self.n_jobs = n_jobs
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : table, array or CSR matrix of shape (n, n_features)
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        sample_weight : array-like of shape (n,), optional
            Weights in the risk and in the cut; rows of weight 0 are left out.
        groups : array-like of shape (n,), optional
            Rows of a group (for example duplicates) are never split by cross-validation.

        Returns
        -------
        self
        """
        load_lightgbm()
        rows, labels, given = self._read(X, y, sample_weight)
        self._check_parameters()
        rng = as_generator(self.random_state)
        seed = draw_seed(rng)
        is_used = np.ones(len(labels), dtype=bool) if given is None else given > 0
        folds = self._folds(labels, is_used, groups, draw_seed(rng))
        weights = np.ones(len(labels)) if given is None else given
        if not is_used.all():
            rows, labels, weights = rows[np.flatnonzero(is_used)], labels.take(is_used), weights[is_used]

        share = self._share(rows, labels, weights, folds, seed)
        risk = PURisk(share, self.sampling, self.risk == "nonnegative", self.beta)
        self._start = float(logit(np.clip(self.prior_, 1e-6, 1 - 1e-6)))
        boosted = self._boost(rows, labels, weights, folds, risk, self._start, seed)
        self.models_, self.n_estimators_, self.risk_path_ = boosted.models, boosted.n_trees, boosted.risks
        self.feature_importances_ = boosted.importances
        self.cv_scores_, self.cv_folds_ = boosted.held_out, folds
        self.threshold_ = self._cut(labels, boosted.held_out, weights)
        return self

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The probability of the other label and of the positive one, in the population."""
        positive = expit(self._scores(self._read_new(X)))
        return np.column_stack([1 - positive, positive])

    def contributions(self, X: ArrayLike) -> NDArray[np.float64]:
        """The part of each column in the score of each row (Shapley values of the trees).

        Returns
        -------
        ndarray of shape (n, n_features)
            Together with a constant, each row sums to the score.
        """
        return contributions(self.models_, self._read_new(X), self._n_threads())

    def fit_pu(self, X_positive: Any, X_unlabeled: Any) -> Self:
        """Fit on two pools: the examples at hand, and the pile."""
        if not is_table(X_positive):
            return super().fit_pu(X_positive, X_unlabeled)
        y = Labels.of_pools(X_positive.shape[0], X_unlabeled.shape[0]).codes.astype(int)
        if hasattr(X_positive, "vstack"):
            return self.fit(X_positive.vstack(X_unlabeled), y)
        import pandas as pd

        return self.fit(pd.concat([X_positive, X_unlabeled], ignore_index=True), y)

    def _scores(self, X: Any) -> Vector:
        return score(self.models_, X, self._start, self._n_threads())

    def _share(self, X: Any, labels: Labels, weights: Vector, folds: NDArray[np.intp], seed: int) -> float:
        """θ, the share of positives among the unlabeled rows, from the prior as given or as estimated."""
        masks = (labels.is_positive, labels.is_unlabeled, labels.is_negative)
        n_positive, n_unlabeled, n_negative = (float(weights[mask].sum()) for mask in masks)
        everyone = n_positive + n_unlabeled + n_negative
        self.prior_estimate_: PriorEstimate | None = None
        if n_unlabeled == 0:
            self.prior_ = n_positive / everyone
            return 0.0
        if self.prior is None:
            # Without hidden positives the risk is the plain loss of labelled against the others.
            start = float(logit(n_positive / everyone))
            plain = self._boost(X, labels, weights, folds, PURisk(0.0), start, seed)
            self.prior_estimate_ = estimate_prior(
                labels, plain.held_out, sampling=self.sampling, panel=False, random_state=seed
            )
            share = self.prior_estimate_.share_in_unlabeled
        elif self.sampling == "two":
            share = float(self.prior)
        else:
            share = (float(self.prior) * everyone - n_positive) / n_unlabeled
            if share < 0 or share >= 1:
                raise InputError(
                    f"prior={self.prior} cannot be: of {everyone:g} rows {n_positive:g} are labelled positive and "
                    f"{n_unlabeled:g} may be, so it lies from {n_positive / everyone:.3g} to "
                    f"{(n_positive + n_unlabeled) / everyone:.3g}; or is it the share in the unlabeled rows, "
                    "sampling='two'?"
                )
        # Half a row on either side: a share of 0 or 1 would leave one side without a risk.
        share = float(np.clip(share, 0.5 / n_unlabeled, 1 - 0.5 / n_unlabeled)) if n_unlabeled > 1 else share
        self.prior_ = (n_positive + share * n_unlabeled) / everyone if self.sampling == "one" else share
        return share

    def _boost(
        self, X: Any, labels: Labels, weights: Vector, folds: NDArray[np.intp], risk: PURisk, start: float, seed: int
    ) -> Boosted:
        settings = {
            **SUBSAMPLE,
            "learning_rate": self.learning_rate,
            "num_leaves": self.num_leaves,
            "min_child_samples": self.min_child_samples,
            "lambda_l2": self.reg_lambda,
            "num_threads": self._n_threads(),
            "seed": seed,
            "verbosity": -1,
            "feature_pre_filter": False,  # of a few rows it may leave no column
            "min_data_in_bin": 1,
            "deterministic": True,  # and row-wise: the same trees whatever the number of threads
            "force_row_wise": True,
            **(self.lightgbm_params or {}),
        }
        splits = [(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)) for fold in range(folds.max() + 1)]
        return boost_on_folds(
            X,
            labels.codes,
            weights,
            splits,
            risk,
            start,
            n_trees=self.n_estimators,
            patience=self.patience,
            categorical=sorted(self._categories.of_column),
            settings=settings,
        )

    def _cut(self, labels: Labels, scores: Vector, weights: Vector) -> float:
        """Where F, by the prior and the recall on held-out positives, is largest."""
        if self.threshold is not None:
            return float(self.threshold)
        if labels.n_unlabeled == 0:
            return 0.0
        prior = self.prior_
        return best_threshold(
            labels,
            scores,
            criterion=lambda recall, called: 2 * prior * recall / (prior + called),
            sampling=self.sampling,
            sample_weight=weights,
        ).threshold

    def _folds(
        self, labels: Labels, is_used: NDArray[np.bool_], groups: ArrayLike | None, seed: int
    ) -> NDArray[np.intp]:
        """The fold of each row that is used."""
        if groups is not None:
            groups = np.asarray(groups)
            check_consistent_length(labels.codes, groups)
        if not isinstance(self.cv, Integral):
            return _folds_of_splits(self.cv, labels, groups)[is_used]
        used = require_two_sides(labels.take(is_used))
        n_others = len(used) - used.n_positive
        n_splits = min(int(self.cv), used.n_positive, n_others)
        if n_splits < 2:
            raise InputError(
                f"PUBoosting holds out positives and others in turn, in cv={self.cv} folds, and y has "
                f"{used.n_positive} positive and {n_others} other rows; it needs at least 2 of each, and 2 folds"
            )
        if n_splits < int(self.cv):
            warnings.warn(
                f"y has {used.n_positive} positive and {n_others} other rows: {n_splits} folds instead of "
                f"cv={self.cv}; prior and cut will be rough, more rows would help",
                DataWarning,
                stacklevel=3,
            )
        return fold_numbers(used, n_splits, groups=None if groups is None else groups[is_used], random_state=seed)

    def _read(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> tuple[Any, Labels, NDArray[np.float64] | None]:
        """As every classifier does, but missing values stay, and categories become numbers."""
        if y is None:
            return super()._read(X, y)  # which says what is missing
        self._categories, self._is_table = Categories.learn(X, self.categorical_features), is_table(X)
        rows = self._numbers(X, reset=True)
        labels = read_labels(y, self.pos_label)
        check_consistent_length(rows, labels.codes)
        require_two_sides(labels)
        self.classes_ = labels.classes
        if sample_weight is None:
            return rows, labels, None
        weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
        return rows, labels, weights

    def _read_new(self, X: Any) -> Any:
        check_is_fitted(self)
        if self._categories.of_column and self._is_table and not is_table(X):
            raise InputError("PUBoosting was fitted on a table with categories; give it a table with the same columns")
        return self._numbers(X, reset=False)

    def _numbers(self, X: Any, reset: bool) -> Any:
        """Checked X, as numbers."""
        if not self._categories.of_column:
            return validate_data(self, X, reset=reset, ensure_all_finite="allow-nan", **ACCEPTED)
        validate_data(self, X, reset=reset, skip_check_array=True)
        return check_array(self._categories.numbers(X), ensure_all_finite="allow-nan", **ACCEPTED)

    def _n_threads(self) -> int:
        """LightGBM's number for all threads is 0."""
        return 1 if self.n_jobs is None else max(int(self.n_jobs), 0)

    def _check_parameters(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise InputError(f"{name}={getattr(self, name)!r} is not one of {choices}")
        if self.prior is not None and not 0 < self.prior < 1:
            raise InputError(f"prior={self.prior!r} is not a share between 0 and 1")
        for name, least in (("n_estimators", 1), ("num_leaves", 2), ("min_child_samples", 1), ("patience", 1)):
            if getattr(self, name) < least:
                raise InputError(f"{name}={getattr(self, name)!r} is too small; it is at least {least}")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
