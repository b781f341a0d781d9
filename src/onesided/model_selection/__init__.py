"""Splits, threshold and search by criteria that need no negatives."""

from onesided.model_selection.splits import PUStratifiedKFold, fold_numbers
from onesided.model_selection.threshold import Cut, best_threshold
from onesided.model_selection.train_test import pu_train_test_split

__all__ = ["Cut", "PUStratifiedKFold", "best_threshold", "fold_numbers", "pu_train_test_split"]
