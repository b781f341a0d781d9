"""Texts, and what a word is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction.text import strip_accents_ascii, strip_accents_unicode

from onesided.engine.compiled import IS_COMPILED
from onesided.exceptions import InputError
from onesided.text.scanning import LETTERS, SMALL_LETTERS, WordTable
from onesided.text.streamed import StreamedTexts

if TYPE_CHECKING:
    import polars as pl

# A word is two or more letters, digits or underscores, as in scikit-learn.  The one difference: combining marks
# belong to the word.  Python's \w leaves them out, which cuts Hindi or decomposed accents into pieces.
WORD_PATTERN = r"[\p{L}\p{M}\p{N}_]{2,}"
NO_WORD_BEYOND_ASCII = r"[^\x00-\x7f\p{L}\p{M}\p{N}]"
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


def text_chunks(texts: Any, size: int = 8192, characters: int = 4_000_000) -> Iterator[pl.Series]:
    """Cut a column into pieces of at most `size` rows and about `characters` bytes (one row may exceed them).

    A column that is read in parts comes in its own pieces, cut further where they are too large.
    """
    for series in texts.chunks() if isinstance(texts, StreamedTexts) else [as_text_series(texts)]:
        yield from _pieces(series, size, characters)


def _pieces(series: pl.Series, size: int, characters: int) -> Iterator[pl.Series]:
    total = np.concatenate([[0], np.cumsum(series.str.len_bytes().to_numpy().astype(np.int64))])
    start = 0
    while start < len(series):
        stop = int(np.searchsorted(total, total[start] + characters, side="right")) - 1
        stop = min(max(stop, start + 1), start + size, len(series))
        yield series.slice(start, stop - start)
        start = stop


class Tokenizer:
    """Cuts texts into words.

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

    def folded(self, texts: pl.Series) -> pl.Series:
        """Texts in lower case and without accents, as asked for."""
        import polars as pl

        if self.lowercase:
            texts = texts.str.to_lowercase()
        if self.strip_accents:
            strip = {"unicode": strip_accents_unicode, "ascii": strip_accents_ascii}[self.strip_accents]
            texts = pl.Series("text", [strip(text) for text in texts], dtype=pl.String)
        return texts

    def word_table(self) -> WordTable | None:
        """An empty table that finds words faster than `split`; None if they are not the usual ones."""
        if not IS_COMPILED or self.pattern != WORD_PATTERN:
            return None
        return WordTable(SMALL_LETTERS if self.lowercase else LETTERS)

    def scannable(self, texts: pl.Series) -> pl.Series:
        """Texts as a word table wants them: what it cannot fold itself folded, no other characters beyond ASCII."""
        is_ascii = not (texts.str.len_bytes() != texts.str.len_chars()).any()
        if is_ascii:
            return texts  # the table folds upper case, and there are no accents
        return self.folded(texts).str.replace_all(NO_WORD_BEYOND_ASCII, " ")

    def split(self, texts: pl.Series) -> tuple[pl.Series, np.ndarray, np.ndarray]:
        """Distinct words of `texts`; the place in them of each word of the texts; how many words each text has."""
        import polars as pl

        try:
            # A lazy frame, since polars spreads its expressions (but not a Series' methods) over the cores.
            frame = pl.LazyFrame({"text": self.folded(texts)}).select(pl.col("text").str.extract_all(self.pattern))
            lists = frame.collect()["text"]
        except pl.exceptions.ComputeError as error:
            reason = str(error).strip().splitlines()[-1]
            raise InputError(f"token_pattern {self.pattern!r} is not a regular expression: {reason}") from None
        distinct = pl.Categories.random()
        words = lists.explode().drop_nulls().cast(pl.Categorical(distinct))  # polars numbers them
        return distinct.to_series(), words.to_physical().to_numpy(), lists.list.len().to_numpy().astype(np.int64)
