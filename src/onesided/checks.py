"""Invariants of learning from positive and unlabeled rows, to run beside scikit-learn's common checks.

scikit-learn's own checks do not see PU mistakes: an estimator can pass them all and still train backwards on labels
"P"/"U".  These do.  In a test module::

    @parametrize_with_pu_checks([RankSVM(), MyOwn()])
    def test_pu_invariants(estimator, check):
        check(estimator)

A check that an estimator cannot pass for a reason is excused by its name and that reason, as with
scikit-learn's `expected_failed_checks`.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, wraps
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import clone
from sklearn.metrics import roc_auc_score
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

Check = Callable[[Any], None]
Vector = NDArray[np.float64]

EXACT = 1e-9
"""Largest difference of scores, in units of their spread, where the computation is the same."""
SOLVED = 1e-2
"""The same where a solver may take another way to the same solution."""

# Each pair is (positive, unlabeled).  The third kind of code, 1/0/-1, reads as 1/-1 without known negatives.
CODES: dict[str, tuple[object, object]] = {
    "1/-1": (1, -1),
    "2/1": (2, 1),
    "True/False": (True, False),
    "1/NaN": (1.0, np.nan),
    "1/None": (1, None),
    "P/U": ("P", "U"),
    "positive/unlabeled": ("positive", "unlabeled"),
}


def pu_checks(estimator: Any) -> Iterator[tuple[str, Check]]:
    """Names and checks that apply to `estimator`; each is called as ``check(estimator)`` and raises if it fails.

    Parameters
    ----------
    estimator : estimator
        A classifier for positive and unlabeled rows with `decision_function`.  It is cloned, never fitted.

    Yields
    ------
    name, check

    Examples
    --------
    >>> from onesided.base import PUClassifier
    >>> [name for name, _ in pu_checks(PUClassifier())][:2]
    ['check_label_code[1/-1]', 'check_label_code[2/1]']
    """
    parameters = estimator.get_params()
    for code, values in CODES.items():
        yield f"check_label_code[{code}]", partial(check_label_code, values=values)
    if "pos_label" in parameters:
        yield "check_pos_label", check_pos_label
    yield from _named(
        check_known_negatives_in_any_code,
        check_sign_is_the_answer,
        check_hidden_positives_outrank_negatives,
        check_row_order_does_not_matter,
        check_column_order_does_not_matter,
        check_float32_agrees,
        check_same_seed_same_model,
        check_global_random_state_is_untouched,
        check_input_is_untouched,
        check_nested_estimators_are_untouched,
        check_clone_and_pickle_keep_the_scores,
    )
    if get_tags(estimator).input_tags.sparse:
        yield from _named(check_sparse_equals_dense, check_indices_of_64_bits, check_sparse_stays_sparse)
    if has_fit_parameter(estimator, "sample_weight"):
        yield from _named(check_unit_weights_change_nothing, check_duplicated_rows_equal_weights)
    if "random_state" in parameters:
        yield from _named(check_different_seeds_differ)
    if hasattr(estimator, "fit_pu"):
        yield from _named(check_two_pools_equal_one_table)


def _named(*checks: Check) -> Iterator[tuple[str, Check]]:
    for check in checks:
        yield check.__name__, check


def check_pu_estimator(estimator: Any, *, expected_failed_checks: Mapping[str, str] | None = None) -> None:
    """Run all checks that apply and are not excused; the first that fails raises.

    Parameters
    ----------
    estimator : estimator
    expected_failed_checks : dict of check name to reason, optional
    """
    excused = _excuses(estimator, expected_failed_checks)
    for name, check in pu_checks(estimator):
        if name not in excused:
            check(estimator)


def parametrize_with_pu_checks(
    estimators: Iterable[Any], *, expected_failed_checks: Callable[[Any], Mapping[str, str]] | None = None
) -> Any:
    """Decorator for a pytest function of `estimator` and `check`, one case for each pair.

    Parameters
    ----------
    estimators : list of estimators
    expected_failed_checks : callable estimator -> dict of check name to reason, optional
        Excused checks are run and expected to fail.

    Returns
    -------
    pytest.mark.parametrize
    """
    import pytest

    cases = []
    for estimator in estimators:
        excused = _excuses(estimator, expected_failed_checks(estimator) if expected_failed_checks else None)
        for name, check in pu_checks(estimator):
            marks = [pytest.mark.xfail(reason=excused[name])] if name in excused else []
            label = " ".join(repr(estimator).split())
            cases.append(pytest.param(estimator, check, id=f"{label}-{name}", marks=marks))
    return pytest.mark.parametrize(("estimator", "check"), cases)


def _excuses(estimator: Any, excused: Mapping[str, str] | None) -> Mapping[str, str]:
    names = {name for name, _ in pu_checks(estimator)}
    unknown = sorted(set(excused or ()) - names)
    if unknown:
        raise ValueError(f"{', '.join(unknown)} is excused for {type(estimator).__name__}, but is no check of it")
    return excused or {}


# Data and comparisons


def _problem(*, counts: bool = False) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Words in 120 short texts of two well separated kinds; which are positive; which of those are labelled.

    Rows have length one, as text usually comes, so that solvers reach their tolerance in few steps; or they are counts.
    """
    rng = np.random.default_rng(0)
    is_positive = np.arange(120) % 2 == 0
    rates = np.where(is_positive[:, None], [[6.0] * 4 + [1.0] * 4 + [3.0] * 2], [[1.0] * 4 + [6.0] * 4 + [3.0] * 2])
    is_labelled = is_positive & (rng.random(120) < 0.5)
    X = rng.poisson(rates).astype(float)
    return X if counts else X / np.linalg.norm(X, axis=1, keepdims=True), is_positive, is_labelled


