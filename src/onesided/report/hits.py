"""The first of the ranking, each with the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from onesided.finder import Finder
from onesided.report.snippet import Piece, snippet
from onesided.text import Collection

N_TERMS = 6


@dataclass(frozen=True)
class Hit:
    """One document of the pile as the report shows it."""

    rank: int
    id: str
    score: float
    probability: float
    is_chosen: bool
    n_copies: int
    terms: list[str]
    passage: list[Piece]
    nearest: str


def top_hits(finder: Finder, documents: Any, ids: list[str], n_hits: int) -> list[Hit]:
    """The `n_hits` likeliest documents of the pile; of equal ones the first, with the number of its copies.

    Parameters
    ----------
    finder : Finder, fitted
    documents : what it was fitted on
    ids : list of str
        A name for each document.
    n_hits : int
    """
    found = finder.findings_
    rows = found.ranking[found.is_counted[found.ranking]][:n_hits]
    examples = np.flatnonzero(found.labels.is_positive & found.is_counted)
    chosen = take(documents, rows)
    reasons = finder.explain(chosen, N_TERMS)
    nearest = finder.nearest(chosen, take(documents, examples))
    copies = np.bincount(found.groups[found.groups >= 0])
    texts = texts_of(documents)
    return [
        Hit(
            rank=rank,
            id=ids[row],
            score=float(found.scores[row]),
            probability=float(found.probabilities[row]),
            is_chosen=bool(found.is_chosen[row]),
            n_copies=int(copies[found.groups[row]]) - 1,
            terms=[term for term, _ in terms],
            passage=[] if texts is None else snippet(texts[int(row)], terms),
            nearest=ids[examples[number]],
        )
        for rank, (row, terms, number) in enumerate(zip(rows, reasons, nearest, strict=True), 1)
    ]


def take(documents: Any, rows: Any) -> Any:
    """Some of the documents, of whatever kind they are."""
    if isinstance(documents, Collection):
        return documents.take(rows)
    if sparse.issparse(documents) or isinstance(documents, np.ndarray):
        return documents[rows]
    return [documents[int(row)] for row in rows]


def texts_of(documents: Any) -> Any:
    """The texts by row, or None where the documents are numbers."""
    if isinstance(documents, Collection):
        return documents.texts
    return None if sparse.issparse(documents) or getattr(documents, "ndim", 1) == 2 else documents
