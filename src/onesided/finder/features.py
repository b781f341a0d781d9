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
MOST_COLUMNS = 200
"""A dense matrix with more columns is an embedding of something rather than a table."""


def is_matrix(documents: Any) -> bool:
    """Whether `documents` are numbers already, and not texts or rows of a table."""
    return sparse.issparse(documents) or (isinstance(documents, np.ndarray) and documents.ndim == 2)


def is_table(documents: Any) -> bool:
    """Whether `documents` are columns of numbers and categories, without text."""
    if is_matrix(documents):
        return not sparse.issparse(documents) and documents.shape[1] <= MOST_COLUMNS
    return isinstance(documents, Collection) and documents.texts is None


def as_table(documents: Any) -> Any:
    """The columns as they are, for methods that read tables: a polars frame, or the matrix itself."""
    import polars as pl

    if sparse.issparse(documents):
        raise InputError("it reads a table of numbers and categories, and the matrix is sparse; use another method")
    if is_matrix(documents):
        return documents
    if documents.texts is not None:
        raise InputError("it reads a table of numbers and categories, and there is text; use another method")
    blocks = []
    if documents.numeric is not None:
        blocks.append(pl.DataFrame(documents.numeric, schema=list(documents.numeric_columns), orient="row"))
    if documents.categorical is not None:
        blocks.append(documents.categorical.with_columns(pl.all().replace("", None)))
    return pl.concat(blocks, how="horizontal")


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
    :class:`~onesided.text.FeatureEncoder`.  For a method that reads tables the columns stay as they are; what is
    encoded then serves to compare rows.
    """

    encoder: FeatureEncoder | StandardScaler | None

    def __init__(self, vectorizer: TextVectorizer, *, for_tables: bool = False):
        self.encoder = FeatureEncoder(vectorizer)
        self.for_tables = for_tables

    def fit_transform(self, documents: Any, progress: Progress | None = None) -> Any:
        """Learn the columns; the rows of these documents, as the method reads them."""
        table = as_table(documents) if self.for_tables else None
        X = self._fit_encoder(documents, progress)
        return X if table is None else table

    def _fit_encoder(self, documents: Any, progress: Progress | None) -> Any:
        if not is_matrix(documents):
            assert isinstance(self.encoder, FeatureEncoder)
            return self.encoder.fit_transform(documents, progress=progress)
        self.encoder = None if sparse.issparse(documents) else StandardScaler().fit(documents)
        return self.encoded(documents)

    def transform(self, documents: Any, progress: Progress | None = None) -> Any:
        """The rows of new documents in the learned columns, as the method reads them."""
        X = self.encoded(documents, progress)  # which checks the columns
        return as_table(documents) if self.for_tables else X

    def encoded(self, documents: Any, progress: Progress | None = None) -> Any:
        """The matrix of new documents in the learned columns, all of them numbers."""
        if is_matrix(documents) == isinstance(self.encoder, FeatureEncoder):
            wanted = "documents" if is_matrix(documents) else "a matrix"
            raise InputError(f"this model was fitted on {wanted}; give it the same kind of input")
        if isinstance(self.encoder, FeatureEncoder):
            return self.encoder.transform(documents, progress=progress)
        return documents if self.encoder is None else np.nan_to_num(self.encoder.transform(documents))

    def names(self, n_columns: int = 0) -> NDArray[Any]:
        """What each column is called; columns of a matrix have no name but their number, and are counted by you."""
        if isinstance(self.encoder, FeatureEncoder):
            return self.encoder.get_feature_names_out()
        return np.array([f"column {number}" for number in range(n_columns)], dtype=object)
