import builtins
import pickle
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import check_grad
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.checks import parametrize_with_pu_checks
from onesided.exceptions import DataWarning, InputError
from onesided.wrappers.boosting import PUBoosting
from onesided.wrappers.pu_risk import PURisk

pytest.importorskip("lightgbm")

QUICK = {"n_estimators": 40, "learning_rate": 0.2, "cv": 3}
FOLDS = "folds and subsamples are dealt by row: another order, or a repeated row for one of double weight, gives others"
COLUMNS = "columns are drawn for each tree, so another order draws others"
WORDS = "the labels 'one' and 'two' do not say which is positive; a PU classifier asks for pos_label= and never guesses"


def quick(**settings):
    return PUBoosting(**{**QUICK, "random_state": 0, **settings})


def excused(estimator):
    return {
        "check_sample_weight_equivalence_on_dense_data": FOLDS,
        "check_sample_weight_equivalence_on_sparse_data": FOLDS,
        "check_classifiers_classes": WORDS,
    }


@parametrize_with_checks([PUBoosting(**QUICK)], expected_failed_checks=excused)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learns_common_checks(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # some checks have a handful of rows
        check(estimator)


def excused_pu(estimator):
    return {
        "check_row_order_does_not_matter": FOLDS,
        "check_duplicated_rows_equal_weights": FOLDS,
        "check_column_order_does_not_matter": COLUMNS,
    }


@parametrize_with_pu_checks([PUBoosting(**QUICK)], expected_failed_checks=excused_pu)
def test_pu_invariants(estimator, check):
    check(estimator)


# The risk


def rows(min_size=3):
    row = st.tuples(st.floats(-3, 3), st.sampled_from([1, 0, -1]), st.floats(0.5, 2))
    return st.lists(row, min_size=min_size, max_size=12).filter(lambda some: {1, 0} <= {code for _, code, _ in some})


@given(rows(), st.floats(0, 1), st.sampled_from(["one", "two"]))
@settings(max_examples=50, deadline=None)
def test_slope_of_the_unbiased_risk_is_its_derivative(some, share, sampling):
    scores, codes, weights = (np.array(column) for column in zip(*some, strict=True))
    risk = PURisk(share, sampling, is_nonnegative=False)
    total = weights.sum()
    error = check_grad(
        lambda g: total * risk.value(g, codes, weights),
        lambda g: risk.slope_and_curvature(g, codes, weights)[0],
        scores,
    )
    assert error < 1e-4 * max(1, risk.share * total)


@given(rows(), st.floats(0, 1), st.sampled_from(["one", "two"]), st.booleans())
@settings(max_examples=50, deadline=None)
def test_curvature_is_never_negative_and_bounds_the_true_one(some, share, sampling, is_nonnegative):
    scores, codes, weights = (np.array(column) for column in zip(*some, strict=True))
    upward, downward = PURisk(share, sampling).weights(codes, weights)
    p = 1 / (1 + np.exp(-scores))
    _, curvature = PURisk(share, sampling, is_nonnegative).slope_and_curvature(scores, codes, weights)
    assert np.all(curvature >= 0)
    assert np.all(curvature + 1e-12 >= downward * p * (1 - p))
    if not is_nonnegative:
        assert np.all(curvature + 1e-12 >= (upward + downward) * p * (1 - p))


@pytest.mark.parametrize("sampling", ["one", "two"])
def test_expected_risk_is_that_of_the_true_labels(sampling):
    """On a population whose scores are known, the PU risk is the supervised one in the mean."""
    rng = np.random.default_rng(0)
    n, prior = 200_000, 0.3
    truth = rng.random(n) < prior
    scores = rng.normal(2.0 * truth - 1, 1)
    supervised = np.mean(np.where(truth, np.logaddexp(0, -scores), np.logaddexp(0, scores)))
    is_labelled = truth & (rng.random(n) < 0.4)
    if sampling == "one":
        codes, share = is_labelled.astype(int), (truth & ~is_labelled).sum() / (~is_labelled).sum()
        g, size = scores, n
    else:
        extra = rng.normal(1.0, 1, size=30_000)
        codes, share = np.repeat([1, 0], [len(extra), n]), prior
        g, size = np.concatenate([extra, scores]), n
    risk = PURisk(share, sampling).value(g, codes, np.ones(len(g))) * len(g) / size
    assert risk == pytest.approx(supervised, rel=0.01)


def test_known_negatives_of_two_samples_leave_the_size_of_the_risk():
    codes = np.repeat([1, 0, -1], [10, 100, 50])
    upward, downward = PURisk(0.3, "two").weights(codes, np.ones(160))
    assert upward.sum() == pytest.approx(30)
    assert downward.sum() == pytest.approx(70)


def test_the_slope_turns_round_where_the_loss_of_negatives_is_negative():
    codes, weights = np.array([1, 0, 0]), np.ones(3)
    scores = np.array([5.0, -5.0, -5.0])
    unbiased, _ = PURisk(0.5, "two", is_nonnegative=False).slope_and_curvature(scores, codes, weights)
    corrected, _ = PURisk(0.5, "two").slope_and_curvature(scores, codes, weights)
    assert unbiased[0] < 0 < corrected[0]
    held, _ = PURisk(0.5, "two", beta=10.0).slope_and_curvature(scores, codes, weights)
    np.testing.assert_array_equal(held, unbiased)


# The classifier


def problem(n=1200, prior=0.3, frequency=0.4, seed=0, shift=2.0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < prior
    X = rng.normal(size=(n, 3)) + shift * truth[:, None] * [1, 1, 0]
    return X, (truth & (rng.random(n) < frequency)).astype(int), truth


@pytest.fixture(scope="module")
def fitted():
    X, y, truth = problem()
    return quick().fit(X, y), X, y, truth


def test_hidden_positives_are_found(fitted):
    model, _, _, _ = fitted
    X, _, truth = problem(seed=1)
    assert roc_auc_score(truth, model.decision_function(X)) > 0.95
    assert f1_score(truth, model.predict(X) == 1) > 0.85


def test_the_prior_is_estimated_and_its_interval_kept(fitted):
    model, _, _, truth = fitted
    assert truth.mean() in model.prior_estimate_.prior_interval
    assert model.prior_ == pytest.approx(model.prior_estimate_.prior, abs=0.01)


def test_probabilities_are_near_the_share_of_positives_among_such_rows(fitted):
    model, _, _, _ = fitted
    X, _, truth = problem(n=5000, seed=2)
    p = model.predict_proba(X)[:, 1]
    assert p.mean() == pytest.approx(truth.mean(), abs=0.08)
    for low, high in ((0.0, 0.2), (0.8, 1.0)):
        inside = (p >= low) & (p <= high)
        assert truth[inside].mean() == pytest.approx(p[inside].mean(), abs=0.15)


def test_out_of_fold_scores_are_less_sure_of_positives_than_the_model_itself(fitted):
    model, X, y, _ = fitted
    assert model.cv_scores_[y == 1].mean() < (model.decision_function(X) + model.threshold_)[y == 1].mean()
    assert set(model.cv_folds_) == {0, 1, 2}


def test_a_given_prior_means_what_the_sampling_says():
    X, y, truth = problem()
    one = quick(prior=truth.mean()).fit(X, y)
    assert one.prior_estimate_ is None
    assert one.prior_ == pytest.approx(truth.mean())
    two = quick(prior=0.2, sampling="two").fit(X, y)
    assert two.prior_ == pytest.approx(0.2)
    assert two.predict_proba(X)[y == 0, 1].mean() < one.predict_proba(X)[:, 1].mean()


def test_a_prior_below_the_labelled_share_is_refused():
    X, y, _ = problem()
    with pytest.raises(InputError, match=r"prior=0\.01 cannot be"):
        quick(prior=0.01).fit(X, y)


def test_known_negatives_help_and_with_all_labels_known_it_is_supervised():
    X, y, truth = problem(shift=1.0)
    supervised = quick().fit(X, np.where(truth, 1.0, 0.0) if not truth.all() else None)
    codes = np.where(truth, 1, 0)
    everything = quick().fit(np.vstack([X, X[:2]]), np.append(codes, [-1, -1]))
    assert supervised.prior_ > 0
    assert everything.prior_ == pytest.approx(truth.mean(), abs=0.01)
    new, _, is_positive = problem(shift=1.0, seed=3)
    some_negatives = np.where(y == 1, 1, np.where(~truth & (np.arange(len(y)) % 2 == 0), 0, -1))
    with_negatives = quick().fit(X, some_negatives)
    without = quick().fit(X, y)
    areas = [roc_auc_score(is_positive, m.decision_function(new)) for m in (without, with_negatives)]
    assert areas[1] > areas[0] - 0.01


def test_rows_of_no_weight_are_left_out():
    X, y, _ = problem()
    weights = np.ones(len(y))
    weights[::7] = 0.0
    garbage = X.copy()
    garbage[::7] = 1e6
    a = quick().fit(garbage, y, sample_weight=weights)
    b = quick().fit(X[weights > 0], y[weights > 0])
    np.testing.assert_array_equal(a.decision_function(X), b.decision_function(X))


def test_early_stopping_ends_where_the_held_out_risk_is_least(fitted):
    model = quick(n_estimators=400, patience=5).fit(*problem()[:2])
    assert model.n_estimators_ < 400
    assert model.n_estimators_ == len(model.risk_path_)
    assert model.risk_path_.argmin() == len(model.risk_path_) - 1


def test_the_same_model_for_any_number_of_threads():
    X, y, _ = problem(n=150)
    a, b = (quick(n_jobs=n, n_estimators=2, prior=0.4).fit(X, y).decision_function(X) for n in (1, 2))
    np.testing.assert_array_equal(a, b)


def test_a_pickled_model_scores_the_same(fitted):
    model, X, _, _ = fitted
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))


