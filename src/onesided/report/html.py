"""One page with the answer, that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from onesided.exceptions import InputError
from onesided.finder import Finder, Findings
from onesided.finder.methods import METHODS
from onesided.report.advice import advice
from onesided.report.cut_quality import UNKNOWN
from onesided.report.facts import facts
from onesided.report.hits import take, texts_of, top_hits
from onesided.report.plots import plots_of
from onesided.report.snippet import snippet
from onesided.report.versions import versions
from onesided.writing import written_at_once

N_NAMED = 10
"""Suspects, empty or skipped documents that are named; the rest are counted."""
READ_FIRST = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)


def write_report(
    finder: Finder,
    documents: Any,
    path: str | PathLike[str],
    *,
    ids: Sequence[str] | None = None,
    title: str = "What was found",
    command: str | None = None,
    skipped: Sequence[tuple[str, str]] | None = None,
    warnings: Sequence[str] = (),
    n_hits: int = 50,
) -> None:
    """Write the answer of a fitted Finder as one HTML file.

    The file holds everything it shows: no network, no scripts, light and dark, for a screen, a phone or paper.  Texts
    of the user appear as text, whatever they contain.  The same run gives the same bytes.

    Parameters
    ----------
    finder : Finder
        Fitted.
    documents : sequence of str, Collection, array or sparse matrix
        What it was fitted on.
    path : path
        Where to write; a file of that name is replaced when the page is complete.
    ids : sequence of str, optional
        A name for each document; by default the ids of the collection, or row numbers from 0.
    title : str
    command : str, optional
        What to type to run it again.
    skipped : sequence of (what, why), optional
        What was not read; by default what the collection says.
    warnings : sequence of str
        Messages of the run to repeat.
    n_hits : int, default=50
        How many of the ranking to show.

    Examples
    --------
    >>> write_report(finder, texts, "report.html", command="onesided find likes/ pile.csv")     # doctest: +SKIP
    """
    found = finder.findings_
    names = list(getattr(documents, "ids", None) or range(len(found.labels))) if ids is None else list(ids)
    names = [str(name) for name in names]
    if len(names) != len(found.labels):
        raise InputError(f"there are {len(names)} ids for {len(found.labels)} documents; give one for each")
    page = _template().render(
        title=title,
        known=facts(found),
        found=found,
        level=f"{found.prior.n_hidden_interval.level:.0%}",
        methods=METHODS,
        plots=plots_of(finder),
        reading=_reading(found),
        hits=top_hits(finder, documents, names, n_hits),
        advice=advice(found, [names[row] for row in found.suspects]),
        warnings=list(warnings),
        suspects=_suspects(found, documents, names),
        empty=[names[row] for row in np.flatnonzero(found.is_empty)],
        skipped=list(getattr(documents, "skipped", ()) if skipped is None else skipped),
        n_named=N_NAMED,
        unknown=UNKNOWN,
        command=command,
        versions=versions(),
        parameters=finder.get_params(deep=False),
    )
    with written_at_once(path) as file:
        file.write(page.encode())


def _template() -> Any:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise InputError("the report needs Jinja2; install it with: pip install 'onesided[report]'") from error
    environment = Environment(
        loader=PackageLoader("onesided.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "whole": lambda number: f"{number:,.0f}",
        "percent": lambda share: f"{share:.0%}",
        "never_certain": lambda share: ">99%" if share > 0.995 else "<1%" if share < 0.005 else f"{share:.0%}",
    }
    return environment.get_template("report.html.jinja")


def _reading(found: Findings) -> list[Any]:
    """How good the first so many of the ranking are, the suggested number among them."""
    n_pile = int(np.count_nonzero(found.is_counted & found.labels.is_unlabeled))
    n_called = int(found.quality.n_called)
    most = min(max(20 * n_called, 100), n_pile)
    counts = {count for count in READ_FIRST if n_called / 20 <= count <= most} | ({n_called} if n_called else set())
    return [found.quality_at(count) if count != n_called else found.quality for count in sorted(counts)]


def _suspects(found: Findings, documents: Any, names: list[str]) -> list[dict[str, Any]]:
    """Positives that look unlike the rest, with where they rank and how they begin; the strangest first."""
    positives = np.flatnonzero(found.labels.is_positive & found.is_counted)
    positions = dict(zip(positives, found.held_out_positions, strict=True))
    rows = sorted(found.suspects, key=lambda row: -positions[row])
    texts = texts_of(take(documents, rows[:N_NAMED])) if rows else None
    passages = [snippet(text, [], 160) for text in texts] if texts is not None else [[] for _ in rows]
    return [
        {"id": names[row], "position": float(positions[row]), "passage": passage}
        for row, passage in zip(rows, passages, strict=False)
    ]
