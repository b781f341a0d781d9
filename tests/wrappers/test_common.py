"""scikit-learn's own checks, with a reason for each one excused."""

import warnings

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from onesided.exceptions import DataWarning
from onesided.wrappers import ElkanNoto, PUBagging

FOLDS = "folds are dealt by row, so a row repeated and a row of double weight make different folds"
BAGS = "bags are drawn by row, so a row repeated and a row of double weight make different bags"


WORDS = "the labels 'one' and 'two' do not say which is positive; a PU classifier asks for pos_label= and never guesses"


def excused(estimator):
    reason = BAGS if isinstance(estimator, PUBagging) else FOLDS
    return {
        "check_sample_weight_equivalence_on_dense_data": reason,
        "check_sample_weight_equivalence_on_sparse_data": reason,
        "check_classifiers_classes": WORDS,
    }


@parametrize_with_checks(
    [ElkanNoto(), ElkanNoto(method="reweight"), PUBagging(n_estimators=10)], expected_failed_checks=excused
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_sklearn_check(estimator, check):
    with warnings.catch_warnings():
        # Some checks have a handful of rows: that the answer is rough is said, and tested elsewhere.
        warnings.simplefilter("ignore", DataWarning)
        check(estimator)
