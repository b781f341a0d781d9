"""Were the labelled positives selected completely at random?  A test with a controlled rate of false alarms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.decomposition import TruncatedSVD
from sklearn.utils import check_array, check_consistent_length

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.linear import WeightedLogisticRegression
from onesided.metrics._counting import as_labels
from onesided.model_selection import fold_numbers
from onesided.prior.two_logistics import TwoLogistics, fit_two_logistics

Array = NDArray[np.float64]

MIN_POSITIVES = 20
FEW_CONFIDENT = 30  # confidently positive unlabeled rows below which hardly any bias could be seen
_CONFIDENT = 0.8
_FARTHEST = 5.0  # standard deviations: one outlier shall not decide
# Penalties on whitened columns: hardly any on the classifier, so that the propensity need not make up for what it is
# denied; a unit normal prior on the slopes of the propensity, which run away where they are not identified.
_FREE, _BEND, _SLOPE = 0.01, 0.1, 1.0
_START = 1.0  # log odds of a label: where it is nearly certain, its slopes feel no pull and the fit would stay there
_MOST_ROWS = 10_000  # of each side: more cost time and show only ever smaller bias
_TOLERANCE = 0.02  # log-likelihood; the statistic is of the size of the number of axes


@dataclass(frozen=True)
class SelectionTest:
    """What the test found.

    Attributes
    ----------
    statistic : float
        Twice the gain in log-likelihood by letting the chance of a label depend on the features.
    p_value : float
        Share of data sets redrawn under random selection with a statistic at least as large.
    is_alarm : bool
        Whether `p_value` is at most `level`.
    level : float
        Rate of false alarms that was asked for.
    n_confident : int
        Unlabeled rows that are positive with a chance of 0.8 or more, if labels are random: what the test looks at.
    words : tuple of str
        What this shows, what it cannot show, and what to do.
    """

    statistic: float
    p_value: float
    is_alarm: bool
    level: float
    n_confident: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.words)


def scar_test(
    X: ArrayLike | sparse.sparray,
    y: ArrayLike | Labels,
    *,
    level: float = 0.05,
    n_resamples: int = 99,
    n_components: int = 10,
    pos_label: object = None,
    random_state: int | None = 0,
) -> SelectionTest:
    r"""Test "selected completely at random" (SCAR): are labelled positives like those still hidden?

    Random selection against a chance of being labelled that depends on the features,

    .. math:: H_0: \Pr[s=1|x] = c \, \sigma(f(x)), \qquad
        H_1: \Pr[s=1|x] = \sigma(a_0 + a^\top x) \, \sigma(f(x)), \qquad f(x) = b_0 + b^\top x + \sum_j d_j x_j^2

    by the likelihood ratio.  Where rows may be negative, f explains a lack of labels as well as the propensity does;
    so the evidence comes from rows that are surely positive: some kinds of them labelled more often than others.  The
    p-value is a parametric bootstrap: labels are redrawn from the fitted :math:`H_0`, both models fitted again.

    Without an assumption on the classes nothing can be tested: any data fit random selection from *some* positives.
    The assumption here is f, straight with a bend along each axis (the class direction is one of them).  Bias along
    the class direction itself ("plain cases are labelled first") is mostly beyond any such test, and a bias so
    strong that the labelled kind looks like a class of its own is found less often than a moderate one.  Where
    the classes are of another form (positives much tighter than negatives, negatives in clumps) false alarms
    exceed `level`: 5 of 40 each in `benchmarks/selection_test.py`.
    One-sample and two-sample data are treated alike.  Costs up to 2 `n_resamples` fits of some 30 numbers to at most
    10,000 labelled and 10,000 unlabeled rows, drawn at random from more: seconds.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, n_features), or scores of shape (n,)
        Features.  From scores alone only bias along them can be seen, and little of that.
    y : array-like of shape (n,)
        Labels in any code of :mod:`onesided.labels`; known negatives are left out.
    level : float, default=0.05
        Rate of false alarms.
    n_resamples : int, default=99
        Redrawn data sets, at most; at least 1/`level` - 1.  Drawing stops when an alarm is out of reach.
    n_components : int, default=10
        With more features than this (or a tenth of the positives), the test looks at the out-of-fold score of a
        classifier and the leading principal directions instead; random selection stays random there.
    pos_label : optional
        The value of `y` that means positive.
    random_state : int or None, default=0
        Seed of folds, directions and resamples.

    Returns
    -------
    SelectionTest

    References
    ----------
    .. [1] J. Besag, P. Clifford. Sequential Monte Carlo p-values. Biometrika 1991.
    .. [2] J. Bekker, P. Robberechts, J. Davis. Beyond the selected completely at random assumption for learning from
       positive and unlabeled data. ECML PKDD 2019.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(3000) < 1000
    >>> X = rng.normal(size=(3000, 2)) + [3, 0] * is_positive[:, None]
    >>> scar_test(X, is_positive & (rng.random(3000) < 0.3)).is_alarm
    False
    >>> scar_test(X, is_positive & (rng.random(3000) < 0.6 * (X[:, 1] > 0))).is_alarm      # only one kind is labelled
    True
    """
    if not 0 < level < 1:
        raise InputError(f"level={level} must lie between 0 and 1")
    if n_resamples + 1 < 1 / level:
        least = int(np.ceil(1 / level)) - 1
        raise InputError(f"n_resamples={n_resamples} is too small for level={level}: at least {least}")
    if n_components < 1:
        raise InputError(f"n_components={n_components} must be at least 1")
    labels = as_labels(y, pos_label)
    rng = np.random.default_rng(random_state)
    rows, is_labelled = _read(X, labels, rng)
    axes = _axes(rows, is_labelled, n_components, rng)
    models = _Models(axes, is_labelled)

    null = models.null
    observed = models.statistic(is_labelled)
    # Besag & Clifford's sequential p-value: once an alarm is out of reach, further resamples change nothing.
    n_larger, n_drawn, enough = 0, 0, int(level * (n_resamples + 1) + 1e-9)
    while n_drawn < n_resamples and n_larger < enough:
        n_larger += models.statistic(rng.random(len(axes)) < null.label_chance) >= observed
        n_drawn += 1
    p_value = n_larger / n_drawn if n_larger == enough else (1 + n_larger) / (n_resamples + 1)

    chance_if_unlabeled = (null.chance - null.label_chance) / (1 - null.label_chance)
    n_confident = int(np.count_nonzero(chance_if_unlabeled[~is_labelled] >= _CONFIDENT))
    found = SelectionTest(observed, float(p_value), bool(p_value <= level), level, n_confident, ())
    return replace(found, words=_words(found))


def _read(X: Any, labels: Labels, rng: np.random.Generator) -> tuple[Any, NDArray[np.bool_]]:
    if not sparse.issparse(X) and np.ndim(X) == 1:
        X = np.asarray(X, dtype=float)[:, None]
    rows = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32])
    check_consistent_length(rows, labels.codes)
    if labels.n_positive < MIN_POSITIVES:
        raise InputError(f"{labels.n_positive} labelled positives are too few for a test: it needs {MIN_POSITIVES}")
    if labels.n_unlabeled < MIN_POSITIVES:
        raise InputError(f"{labels.n_unlabeled} unlabeled rows are too few for a test: it needs {MIN_POSITIVES}")
    sides = (np.flatnonzero(side) for side in (labels.is_positive, labels.is_unlabeled))
    # A random part of either side leaves random selection random.
    used = [rng.permutation(side)[:_MOST_ROWS] if len(side) > _MOST_ROWS else side for side in sides]
    kept = np.sort(np.concatenate(used))
    return rows[kept], labels.is_positive[kept]


def _axes(rows: Any, is_labelled: NDArray[np.bool_], n_components: int, rng: np.random.Generator) -> Array:
    """A few columns with mean 0, deviation 1 and no correlation."""
    n_components = min(n_components, max(2, int(is_labelled.sum()) // 10))
    if sparse.issparse(rows) or rows.shape[1] > n_components:
        score = _out_of_fold(rows, is_labelled, rng)
        if not sparse.issparse(rows):
            rows = _scaled(rows.astype(float))
        n_directions = min(n_components - 1, rows.shape[1] - 1)
        if n_directions > 0:
            svd = TruncatedSVD(n_directions, random_state=int(rng.integers(2**31)))
            score = np.column_stack([score, svd.fit_transform(rows)])
        rows = score.reshape(len(is_labelled), -1)
    left, sizes, _ = np.linalg.svd(_scaled(rows.astype(float)), full_matrices=False)
    is_real = sizes > 1e-6 * max(sizes[0], 1e-300)
    if not is_real.any():
        raise InputError("X is constant: there is nothing to compare the rows by")
    return np.clip(left[:, is_real] * np.sqrt(len(left)), -_FARTHEST, _FARTHEST)


def _scaled(columns: Array) -> Array:
    spread = columns.std(axis=0)
    return (columns - columns.mean(axis=0)) / np.where(spread > 0, spread, 1.0)


def _out_of_fold(rows: Any, is_labelled: NDArray[np.bool_], rng: np.random.Generator, n_folds: int = 5) -> Array:
    """Each row's score by a classifier that has not seen its label."""
    labels = Labels(is_labelled.astype(np.int8), np.array([0, 1]))
    folds = fold_numbers(labels, n_folds, random_state=int(rng.integers(2**31)))
    score = np.empty(len(is_labelled))
    for fold in range(n_folds):
        is_out = folds == fold
        model = WeightedLogisticRegression().fit(rows[~is_out], is_labelled[~is_out].astype(int))
        score[is_out] = model.decision_function(rows[is_out])
    return score


