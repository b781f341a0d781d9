"""Documents of any kind to one matrix: texts, rows of a table, or a matrix that is one already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.preprocessing import StandardScaler

from onesided.exceptions import InputError
from onesided.text import Collection, FeatureEncoder, TextVectorizer

Progress = Callable[[int, int], Any]


def is_matrix(documents: Any) -> bool:
    """Whether `documents` are numbers already, and not texts or rows of a table."""
    return sparse.issparse(documents) or (isinstance(documents, np.ndarray) and documents.ndim == 2)


def as_documents(documents: Any) -> Any:
    """A matrix or a Collection as it is; texts as a Collection."""
    import polars as pl

    if is_matrix(documents) or isinstance(documents, Collection):
        return documents
    texts = documents if isinstance(documents, pl.Series) else pl.Series("text", list(documents), dtype=pl.String)
    numbers = np.arange(1, len(texts) + 1)
    return Collection("the documents", texts.to_frame("text"), numbers.astype(str).tolist(), numbers, texts)


class Features:
    """Learns the columns from some documents and gives the rows of others.

    A sparse matrix stays as it is, a dense one is standardised, everything else goes through a
    :class:`~onesided.text.FeatureEncoder`.
    """

    encoder: FeatureEncoder | StandardScaler | None

    def __init__(self, vectorizer: TextVectorizer):
        self.encoder = FeatureEncoder(vectorizer)

    def fit_transform(self, documents: Any, progress: Progress | None = None) -> Any:
        """Learn the columns; the matrix of these documents."""
        if not is_matrix(documents):
            assert isinstance(self.encoder, FeatureEncoder)
            return self.encoder.fit_transform(documents, progress=progress)
        self.encoder = None if sparse.issparse(documents) else StandardScaler().fit(documents)
        return self.transform(documents)

    def transform(self, documents: Any, progress: Progress | None = None) -> Any:
        """The matrix of new documents in the learned columns."""
        if is_matrix(documents) == isinstance(self.encoder, FeatureEncoder):
            wanted = "documents" if is_matrix(documents) else "a matrix"
            raise InputError(f"this model was fitted on {wanted}; give it the same kind of input")
        if isinstance(self.encoder, FeatureEncoder):
            return self.encoder.transform(documents, progress=progress)
        return documents if self.encoder is None else self.encoder.transform(documents)

    def names(self, n_columns: int = 0) -> NDArray[Any]:
        """What each column is called; columns of a matrix have no name but their number, and are counted by you."""
        if isinstance(self.encoder, FeatureEncoder):
            return self.encoder.get_feature_names_out()
        return np.array([f"column {number}" for number in range(n_columns)], dtype=object)
