"""The page on a paper: ours beside the published, what differs and why, and how to run it again."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from pathlib import Path

from onesided.papers.output import as_markdown, row_as_markdown
from onesided.papers.paper import Exhibit, Paper
from onesided.papers.published import published_values
from onesided.papers.results import Finished, Results
from onesided.papers.table import Table, gather
from onesided.papers.verdict import champion, differences, summary
from onesided.writing import written_at_once


def write_page(paper: Paper, results: Path, folder: Path) -> Path:
    """Write ``<paper>.md`` into `folder` from the finished cells in `results`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{paper.id}.md"
    with written_at_once(path) as file:
        file.write(page(paper, results, folder).encode())
    return path


def page(paper: Paper, results: Path, folder: Path) -> str:
    """The text of the page; pictures are linked from where they lie in `results`."""
    lines = [f"# {paper.title}", "", paper.reference, ""]
    written = (
        f"Written by `onesided papers page {paper.id}` from the finished cells in `results/{paper.id}`, not by hand."
    )
    if any(published_values(paper.id, exhibit.id) for exhibit in paper.exhibits):
        written += " Each place of a table is ours / published (difference)."
    lines += _wrapped(written)
    if paper.about:
        lines += ["", *_wrapped(paper.about)]
    for exhibit in paper.exhibits:
        lines += ["", *_section(paper, exhibit, results, folder)]
    return "\n".join(lines) + "\n"


def _section(paper: Paper, exhibit: Exhibit, results: Path, folder: Path) -> list[str]:
    lines = [f"## {_name(exhibit)}: {exhibit.title}", ""]
    cells = Results(results, paper.id, exhibit)
    finished = list(cells.read().values())
    command = f"`onesided papers run {paper.id} --{exhibit.id.replace('-', ' ', 1)}`"
    if not finished:
        return [*lines, f"Not run yet: {command}."]
    table = gather(exhibit, finished, published_values(paper.id, exhibit.id), exhibit.plan())
    lines += _wrapped(f"{summary(exhibit, table)} {champion(exhibit, table)}")
    for one in differences(exhibit, table):
        lines += ["", *_wrapped(one, "- ", "  ")]
    if exhibit.is_figure:
        picture = os.path.relpath(cells.path.with_suffix(".png"), folder)
        lines += ["", f"![{exhibit.title}]({Path(picture).as_posix()})"]
    if exhibit.published_look:
        lines += ["", *_wrapped(f"The published figure: {exhibit.published_look}")]
    lines += ["", *_tables(exhibit, table), ""]
    if table.left_out:
        lines += [*_wrapped(f"Left out, or not run yet: {', '.join(table.left_out)}."), ""]
    lines += _wrapped(f"Settings: {exhibit.settings}")
    if unfinished := len(cells.missing(exhibit.plan())):
        plan = len(exhibit.plan())
        lines += ["", *_wrapped(f"{unfinished:,} of the {plan:,} cells of the full run are not run yet; a repetition"
                                " that is not complete at a place does not count there.")]  # fmt: skip
    return [*lines, "", *_wrapped(f"{_provenance(finished)} Run it again: {command}.")]


def _tables(exhibit: Exhibit, table: Table) -> list[str]:
    """The table; where only some rows are judged, these upright before it, and the whole folded."""
    judged = [row for row in table.rows if any(exhibit.judged(row, column) for column in table.columns)]
    if len(judged) == len(table.rows):
        return [as_markdown(table)]
    lines = [line for row in judged for line in (row_as_markdown(table, row), "")]
    return [*lines, "<details><summary>Every row</summary>", "", as_markdown(table), "", "</details>"]


def duration(seconds: float) -> str:
    """
    >>> duration(30), duration(1500), duration(9000)
    ('30 s', '25 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _provenance(finished: Iterable[Finished]) -> str:
    """What the cells were measured with."""
    stamps = [one.stamps for one in finished]
    dates = sorted({stamp["date"] for stamp in stamps})
    commits = ", ".join(sorted({stamp["commit"] or "unknown" for stamp in stamps}))
    versions = ", ".join(sorted({stamp["onesided"] for stamp in stamps}))
    seeds = len({one.cell["seed"] for one in finished})
    seconds = sum(float(stamp["seconds"]) for stamp in stamps)
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return (
        f"Measured {when} with onesided {versions}, commit {commits}: {len(stamps):,} cells, {seeds} "
        f"{'seed' if seeds == 1 else 'seeds'}, {duration(seconds)} of CPU time."
    )


def _name(exhibit: Exhibit) -> str:
    kind, _, number = exhibit.id.partition("-")
    return f"{kind.capitalize()} {number}".strip()


def _wrapped(text: str, first: str = "", then: str = "") -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 120, initial_indent=first, subsequent_indent=then,
                         break_long_words=False, break_on_hyphens=False)  # fmt: skip
