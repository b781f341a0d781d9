"""Figures of several panels, and of logarithmic sizes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from onesided.papers.drawing import draw_curves
from onesided.papers.table import Table


def draw_panels(figure: Any, table: Table, labels: tuple[str, str], *, log: bool = False) -> None:
    """A panel for each word before ": " in the names of the columns; one panel where there is none."""
    titles = dict.fromkeys(_title(column) for column in table.columns)
    if len(titles) > 1:
        figure.set_size_inches(4.8 * len(titles), 4.2)
    panels = figure.subplots(1, len(titles), squeeze=False)[0]
    for axes, title in zip(panels, titles, strict=True):
        columns = tuple(column for column in table.columns if _title(column) == title)
        rows = tuple(row for row in table.rows if any(table[row, column].ours is not None for column in columns))
        part = replace(
            table, rows=rows, columns=columns, entries={k: v for k, v in table.entries.items() if k[1] in columns}
        )
        draw_curves(axes, part, labels)
        axes.set_title(title)
        if log:
            axes.set_xscale("log")
            axes.set_xticks([float(row) for row in part.rows], list(part.rows))
            axes.minorticks_off()
            axes.tick_params(axis="x", labelsize=8, labelrotation=45)
        handles, names = axes.get_legend_handles_labels()
        axes.legend(handles, [name.removeprefix(f"{title}: ") for name in names], fontsize="small")


def _title(column: str) -> str:
    return column.split(": ")[0] if ": " in column else ""
