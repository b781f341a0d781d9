"""Learning by statistical queries: what a learner asks of the data, answered from positives and unlabeled rows."""

from onesided.queries.conjunction import MonotoneConjunction
from onesided.queries.oracle import LabelledOracle, Oracle, PositiveUnlabeledOracle, Shares, share_of_positives

__all__ = ["LabelledOracle", "MonotoneConjunction", "Oracle", "PositiveUnlabeledOracle", "Shares", "share_of_positives"]
