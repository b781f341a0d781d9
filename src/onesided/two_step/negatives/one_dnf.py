"""Reliable negatives by 1-DNF: documents without a single word that marks the positives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from onesided.engine.rows import MemoryRows
from onesided.labels import Labels
from onesided.two_step.negatives.reliable import ReliableNegatives, as_rows, settle


class OneDNF(BaseEstimator):
    r"""The unlabeled rows with no positive word.

    With :math:`\mathrm{df}_P(w)` and :math:`\mathrm{df}_U(w)` documents of P and of U that contain w, the positive
    words are :math:`W = \{w: \mathrm{df}_P(w)/|P| > r\, \mathrm{df}_U(w)/|U|\}`, and RN is every document of U that
    contains none.  The published rule has r = 1.  On a large vocabulary it makes a positive word of nearly every word
    that P contains, and RN is tiny or empty (`DataWarning`); a larger r or a few occurrences in P repair that.

    Parameters
    ----------
    min_ratio : float, default=1.0
        r: how many times more frequent among positives a word has to be.
    min_df : int, default=1
        In how many positive documents it has to be.

    References
    ----------
    .. [1] H. Yu, J. Han, K. C.-C. Chang. PEBL: positive example based learning for web page classification using SVM.
       KDD 2002.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.labels import read_labels
    >>> X = np.array([[3., 0, 1], [2, 0, 1], [3, 1, 1], [0, 3, 1], [0, 2, 1]])
    >>> found = OneDNF().find(X, read_labels([1, 1, 0, 0, 0]))
    >>> found.mask, found.record["n_positive_words"]
    (array([False, False, False,  True,  True]), 1)
    """

    reads = "words"

    def __init__(self, *, min_ratio: float = 1.0, min_df: int = 1):
        self.min_ratio = min_ratio
        self.min_df = min_df

    def find(self, X: Any, labels: Labels, random_state: Any = None) -> ReliableNegatives:
        """Find them; a word occurs where `X` is above 0, and `random_state` is not used."""
        present = _presence(as_rows(X))
        is_positive, others = labels.is_positive.astype(np.float64), (~labels.is_positive).astype(np.float64)
        df_positive, df_others = present.transposed_times(is_positive), present.transposed_times(others)
        often = df_positive / labels.n_positive > self.min_ratio * df_others / (len(labels) - labels.n_positive)
        is_word = often & (df_positive >= self.min_df)
        n_words = present.times(is_word.astype(np.float64))
        return settle(
            n_words == 0, n_words / np.maximum(_n_distinct(present), 1), labels, step="1-DNF",
            remedy=f"raise min_ratio (now {self.min_ratio:g}) or min_df (now {self.min_df}) of OneDNF, or try "
                   'negatives="rocchio"',
            n_positive_words=int(np.count_nonzero(is_word)),
        )  # fmt: skip


def _presence(rows: MemoryRows) -> MemoryRows:
    """1 where a word occurs; the indices of a sparse matrix are shared, not copied."""
    if not rows.is_sparse:
        return MemoryRows((rows.X > 0).astype(rows.X.dtype))
    X = rows.X
    return MemoryRows(type(X)(((X.data > 0).astype(X.dtype), X.indices, X.indptr), shape=X.shape))


def _n_distinct(present: MemoryRows) -> NDArray[np.float64]:
    return present.times(np.ones(present.shape[1]))
