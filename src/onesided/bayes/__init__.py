"""Naive Bayes for text: fractional labels, EM, positive naive Bayes, LPLP."""
