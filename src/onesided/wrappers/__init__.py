"""Make any scikit-learn classifier learn from positive and unlabeled rows."""

from onesided.wrappers.bagging import PUBagging
from onesided.wrappers.boosting import PUBoosting
from onesided.wrappers.elkan_noto import ElkanNoto

__all__ = ["ElkanNoto", "PUBagging", "PUBoosting"]
