"""The part of a text that shows why it was found."""

from __future__ import annotations

import re
from collections.abc import Sequence

LENGTH = 320
SEARCHED = 200_000
"""Characters of a text that are searched: a reader wants a passage, and a text may be a whole book."""

Piece = tuple[str, bool]
"""Some text, and whether it is one of the terms."""


def snippet(text: str, terms: Sequence[tuple[str, float]], length: int = LENGTH) -> list[Piece]:
    """The passage where the terms are densest, cut into pieces.

    Parameters
    ----------
    text : str
    terms : sequence of (term, weight)
        As :meth:`~onesided.Finder.explain` gives them.
    length : int
        Characters to show.

    Returns
    -------
    list of (str, bool)
        Nothing is escaped: that is for whoever shows it.

    Examples
    --------
    >>> snippet("A cat and a dog.", [("cat", 1.0)])
    [('A ', False), ('cat', True), (' and a dog.', False)]
    """
    text = " ".join(text[:SEARCHED].split())
    weights = {" ".join(_words(term)): weight for term, weight in terms if _words(term)}
    hits: list[re.Match[str]] = []
    if weights:
        # Of "means" and "k means", the longer one first; anything but words may stand between the words of a term.
        longest_first = sorted(weights, key=lambda term: (-len(term), term))
        pattern = "|".join(r"\W+".join(map(re.escape, term.split())) for term in longest_first)
        hits = list(re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, flags=re.IGNORECASE))
    begin = _word_border(text, min(_densest(hits, weights, length), max(len(text) - length, 0)))
    end = _word_end(text, begin + length)
    pieces: list[Piece] = [("… ", False)] if begin else []
    at = begin
    for hit in hits:
        if begin <= hit.start() and hit.end() <= end:
            pieces += [(text[at : hit.start()], False), (hit[0], True)]
            at = hit.end()
    pieces += [(text[at:end], False)] + ([(" …", False)] if end < len(text) else [])
    return [piece for piece in pieces if piece[0]]


def _densest(hits: list[re.Match[str]], weights: dict[str, float], length: int) -> int:
    """Where to begin so that most weight is in view: each term counts once, however often it occurs."""
    best, begin = 0.0, 0
    for number, first in enumerate(hits):
        in_view = set()
        for hit in hits[number:]:
            if hit.end() > first.start() + length - length // 8:
                break
            in_view.add(" ".join(_words(hit[0].lower())))
        value = sum(weights.get(term, 0.0) for term in in_view)
        if value > best:
            best, begin = value, first.start()
    return max(begin - length // 8, 0)


def _word_border(text: str, begin: int) -> int:
    return 0 if begin <= 0 else text.find(" ", begin - 1) + 1


def _word_end(text: str, end: int) -> int:
    if end >= len(text):
        return len(text)
    space = text.rfind(" ", 0, end + 1)
    return space if space > end - 40 else end


def _words(term: str) -> list[str]:
    return re.findall(r"\w+", term)
