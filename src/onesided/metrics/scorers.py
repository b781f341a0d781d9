"""The criteria as scorers for scikit-learn's searches, by object or by name.

``import onesided.metrics`` adds the names that need no prior (``lee_liu``, ``neg_error_frequency_sum``,
``pu_auc``, ``pu_recall``) to scikit-learn's own list, so that ``GridSearchCV(model, grid, scoring="lee_liu")`` works.
Names are only ever added: no scorer of scikit-learn is changed or replaced.  Those that need a prior are
made by ``get_scorer("pu_f1", prior=0.2)``, or become names, too, after ``register_scorers(prior=0.2)``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import _scorer
from sklearn.metrics._scorer import _BaseScorer
from sklearn.utils._param_validation import StrOptions

from onesided.exceptions import InputError
from onesided.metrics._counting import as_labels
from onesided.metrics.auc import pu_auc
from onesided.metrics.average_precision import pu_average_precision
from onesided.metrics.error_frequency import error_frequency_sum
from onesided.metrics.lee_liu import lee_liu_score
from onesided.metrics.with_prior import pu_accuracy, pu_f1, pu_precision, pu_recall

_SCORES = ("decision_function", "predict_proba")
# name: metric, sign (-1 where less is better), the method of the estimator that it judges
_CRITERIA: dict[str, tuple[Callable[..., float], int, str | tuple[str, ...]]] = {
    "lee_liu": (lee_liu_score, 1, "predict"),
    "neg_error_frequency_sum": (error_frequency_sum, -1, "predict"),
    "pu_auc": (pu_auc, 1, _SCORES),
    "pu_average_precision": (pu_average_precision, 1, _SCORES),
    "pu_precision": (pu_precision, 1, "predict"),
    "pu_recall": (pu_recall, 1, "predict"),
    "pu_f1": (pu_f1, 1, "predict"),
    "pu_accuracy": (pu_accuracy, 1, "predict"),
}
_ours: set[str] = set()


class PUScorer(_BaseScorer):
    """A criterion as ``scorer(estimator, X, y, sample_weight=None)``, larger is better.

    It differs from what ``sklearn.metrics.make_scorer`` makes in that `y` is read by the convention of
    :mod:`onesided.labels` (missing values, words), and that scores point to the positive class even where
    the estimator sorted its classes the other way round.
    """

    def _score(self, method_caller: Any, estimator: Any, X: Any, y_true: ArrayLike, **metadata: Any) -> float:
        options = {**self._kwargs, **metadata}
        pos_label = options.pop("pos_label", None)
        labels = as_labels(y_true, _pos_label_of(estimator) if pos_label is None else pos_label)
        response = estimator.predict(X) if self._response_method == "predict" else _scores(estimator, X, labels.classes)
        return self._sign * self._score_func(labels, response, **options)


def _pos_label_of(estimator: Any) -> object:
    """The `pos_label` that the estimator, or a part of it (a pipeline's last step), was given."""
    for name, value in estimator.get_params().items():
        if name.split("__")[-1] == "pos_label" and value is not None:
            return value
    return None


def _scores(estimator: Any, X: Any, classes: NDArray[Any]) -> NDArray[np.float64]:
    """`decision_function`, else `predict_proba`, pointing to the positive class."""
    if hasattr(estimator, "decision_function"):
        scores = estimator.decision_function(X)
    else:
        scores = estimator.predict_proba(X)[:, 1]
    fitted = getattr(estimator, "classes_", classes)
    is_reversed = len(fitted) == 2 and str(fitted[0]) == str(classes[1])
    return -scores if is_reversed else scores


def get_scorer(name: str, **options: Any) -> PUScorer:
    """A scorer for `scoring=` in scikit-learn's searches and cross-validation.

    Parameters
    ----------
    name : str
        One of :func:`get_scorer_names`.
    **options
        What the criterion takes: `prior` (needed by ``pu_precision``, ``pu_f1``, ``pu_accuracy`` and
        ``pu_average_precision``), `sampling`, `pos_label`.

    Returns
    -------
    PUScorer

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["U", "U", "P", "P"]
    >>> get_scorer("lee_liu")(LogisticRegression().fit(X, y), X, y)
    2.0
    """
    if name not in _CRITERIA:
        raise InputError(f"{name!r} is no scorer of onesided; there are {', '.join(get_scorer_names())}")
    metric, sign, response = _CRITERIA[name]
    known = signature(metric).parameters
    for option in options:
        if option not in known or option in ("y", "y_pred", "y_score", "sample_weight"):
            raise InputError(f"the scorer {name!r} has no option {option!r}")
    if _needs_prior(metric) and "prior" not in options:
        raise InputError(f"the scorer {name!r} needs the share of positives: get_scorer({name!r}, prior=...)")
    return PUScorer(metric, sign, options, response)


def get_scorer_names() -> list[str]:
    """The names that :func:`get_scorer` knows."""
    return sorted(_CRITERIA)


def _needs_prior(metric: Callable[..., float]) -> bool:
    parameter = signature(metric).parameters.get("prior")
    return parameter is not None and parameter.default is parameter.empty


def register_scorers(**options: Any) -> list[str]:
    """Make the criteria known to scikit-learn by name, with these options.

    Called without options on import.  Call it with ``prior=`` to use ``scoring="pu_f1"`` and the like.

    Parameters
    ----------
    **options
        `prior`, `sampling`, `pos_label`: each goes to the criteria that take it.

    Returns
    -------
    list of str
        The names that `scoring=` now accepts.

    Examples
    --------
    >>> register_scorers()
    ['lee_liu', 'neg_error_frequency_sum', 'pu_auc', 'pu_recall']
    """
    names = []
    for name, (metric, _, _) in sorted(_CRITERIA.items()):
        taken = name in _scorer._SCORERS and name not in _ours
        if taken or (_needs_prior(metric) and "prior" not in options):
            continue
        known = signature(metric).parameters
        _scorer._SCORERS[name] = get_scorer(name, **{k: v for k, v in options.items() if k in known})
        names.append(name)
    _ours.update(names)
    _accept_names_where_already_loaded(names)
    return names


def _accept_names_where_already_loaded(names: list[str]) -> None:
    """Add the names to the checks of `scoring=` made before this module was loaded.

    scikit-learn copies its list of names into each function and class that takes `scoring=` when that one's module
    loads: without this, names would work or not depending on which import came first.
    """
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("sklearn.")]
    for thing in [thing for module in modules for thing in vars(module).values() if callable(thing)]:
        for attribute in ("_parameter_constraints", "_skl_parameter_constraints"):
            constraints = getattr(thing, attribute, None)
            accepted = constraints.get("scoring") if isinstance(constraints, dict) else None
            for constraint in accepted if isinstance(accepted, list) else ():
                if isinstance(constraint, StrOptions) and "accuracy" in constraint.options:
                    constraint.options.update(names)