def _fitted(estimator: Any, X: Any, y: Any, **fit_parameters: Any) -> Any:
    """A clone, fitted; what is random in it has a seed, unless it has one already."""
    copy = clone(estimator)
    unseeded = {
        name: 0 for name, value in copy.get_params().items() if name.split("__")[-1] == "random_state" and value is None
    }
    return copy.set_params(**unseeded).fit(X, y, **fit_parameters)


def _scores(estimator: Any, X: Any, y: Any, *, at: Any = None, **fit_parameters: Any) -> Vector:
    return np.asarray(_fitted(estimator, X, y, **fit_parameters).decision_function(X if at is None else at))


def _assert_same(scores: ArrayLike, others: ArrayLike, tolerance: float, what: str) -> None:
    scores, others = np.asarray(scores, dtype=float), np.asarray(others, dtype=float)
    spread = scores.std() or 1.0
    difference = np.abs(scores - others).max() / spread
    if not difference <= tolerance:
        correlation = np.corrcoef(scores, others)[0, 1] if others.std() > 0 else 0.0
        raise AssertionError(
            f"{what}: scores differ by {difference:.2g} of their spread (correlation {correlation:.2f})"
        )


# What y means


def check_label_code(estimator: Any, values: tuple[object, object], **parameters: Any) -> None:
    """Scores do not depend on how positive and unlabeled are written, and predictions speak the same code."""
    X, _, is_labelled = _problem()
    y = _encode(is_labelled, *values)
    model = _fitted(clone(estimator).set_params(**parameters), X, y)
    expected = _scores(estimator, X, is_labelled.astype(int))
    _assert_same(expected, model.decision_function(X), EXACT, f"labels {values[0]!r}/{values[1]!r} against 1/0")
    called = np.asarray(model.predict(X) == values[0])
    assert np.array_equal(called, expected > 0), f"predictions do not say {values[0]!r} where the score is above 0"


def check_pos_label(estimator: Any) -> None:
    """With `pos_label`, words whose alphabetical order is the wrong one give the same scores."""
    check_label_code(estimator, ("apple", "pear"), pos_label="apple")


def check_known_negatives_in_any_code(estimator: Any) -> None:
    """Known negatives mean the same beside -1, beside a missing value, and in words."""
    X, is_positive, is_labelled = _problem()
    is_known = ~is_positive & (np.arange(len(X)) % 10 == 1)
    kinds = np.where(is_labelled, 0, np.where(is_known, 1, 2))
    expected = _scores(estimator, X, np.array([1, 0, -1])[kinds])
    for code in ([1.0, 0.0, np.nan], ["positive", "negative", "unlabeled"], ["P", "N", "U"]):
        _assert_same(expected, _scores(estimator, X, np.array(code)[kinds]), EXACT, f"labels {code} against 1, 0, -1")


def _encode(is_labelled: NDArray[np.bool_], positive: object, unlabeled: object) -> NDArray[Any]:
    dtype = object if unlabeled is None else None
    return np.where(is_labelled, np.array(positive, dtype=dtype), np.array(unlabeled, dtype=dtype))


# What the answer means


