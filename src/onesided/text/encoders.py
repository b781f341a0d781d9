"""Texts to streams of integer word codes; polars keeps the table of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from onesided.text.scanning import WordTable
from onesided.text.tokens import Tokenizer

if TYPE_CHECKING:
    import polars as pl

MOST_REMEMBERED = 2_000_000  # words in a thread's table; a fuller one is left and begun anew


class Stream(NamedTuple):
    """Word codes of a block of texts, one text after the other, and how many of them belong to each text."""

    codes: np.ndarray
    lengths: np.ndarray


class Encoder:
    """Codes of words; each thread keeps a table of the words it has met, so that polars is asked once for each."""

    words: pl.Series
    """The words by code."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self._idle: list[tuple[WordTable, np.ndarray]] = []

    def encode(self, texts: pl.Series) -> Stream:
        """Code of each word."""
        table, code_of = self._take_table()
        if table is None:
            words, lengths = self.tokenizer.split(texts)
            return Stream(self._codes(words), lengths)
        new_words, places, lengths = table.scan(self.tokenizer.scannable(texts))
        code_of = np.concatenate([code_of, self._codes(new_words)])
        if len(table) < MOST_REMEMBERED:
            self._idle.append((table, code_of))
        return Stream(code_of[places], lengths)

    def _take_table(self) -> tuple[WordTable | None, np.ndarray]:
        """A table that no thread works with, and the code of each of its words."""
        try:
            return self._idle.pop()
        except IndexError:
            return self.tokenizer.word_table(), np.zeros(0, dtype=np.int32)

    def _codes(self, words: pl.Series) -> np.ndarray:
        raise NotImplementedError


class GrowingEncoder(Encoder):
    """Gives each new word the next code."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        import polars as pl

        super().__init__(tokenizer)
        self._categories = pl.Categories.random()
        self._dtype = pl.Categorical(self._categories)
        # polars forgets the codes as soon as no column of the type is left: this empty one keeps them.
        self._anchor = pl.Series("word", [], dtype=self._dtype)

    def _codes(self, words: pl.Series) -> np.ndarray:
        return words.cast(self._dtype).to_physical().to_numpy().astype(np.int32)

    @property
    def words(self) -> pl.Series:  # type: ignore[override]
        """The words by code."""
        return self._categories.to_series()


class FixedEncoder(Encoder):
    r"""Gives a known word its place in `words`, and any other -1.

    Examples
    --------
    >>> import polars as pl
    >>> FixedEncoder(Tokenizer(r"\w\w+"), ["cat", "dog"]).encode(pl.Series(["Dog or cat", "a bird"])).codes
    array([ 1, -1,  0, -1], dtype=int32)
    """

    def __init__(self, tokenizer: Tokenizer, words: Iterable[str]) -> None:
        import polars as pl

        super().__init__(tokenizer)
        self.words = pl.Series("word", list(words), dtype=pl.String)
        self._dtype = pl.Enum(self.words)

    def _codes(self, words: pl.Series) -> np.ndarray:
        known = words.cast(self._dtype, strict=False).to_physical().cast(int)
        return known.fill_null(-1).to_numpy().astype(np.int32)


def encode_without_stop_words(texts: pl.Series, encoder: Encoder) -> Stream:
    """Codes of `texts`, stop words taken out before n-grams are formed."""
    stream = encoder.encode(texts)
    stop_words = encoder.tokenizer.stop_words
    if not stop_words:
        return stream
    is_kept = np.append(~encoder.words.is_in(stop_words).to_numpy(), True)  # the last place serves code -1
    kept = is_kept[stream.codes]
    rows = np.repeat(np.arange(len(stream.lengths)), stream.lengths)
    return Stream(stream.codes[kept], np.bincount(rows[kept], minlength=len(stream.lengths)))
