"""Ours beside the published on the terminal, and as CSV, Markdown and pictures."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from onesided.papers.paper import Exhibit
from onesided.papers.table import Entry, Table, judge
from onesided.writing import written_at_once

LEGEND = "ours, published, difference"


def number(value: float | None) -> str:
    """Three digits; nothing for what is not there."""
    if value is None or value != value:
        return ""
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def signed(value: float | None) -> str:
    """
    >>> signed(0.25), signed(-0.0001)
    ('+0.250', '+0.000')
    """
    if value is None or value != value:
        return ""
    digits = 3 if abs(value) < 10 else 1
    return f"{round(value, digits) + 0.0:+.{digits}f}"  # adding 0 makes -0 positive


def as_csv(table: Table) -> str:
    """One line a place."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["row", "column", "ours", "spread", "seeds", "published", "difference", "where"])
    for row in table.rows:
        for column in table.columns:
            if not (one := table[row, column]).is_empty:
                numbers = number(one.ours), number(one.spread), str(one.n_seeds), number(one.published)
                writer.writerow([row, column, *numbers, signed(one.difference), one.where])
    return text.getvalue()


def as_markdown(table: Table, first: str = "") -> str:
    """The table; each place as ours / published (difference), ours alone where nothing was published."""
    lines = [f"| {first} | {' | '.join(table.columns)} |", "|---|" + "---|" * len(table.columns)]
    for row in table.rows:
        lines.append(f"| {row} | {' | '.join(_in_markdown(table[row, column]) for column in table.columns)} |")
    return "\n".join(lines)


def row_as_markdown(table: Table, row: str) -> str:
    """One row of the table standing upright, with the spread over the seeds; without columns that would be empty."""
    places = [one for column in table.columns if not (one := table[row, column]).is_empty]
    columns = {
        "ours": [number(one.ours) for one in places],
        "spread": [number(one.spread) for one in places],
        "seeds": [str(one.n_seeds) for one in places],
        "published": [number(one.published) for one in places],
        "difference": [signed(one.difference) for one in places],
    }
    shown = {name: texts for name, texts in columns.items() if any(texts)}
    lines = [f"| {' | '.join([row, *shown])} |", "|---|" + "---|" * len(shown)]
    lines += [f"| {' | '.join(line)} |" for line in zip([one.column for one in places], *shown.values(), strict=True)]
    return "\n".join(lines)


def _in_markdown(entry: Entry) -> str:
    if entry.published is None:
        return number(entry.ours)
    if entry.ours is None:
        return f"– / {number(entry.published)}"
    return f"{number(entry.ours)} / {number(entry.published)} ({signed(entry.difference)})"


def show(exhibit: Exhibit, table: Table, console: Any, *, coloured: bool = True) -> None:
    """Three lines a row, so that nine columns fit: ours, the published value, the difference.

    Colours are a verdict, and a small part of the cells allows none.
    """
    from rich.table import Table as Grid
    from rich.text import Text

    verdicts = judge(exhibit, table) if coloured else []
    styles = {(v.entry.row, v.entry.column): v.word for v in verdicts}
    colours = {"short": "red", "ahead": "green", "equal": ""}
    grid = Grid("", *table.columns, title=f"{exhibit.title}\n{LEGEND}", title_justify="left", padding=(0, 1, 0, 0))
    for row in table.rows:
        places = []
        for column in table.columns:
            one = table[row, column]
            text = Text(number(one.ours))
            if one.published is not None:
                text.append(f"\n{number(one.published)}", "dim")
                text.append(f"\n{signed(one.difference)}", colours.get(styles.get((row, column), ""), ""))
            places.append(text)
        grid.add_row(row, *places)
    console.print(grid)


def write(exhibit: Exhibit, table: Table, stem: Path, heading: str) -> list[Path]:
    """CSV and Markdown beside the cells, and for a figure PNG and SVG; the files written."""
    files = {stem.with_name(stem.name + "-table.csv"): as_csv(table).encode()}
    files[stem.with_name(stem.name + ".md")] = f"{heading}\n\n{as_markdown(table)}\n".encode()
    for path, content in files.items():
        with written_at_once(path) as file:
            file.write(content)
    if not exhibit.is_figure:
        return list(files)
    from onesided.papers.drawing import save

    return [*files, *save(exhibit, table, stem)]
