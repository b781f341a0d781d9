"""The figures of the LPLP paper as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from onesided.papers.table import Table

GREYS = ("0.85", "0.65", "0.45", "0.2")


def draw_figure_5(figure: Any, table: Table) -> None:
    """One panel a design and side: groups of bars by |P|, one bar for each number of words."""
    designs = list(dict.fromkeys(row.rsplit(", ", 1)[0] for row in table.rows))
    figure.set_size_inches(2.6 * len(designs), 4.6)
    panels = figure.subplots(2, len(designs), sharey=True, squeeze=False)
    for line, side in zip(panels, ("with P", "without P"), strict=True):
        for axes, design in zip(line, designs, strict=True):
            rows = [row for row in table.rows if row.rsplit(", ", 1)[0] == design]
            columns = [name for name in table.columns if name.startswith(f"{side}, ") and "shared" not in name]
            _bars(axes, table, rows, columns, GREYS, [name.split(", ")[1] for name in columns])
            axes.set_xticks(range(len(rows)), [row.rsplit("= ", 1)[1] for row in rows])
            axes.set_title(f"{design}, {side}", fontsize="small")
    for axes in panels[-1]:
        axes.set_xlabel("positives")
    for line in panels:
        line[0].set_ylabel("F")
    panels[0][0].legend(fontsize="x-small", loc="lower left")


def draw_groups(figure: Any, table: Table) -> None:
    """A group of bars for each row, one bar for each column; published values as open squares."""
    figure.set_size_inches(max(7.0, 0.14 * len(table.rows) * len(table.columns)), 4.2)
    axes = figure.subplots()
    colours = [f"C{number}" for number in range(len(table.columns))]
    _bars(axes, table, table.rows, table.columns, colours, table.columns)
    axes.set_xticks(range(len(table.rows)), [row.replace(", |P|", ",\n|P|") for row in table.rows], fontsize="x-small")
    axes.set_ylabel("F")
    if any(entry.published is not None for entry in table.entries.values()):
        axes.plot([], [], "s", markerfacecolor="none", color="black", label="published")
    figure.legend(fontsize="x-small", loc="outside right upper")


def _bars(
    axes: Any, table: Table, rows: Sequence[str], columns: Sequence[str], colours: Sequence[str], names: Sequence[str]
) -> None:
    width = 0.85 / len(columns)
    for number, (column, colour, name) in enumerate(zip(columns, colours, names, strict=True)):
        xs = [place + (number - (len(columns) - 1) / 2) * width for place in range(len(rows))]
        entries = [table[row, column] for row in rows]
        axes.bar(xs, [entry.ours or 0.0 for entry in entries], width, color=colour, label=name)
        for x, entry in zip(xs, entries, strict=True):
            if entry.published is not None:
                axes.plot(x, entry.published, "s", markerfacecolor="none", color="black", markersize=4)
    axes.set_ylim(0, 1)
