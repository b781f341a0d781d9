"""Texts to streams of integer word codes; polars keeps the table of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from onesided.text.tokens import Tokenizer

if TYPE_CHECKING:
    import polars as pl


class Stream(NamedTuple):
    """Word codes of a block of texts, one text after the other, and how many of them belong to each text."""

    codes: np.ndarray
    lengths: np.ndarray


class GrowingEncoder:
    """Gives each new word the next code."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        import polars as pl

        self.tokenizer = tokenizer
        self._categories = pl.Categories.random()
        self._dtype = pl.Categorical(self._categories)
        # polars forgets the codes as soon as no column of the type is left: this empty one keeps them.
        self._anchor = pl.Series("word", [], dtype=self._dtype)

    def encode(self, texts: pl.Series) -> Stream:
        """Code of each word."""
        words, places, lengths = self.tokenizer.split(texts)
        codes = words.cast(self._dtype).to_physical().to_numpy().astype(np.int32)
        return Stream(codes if places is None else codes[places], lengths)

    @property
    def words(self) -> pl.Series:
        """The words by code."""
        return self._categories.to_series()


class FixedEncoder:
    r"""Gives a known word its place in `words`, and any other -1.

    Examples
    --------
    >>> import polars as pl
    >>> FixedEncoder(Tokenizer(r"\w\w+"), ["cat", "dog"]).encode(pl.Series(["Dog or cat", "a bird"])).codes
    array([ 1, -1,  0, -1], dtype=int32)
    """

    def __init__(self, tokenizer: Tokenizer, words: Iterable[str]) -> None:
        import polars as pl

        self.tokenizer = tokenizer
        self.words = pl.Series("word", list(words), dtype=pl.String)
        self._dtype = pl.Enum(self.words)

    def encode(self, texts: pl.Series) -> Stream:
        """Code of each word, -1 if unknown."""
        words, places, lengths = self.tokenizer.split(texts)
        known = words.cast(self._dtype, strict=False).to_physical().cast(int)
        codes = known.fill_null(-1).to_numpy().astype(np.int32)
        return Stream(codes if places is None else codes[places], lengths)


def encode_without_stop_words(texts: pl.Series, encoder: GrowingEncoder | FixedEncoder) -> Stream:
    """Codes of `texts`, stop words taken out before n-grams are formed."""
    stream = encoder.encode(texts)
    stop_words = encoder.tokenizer.stop_words
    if not stop_words:
        return stream
    is_kept = np.append(~encoder.words.is_in(stop_words).to_numpy(), True)  # the last place serves code -1
    kept = is_kept[stream.codes]
    rows = np.repeat(np.arange(len(stream.lengths)), stream.lengths)
    return Stream(stream.codes[kept], np.bincount(rows[kept], minlength=len(stream.lengths)))
