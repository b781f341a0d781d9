"""Raw text to stemmed words without stop words, and LPLP on top of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.pipeline import Pipeline

from onesided.bayes.lplp import LPLP
from onesided.exceptions import InputError

WORD = re.compile(r"\b\w\w+\b")


@dataclass(frozen=True)
class StemmedWords:
    """Lower-case words of two or more characters, without stop words, each reduced to its stem.

    An analyzer for :class:`~sklearn.feature_extraction.text.CountVectorizer`; stems by snowballstemmer.

    Parameters
    ----------
    language : str, default="english"
        A language of snowballstemmer.
    stop_words : "english", collection of str or None, default="english"
        Words to leave out, before stemming; "english" is scikit-learn's list.

    Examples
    --------
    >>> StemmedWords()("The printers were printing pages of a printed page")
    ['printer', 'print', 'page', 'print', 'page']
    """

    language: str = "english"
    stop_words: str | Collection[str] | None = "english"

    def __call__(self, text: str) -> list[str]:
        """The stems of a text, in order."""
        stop_words = self._stop_words()
        stem = stemmer(self.language)
        return [stem(word) for word in WORD.findall(text.lower()) if word not in stop_words]

    def _stop_words(self) -> Collection[str]:
        if self.stop_words is None:
            return ()
        if isinstance(self.stop_words, str):
            if self.stop_words != "english":
                raise InputError(f"stop_words={self.stop_words!r} is not 'english'; give the words themselves, or None")
            return ENGLISH_STOP_WORDS
        return self.stop_words


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """A function from a word to its stem, which remembers the stems it has found."""
    try:
        import snowballstemmer
    except ImportError as error:
        raise ImportError("stemming needs the package snowballstemmer: pip install snowballstemmer") from error
    try:
        return cache(snowballstemmer.stemmer(language).stemWord)
    except KeyError:
        known = ", ".join(snowballstemmer.algorithms())
        raise InputError(f"language={language!r} has no stemmer; there are {known}") from None


def make_lplp_pipeline(
    *, language: str = "english", stop_words: str | Collection[str] | None = "english", **lplp: Any
) -> Pipeline:
    """LPLP on raw text, as in its paper: stop words removed, words stemmed, counted.

    Parameters
    ----------
    language, stop_words
        As in :class:`StemmedWords`.
    **lplp
        Parameters of :class:`~onesided.bayes.lplp.LPLP`.

    Returns
    -------
    Pipeline
        Steps "counts" and "lplp"; `fit` takes a list of texts and the labels.

    Examples
    --------
    >>> texts = ["laser printer, prints fast", "printing with inkjets: a colour printer", "the inkjet printed colours",
    ...          "a camera with a zoom lens", "zoom lenses for cameras", "compact camera"]
    >>> make_lplp_pipeline(n_words=3).fit(texts, [1, 0, 0, 0, 0, 0]).predict(texts)
    array([1, 1, 1, 0, 0, 0])
    """
    counts = CountVectorizer(analyzer=StemmedWords(language, stop_words))
    return Pipeline([("counts", counts), ("lplp", LPLP(**lplp))])
