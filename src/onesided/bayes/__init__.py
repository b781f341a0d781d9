"""Naive Bayes for text: fractional labels, EM, positive naive Bayes, LPLP."""

from onesided.bayes.em import EMNaiveBayes
from onesided.bayes.lplp import LPLP
from onesided.bayes.positive_nb import PositiveNaiveBayes
from onesided.bayes.stemming import StemmedWords, make_lplp_pipeline

__all__ = ["LPLP", "EMNaiveBayes", "PositiveNaiveBayes", "StemmedWords", "make_lplp_pipeline"]