def check_sign_is_the_answer(estimator: Any) -> None:
    """Rows with a positive `decision_function`, and no others, are called positive; that class comes last."""
    X, _, is_labelled = _problem()
    model = _fitted(estimator, X, is_labelled.astype(int))
    assert list(model.classes_) == [0, 1], f"classes_ is {model.classes_}, not [other, positive]"
    called = np.asarray(model.predict(X)) == 1
    assert np.array_equal(called, model.decision_function(X) > 0), "the sign of decision_function is not the prediction"


def check_hidden_positives_outrank_negatives(estimator: Any) -> None:
    """On well separated data the hidden positives rank above the negatives, by score and by probability."""
    X, is_positive, is_labelled = _problem(counts=True)
    model = _fitted(estimator, X, is_labelled.astype(int))
    rankings = {"decision_function": model.decision_function(X)}
    if hasattr(model, "predict_proba"):
        rankings["predict_proba[:, 1]"] = model.predict_proba(X)[:, 1]
    for name, ranking in rankings.items():
        area = roc_auc_score(is_positive[~is_labelled], ranking[~is_labelled])
        assert area > 0.95, f"hidden positives outrank negatives in {area:.2f} of the pairs by {name}, not in 0.95"


# What must not matter


def check_row_order_does_not_matter(estimator: Any) -> None:
    """Shuffled rows give the same scores."""
    X, _, is_labelled = _problem()
    y, order = is_labelled.astype(int), np.random.default_rng(1).permutation(len(X))
    shuffled = _scores(estimator, X[order], y[order], at=X)
    _assert_same(_scores(estimator, X, y), shuffled, SOLVED, "rows in another order")


def check_column_order_does_not_matter(estimator: Any) -> None:
    """Shuffled columns give the same scores."""
    X, _, is_labelled = _problem()
    y, order = is_labelled.astype(int), np.random.default_rng(1).permutation(X.shape[1])
    _assert_same(_scores(estimator, X, y), _scores(estimator, X[:, order], y), SOLVED, "columns in another order")


def check_float32_agrees(estimator: Any) -> None:
    """float32 input works and gives the scores of float64 input."""
    X, _, is_labelled = _problem()
    y = is_labelled.astype(int)
    _assert_same(_scores(estimator, X, y), _scores(estimator, X.astype(np.float32), y), SOLVED, "float32 input")


def check_sparse_equals_dense(estimator: Any) -> None:
    """Sparse input of any kind gives the scores of the same dense input."""
    X, _, is_labelled = _problem()
    y = is_labelled.astype(int)
    expected = _scores(estimator, X, y)
    for make in (sparse.csr_array, sparse.csr_matrix, sparse.csc_array, sparse.coo_array):
        _assert_same(expected, _scores(estimator, make(X), y), SOLVED, f"{make.__name__} input")


