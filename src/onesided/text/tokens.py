"""Texts to streams of integer word codes, by polars: the regular expression and the hash table run on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction.text import strip_accents_ascii, strip_accents_unicode

from onesided.exceptions import InputError

if TYPE_CHECKING:
    import polars as pl

# A word is two or more letters, digits or underscores, as in scikit-learn.  The one difference: combining marks
# belong to the word.  Python's \w leaves them out, which cuts Hindi or decomposed accents into pieces.
WORD_PATTERN = r"[\p{L}\p{M}\p{N}_]{2,}"
# What Python's str.split takes for white space: Unicode's, and four separators that Rust's \s does not know.
CHUNK_PATTERN = r"[^\s\x1c-\x1f]+"


def as_text_series(texts: Any) -> pl.Series:
    """Turn a list, array, pandas or polars column of strings into a polars column, or say which row is no text.

    Parameters
    ----------
    texts : iterable of str
        The documents.  A missing value is refused: the caller knows whether it means an empty text.

    Returns
    -------
    polars.Series
        The documents, of type String.
    """
    import polars as pl

    if isinstance(texts, (str, bytes)):
        raise InputError("texts must be a list of strings, not one string: put it in a list")
    if isinstance(texts, pl.Series) and texts.dtype == pl.String:
        series = texts
    else:
        rows = texts if isinstance(texts, list) else list(texts)
        for number, row in enumerate(rows):
            if not isinstance(row, str):
                raise InputError(
                    f"row {number} of texts is {type(row).__name__}, not text: replace missing texts by '' and "
                    "others by str(…)"
                )
        series = pl.Series("text", rows, dtype=pl.String)
    if series.null_count():
        raise InputError(f"row {series.is_null().arg_true()[0]} of texts is missing: replace missing texts by ''")
    return series


def text_chunks(series: pl.Series, size: int = 4096, characters: int = 16_000_000) -> Iterator[pl.Series]:
    """Cut a column into pieces of at most `size` rows and about `characters` bytes (one row may exceed them)."""
    total = np.concatenate([[0], np.cumsum(series.str.len_bytes().to_numpy().astype(np.int64))])
    start = 0
    while start < len(series):
        stop = int(np.searchsorted(total, total[start] + characters, side="right")) - 1
        stop = min(max(stop, start + 1), start + size, len(series))
        yield series.slice(start, stop - start)
        start = stop


class Tokenizer:
    """Cuts texts into words and gives each word a code.

    Parameters
    ----------
    pattern : str
        Regular expression (Rust syntax) of one token.
    lowercase : bool
        Fold upper case first.
    strip_accents : {None, "unicode", "ascii"}
        Take accents off, as scikit-learn does.
    stop_words : iterable of str
        Tokens to leave out, before n-grams are formed.
    """

    def __init__(
        self, pattern: str, *, lowercase: bool = True, strip_accents: str | None = None, stop_words: Iterable[str] = ()
    ) -> None:
        self.pattern, self.lowercase, self.strip_accents = pattern, lowercase, strip_accents
        self.stop_words = sorted(stop_words)

    def tokens(self, texts: pl.Series) -> tuple[pl.Series, np.ndarray]:
        """All tokens of `texts` in one column, and how many of them each text has."""
        import polars as pl

        if self.lowercase:
            texts = texts.str.to_lowercase()
        if self.strip_accents:
            strip = {"unicode": strip_accents_unicode, "ascii": strip_accents_ascii}[self.strip_accents]
            texts = pl.Series("text", [strip(text) for text in texts], dtype=pl.String)
        try:
            # A lazy frame, since polars spreads its expressions (but not a Series' methods) over the cores.
            frame = pl.LazyFrame({"text": texts}).select(pl.col("text").str.extract_all(self.pattern))
            lists = frame.collect()["text"]
        except pl.exceptions.ComputeError as error:
            reason = str(error).strip().splitlines()[-1]
            raise InputError(f"token_pattern {self.pattern!r} is not a regular expression: {reason}") from None
        return lists.explode().drop_nulls(), lists.list.len().to_numpy().astype(np.int64)


class GrowingLexicon:
    """Gives each new word the next code; remembers the words."""

    def __init__(self) -> None:
        import polars as pl

        self._categories = pl.Categories.random()
        self._dtype = pl.Categorical(self._categories)
        # polars forgets the codes as soon as no column of the type is left: this empty one keeps them.
        self._anchor = pl.Series("word", [], dtype=self._dtype)

    def encode(self, tokens: pl.Series) -> np.ndarray:
        """Code of each token."""
        return tokens.cast(self._dtype).to_physical().to_numpy().astype(np.int32)

    @property
    def words(self) -> pl.Series:
        """The words by code."""
        return self._categories.to_series()


class FixedLexicon:
    """Gives a known word its place in `words`, and any other -1.

    Examples
    --------
    >>> import polars as pl
    >>> FixedLexicon(["cat", "dog"]).encode(pl.Series(["dog", "bird", "cat"]))
    array([ 1, -1,  0], dtype=int32)
    """

    def __init__(self, words: Iterable[str]) -> None:
        import polars as pl

        self.words = pl.Series("word", list(words), dtype=pl.String)
        self._dtype = pl.Enum(self.words)

    def encode(self, tokens: pl.Series) -> np.ndarray:
        """Code of each token, -1 if unknown."""
        codes = tokens.cast(self._dtype, strict=False).to_physical().cast(int)
        return codes.fill_null(-1).to_numpy().astype(np.int32)


def encode_texts(
    texts: pl.Series, tokenizer: Tokenizer, lexicon: GrowingLexicon | FixedLexicon
) -> tuple[np.ndarray, np.ndarray]:
    """Stream of word codes of `texts` without stop words, and the number of codes of each text."""
    tokens, lengths = tokenizer.tokens(texts)
    codes = lexicon.encode(tokens)
    if tokenizer.stop_words:
        words = lexicon.words
        is_stop_word = words.is_in(tokenizer.stop_words).to_numpy()
        kept = (codes < 0) | ~is_stop_word[codes]
        rows = np.repeat(np.arange(len(lengths)), lengths)
        lengths = np.bincount(rows[kept], minlength=len(lengths))
        codes = codes[kept]
    return codes, lengths
