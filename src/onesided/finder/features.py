"""Documents of any kind to one matrix: texts, rows of a table, or a matrix that is one already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from onesided.exceptions import InputError
from onesided.text import Collection, TextVectorizer

Progress = Callable[[int, int], Any]


def is_matrix(documents: Any) -> bool:
    """Whether `documents` are numbers already, and not texts or rows of a table."""
    return sparse.issparse(documents) or (isinstance(documents, np.ndarray) and documents.ndim == 2)


class Features:
    """Learns the columns from some documents and gives the rows of others.

    Text becomes tf-idf, numbers are standardised, categories become one column each; every block of a row has about
    length one, so that no block drowns another.  A matrix stays as it is if sparse, and is standardised if dense.

    Parameters
    ----------
    vectorizer : TextVectorizer
        Cloned settings for text.
    """

    def __init__(self, vectorizer: TextVectorizer):
        self.vectorizer: TextVectorizer | None = vectorizer
        self.scaler: StandardScaler | None = None
        self.encoder: OneHotEncoder | None = None
        self.column_names: tuple[str, ...] = ()

    def fit_transform(self, documents: Any, progress: Progress | None = None) -> Any:
        """Learn the columns; the matrix of these documents."""
        texts, numbers, categories = _parts(documents)
        blocks = []
        if texts is None:
            self.vectorizer = None
        elif self.vectorizer is not None:
            blocks.append(self.vectorizer.fit_transform(texts, progress=progress))
        if numbers is not None and not sparse.issparse(numbers):
            self.scaler = StandardScaler().fit(numbers)
        if categories is not None:
            self.encoder = OneHotEncoder(handle_unknown="ignore", dtype=np.float32).fit(categories)
        if isinstance(documents, Collection):
            self.column_names = (*documents.numeric_columns, *documents.categorical_columns)
        return self._join(blocks, numbers, categories)

    def transform(self, documents: Any, progress: Progress | None = None) -> Any:
        """The matrix of new documents in the learned columns."""
        texts, numbers, categories = _parts(documents)
        if (texts is None) != (self.vectorizer is None):
            wanted = "numbers" if self.vectorizer is None else "texts"
            raise InputError(f"this model was fitted on {wanted}; give it the same kind of input")
        blocks = []
        if self.vectorizer is not None:
            blocks.append(self.vectorizer.transform(texts, progress=progress))
        return self._join(blocks, numbers, categories)

    def names(self) -> NDArray[Any]:
        """What each column is called."""
        names: list[Any] = []
        if self.vectorizer is not None:
            names.extend(self.vectorizer.get_feature_names_out())
        n_numeric = 0 if self.scaler is None else self.scaler.n_features_in_
        names.extend(self.column_names[:n_numeric] or [f"column {number}" for number in range(n_numeric)])
        if self.encoder is not None:
            for column, values in zip(self.column_names[n_numeric:], self.encoder.categories_, strict=True):
                names.extend(f"{column}={value}" for value in values)
        return np.array(names, dtype=object)

    def _join(self, blocks: list[Any], numbers: Any, categories: Any) -> Any:
        if numbers is not None:
            if self.scaler is not None:
                numbers = self.scaler.transform(numbers)
                if blocks or categories is not None:
                    numbers = sparse.csr_array(numbers.astype(np.float32) / np.sqrt(numbers.shape[1]))
            blocks.append(numbers)
        if categories is not None and self.encoder is not None:
            blocks.append(self.encoder.transform(categories) / np.sqrt(categories.shape[1]))
        return blocks[0] if len(blocks) == 1 else sparse.hstack(blocks, format="csr")


def _parts(documents: Any) -> tuple[Any, Any, Any]:
    """Texts, numbers and categories of documents, None where there are none."""
    if is_matrix(documents):
        return None, documents, None
    if isinstance(documents, Collection):
        categories = None if documents.categorical is None else documents.categorical.to_numpy()
        return documents.texts, documents.numeric, categories
    return documents, None, None
