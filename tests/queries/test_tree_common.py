"""scikit-learn's checks and our own PU invariants on the tree and the forest, with a reason for each one excused."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.checks import parametrize_with_pu_checks
from onesided.queries.forest import PosUnlForest
from onesided.queries.tree import PosUnlTree

ESTIMATORS = [PosUnlTree(), PosUnlTree(prior=0.5, sampling="two"), PosUnlTree(supervised=True), PosUnlForest(10)]

WORDS = "the labels 'one' and 'two' do not say which is positive; a PU classifier asks for pos_label= and never guesses"
BAGS = "bags are drawn by row, for the prior and for a forest: another order or repeated rows give other bags"
TIES = "features that split a small node equally well are taken in their order"
DRAWN = "features are drawn by their number: in another order the same draws mean other features"
NO_SEED = "nothing is random unless the prior is estimated"
MIXED = "supervised=True refuses unlabeled rows beside known negatives: what they mean would be a guess"
FULL = "in this check no positive is hidden, which contradicts a share of one half in U"
TRAINED = [
    "check_classifiers_train",
    "check_classifiers_train(readonly_memmap=True)",
    "check_classifiers_train(readonly_memmap=True,X_dtype=float32)",
]


def excused(estimator):
    reasons = {"check_classifiers_classes": WORDS}
    if estimator.prior is not None:
        reasons |= dict.fromkeys(TRAINED, FULL)
    if estimator.prior is None and not estimator.supervised:
        reasons["check_sample_weight_equivalence_on_dense_data"] = BAGS
    return reasons


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=excused)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learns_common_checks(estimator, check):
    check(estimator)


def excused_pu(estimator):
    if estimator.supervised:
        return {"check_known_negatives_in_any_code": MIXED, "check_different_seeds_differ": NO_SEED}
    if estimator.prior is not None:
        return {"check_different_seeds_differ": NO_SEED}
    return {
        "check_row_order_does_not_matter": BAGS,
        "check_duplicated_rows_equal_weights": BAGS,
        "check_column_order_does_not_matter": DRAWN if isinstance(estimator, PosUnlForest) else TIES,
    }


@parametrize_with_pu_checks(ESTIMATORS, expected_failed_checks=excused_pu)
def test_pu_invariants(estimator, check):
    check(estimator)
