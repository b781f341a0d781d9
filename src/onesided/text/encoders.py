"""Texts to streams of integer word codes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from threading import Lock
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


class Encoder(ABC):
    """Codes of words; each thread keeps a table of the words it has met and asks once for the code of each."""

    def __init__(self, tokenizer: Tokenizer, words: Sequence[str] = ()) -> None:
        self.tokenizer = tokenizer
        self._code_of = {word: code for code, word in enumerate(words)}
        self._idle: list[tuple[WordTable, np.ndarray]] = []

    @property
    def words(self) -> pl.Series:
        """The words by code."""
        import polars as pl

        return pl.Series("word", list(self._code_of), dtype=pl.String)

    def encode(self, texts: pl.Series) -> Stream:
        """Code of each word."""
        table, code_of = self._take_table()
        if table is None:
            words, places, lengths = self.tokenizer.split(texts)
            return Stream(self._codes(words.to_list())[places], lengths)
        new_words, places, lengths = table.scan(self.tokenizer.scannable(texts))
        code_of = np.concatenate([code_of, self._codes(new_words.to_list())])
        if len(table) < MOST_REMEMBERED:
            self._idle.append((table, code_of))
        return Stream(code_of[places], lengths)

    def _take_table(self) -> tuple[WordTable | None, np.ndarray]:
        """A table that no thread works with, and the code of each of its words."""
        try:
            return self._idle.pop()
        except IndexError:
            return self.tokenizer.word_table(), np.zeros(0, dtype=np.int32)

    @abstractmethod
    def _codes(self, words: list[str]) -> np.ndarray:
        """The code of each word; what a word that was never met gets is the kind of encoder's to say."""


class GrowingEncoder(Encoder):
    """Gives each new word the next code."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__(tokenizer)
        self._lock = Lock()

    def _codes(self, words: list[str]) -> np.ndarray:
        with self._lock:
            code_of = self._code_of
            return np.array([code_of.setdefault(word, len(code_of)) for word in words], dtype=np.int32)


class FixedEncoder(Encoder):
    r"""Gives a known word its place in `words`, and any other -1.

    Examples
    --------
    >>> import polars as pl
    >>> FixedEncoder(Tokenizer(r"\w\w+"), ["cat", "dog"]).encode(pl.Series(["Dog or cat", "a bird"])).codes
    array([ 1, -1,  0, -1], dtype=int32)
    """

    def _codes(self, words: list[str]) -> np.ndarray:
        return np.array([self._code_of.get(word, -1) for word in words], dtype=np.int32)


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
