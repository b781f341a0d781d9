"""Texts to a sparse matrix of unit-length tf-idf rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS
from sklearn.utils.validation import check_is_fitted

from onesided.engine.disk_rows import MatrixFile
from onesided.engine.threads import map_in_threads
from onesided.exceptions import InputError
from onesided.text.blocks import Blocks, BlocksInMemory
from onesided.text.counting import CharCounter, HashingCounter, WordCounter, document_frequency, occurrences
from onesided.text.streamed import StreamedTexts
from onesided.text.tokens import CHUNK_PATTERN, WORD_PATTERN, Tokenizer, as_text_series, text_chunks
from onesided.text.weighting import as_count, kept_terms, most_frequent, smooth_idf, weigh

Progress = Callable[[int, int], Any]

# hashing="auto" hashes above so many bytes of text for each n-gram length: about half a million abstracts of bigrams.
HASH_ABOVE = 1_000_000_000


class TextVectorizer(TransformerMixin, BaseEstimator):
    r"""Turn texts into tf-idf rows, as scikit-learn's ``TfidfVectorizer`` does, several times faster.

    .. math:: x_{dt} \propto (1 + \log \mathrm{tf}_{dt})\left(1 + \log\frac{1+n}{1+\mathrm{df}_t}\right),
              \qquad \|x_d\| = 1

    The matrix equals scikit-learn's with the same settings, with one difference: combining marks (Hindi vowel
    signs, decomposed accents) are part of a word here and cut it there.  Needs polars.

    Texts that are read in parts (``read_collection(..., in_parts=True)``) give the same matrix in memory-mapped files;
    there n-grams of several words, and of characters, are hashed.

    Parameters
    ----------
    analyzer : {"word", "char_wb"}, default="word"
        Count words, or pieces of words with their borders.
    ngram_range : (int, int), default=(1, 1)
        Shortest and longest n-gram.
    token_pattern : str, default=None
        Regular expression of a word in Rust's syntax.  By default two or more letters, digits or underscores.
    lowercase : bool, default=True
        Fold upper case.
    strip_accents : {None, "unicode", "ascii"}, default=None
        Take accents off.
    stop_words : None, "english" or list of str, default=None
        Words left out before n-grams are formed.
    min_df, max_df : int or float, default=2 and 1.0
        Keep terms that are in at least and at most so many documents (int) or such a share of them (float).
    max_features : int, default=None
        Keep only so many terms, those that occur most often; ties in alphabetical order.
    sublinear_tf : bool, default=True
        Use 1 + log(tf) in place of tf.
    use_idf : bool, default=True
        Multiply by the inverse document frequency.
    norm : {"l2", "l1", None}, default="l2"
        Length to bring rows to.
    hashing : bool or "auto", default=False
        Feature hashing in place of a vocabulary: less memory, no names.  "auto" hashes from a gigabyte of text.
        Columns outside `min_df` and `max_df` then get no weight; `max_features` does not apply.
    n_features : int, default=2**20
        Number of columns when hashing.
    dtype : type, default=numpy.float32
        Type of the values.

    Attributes
    ----------
    terms_ : ndarray of str or None
        The term of each column, sorted; None when hashing.
    idf_ : ndarray of float64 or None
        The weight of each column.
    n_documents_ : int
        Documents seen by `fit`.

    Examples
    --------
    >>> vectorizer = TextVectorizer(min_df=1)
    >>> X = vectorizer.fit_transform(["a red cat", "a red dog", "no animal"])
    >>> vectorizer.get_feature_names_out()
    array(['animal', 'cat', 'dog', 'no', 'red'], dtype=object)
    >>> X[0].toarray().round(2)
    array([[0.  , 0.8 , 0.  , 0.  , 0.61]], dtype=float32)
    """

    def __init__(
        self,
        *,
        analyzer: str = "word",
        ngram_range: tuple[int, int] = (1, 1),
        token_pattern: str | None = None,
        lowercase: bool = True,
        strip_accents: str | None = None,
        stop_words: str | Iterable[str] | None = None,
        min_df: float = 2,
        max_df: float = 1.0,
        max_features: int | None = None,
        sublinear_tf: bool = True,
        use_idf: bool = True,
        norm: str | None = "l2",
        hashing: bool | str = False,
        n_features: int = 2**20,
        dtype: type = np.float32,
    ) -> None:
        self.analyzer = analyzer
        self.ngram_range = ngram_range
        self.token_pattern = token_pattern
        self.lowercase = lowercase
        self.strip_accents = strip_accents
        self.stop_words = stop_words
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.sublinear_tf = sublinear_tf
        self.use_idf = use_idf
        self.norm = norm
        self.hashing = hashing
        self.n_features = n_features
        self.dtype = dtype

    def fit(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> TextVectorizer:
        """Learn the terms and their weights.

        Parameters
        ----------
        X : iterable of str
            The documents.
        y : ignored
        progress : callable (done, total), optional
            Told about every few thousand documents.

        Returns
        -------
        TextVectorizer
            Itself.
        """
        self.fit_transform(X, progress=progress)
        return self

    def fit_transform(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> sparse.csr_matrix:
        """Learn the terms and their weights, and return the documents' rows; parameters as in `fit`."""
        texts = X if isinstance(X, StreamedTexts) else as_text_series(X)
        counter = self._counter()
        n_documents = len(texts)
        if n_documents == 0:
            raise InputError("there is no text to learn terms from: give at least one document")
        self.n_documents_ = n_documents
        low, high = as_count(self.min_df, n_documents), as_count(self.max_df, n_documents)
        if high < low:
            raise InputError(f"max_df={self.max_df} is below min_df={self.min_df}: no term can meet both")
        is_hashing = self._is_hashing(texts)
        n_levels = 1 if is_hashing or self.analyzer == "char_wb" else self.ngram_range[1]
        step = _stepper(progress, n_documents, n_levels)
        blocks = self._blocks(texts, np.int32)
        if is_hashing:
            for block in map_in_threads(HashingCounter(counter, self.n_features).count, text_chunks(texts)):
                blocks.append(block)
                step(block.shape[0])
            frequency = document_frequency(blocks.blocks(self.n_features), self.n_features)
            self.terms_ = None
            is_kept = (frequency >= low) & (frequency <= high)
            weights = np.where(is_kept, self._idf(frequency), 0.0)
            new_column = _as_they_are(weights)
        else:
            terms = counter.learn(text_chunks(texts), low, step, blocks)
            frequency = document_frequency(blocks.blocks(len(terms)), len(terms))
            places = kept_terms(terms, frequency, low, high)
            if self.max_features is not None and len(places) > self.max_features:
                places = most_frequent(places, occurrences(blocks.blocks(len(terms)), len(terms)), self.max_features)
            new_column = np.full(len(terms), -1, dtype=np.int32)
            new_column[places] = np.arange(len(places), dtype=np.int32)
            self.terms_, weights = terms[places], self._idf(frequency[places])
        self.idf_ = weights

        done = self._blocks(texts, self.dtype)
        for block in map_in_threads(lambda block: self._weigh(block, new_column), blocks.drain(len(frequency))):
            done.append(block)
        return done.matrix(len(weights))

    def transform(self, X: Any, *, progress: Progress | None = None) -> sparse.csr_matrix:
        """Rows of documents in the learned terms; parameters as in `fit`."""
        check_is_fitted(self, "idf_")
        texts = X if isinstance(X, StreamedTexts) else as_text_series(X)
        counter = self._counter()
        hasher = HashingCounter(counter, self.n_features)
        count = hasher.count if self.terms_ is None else counter.prepare(self.terms_)
        step = _stepper(progress, len(texts))
        blocks = self._blocks(texts, self.dtype)
        blocks.append(sparse.csr_matrix((0, len(self.idf_)), dtype=self.dtype))
        same_columns = _as_they_are(self.idf_)
        for block in map_in_threads(lambda chunk: self._weigh(count(chunk), same_columns), text_chunks(texts)):
            blocks.append(block)
            step(block.shape[0])
        return blocks.matrix(len(self.idf_))

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Term of each column; ``hash_0``, ``hash_1``… when hashing."""
        check_is_fitted(self, "idf_")
        if self.terms_ is None:
            return np.array([f"hash_{column}" for column in range(self.n_features)], dtype=object)
        return self.terms_.copy()

    def to_state(self) -> dict[str, np.ndarray]:
        """Return everything learned, as plain arrays that ``numpy.savez`` writes without pickle.

        Returns
        -------
        dict of str to ndarray
            ``settings`` and ``terms`` as UTF-8 bytes, ``term_lengths``, ``idf`` and ``n_documents``.
        """
        check_is_fitted(self, "idf_")
        settings = self.get_params() | {"dtype": np.dtype(self.dtype).name}
        if settings["stop_words"] is not None and not isinstance(settings["stop_words"], str):
            settings["stop_words"] = sorted(settings["stop_words"])
        encoded = [] if self.terms_ is None else [term.encode() for term in self.terms_]
        return {
            "settings": np.frombuffer(json.dumps(settings).encode(), dtype=np.uint8),
            "terms": np.frombuffer(b"".join(encoded), dtype=np.uint8),
            "term_lengths": np.array([len(term) for term in encoded], dtype=np.int64),
            "idf": self.idf_,
            "n_documents": np.array(self.n_documents_),
        }

    @classmethod
    def from_state(cls, state: Any) -> TextVectorizer:
        """Build the fitted vectorizer that `to_state` described."""
        settings = json.loads(np.asarray(state["settings"]).tobytes())
        settings["dtype"] = np.dtype(settings["dtype"]).type
        settings["ngram_range"] = tuple(settings["ngram_range"])
        vectorizer = cls(**settings)
        ends = np.cumsum(state["term_lengths"])
        raw = np.asarray(state["terms"]).tobytes()
        starts = np.concatenate([[0], ends[:-1]]) if len(ends) else ends
        terms = [raw[start:end].decode() for start, end in zip(starts, ends, strict=True)]
        vectorizer.terms_ = np.array(terms, dtype=object) if terms else None
        vectorizer.idf_ = np.asarray(state["idf"], dtype=np.float64)
        vectorizer.n_documents_ = int(state["n_documents"])
        return vectorizer

    def _is_hashing(self, texts: Any) -> bool:
        if isinstance(texts, StreamedTexts):
            return self.hashing is True or self.ngram_range[1] > 1 or self.analyzer == "char_wb"
        if self.hashing == "auto":
            return int(texts.str.len_bytes().sum()) * self.ngram_range[1] > HASH_ABOVE
        return bool(self.hashing)

    def _blocks(self, texts: Any, dtype: Any) -> Blocks:
        return MatrixFile(dtype) if isinstance(texts, StreamedTexts) else BlocksInMemory()

    def _idf(self, frequency: np.ndarray) -> np.ndarray:
        return smooth_idf(frequency, self.n_documents_) if self.use_idf else np.ones(len(frequency))

    def _counter(self) -> WordCounter | CharCounter:
        shortest, longest = self.ngram_range
        if not 1 <= shortest <= longest:
            raise InputError(f"ngram_range={self.ngram_range!r} must be two numbers such as (1, 2), the smaller first")
        if self.analyzer not in ("word", "char_wb"):
            raise InputError(f"analyzer={self.analyzer!r} is not known: use 'word' or 'char_wb'")
        if self.strip_accents not in (None, "unicode", "ascii"):
            raise InputError(f"strip_accents={self.strip_accents!r} is not known: use None, 'unicode' or 'ascii'")
        if self.norm not in ("l2", "l1", None):
            raise InputError(f"norm={self.norm!r} is not known: use 'l2', 'l1' or None")
        if self.hashing not in (True, False, "auto"):
            raise InputError(f"hashing={self.hashing!r} is not known: use True, False or 'auto'")
        options: dict[str, Any] = {"lowercase": self.lowercase, "strip_accents": self.strip_accents}
        if self.analyzer == "char_wb":
            return CharCounter(Tokenizer(CHUNK_PATTERN, **options), (shortest, longest))
        if isinstance(self.stop_words, str) and self.stop_words != "english":
            raise InputError(f"stop_words={self.stop_words!r} is not known: use 'english' or a list of words")
        stop_words: Iterable[str] = ENGLISH_STOP_WORDS if self.stop_words == "english" else self.stop_words or ()
        pattern = WORD_PATTERN if self.token_pattern is None else self.token_pattern
        return WordCounter(Tokenizer(pattern, stop_words=stop_words, **options), (shortest, longest))

    def _weigh(self, counts: sparse.csr_matrix, new_column: np.ndarray) -> sparse.csr_matrix:
        return weigh(counts, new_column, self.idf_, sublinear_tf=self.sublinear_tf, norm=self.norm, dtype=self.dtype)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def _as_they_are(weights: np.ndarray) -> np.ndarray:
    """Each column to its own place, those without weight (hashed ones outside `min_df` and `max_df`) nowhere."""
    return np.where(weights > 0, np.arange(len(weights)), -1).astype(np.int32)


def _stepper(progress: Progress | None, n_documents: int, n_times: int = 1) -> Callable[[int], None]:
    """Make a function to tell how many documents were gone through; each of them is so `n_times`."""
    done = 0

    def step(n_more: int) -> None:
        nonlocal done
        done += n_more
        if progress is not None:
            progress(done // n_times, n_documents)

    return step
