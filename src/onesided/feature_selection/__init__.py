"""Which features tell the positives apart."""

from onesided.feature_selection.auc import feature_auc
from onesided.feature_selection.selector import AUCSelector

__all__ = ["AUCSelector", "feature_auc"]
