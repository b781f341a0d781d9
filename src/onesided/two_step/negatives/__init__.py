"""The first step: reliable negatives out of the unlabeled rows.

Each object has one method, `find(X, labels, random_state=None)`, and says by `reads` which look at X it wants: "counts"
or "words" (X as it came) or "weights" (tf-idf rows of length one).  Any object that does so can take their place.
"""

from onesided.two_step.negatives.naive_bayes import NaiveBayesNegatives
from onesided.two_step.negatives.one_dnf import OneDNF
from onesided.two_step.negatives.reliable import ReliableNegatives
from onesided.two_step.negatives.rocchio import Rocchio
from onesided.two_step.negatives.spy import Spy

NEGATIVES = {"spy": Spy(), "1-dnf": OneDNF(), "rocchio": Rocchio(), "nb": NaiveBayesNegatives()}

__all__ = ["NEGATIVES", "NaiveBayesNegatives", "OneDNF", "ReliableNegatives", "Rocchio", "Spy"]