class _Models:
    """The two models on the same axes, and the gain of the one over the other for any labels."""

    def __init__(self, axes: Array, is_labelled: NDArray[np.bool_]):
        n, d = axes.shape
        one = np.ones((n, 1))
        straight = np.concatenate([one, axes], axis=1)
        rough = fit_two_logistics(
            one, straight, is_labelled, (np.full(1, _FREE), np.full(d + 1, _FREE)), (np.zeros(1), np.zeros(d + 1))
        )
        turned = axes @ _rotation(rough.positive[1:])
        self.one, self.straight = one, np.concatenate([one, turned], axis=1)
        self.bent = np.concatenate([self.straight, turned**2 - 1], axis=1)
        self.penalty_constant = np.full(1, _FREE)
        self.penalty_slopes = np.concatenate([self.penalty_constant, np.full(d, _SLOPE)])
        self.penalty_bent = np.concatenate([np.full(d + 1, _FREE), np.full(d, _BEND)])
        bent = np.zeros(2 * d + 1)
        bent[0], bent[1] = rough.positive[0], np.linalg.norm(rough.positive[1:])
        self.null = self._fit_null(is_labelled, (rough.labelling, bent))

    def _fit_null(self, is_labelled: NDArray[np.bool_], start: tuple[Array, Array]) -> TwoLogistics:
        penalties = (self.penalty_constant, self.penalty_bent)
        return fit_two_logistics(self.one, self.bent, is_labelled, penalties, start, tol=_TOLERANCE)

    def statistic(self, is_labelled: NDArray[np.bool_]) -> float:
        null = self._fit_null(is_labelled, (self.null.labelling, self.null.positive))
        start = (np.append(np.minimum(null.labelling, _START), np.zeros(self.straight.shape[1] - 1)), null.positive)
        penalties = (self.penalty_slopes, self.penalty_bent)
        biased = fit_two_logistics(self.straight, self.bent, is_labelled, penalties, start, tol=_TOLERANCE)
        return 2 * (biased.log_likelihood - null.log_likelihood)


