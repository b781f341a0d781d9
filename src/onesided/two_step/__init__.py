"""The two-step family: find reliable negatives, then learn from them."""

from onesided.two_step.negatives import NaiveBayesNegatives, OneDNF, ReliableNegatives, Rocchio, Spy
from onesided.two_step.recipes import PEBL, RocchioSVM, SpyEM
from onesided.two_step.refine import EM, SVM, IterativeSVM, Refined, Round
from onesided.two_step.two_step import TwoStep

__all__ = [
    "EM",
    "PEBL",
    "SVM",
    "IterativeSVM",
    "NaiveBayesNegatives",
    "OneDNF",
    "Refined",
    "ReliableNegatives",
    "Rocchio",
    "RocchioSVM",
    "Round",
    "Spy",
    "SpyEM",
    "TwoStep",
]
