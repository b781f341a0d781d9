"""Methods for a few labelled examples of every kind beside many unlabeled ones."""

from onesided.semi_supervised.co_training import CoTraining
from onesided.semi_supervised.graph import knn_graph
from onesided.semi_supervised.harmonic import HarmonicFunction
from onesided.semi_supervised.min_cut import MinCut
from onesided.semi_supervised.spectral import SpectralPartition
from onesided.semi_supervised.transductive_svm import TransductiveSVM

__all__ = [
    "CoTraining",
    "HarmonicFunction",
    "MinCut",
    "SpectralPartition",
    "TransductiveSVM",
    "knn_graph",
]
