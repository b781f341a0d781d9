"""Learning by statistical queries: what a learner asks of the data, answered from positives and unlabeled rows."""

from onesided.queries.conjunction import MonotoneConjunction
from onesided.queries.forest import PosUnlForest
from onesided.queries.oracle import LabelledOracle, Oracle, PositiveUnlabeledOracle, Shares, share_of_positives
from onesided.queries.tree import PosUnlTree

__all__ = [
    "LabelledOracle",
    "MonotoneConjunction",
    "Oracle",
    "PosUnlForest",
    "PosUnlTree",
    "PositiveUnlabeledOracle",
    "Shares",
    "share_of_positives",
]
