"""The second step: a classifier from P, the reliable negatives RN and the other unlabeled rows Q.

Each object has one method, `fit(X, labels, is_reliable)`, and says by `reads` which look at X it wants: "counts" or
"words" (X as it came) or "weights" (tf-idf rows of length one).  Any object that does so can take their place.
"""

from onesided.two_step.refine.em import EM
from onesided.two_step.refine.iterative_svm import IterativeSVM
from onesided.two_step.refine.refined import Refined, Round
from onesided.two_step.refine.svm import SVM

REFINE = {"em": EM(), "svm": SVM(), "svm-i": IterativeSVM(), "svm-is": IterativeSVM(select=True)}

__all__ = ["EM", "REFINE", "SVM", "IterativeSVM", "Refined", "Round"]