def _rotation(direction: Array) -> Array:
    """An orthogonal matrix whose first column is the direction."""
    basis, _ = np.linalg.qr(np.column_stack([direction, np.eye(len(direction))]))
    return basis * np.where(basis[:, 0] @ direction < 0, -1.0, 1.0)  # qr leaves the sign open


def _words(found: SelectionTest) -> tuple[str, ...]:
    remedy = (
        "To know, label a random audit of the unlabeled rows (onesided.prior.draw_audit): its estimates need no "
        "assumption on how positives were selected."
    )
    limits = (
        "It cannot see bias among positives that look like negatives, nor along the score itself (plain cases "
        "labelled first); and it takes the classes to differ along a direction, with a bend along each axis."
    )
    if found.is_alarm:
        return (
            f"The labelled positives do not look like a random sample of all positives (p = {found.p_value:.2g}): "
            "among rows that are surely positive, some kinds are labelled more often than others.",
            "The number of hidden positives, precision and F rest on random selection: do not trust them here. "
            "The ranking may miss the kinds that are seldom labelled.",
            remedy + " Or add labelled positives of the missing kinds, or use a method for biased selection.",
            f"If labels were random and the classes as assumed, {found.level:.0%} of data sets would give an alarm. "
            + limits,
        )
    seen = (
        f"No sign that labelled positives differ from the hidden ones (p = {found.p_value:.2g}); "
        f"the test looked at {found.n_confident:,} unlabeled rows that are surely positive if labels are random."
    )
    if found.n_confident < FEW_CONFIDENT:
        seen += " They are too few to show any but a gross bias."
    return seen, "Passing is no proof of random selection. " + limits, remedy
