"""Methods side by side, judged on positive and unlabeled documents alone."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t

from onesided.exceptions import DataWarning, InputError
from onesided.finder.cross_fit import Candidate
from onesided.finder.cut import Scale
from onesided.finder.features import is_table
from onesided.finder.methods import METHODS, find_method, find_preset
from onesided.finder.problem import Problem
from onesided.finder.trial import Progress, Representations, try_methods
from onesided.labels import Labels
from onesided.prior import estimate_prior


@dataclass(frozen=True)
class Comparison:
    """How one method did.

    Attributes
    ----------
    method : str
    criterion, standard_error : float
        F̂ = r²/Pr[f=1] at its best cut, the mean over the folds, and the standard error of that mean.
    pu_auc : float
        Chance that a held-out positive ranks above a document of the pile.
    cut : float
        Suggested cut, in the method's own scores.
    n_called : int
        Documents of the pile above it.
    difference : float
        Criterion less that of the best method.
    is_within_noise : bool
        Whether the folds are too few or too different to call that difference real.
    seconds : float
    """

    method: str
    criterion: float
    standard_error: float
    pu_auc: float
    cut: float
    n_called: int
    difference: float
    is_within_noise: bool
    seconds: float


def compare(
    documents: Any,
    y: ArrayLike | Labels | None = None,
    methods: Sequence[str] | None = None,
    *,
    preset: str = "balanced",
    cv: int = 5,
    sampling: Literal["one", "two"] = "one",
    pos_label: object = None,
    random_state: int | None = 0,
    progress: Progress | None = None,
) -> list[Comparison]:
    """Cross-validate methods on the same folds; the best by the criterion first.

    A method that cannot read this data (one that needs counts, on a table of numbers) is left out with a warning.

    Parameters
    ----------
    documents, y, pos_label
        As in :meth:`Finder.fit`; or a :class:`Problem` alone.
    methods : sequence of str, optional
        Names that `onesided methods` lists; all by default, on text all but those for tables.
    preset : str, default="balanced"
        Whose words are used.
    cv, sampling, random_state
        As in :class:`Finder`.
    progress : callable (stage, done, total), optional

    Returns
    -------
    list of Comparison

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(300, 4)) + 2 * (np.arange(300) < 90)[:, None]
    >>> rows = compare(X, np.arange(300) < 60, ["rank-svm", "weighted-logistic"])
    >>> sorted(row.method for row in rows), rows[0].difference
    (['rank-svm', 'weighted-logistic'], 0.0)
    """
    problem = documents if isinstance(documents, Problem) else Problem.of(documents, y, pos_label)  # type: ignore[arg-type]
    readable = [name for name, one in METHODS.items() if is_table(problem.documents) or not one.needs_table]
    wanted = [find_method(name) for name in dict.fromkeys(readable if methods is None else methods)]
    representations = Representations(problem.counted_documents, find_preset(preset).vectorizer)
    folds = problem.folds(cv, random_state)
    candidates, refused = [], []
    for number, method in enumerate(wanted):
        try:
            tried = try_methods(
                problem, [method], representations, folds, random_state, _part(progress, number, len(wanted))
            )
            candidates += [candidate for _, candidate in tried]
        except InputError as error:
            refused.append(f"{method.name} was left out: {error}")
    if not candidates:
        raise InputError(refused[0])
    for reason in refused:
        warnings.warn(reason, DataWarning, stacklevel=2)
    best = max(candidates, key=lambda one: one.criterion)
    rows = [_row(problem, one, best, sampling, random_state) for one in candidates]
    return sorted(rows, key=lambda row: -row.criterion)


def differs(one: Candidate, other: Candidate, level: float = 0.95) -> bool:
    r"""Whether two criteria differ by more than noise, from their differences fold by fold.

    A t test on the relative gaps :math:`(a_i - b_i)/(a_i + b_i)`, as the criterion of a fold goes up and down for all
    methods alike, with the variance :math:`s^2 (1/k + 1/(k-1))` of Nadeau & Bengio (2003): folds share most of
    their training documents, so that the plain :math:`s^2/k` finds differences that are not there.
    """
    gaps = (one.by_fold - other.by_fold) / np.maximum(one.by_fold + other.by_fold, np.finfo(float).tiny)
    k = len(gaps)
    spread = float(gaps.std(ddof=1)) * np.sqrt(1 / k + 1 / (k - 1))
    return bool(abs(gaps.mean()) > t.ppf((1 + level) / 2, k - 1) * spread)


def _row(
    problem: Problem, one: Candidate, best: Candidate, sampling: Literal["one", "two"], seed: int | None
) -> Comparison:
    prior = estimate_prior(problem.counted, one.scores, sampling=sampling, panel=False, random_state=seed)
    scale = Scale.at_best_f(problem.counted, one.scores, prior.n_hidden)
    is_called = problem.labels.is_unlabeled & (problem.spread(one.scores) > scale.cut)
    return Comparison(
        one.name,
        one.criterion,
        one.standard_error,
        one.auc,
        scale.cut,
        int(np.count_nonzero(is_called)),
        one.criterion - best.criterion,
        not differs(one, best),
        one.seconds,
    )


def _part(progress: Progress | None, number: int, total: int) -> Progress | None:
    """Progress of one method as a part of that of all."""
    if progress is None:
        return None
    return lambda stage, done, of: (
        progress("fit", number + done, total) if stage == "fit" else progress(stage, done, of)
    )
