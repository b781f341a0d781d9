"""The ranked pile as a table, with the reasons for each row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from onesided.cli.large import in_order
from onesided.cli.output import add_columns
from onesided.cli.sides import Sides
from onesided.finder import Finder
from onesided.text import streamed

if TYPE_CHECKING:
    import polars as pl

OURS = ("rank", "score", "probability", "chosen", "why", "nearest_positive")
N_TERMS = 5
EXPLAINED = 10_000
"""Rows that get reasons: those above the cut and at least so many; nobody reads the reasons of the rest."""
EXAMPLES = 2000
"""Given positives among which the nearest is sought; of more, as many evenly spaced ones."""


def answer_parts(finder: Finder, sides: Sides) -> Iterator[pl.DataFrame]:
    """The pile from the likeliest row to the least, then the rows that were given as labelled.

    In one part, or in several if the pile is on disk.
    """
    rows, ours = _our_columns(finder, sides)
    in_pile = (np.cumsum(sides.is_pile) - 1)[rows]
    theirs = sides.pile.frame
    begin = 0
    for part in in_order(theirs, in_pile) if isinstance(theirs, streamed.StreamedTable) else [theirs[in_pile]]:
        yield add_columns(ours.slice(begin, part.height), part)
        begin += part.height


def _our_columns(finder: Finder, sides: Sides) -> tuple[NDArray[np.intp], pl.DataFrame]:
    """Rows of all documents in the order of the answer, and what we say of each."""
    import polars as pl

    found = finder.findings_
    ranking = found.ranking[sides.is_pile[found.ranking]]
    given = np.flatnonzero(sides.is_pile & ~found.labels.is_unlabeled)
    rows = np.concatenate([ranking, given])
    n_explained = max(int(found.is_chosen.sum()), EXPLAINED)
    whys, nearest = _reasons(finder, sides, rows[:n_explained])
    padding = [None] * (len(rows) - len(whys))
    chosen = np.where(found.is_chosen[rows], "yes", np.where(found.labels.is_unlabeled[rows], "no", "given"))
    return rows, pl.DataFrame(
        {
            "rank": pl.Series([*range(1, len(ranking) + 1), *[None] * len(given)], dtype=pl.Int64),
            "score": pl.Series(np.where(np.isfinite(found.scores[rows]), found.scores[rows], np.nan))
            .fill_nan(None)
            .round(4),
            "probability": pl.Series(found.probabilities[rows]).round(4),
            "chosen": chosen,
            "why": pl.Series(whys + padding, dtype=pl.String),
            "nearest_positive": pl.Series(nearest + padding, dtype=pl.String),
        }
    )


def _reasons(finder: Finder, sides: Sides, rows: Any) -> tuple[list[str], list[str]]:
    """Strongest terms of each row, and the given positive it is most like."""
    labels, is_counted = finder.findings_.labels, finder.findings_.is_counted
    examples = np.flatnonzero(labels.is_positive & is_counted)
    examples = examples[:: -(-len(examples) // EXAMPLES)]  # rows times examples: must not grow as their square
    given = sides.documents.take(examples)
    has_names = not _is_hashed(finder)
    whys: list[str] = []
    nearest: list[str] = []
    for begin in range(0, len(rows), streamed.FEW):
        part = sides.documents.take(rows[begin : begin + streamed.FEW])
        terms_of_each = finder.explain(part, N_TERMS) if has_names else [[]] * len(part)
        whys += [", ".join(term for term, _ in terms) for terms in terms_of_each]
        nearest += [sides.documents.ids[examples[number]] for number in finder.nearest(part, given)]
    return whys, nearest


def _is_hashed(finder: Finder) -> bool:
    """Whether the columns are hashes of words, which tell a reader nothing."""
    vectorizer = getattr(finder.features_.encoder, "vectorizer_", None)
    return vectorizer is not None and vectorizer.terms_ is None


def first_hits(table: pl.DataFrame, n_rows: int = 15) -> None:
    """The first rows for a person at a terminal."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    names = [*OURS[:5], *table.columns[len(OURS) : len(OURS) + 2]]
    grid = Table(box=None, pad_edge=False)
    for name in names:
        grid.add_column(name, no_wrap=True, justify="right" if name in OURS[:3] else "left")
    # Numbers are shown whole; texts share what they leave of the line.
    n_texts = len(names) - 4
    length = max((console.width - sum(map(len, OURS[:4])) - len(names)) // n_texts - 1, 8)
    for rank, score, probability, chosen, *texts in table.head(n_rows).select(names).iter_rows():
        numbers = (f"{rank or ''}", "" if score is None else f"{score:.2f}", never_certain(probability))
        cells = (" ".join(str(cell).split()) if cell is not None else "" for cell in texts)
        grid.add_row(*numbers, chosen, *(cell if len(cell) <= length else f"{cell[: length - 1]}…" for cell in cells))
    console.print(grid)
    console.print("… the whole ranking: add -o found.csv", style="dim")


def never_certain(probability: float) -> str:
    """Two decimals, without the 0 and 1 that rounding would make of an estimate."""
    return "> 0.99" if probability > 0.995 else "< 0.01" if probability < 0.005 else f"{probability:.2f}"