def check_indices_of_64_bits(estimator: Any) -> None:
    """CSR input with 64-bit indices is accepted."""
    X, _, is_labelled = _problem()
    y, wide = is_labelled.astype(int), sparse.csr_array(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    _assert_same(_scores(estimator, X, y), _scores(estimator, wide, y), SOLVED, "64-bit indices")


def check_sparse_stays_sparse(estimator: Any) -> None:
    """Neither training nor prediction makes a dense copy of sparse input."""
    X, _, is_labelled = _problem()
    limit = X.size // 4  # a few dense rows, such as class means, are no copy of X
    bases = [base for kind in (sparse.csr_array, sparse.coo_array, sparse.lil_array) for base in kind.__mro__]
    owners = {base for base in bases if "toarray" in vars(base)}

    def refuse_large(toarray: Any) -> Any:
        @wraps(toarray)
        def guarded(self: Any, *args: Any, **options: Any) -> Any:
            assert np.prod(self.shape) <= limit, f"sparse input was made dense: {self.shape}"
            return toarray(self, *args, **options)

        return guarded

    patches = [patch.object(owner, "toarray", refuse_large(owner.toarray)) for owner in owners]
    for one in patches:
        one.start()
    try:
        _scores(estimator, sparse.csr_array(X), is_labelled.astype(int))
    finally:
        for one in patches:
            one.stop()


def check_two_pools_equal_one_table(estimator: Any) -> None:
    """`fit_pu(P, U)` is `fit` on both with labels 1 and 0."""
    X, _, is_labelled = _problem()
    pools = X[is_labelled], X[~is_labelled]
    unfitted = clone(estimator)
    if "random_state" in unfitted.get_params():
        unfitted.set_params(random_state=0)
    by_pools = unfitted.fit_pu(*pools).decision_function(X)
    by_table = clone(unfitted).fit(np.vstack(pools), np.repeat([1, 0], [len(pool) for pool in pools]))
    _assert_same(by_table.decision_function(X), by_pools, EXACT, "fit_pu against fit")


# Weights


def check_unit_weights_change_nothing(estimator: Any) -> None:
    """Weights of one are no weights."""
    X, _, is_labelled = _problem()
    y = is_labelled.astype(int)
    weighted = _scores(estimator, X, y, sample_weight=np.ones(len(X)))
    _assert_same(_scores(estimator, X, y), weighted, SOLVED, "weights of one")


def check_duplicated_rows_equal_weights(estimator: Any) -> None:
    """A row of weight two counts as two rows, one of weight zero as none."""
    X, _, is_labelled = _problem()
    y, weights = is_labelled.astype(int), np.random.default_rng(1).integers(0, 4, size=len(X))
    again = np.repeat(np.arange(len(X)), weights)
    weighted = _scores(estimator, X, y, sample_weight=weights.astype(float))
    _assert_same(_scores(estimator, X[again], y[again], at=X), weighted, SOLVED, "weights against repeated rows")


# Chance


def check_same_seed_same_model(estimator: Any) -> None:
    """Two fits with one seed agree to the last bit."""
    X, _, is_labelled = _problem()
    y = is_labelled.astype(int)
    _assert_same(_scores(estimator, X, y), _scores(estimator, X, y), 0.0, "a second fit with the same seed")


def check_different_seeds_differ(estimator: Any) -> None:
    """A `random_state` that never changes anything should not be a parameter."""
    X, _, is_labelled = _problem()
    y = is_labelled.astype(int)
    first = _scores(clone(estimator).set_params(random_state=0), X, y)
    for seed in range(1, 10):
        if not np.array_equal(first, _scores(clone(estimator).set_params(random_state=seed), X, y)):
            return
    raise AssertionError("ten seeds give ten equal models: random_state has no effect")


def check_global_random_state_is_untouched(estimator: Any) -> None:
    """Neither NumPy's nor Python's global random state is read or set, even without a seed."""
    X, _, is_labelled = _problem()
    before = _global_random_state()
    clone(estimator).fit(X, is_labelled.astype(int)).predict(X)
    assert _global_random_state() == before, "the global random state was used; make a generator of random_state"


def _global_random_state() -> list[Any]:
    state: Any = np.random.get_state()  # noqa: NPY002
    return [state[1].tobytes(), *state[2:], random.getstate()]


# What belongs to the caller


def check_input_is_untouched(estimator: Any) -> None:
    """X, y and weights are the same after training and prediction as before."""
    X, _, is_labelled = _problem()
    y = np.where(is_labelled, 1.0, np.nan)
    weights = {"sample_weight": np.ones(len(X))} if has_fit_parameter(estimator, "sample_weight") else {}
    inputs: list[Any] = [X.copy()]
    if get_tags(estimator).input_tags.sparse:
        inputs.append(sparse.csr_array(X))
    for given in inputs:
        before = _contents(given, y, *weights.values())
        _fitted(estimator, given, y, **weights).predict(given)
        assert _contents(given, y, *weights.values()) == before, "X, y or the weights were changed in place"


def _contents(*arrays: Any) -> list[bytes]:
    parts = [[a.data, a.indices, a.indptr] if sparse.issparse(a) else [a] for a in arrays]
    return [part.tobytes() for several in parts for part in several]


def check_nested_estimators_are_untouched(estimator: Any) -> None:
    """Estimators given as parameters are cloned and not fitted themselves."""
    X, _, is_labelled = _problem()
    own = clone(estimator)
    before = {name: set(vars(value)) for name, value in own.get_params().items() if hasattr(value, "get_params")}
    own.fit(X, is_labelled.astype(int))
    for name, attributes in before.items():
        added = set(vars(own.get_params()[name])) - attributes
        assert not added, f"the caller's {name} was fitted in place: it now has {', '.join(sorted(added))}"


def check_clone_and_pickle_keep_the_scores(estimator: Any) -> None:
    """A pickled model scores as before, and a clone of a fitted one learns the same again."""
    X, _, is_labelled = _problem()
    y = is_labelled.astype(int)
    model = _fitted(estimator, X, y)
    expected = model.decision_function(X)
    _assert_same(expected, pickle.loads(pickle.dumps(model)).decision_function(X), 0.0, "after pickling")
    _assert_same(expected, clone(model).fit(X, y).decision_function(X), 0.0, "a clone fitted again")
