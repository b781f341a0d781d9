"""Text, numbers and categories side by side in one sparse matrix."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.validation import check_is_fitted

from onesided.exceptions import InputError
from onesided.text.collection import Collection
from onesided.text.vectorizer import Progress, TextVectorizer


class FeatureEncoder(TransformerMixin, BaseEstimator):
    """Turn a `Collection` into one CSR matrix: tf-idf of the texts, standardised numbers, one-hot categories.

    A text's row has length one; a number has standard deviation one and a category is 0 or 1, and so that neither
    drowns the text these blocks are divided by the square root of their number of columns.

    Parameters
    ----------
    vectorizer : TextVectorizer, default=None
        Unfitted, for the texts; by default ``TextVectorizer()``.
    min_frequency : int, default=2
        A category seen less often is counted among "others", as one never seen is later.

    Attributes
    ----------
    vectorizer_ : TextVectorizer or None
        Fitted; None if there is no text.
    scaler_, one_hot_ : StandardScaler, OneHotEncoder or None
        Fitted; None without such columns.
    columns_ : tuple of (text, numeric, categorical) column names
        As seen by `fit`.

    Examples
    --------
    >>> import polars as pl
    >>> pile = Collection("pile", pl.DataFrame({"n": [1, 3]}), ["1", "2"], np.array([1, 2]),
    ...     texts=pl.Series(["a red cat", "a red dog"]), numeric=np.array([[1.0], [3.0]]), numeric_columns=("n",))
    >>> encoder = FeatureEncoder().fit(pile)
    >>> encoder.transform(pile).toarray()
    array([[ 1., -1.], [ 1.,  1.]], dtype=float32)
    >>> encoder.get_feature_names_out()
    array(['red', 'n'], dtype=object)
    """

    def __init__(self, vectorizer: TextVectorizer | None = None, *, min_frequency: int = 2) -> None:
        self.vectorizer = vectorizer
        self.min_frequency = min_frequency

    def fit(self, X: Collection, y: Any = None, *, progress: Progress | None = None) -> FeatureEncoder:
        """Learn terms, means and categories; `progress` is told about the texts."""
        self.fit_transform(X, progress=progress)
        return self

    def fit_transform(self, X: Collection, y: Any = None, *, progress: Progress | None = None) -> sparse.csr_matrix:
        """Learn terms, means and categories, and return the rows."""
        self.vectorizer_ = self.scaler_ = self.one_hot_ = None
        self.columns_ = (X.text_columns, X.numeric_columns, X.categorical_columns)
        texts = None
        if X.texts is not None:
            self.vectorizer_ = TextVectorizer() if self.vectorizer is None else clone(self.vectorizer)
            texts = self.vectorizer_.fit_transform(X.texts, progress=progress)
        if X.numeric is not None:
            self.scaler_ = StandardScaler().fit(X.numeric)
        if X.categorical is not None:
            # min_frequency makes a place for rare categories, and unknown ones go there too if it exists.
            one_hot = OneHotEncoder(
                handle_unknown="infrequent_if_exist", min_frequency=self.min_frequency, dtype=np.float32
            )
            self.one_hot_ = one_hot.fit(_strings(X))
        return self._join(texts, X)

    def transform(self, X: Collection, *, progress: Progress | None = None) -> sparse.csr_matrix:
        """Rows of another collection with the same columns."""
        check_is_fitted(self, "columns_")
        for name, ours, theirs in (
            ("text", self.vectorizer_ is not None, X.texts is not None),
            ("numeric columns " + ", ".join(self.columns_[1]), self.columns_[1], X.numeric_columns),
            ("categorical columns " + ", ".join(self.columns_[2]), self.columns_[2], X.categorical_columns),
        ):
            if ours and ours != theirs:
                raise InputError(f"{X.source}: has not the {name} that the other side has; name columns both have")
        texts = None if self.vectorizer_ is None else self.vectorizer_.transform(X.texts, progress=progress)
        return self._join(texts, X)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Name of each column: the term, the numeric column, or ``column=category``."""
        check_is_fitted(self, "columns_")
        names = [] if self.vectorizer_ is None else [self.vectorizer_.get_feature_names_out()]
        if self.scaler_ is not None:
            names.append(np.array(self.columns_[1], dtype=object))
        if self.one_hot_ is not None:
            one_hot = copy.copy(self.one_hot_)  # the function must not stay in an encoder that is to be saved
            one_hot.set_params(feature_name_combiner=lambda column, value: f"{column}={value}")
            names.append(one_hot.get_feature_names_out(list(self.columns_[2])))
        return np.concatenate(names)

    def _join(self, texts: sparse.csr_matrix | None, X: Collection) -> sparse.csr_matrix:
        blocks = [] if texts is None else [texts]
        if self.scaler_ is not None:
            numbers = self.scaler_.transform(X.numeric) / np.sqrt(len(self.columns_[1]))
            blocks.append(sparse.csr_matrix(numbers.astype(np.float32)))
        if self.one_hot_ is not None:
            blocks.append(self.one_hot_.transform(_strings(X)) / np.float32(np.sqrt(len(self.columns_[2]))))
        if len(blocks) == 1 and blocks[0].dtype == np.float32:
            return blocks[0]  # a copy would bring a matrix on disk into memory
        return sparse.hstack(blocks, format="csr", dtype=np.float32)


def _strings(X: Collection) -> np.ndarray:
    assert X.categorical is not None
    return X.categorical.to_numpy().astype(object)
