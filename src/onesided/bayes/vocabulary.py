"""The words that take part in a naive Bayes model: a column that none of its documents has is no word of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from onesided.bayes.multinomial import Multinomial, Vector
from onesided.engine.rows import MemoryRows


@dataclass(frozen=True)
class Vocabulary:
    r"""Some of the columns of X.

    Smoothing gives every column a share of each class.  A column without a document gets
    :math:`\lambda/(\lambda V + n_c)`, which is larger in the class with fewer words :math:`n_c`, and its share is taken
    from the words that do tell: with many such columns the smaller class fades away.

    Parameters
    ----------
    is_used : array of bool of shape (n_features,)

    Examples
    --------
    >>> Vocabulary(np.array([True, False, True])).take(MemoryRows(np.array([[1.0, 0.0, 2.0]]))).X
    array([[1., 2.]])
    """

    is_used: NDArray[np.bool_]

    @classmethod
    def of(cls, occurrences: Vector) -> Vocabulary:
        """The columns that occur; all of them where none does, since a model needs some."""
        return cls((occurrences > 0) | ~np.any(occurrences > 0))

    def take(self, rows: MemoryRows) -> MemoryRows:
        """The rows with the columns in use; the same rows where all are."""
        return rows if self.is_used.all() else MemoryRows(rows.X[:, np.flatnonzero(self.is_used)])

    def widen(self, model: Multinomial) -> Multinomial:
        """The model over all columns, where those out of use say nothing: equally unlikely on both sides."""
        least = float(min(model.log_positive.min(), model.log_negative.min()))
        return Multinomial(
            self._widen(model.log_positive, least),
            self._widen(model.log_negative, least),
            model.log_prior_positive,
            model.log_prior_negative,
        )

    def _widen(self, logs: Vector, least: float) -> Vector:
        wide = np.full(len(self.is_used), least)
        wide[self.is_used] = logs
        return wide
