"""The two looks at X that the steps need: counts for naive Bayes and 1-DNF, weighted rows for Rocchio and the SVMs."""

from __future__ import annotations

import warnings
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError

WEIGHTINGS = ("tfidf", None)
LOOKS = ("counts", "words", "weights")
ANY_NUMBERS = 'TwoStep("rocchio", "svm", weighting=None) accepts any numbers (so do "svm-i" and "svm-is")'


class Views:
    """X under the names by which a step asks for it (its attribute `reads`).

    "counts" and "words" are X as it came, checked to be what the name says; "weights" is X after the weighting.  Each
    is made when first asked for.

    Parameters
    ----------
    X : array or CSR matrix
        Checked already.
    weigher : Weigher
        Fitted or not; `weights` fits it.
    owner : str
        Whom the messages are about.
    """

    def __init__(self, X: Any, weigher: Weigher, owner: str = "TwoStep"):
        self.X, self.weigher, self.owner = X, weigher, owner

    def __getitem__(self, name: str) -> MemoryRows:
        return getattr(self, name)

    @cached_property
    def words(self) -> MemoryRows:
        refuse_negative_values(self.X, self.owner)
        return MemoryRows(self.X)

    @cached_property
    def counts(self) -> MemoryRows:
        values = _values(self.words.X)
        if not np.array_equal(values, np.rint(values)):
            warnings.warn(
                f"X has fractional values, as tf-idf rows have, and {self.owner} reads it as word counts: give counts "
                f"(it weighs them itself where a step wants that); {ANY_NUMBERS}",
                DataWarning,
                stacklevel=4,
            )
        return self.words

    @cached_property
    def weights(self) -> MemoryRows:
        return MemoryRows(self.weigher.fit(self.X, self.owner).transform(self.X))


class Weigher:
    r"""X as it is, or tf-idf rows of length one.

    .. math:: x_{dw} \propto \mathrm{tf}_{dw} \Big(1 + \log\frac{1+n}{1+\mathrm{df}_w}\Big)

    Parameters
    ----------
    weighting : {"tfidf", None}
    """

    def __init__(self, weighting: str | None):
        if weighting not in WEIGHTINGS:
            raise InputError(f"weighting={weighting!r} is not one of 'tfidf', None")
        self.tfidf = TfidfTransformer() if weighting == "tfidf" else None

    def fit(self, X: Any, owner: str) -> Weigher:
        if self.tfidf is not None:
            refuse_negative_values(X, owner)
            self.tfidf.fit(X)
        return self

    def transform(self, X: Any) -> Any:
        return X if self.tfidf is None else self.tfidf.transform(X)


def refuse_negative_values(X: Any, owner: str) -> None:
    """An error that names the combination for data that are no counts."""
    if np.any(_values(X) < 0):
        raise InputError(f"Negative values in data passed to {owner}, which reads it as word counts; {ANY_NUMBERS}")


def _values(X: Any) -> Any:
    return X.data if sparse.issparse(X) else X
