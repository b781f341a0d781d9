"""TwoStep and its recipes as classifiers: all sixteen pairs, labels, messages, scikit-learn's checks."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.exceptions import DataWarning, InputError
from onesided.two_step import (
    EM,
    PEBL,
    SVM,
    IterativeSVM,
    OneDNF,
    ReliableNegatives,
    Rocchio,
    RocchioSVM,
    Spy,
    SpyEM,
    TwoStep,
)
from onesided.two_step.negatives import NEGATIVES
from onesided.two_step.refine import REFINE

PAIRS = [(negatives, refine) for negatives in NEGATIVES for refine in REFINE]
EXCUSED = {
    "check_classifiers_classes": "its labels are words, which have no order: pos_label must name the positive one",
}


@parametrize_with_checks(
    [
        TwoStep(random_state=0),
        TwoStep("rocchio", "svm", weighting=None),
        TwoStep("nb", IterativeSVM(loss="squared_hinge")),
        SpyEM(random_state=0),
        PEBL(),
        RocchioSVM(),
    ],
    expected_failed_checks=lambda estimator: EXCUSED,
)
# The checks fit a dozen rows of noise, of which the first step can make nothing: it says so, as it should.
@pytest.mark.filterwarnings("ignore::onesided.exceptions.DataWarning")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore:1-DNF found:onesided.exceptions.DataWarning")
@pytest.mark.parametrize(("negatives", "refine"), PAIRS)
def test_every_pair_works_on_sparse_and_dense_rows_alike(documents, negatives, refine):
    X, y, is_positive = documents
    refine = clone(REFINE[refine]).set_params(tol=1e-6)
    dense = TwoStep(negatives, refine, random_state=0).fit(X, y)
    stored = TwoStep(negatives, refine, random_state=0).fit(sparse.csr_array(X), y)
    np.testing.assert_allclose(dense.decision_function(X), stored.decision_function(sparse.csr_matrix(X)), atol=1e-5)
    assert dense.n_iter_ == stored.n_iter_ == len(dense.history_)
    assert dense.n_reliable_negatives_ == stored.n_reliable_negatives_ == dense.negatives_.mask.sum()
    # 1-DNF leaves only near-empty documents as negatives here, as it does in print.
    assert f1_score(is_positive, dense.predict(X)) > (0.45 if negatives == "1-dnf" else 0.6)


@pytest.mark.parametrize(
    ("recipe", "pair"),
    [
        (SpyEM(random_state=0), TwoStep(Spy(), EM(), random_state=0)),
        (PEBL(min_ratio=3), TwoStep(OneDNF(min_ratio=3), IterativeSVM())),
        (RocchioSVM(), TwoStep("Rocchio", "SVM-IS")),
        (RocchioSVM(n_clusters=4, random_state=0), TwoStep(Rocchio(n_clusters=4), "svm-is", random_state=0)),
    ],
)
def test_a_recipe_is_its_pair(documents, recipe, pair):
    X, y, _ = documents
    np.testing.assert_array_equal(recipe.fit(X, y).decision_function(X), pair.fit(X, y).decision_function(X))


def test_any_code_of_the_labels_gives_the_same_scores(documents):
    X, y, _ = documents
    expected = TwoStep(random_state=0).fit(X, y).decision_function(X)
    for codes, pos_label in [
        (np.where(y == 1, "P", "U"), None),
        (np.where(y == 1, "apple", "zebra"), "apple"),
        (np.where(y == 1, 1.0, np.nan), None),
        (np.where(y == 1, 1, -1), None),
    ]:
        model = TwoStep(pos_label=pos_label, random_state=0).fit(X, codes)
        np.testing.assert_array_equal(model.decision_function(X), expected)
    assert set(TwoStep(random_state=0).fit(X, np.where(y == 1, "P", "U")).predict(X)) == {"P", "U"}


@pytest.mark.parametrize("refine", REFINE)
def test_known_negatives_stay_negative(documents, refine):
    X, y, is_positive = documents
    without = TwoStep("rocchio", refine).fit(X, y)
    known = np.argsort(np.where(is_positive, -np.inf, without.decision_function(X)))[-30:]  # the most doubtful
    codes = np.where(y == 1, 1, -1)
    codes[known] = 0
    model = TwoStep("rocchio", refine).fit(X, codes)
    assert model.decision_function(X)[known].mean() < without.decision_function(X)[known].mean()


def test_counts_are_weighted_inside_as_scikit_learn_weighs_them(documents):
    X, y, _ = documents
    weighted = TfidfTransformer().fit_transform(X)
    inside = TwoStep("rocchio", "svm").fit(X, y).decision_function(X)
    outside = TwoStep("rocchio", "svm", weighting=None).fit(weighted, y).decision_function(weighted)
    np.testing.assert_allclose(outside, inside)


def test_unseen_documents_get_the_weights_of_the_training_documents(documents):
    X, y, _ = documents
    model = TwoStep("rocchio", "svm").fit(X, y)
    np.testing.assert_allclose(model.decision_function(X[:5]), model.decision_function(X)[:5])


@pytest.mark.parametrize(("negatives", "refine"), [("spy", "svm"), ("nb", "svm"), ("1-dnf", "svm"), ("rocchio", "em")])
def test_negative_values_are_refused_with_the_pair_that_accepts_them(documents, negatives, refine):
    X, y, _ = documents
    with pytest.raises(InputError, match=r'Negative values.*TwoStep\("rocchio", "svm", weighting=None\)'):
        TwoStep(negatives, refine, weighting=None).fit(X - 0.5, y)


@pytest.mark.parametrize("refine", ["svm", "svm-i", "svm-is"])
def test_rocchio_and_the_svms_accept_negative_values_without_weighting(refine):
    rng = np.random.default_rng(0)
    is_positive = np.arange(200) % 2 == 0
    X = rng.normal(np.where(is_positive[:, None], 1.0, -1.0), 0.7, (200, 5))
    y = (is_positive & (rng.uniform(size=200) < 0.5)).astype(int)
    model = TwoStep("rocchio", refine, weighting=None).fit(X, y)
    assert f1_score(is_positive, model.predict(X)) > 0.95
    with pytest.raises(InputError, match="weighting=None"):
        TwoStep("rocchio", refine).fit(X, y)


def test_fractional_values_where_counts_are_read_are_worth_a_warning(documents):
    X, y, _ = documents
    with pytest.warns(DataWarning, match="fractional values.*counts"):
        TwoStep("nb", "em").fit(X / 3, y)


def test_an_svm_that_runs_away_is_reported_with_a_remedy():
    rng = np.random.default_rng(0)
    is_positive = np.arange(600) % 10 == 0
    X = rng.poisson(np.where(is_positive[:, None], [1.0] * 5 + [0.5] * 15, [0.4] * 5 + [0.5] * 15)).astype(float)
    y = np.zeros(600, dtype=int)
    y[np.flatnonzero(is_positive)[:8]] = 1
    with pytest.warns(DataWarning, match=r"TwoStep calls 100% of the labelled positives negative.*svm-is"):
        model = TwoStep("rocchio", "svm-i").fit(X, y)
    assert model.predict(X).sum() == 0
    assert model.kept_.startswith("the last of ")


@pytest.mark.parametrize("wrong", [{"negatives": "spies"}, {"refine": "svm-s"}, {"weighting": "idf"}, {"refine": None}])
def test_unknown_names_are_listed_with_the_known_ones(documents, wrong):
    X, y, _ = documents
    with pytest.raises(InputError, match=f"{next(iter(wrong))}=.* is not one of "):
        TwoStep(**wrong).fit(X, y)


def test_the_steps_keep_no_state_and_the_callers_objects_stay_as_they_are(documents):
    X, y, _ = documents
    spy, svm = Spy(), SVM()
    before = dict(vars(spy)), dict(vars(svm))
    TwoStep(spy, svm, random_state=0).fit(X, y)
    assert (vars(spy), vars(svm)) == before


def test_settings_of_a_step_can_be_searched_by_name(documents):
    X, y, _ = documents
    search = GridSearchCV(TwoStep("rocchio", SVM()), {"refine__C": [0.3, 30.0]}, cv=3).fit(X, y)
    assert search.best_params_["refine__C"] in (0.3, 30.0)
    assert np.ptp(search.cv_results_["mean_test_score"]) > 0


def test_a_fitted_model_survives_pickling(documents):
    X, y, _ = documents
    model = RocchioSVM().fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))


def test_an_object_of_ones_own_can_take_the_place_of_a_step(documents):
    X, y, is_positive = documents

    class Oracle:
        reads = "words"

        def find(self, X, labels, random_state=None):
            return ReliableNegatives(~is_positive, np.zeros(len(labels)))

    model = TwoStep(Oracle(), "svm").fit(X, y)
    assert model.n_reliable_negatives_ == np.sum(~is_positive)
    Oracle.reads = "bytes"
    with pytest.raises(InputError, match="`reads`"):
        TwoStep(Oracle(), "svm").fit(X, y)
