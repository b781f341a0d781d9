"""Methods for a few labelled examples of every kind beside many unlabeled ones."""

from onesided.semi_supervised.co_training import CoTraining
from onesided.semi_supervised.graph import knn_graph
from onesided.semi_supervised.harmonic import HarmonicFunction
from onesided.semi_supervised.transductive_svm import TransductiveSVM

__all__ = [
    "CoTraining",
    "HarmonicFunction",
    "TransductiveSVM",
    "knn_graph",
]
