"""scikit-learn's own checks on every naive Bayes classifier."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.bayes import LPLP, EMNaiveBayes, PositiveNaiveBayes

ALL = {
    "check_classifiers_classes": "its labels are the words 'one' and 'two', which need pos_label by our convention",
    "check_decision_proba_consistency": "asks for the scores of negative numbers, which are refused as in fit",
}
RANDOM = "rows are dealt to components at random, so a row given twice starts otherwise than one of weight 2"
COMPONENTS = {f"check_sample_weight_equivalence_on_{kind}_data": RANDOM for kind in ("dense", "sparse")}


def excused(estimator):
    return ALL | COMPONENTS if getattr(estimator, "n_components", 1) == 2 else ALL


# The checks' dense random numbers hold every "word" in every row, of which LPLP warns; here that is no fault.
@pytest.mark.filterwarnings("ignore::onesided.exceptions.DataWarning")
@parametrize_with_checks(
    [EMNaiveBayes(), EMNaiveBayes(n_components=2), PositiveNaiveBayes(prior=0.5), PositiveNaiveBayes(), LPLP()],
    expected_failed_checks=excused,
)
def test_scikit_learn_check(estimator, check):
    check(estimator)
