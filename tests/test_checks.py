"""The checks catch what they are for: each wrong estimator below differs from a right one in a single mistake."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

from onesided.base import PUClassifier
from onesided.checks import CODES, check_pu_estimator, parametrize_with_pu_checks, pu_checks


class Centroids(PUClassifier):
    """Projects on the line between the means of P and of the rest: right in every respect."""

    def __init__(self, pos_label=None):
        self.pos_label = pos_label

    def fit(self, X, y, sample_weight=None):
        X, labels, sample_weight = self._read(X, y, sample_weight)
        weights = labels.balanced(sample_weight)
        inside, outside = np.where(labels.is_positive, weights, 0), np.where(labels.is_positive, 0, weights)
        means = [X.T @ side / side.sum() for side in (inside, outside)]
        self.coef_ = np.asarray(means[0] - means[1], dtype=float)
        self.threshold_ = float(self.coef_ @ (means[0] + means[1]) / 2)
        return self

    def _scores(self, X):
        return np.asarray(X @ self.coef_, dtype=float)


class Shaken(Centroids):
    """Right and random: a little noise, drawn as it should be."""

    def __init__(self, pos_label=None, random_state=None):
        super().__init__(pos_label)
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.coef_ = self.coef_ + 1e-6 * np.random.default_rng(self.random_state).normal(size=len(self.coef_))
        return self


class Nesting(Centroids):
    """Right, with an estimator inside."""

    def __init__(self, estimator=None, pos_label=None):
        super().__init__(pos_label)
        self.estimator = estimator

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.fit_inner(X, y)
        return self

    def fit_inner(self, X, y):
        self.estimator_ = clone(self.estimator).fit(X, np.arange(len(y)) % 2)


@parametrize_with_pu_checks([Centroids(), Shaken(), Nesting(LogisticRegression())])
def test_right_estimators_pass(estimator, check):
    check(estimator)


class TrainsBackwards(Centroids):
    def fit(self, X, y, sample_weight=None):
        kinds, codes = np.unique(np.asarray(y), return_inverse=True)  # "U" is the larger word
        super().fit(X, codes, sample_weight)
        self.classes_ = kinds
        return self

    def _read(self, X, y, sample_weight=None):
        return PUClassifier._read(clone(self).set_params(pos_label=None), X, y, sample_weight)

    def _read_new(self, X):
        return X


class ChangesLabels(Centroids):
    def fit(self, X, y, sample_weight=None):
        if isinstance(y, np.ndarray) and y.dtype.kind == "f":
            y[np.isnan(y)] = 0
        return super().fit(X, y, sample_weight)


class ChangesRows(Centroids):
    def fit(self, X, y, sample_weight=None):
        if sparse.issparse(X):
            X.data += 0.5
        return super().fit(X, y, sample_weight)


class MakesDense(Centroids):
    def fit(self, X, y, sample_weight=None):
        return super().fit(X.toarray() if sparse.issparse(X) else X, y, sample_weight)


class RefusesWideIndices(Centroids):
    def fit(self, X, y, sample_weight=None):
        if sparse.issparse(X) and X.format == "csr" and X.indices.dtype != np.int32:
            raise AssertionError("no 64-bit indices")
        return super().fit(X, y, sample_weight)


class SparseIsAnother(Centroids):
    def fit(self, X, y, sample_weight=None):
        return super().fit(X * 0.5 if sparse.issparse(X) else X, y, sample_weight)


class DrawsGlobally(Centroids):
    def fit(self, X, y, sample_weight=None):
        np.random.rand()  # noqa: NPY002
        return super().fit(X, y, sample_weight)


class SeedsGlobally(Centroids):
    def fit(self, X, y, sample_weight=None):
        np.random.seed(0)  # noqa: NPY002
        return super().fit(X, y, sample_weight)


class ForgetsItsSeed(Shaken):
    def fit(self, X, y, sample_weight=None):
        Centroids.fit(self, X, y, sample_weight)
        self.coef_ = self.coef_ + 1e-6 * np.random.default_rng().normal(size=len(self.coef_))
        return self


class IgnoresItsSeed(Shaken):
    def fit(self, X, y, sample_weight=None):
        return Centroids.fit(self, X, y, sample_weight)


class IgnoresWeights(Centroids):
    def fit(self, X, y, sample_weight=None):
        return super().fit(X, y)


class LovesTheFirstRow(Centroids):
    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.coef_ = self.coef_ + (X[[0]].toarray()[0] if sparse.issparse(X) else np.asarray(X)[0])
        return self


class LovesTheFirstColumn(Centroids):
    def _scores(self, X):
        return super()._scores(X) + 3 * (X[:, [0]].toarray()[:, 0] if sparse.issparse(X) else X[:, 0])


class CutsElsewhere(Centroids):
    def predict(self, X):
        scores = self.decision_function(X)
        return self.classes_[(scores > scores.max() / 2).astype(int)]


class RanksBackwards(Centroids):
    def _scores(self, X):
        return -super()._scores(X)


class ProbabilityOfTheOtherClass(Centroids):
    def predict_proba(self, X):
        p = 1 / (1 + np.exp(-self.decision_function(X)))
        return np.column_stack([p, 1 - p])


class SwapsPools(Centroids):
    def fit_pu(self, X_positive, X_unlabeled):
        return super().fit_pu(X_unlabeled, X_positive)


class RoundsSingle(Centroids):
    def fit(self, X, y, sample_weight=None):
        single = not sparse.issparse(X) and np.asarray(X).dtype == np.float32
        return super().fit(np.minimum(X, 0.3) if single else X, y, sample_weight)


class LosesItsCutWhenPickled(Centroids):
    def __getstate__(self):
        return {**super().__getstate__(), "threshold_": 0.0}


class FitsWhatItWasGiven(Nesting):
    def fit_inner(self, X, y):
        self.estimator.fit(X, np.arange(len(y)) % 2)


class TakesNegativesBesideMissingForUnlabeled(Centroids):
    def fit(self, X, y, sample_weight=None):
        y = np.asarray(y)
        if y.dtype.kind == "f" and np.isnan(y).any() and (y == 0).any():
            y = np.where(y == 0, 1.0, y)
        return super().fit(X, y, sample_weight)


WRONG = [
    (TrainsBackwards(), "check_label_code[P/U]"),
    (TrainsBackwards(), "check_pos_label"),
    (ChangesLabels(), "check_input_is_untouched"),
    (ChangesRows(), "check_input_is_untouched"),
    (MakesDense(), "check_sparse_stays_sparse"),
    (RefusesWideIndices(), "check_indices_of_64_bits"),
    (SparseIsAnother(), "check_sparse_equals_dense"),
    (DrawsGlobally(), "check_global_random_state_is_untouched"),
    (SeedsGlobally(), "check_global_random_state_is_untouched"),
    (ForgetsItsSeed(), "check_same_seed_same_model"),
    (IgnoresItsSeed(), "check_different_seeds_differ"),
    (IgnoresWeights(), "check_duplicated_rows_equal_weights"),
    (LovesTheFirstRow(), "check_row_order_does_not_matter"),
    (LovesTheFirstColumn(), "check_column_order_does_not_matter"),
    (CutsElsewhere(), "check_sign_is_the_answer"),
    (RanksBackwards(), "check_hidden_positives_outrank_negatives"),
    (ProbabilityOfTheOtherClass(), "check_hidden_positives_outrank_negatives"),
    (SwapsPools(), "check_two_pools_equal_one_table"),
    (RoundsSingle(), "check_float32_agrees"),
    (LosesItsCutWhenPickled(), "check_clone_and_pickle_keep_the_scores"),
    (FitsWhatItWasGiven(LogisticRegression()), "check_nested_estimators_are_untouched"),
    (TakesNegativesBesideMissingForUnlabeled(), "check_known_negatives_in_any_code"),
]


@pytest.mark.parametrize(("estimator", "name"), WRONG, ids=[f"{type(one).__name__}-{name}" for one, name in WRONG])
def test_wrong_estimators_are_caught(estimator, name):
    checks = dict(pu_checks(estimator))
    with pytest.raises(AssertionError):
        checks[name](estimator)


def test_every_check_has_an_estimator_that_fails_it():
    caught = {name for _, name in WRONG}
    every = {name for one in (Shaken(), Nesting(LogisticRegression())) for name, _ in pu_checks(one)}
    trivial = {"check_unit_weights_change_nothing"} | {f"check_label_code[{code}]" for code in CODES}
    assert every - trivial <= caught


def test_excused_checks_carry_their_reason_and_the_others_run():
    reason = {"check_duplicated_rows_equal_weights": "weights are not used"}
    check_pu_estimator(IgnoresWeights(), expected_failed_checks=reason)
    cases = parametrize_with_pu_checks([IgnoresWeights()], expected_failed_checks=lambda estimator: reason).args[1]
    marks = {case.id.split("-", 1)[1]: [mark.kwargs["reason"] for mark in case.marks] for case in cases}
    assert marks["check_duplicated_rows_equal_weights"] == ["weights are not used"]
    assert sum(map(len, marks.values())) == 1


def test_an_excuse_for_a_check_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="check_nothing is excused for Centroids"):
        check_pu_estimator(Centroids(), expected_failed_checks={"check_nothing": "no reason"})


def test_checks_that_cannot_apply_are_left_out():
    names = {name for name, _ in pu_checks(Centroids())}
    assert "check_different_seeds_differ" not in names
    assert "check_different_seeds_differ" in {name for name, _ in pu_checks(Shaken())}
