"""Linear learners from positive and unlabeled rows: one solver, three losses."""

from onesided.linear.biased_svm import BiasedSVM, BiasedSVMCV
from onesided.linear.rank_svm import RankSVM, RankSVMCV
from onesided.linear.set_aside_svm import SetAsideSVM
from onesided.linear.weighted_logistic import WeightedLogisticRegression, WeightedLogisticRegressionCV

__all__ = [
    "BiasedSVM",
    "BiasedSVMCV",
    "RankSVM",
    "RankSVMCV",
    "SetAsideSVM",
    "WeightedLogisticRegression",
    "WeightedLogisticRegressionCV",
]
