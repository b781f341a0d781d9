"""Naive Bayes for text: fractional labels, EM, positive naive Bayes, LPLP."""

from onesided.bayes.em import EMNaiveBayes

__all__ = ["EMNaiveBayes"]
