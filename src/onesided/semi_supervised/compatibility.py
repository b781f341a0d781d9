r"""When unlabeled rows help, in numbers (Balcan & Blum).

A belief about the world is an *unlabeled loss* between 0 and 1 of a rule on a row, which needs no label.  Its mean is
the rule's unlabeled error, or incompatibility:

.. math:: \mathrm{Err}_{\mathrm{unl}}(h) = \mathrm{E}_x\, l_{\mathrm{unl}}(h, x)

Unlabeled rows help as far as the truth has a small unlabeled error and few other rules have one.  The functions
here measure three such errors, and say how many rows suffice, or how small an error the rows at hand guarantee.

The sizes are bounds for rules that make no mistake on the rows: they hold for every distribution, so they are far
larger than what is needed in practice.  Their use is to compare.

References
----------
.. [1] M.-F. Balcan, A. Blum. A discriminative model for semi-supervised learning. Journal of the ACM 57(3), 2010.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.utils import check_consistent_length

from onesided.exceptions import InputError

# --- unlabeled errors


def margin_error(model: Any, X: Any, *, margin: float = 1.0) -> float:
    r"""Share of rows near the separator: the unlabeled error of the belief in a wide empty margin.

    .. math:: \frac1n \#\{i : |f(x_i)| < \text{margin}\}

    Parameters
    ----------
    model : fitted classifier with `decision_function`
        With several classes, f is the lead of the best class over the second.
    X : matrix
    margin : float, default=1.0
        In units of `decision_function`; 1 is the margin of an SVM.  For a distance d in the space of X and a linear
        model, give d times the norm of `coef_`.

    Returns
    -------
    float

    Examples
    --------
    >>> from sklearn.svm import LinearSVC
    >>> model = LinearSVC().fit([[-1.0], [1.0]], [0, 1])
    >>> margin_error(model, [[-3.0], [0.1], [2.0], [-2.0]])
    0.25
    """
    if margin < 0:
        raise InputError(f"margin={margin!r} is negative")
    scores = np.asarray(model.decision_function(X))
    if scores.ndim == 2:
        second, best = np.partition(scores, -2, axis=1)[:, -2:].T
        scores = best - second
    return float(np.mean(np.abs(scores) < margin))


def co_training_error(model: Any, X: Any) -> float:
    r"""Share of rows on which the two views disagree: the unlabeled error of co-training.

    .. math:: \frac1n \#\{i : h_1(x_{i1}) \ne h_2(x_{i2})\}

    Parameters
    ----------
    model : fitted CoTraining, or pair of fitted classifiers
    X : as `model` reads it; for two classifiers, a pair of matrices

    Returns
    -------
    float

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> left = DecisionTreeClassifier().fit([[0], [1]], [0, 1])
    >>> right = DecisionTreeClassifier().fit([[0], [4]], [0, 1])
    >>> co_training_error((left, right), ([[0], [1], [1], [0]], [[0], [4], [1], [1]]))
    0.25
    """
    if hasattr(model, "predict_view"):
        first, second = (model.predict_view(X, view) for view in (0, 1))
    else:
        first, second = (one.predict(view) for one, view in zip(model, X, strict=True))
        check_consistent_length(first, second)
    return float(np.mean(first != second))


def cut_error(model: Any, X: Any, graph: Any) -> float:
    r"""Share of the edges' weight between rows that `model` calls differently: the unlabeled error of graph methods.

    .. math:: \sum_{i<j} w_{ij} [h(x_i) \ne h(x_j)] \Big/ \sum_{i<j} w_{ij}

    Parameters
    ----------
    model : fitted classifier
    X : as `model` reads it
    graph : matrix of shape (n, n)
        Weights of the edges, 0 where there is none.  The diagonal does not count.

    Returns
    -------
    float

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[0], [3]], [0, 1])
    >>> chain = [[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]]
    >>> cut_error(model, [[0], [1], [2], [3]], chain)
    0.25
    """
    return cut_share(model.predict(X), graph)


def cut_share(labels: ArrayLike, graph: Any) -> float:
    """As `cut_error`, for labels that are at hand.

    Examples
    --------
    >>> cut_share(["a", "a", "b"], [[0, 3, 0], [3, 0, 1], [0, 1, 0]])
    0.25
    """
    labels = np.asarray(labels)
    edges = sparse.coo_array(graph)
    if edges.shape != (len(labels), len(labels)):
        raise InputError(f"graph has the shape {edges.shape}, and there are {len(labels)} rows")
    if edges.nnz and edges.data.min() < 0:
        raise InputError("graph has a negative weight")
    weights = np.where(edges.row == edges.col, 0.0, edges.data)
    if not weights.sum() > 0:
        raise InputError("graph has no edge between two rows")
    return float(weights[labels[edges.row] != labels[edges.col]].sum() / weights.sum())


# --- how many rows suffice, and what error the rows at hand guarantee


def sample_size_finite(n_hypotheses: int, *, epsilon: float, delta: float = 0.01) -> int:
    r"""Labelled rows after which no consistent rule out of `n_hypotheses` has an error above `epsilon`.

    .. math:: m \ge \frac1\varepsilon \Big[\ln|C| + \ln\frac1\delta\Big]

    since a rule with a larger error survives m rows with a chance of at most :math:`(1-\varepsilon)^m`.

    Parameters
    ----------
    n_hypotheses : int
        Rules to choose from; Python's integers may be as large as you like.
    epsilon : float in (0, 1)
        Error that is still accepted.
    delta : float in (0, 1), default=0.01
        Chance of being fooled.

    Returns
    -------
    int

    Examples
    --------
    All 3**10 conjunctions of ten literals, error 10%:

    >>> sample_size_finite(3**10, epsilon=0.1)
    156
    """
    return _size(_log(n_hypotheses, "n_hypotheses") + _surprise(1, delta), epsilon)


def epsilon_finite(n_labeled: int, n_hypotheses: int, *, delta: float = 0.01) -> float:
    """Error that `n_labeled` rows guarantee: `sample_size_finite` the other way round (1: nothing).

    Examples
    --------
    >>> round(epsilon_finite(156, 3**10), 4)
    0.0999
    """
    return _epsilon(_log(n_hypotheses, "n_hypotheses") + _surprise(1, delta), n_labeled, "n_labeled")


def sample_size_occam(n_bits: float, *, epsilon: float, delta: float = 0.01) -> int:
    r"""Labelled rows after which no consistent rule that is written in fewer than `n_bits` bits is bad by chance.

    .. math:: m \ge \frac1\varepsilon \Big[s \ln 2 + \ln\frac1\delta\Big]

    Parameters
    ----------
    n_bits : float
        Length s of the description.
    epsilon, delta : float in (0, 1)
        As in `sample_size_finite`.

    Returns
    -------
    int

    Examples
    --------
    A rule of 100 bits at 10% error: some seven rows a bit.

    >>> sample_size_occam(100, epsilon=0.1)
    740
    """
    return _size(_bits(n_bits) + _surprise(1, delta), epsilon)


def epsilon_occam(n_labeled: int, n_bits: float, *, delta: float = 0.01) -> float:
    """Error that `n_labeled` rows guarantee: `sample_size_occam` the other way round (1: nothing).

    Examples
    --------
    >>> round(epsilon_occam(740, 100), 4)
    0.0999
    """
    return _epsilon(_bits(n_bits) + _surprise(1, delta), n_labeled, "n_labeled")


class SampleSizes(NamedTuple):
    """Unlabeled and labelled rows."""

    n_unlabeled: int
    n_labeled: int


def sample_size_compatibility(
    n_hypotheses: int, n_compatible: int, *, epsilon: float, delta: float = 0.01
) -> SampleSizes:
    r"""Rows after which no rule without a mistake, on labelled and unlabeled rows, has an error above `epsilon`.

    .. math:: m_u \ge \frac1\varepsilon \Big[\ln|C| + \ln\frac2\delta\Big], \qquad
              m_l \ge \frac1\varepsilon \Big[\ln|C(\varepsilon)| + \ln\frac2\delta\Big], \qquad
              C(\varepsilon) = \{h \in C : \mathrm{Err}_{\mathrm{unl}}(h) \le \varepsilon\}

    Unlabeled rows throw out the incompatible rules, so that labels are needed only to choose among the rest.  Assumes
    that the truth is fully compatible: its unlabeled error is 0.

    Parameters
    ----------
    n_hypotheses : int
        Rules to choose from, |C|.
    n_compatible : int
        Rules among them whose unlabeled error is at most `epsilon`.
    epsilon, delta : float in (0, 1)
        As in `sample_size_finite`.

    Returns
    -------
    SampleSizes
        `n_unlabeled` and `n_labeled`.

    Examples
    --------
    A million rules, of which 20 agree with the unlabeled rows: 83 labels in place of 185.

    >>> sample_size_compatibility(10**6, 20, epsilon=0.1)
    SampleSizes(n_unlabeled=192, n_labeled=83)
    >>> sample_size_finite(10**6, epsilon=0.1)
    185
    """
    all_rules, compatible = _rules(n_hypotheses, n_compatible)
    surprise = _surprise(2, delta)
    return SampleSizes(_size(all_rules + surprise, epsilon), _size(compatible + surprise, epsilon))


def epsilon_compatibility(
    n_unlabeled: int, n_labeled: int, n_hypotheses: int, n_compatible: int, *, delta: float = 0.01
) -> float:
    """Error that the rows at hand guarantee: `sample_size_compatibility` the other way round (1: nothing).

    `n_compatible` counts the rules whose unlabeled error is at most some level; the answer holds if it is not above it.

    Examples
    --------
    >>> round(epsilon_compatibility(192, 83, 10**6, 20), 4)
    0.0999
    >>> round(epsilon_compatibility(100, 83, 10**6, 20), 4)          # too few unlabeled rows
    0.1911
    """
    all_rules, compatible = _rules(n_hypotheses, n_compatible)
    surprise = _surprise(2, delta)
    return max(
        _epsilon(all_rules + surprise, n_unlabeled, "n_unlabeled"),
        _epsilon(compatible + surprise, n_labeled, "n_labeled"),
    )


# --- error without negatives


def error_from_positives(share_called: float, prior: float, share_missed: float) -> float:
    r"""The error of a classifier, from what positive and unlabeled rows can tell and the share of positives.

    .. math:: \Pr[f \ne Y] = \Pr[f=1] - \Pr[Y=1] + 2 \Pr[f=-1|Y=1] \Pr[Y=1]

    An identity, so exact for exact shares; from estimated ones the result may even be negative.  For a fixed `prior`
    and few missed positives, the classifier that calls fewest rows positive is the best: the idea of PU learning.

    Parameters
    ----------
    share_called : float in [0, 1]
        Pr[f=1], the share of all rows that are called positive.
    prior : float in [0, 1]
        Pr[Y=1], the share of positives among all rows.
    share_missed : float in [0, 1]
        Pr[f=-1|Y=1], the share of the positives that are called negative: 1 - recall.

    Returns
    -------
    float

    Examples
    --------
    Of 100 rows 20 are positive; 25 are called positive, 18 of them rightly: 7 + 2 mistakes.

    >>> round(error_from_positives(0.25, 0.20, 0.10), 12)
    0.09
    """
    for name, value in (("share_called", share_called), ("prior", prior), ("share_missed", share_missed)):
        if not 0 <= value <= 1:
            raise InputError(f"{name}={value!r} is not between 0 and 1")
    return share_called - prior + 2 * share_missed * prior


def _size(log_rules: float, epsilon: float) -> int:
    if not 0 < epsilon < 1:
        raise InputError(f"epsilon={epsilon!r} is not between 0 and 1")
    return math.ceil(log_rules / epsilon)


def _epsilon(log_rules: float, n_rows: int, name: str) -> float:
    if n_rows < 0:
        raise InputError(f"{name}={n_rows!r} is negative")
    return min(1.0, log_rules / n_rows) if n_rows else 1.0


def _rules(n_hypotheses: int, n_compatible: int) -> tuple[float, float]:
    if n_compatible > n_hypotheses:
        raise InputError(f"n_compatible={n_compatible} is more than all rules, n_hypotheses={n_hypotheses}")
    return _log(n_hypotheses, "n_hypotheses"), _log(n_compatible, "n_compatible")


def _log(n_rules: int, name: str) -> float:
    if n_rules < 1:
        raise InputError(f"{name}={n_rules!r}: there is at least one rule, the truth")
    return math.log(n_rules)


def _bits(n_bits: float) -> float:
    if n_bits < 0:
        raise InputError(f"n_bits={n_bits!r} is negative")
    return n_bits * math.log(2)


def _surprise(n_ways: int, delta: float) -> float:
    """ln(n_ways/δ): δ is shared among the ways to be fooled."""
    if not 0 < delta < 1:
        raise InputError(f"delta={delta!r} is not between 0 and 1")
    return math.log(n_ways / delta)
