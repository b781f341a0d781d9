"""Criteria that need no negatives, their curves and their scorers.

All take ``(y, y_pred)`` or ``(y, y_score)``, with `y` in any code of :mod:`onesided.labels`.  Where a share of the
population is counted, `sampling` says what the population is: ``"one"``, all rows (one draw, some of whose
positives were then labelled), or ``"two"``, the unlabeled rows alone (drawn separately from the positives).
Importing this package makes the names of :mod:`onesided.metrics.scorers` known to scikit-learn.
"""

from onesided.metrics.auc import positive_share_in_unlabeled, pu_auc
from onesided.metrics.average_precision import pu_average_precision
from onesided.metrics.error_frequency import error_frequency_sum
from onesided.metrics.lee_liu import lee_liu_curve, lee_liu_score
from onesided.metrics.scorers import PUScorer, get_scorer, get_scorer_names, register_scorers
from onesided.metrics.with_prior import pu_accuracy, pu_f1, pu_precision, pu_recall

__all__ = [
    "PUScorer",
    "error_frequency_sum",
    "get_scorer",
    "get_scorer_names",
    "lee_liu_curve",
    "lee_liu_score",
    "positive_share_in_unlabeled",
    "pu_accuracy",
    "pu_auc",
    "pu_average_precision",
    "pu_f1",
    "pu_precision",
    "pu_recall",
    "register_scorers",
]

register_scorers()