def test_importances_name_the_columns_that_tell(fitted):
    model, _, _, _ = fitted
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert model.feature_importances_.argmin() == 2


# Tables


def table(n=900, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    kind = np.where(truth, rng.choice(["b", "d"], n), rng.choice(["a", "c"], n)).astype(object)
    swapped = rng.random(n) < 0.1
    kind[swapped] = rng.choice(["a", "b", "c", "d"], swapped.sum())
    kind[rng.random(n) < 0.05] = None
    number = np.where(rng.random(n) < 0.1, np.nan, rng.normal(truth, 1))
    return {"kind": kind, "number": number}, (truth & (rng.random(n) < 0.5)).astype(int), truth


def kinds_of_table(columns):
    frame, words = pd.DataFrame(columns), columns["kind"].tolist()
    plain = {"kind": words, "number": columns["number"]}
    yield "pandas category", frame.astype({"kind": "category"})
    yield "pandas words", frame
    yield "polars words", pl.DataFrame(plain)
    yield "polars categorical", pl.DataFrame(plain).cast({"kind": pl.Categorical})
    yield "pyarrow", pa.table({"kind": pa.array(columns["kind"]), "number": columns["number"]})


def test_categories_of_every_kind_of_table_give_the_same_model_and_help():
    columns, y, truth = table()
    answers = {name: quick().fit(X, y).decision_function(X) for name, X in kinds_of_table(columns)}
    first = answers.pop("pandas category")
    for name, scores in answers.items():
        np.testing.assert_array_equal(scores, first, err_msg=name)
    assert roc_auc_score(truth, first) > 0.93


def test_an_array_of_codes_with_categorical_features_is_the_same_model():
    columns, y, _ = table()
    codes = pd.Categorical(columns["kind"]).codes.astype(float)
    codes[codes < 0] = np.nan
    X = np.column_stack([codes, columns["number"]])
    by_array = quick(categorical_features=[0]).fit(X, y).decision_function(X)
    frame = pd.DataFrame(columns)
    np.testing.assert_array_equal(by_array, quick().fit(frame, y).decision_function(frame))


def test_a_category_never_seen_is_missing():
    columns, y, _ = table()
    frame = pd.DataFrame(columns)
    model = quick().fit(frame, y)
    strange, missing = frame.head(20).assign(kind="new"), frame.head(20).assign(kind=None)
    np.testing.assert_array_equal(model.decision_function(strange), model.decision_function(missing))


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_two_pools_of_tables_are_one_table(make):
    columns, y, _ = table()
    order = np.argsort(-y, kind="stable")
    X = make({name: column[order].tolist() for name, column in columns.items()})
    n = int(y.sum())
    by_pools = quick().fit_pu(X[:n], X[n:]).decision_function(X)
    np.testing.assert_array_equal(by_pools, quick().fit(X, y[order]).decision_function(X))


@pytest.mark.parametrize(
    ("settings", "X", "message"),
    [
        ({"categorical_features": ["color"]}, pd.DataFrame({"a": [1.0] * 8}), "names 'color', which is no column"),
        ({"categorical_features": [3]}, np.ones((8, 2)), "has 3; it holds names or numbers of the 2 columns"),
        ({"categorical_features": [0]}, sparse.csr_array(np.ones((8, 2))), "X is sparse"),
        ({"categorical_features": ["a"]}, pd.DataFrame({"a": ["x"] * 8, "b": ["y"] * 8}), "column 'b' holds"),
        ({"risk": "biased"}, np.ones((8, 2)), "risk='biased' is not one of"),
        ({"prior": 2.0}, np.ones((8, 2)), r"prior=2\.0 is not a share"),
        ({"n_estimators": 0}, np.ones((8, 2)), "n_estimators=0 is too small"),
    ],
)
def test_mistakes_are_named(settings, X, message):
    with pytest.raises(InputError, match=message):
        quick(**settings).fit(X, [1, 1, 1, 1, 0, 0, 0, 0])


def test_a_table_is_wanted_again():
    columns, y, _ = table()
    model = quick().fit(pd.DataFrame(columns), y)
    with pytest.raises(InputError, match="give it a table with the same columns"):
        model.predict(np.ones((3, 2)))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ImportError("No module named 'lightgbm'"), r"pip install 'onesided\[boost\]'"),
        (OSError("libgomp.so.1: cannot open shared object file"), "libgomp1"),
    ],
)
def test_without_the_library_the_remedy_is_named(monkeypatch, error, message):
    monkeypatch.delitem(sys.modules, "lightgbm")
    real = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name == "lightgbm":
            raise error
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(InputError, match=message):
        quick().fit(*problem(100)[:2])
