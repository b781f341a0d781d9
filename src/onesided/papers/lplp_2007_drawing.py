"""The figures of the LPLP paper as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from onesided.papers.table import Table

GREYS = {"k=5": "0.85", "k=10": "0.65", "k=15": "0.45", "k=20": "0.2"}
COLOURS = {
    "LPLP": "C0", "LPLP, shared words": "lightblue", "PEBL": "C1", "PEBL kept": "navajowhite", "Roc-SVM": "C2",
    "Roc-SVM kept": "palegreen",
}  # fmt: skip


def draw_figure_5(figure: Any, table: Table) -> None:
    """One panel a design and side: groups of bars by the number of positives, one bar for each number of words."""
    designs = _designs(table.rows)
    figure.set_size_inches(2.6 * len(designs), 4.6)
    panels = figure.subplots(2, len(designs), sharey=True, squeeze=False)
    for line, side in zip(panels, ("with P", "without P"), strict=True):
        for axes, design in zip(line, designs, strict=True):
            rows = {row: _size(row) for row in table.rows if _designs([row]) == [design]}
            _bars(axes, table, rows, {f"{side}, {k}": k for k in GREYS}, GREYS)
            axes.set_title(f"{design}, {side}", fontsize="small")
    _finish(figure, panels, table, "positives")


def draw_figure_6(figure: Any, table: Table) -> None:
    """One panel for each kind of positives: a group of bars for each design, one bar for each method."""
    series = list(dict.fromkeys(column.split(": ")[0] for column in table.columns))
    figure.set_size_inches(3.6 * len(series), 3.6)
    panels = figure.subplots(1, len(series), sharey=True, squeeze=False)
    for axes, name in zip(panels[0], series, strict=True):
        columns = {column: column.split(": ")[1] for column in table.columns if column.split(": ")[0] == name}
        _bars(axes, table, {row: row.replace(", ", ",\n") for row in table.rows}, columns, COLOURS)
        axes.set_title(f"learns from {name}", fontsize="small")
    _finish(figure, panels, table)


def draw_figure_7(figure: Any, table: Table) -> None:
    """One panel a design: groups of bars by the number of positives, one bar for each method."""
    designs = _designs(table.rows)
    figure.set_size_inches(2.8 * len(designs), 3.6)
    panels = figure.subplots(1, len(designs), sharey=True, squeeze=False)
    for axes, design in zip(panels[0], designs, strict=True):
        rows = {row: _size(row) for row in table.rows if _designs([row]) == [design]}
        _bars(axes, table, rows, {column: column for column in table.columns}, COLOURS)
        axes.set_title(design, fontsize="small")
    _finish(figure, panels, table, "positives")


def _designs(rows: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(row.rsplit(", ", 1)[0] for row in rows))


def _size(row: str) -> str:
    return row.rsplit(", ", 1)[1].removesuffix(" positives")


def _bars(
    axes: Any, table: Table, rows: Mapping[str, str], columns: Mapping[str, str], colours: Mapping[str, str]
) -> None:
    """Rows and columns by what they are called in the picture; the bars in the order of `colours`."""
    ordered = sorted(columns, key=lambda column: list(colours).index(columns[column]))
    width = 0.85 / len(ordered)
    for number, column in enumerate(ordered):
        xs = [place + (number - (len(ordered) - 1) / 2) * width for place in range(len(rows))]
        entries = [table[row, column] for row in rows]
        heights = [entry.ours or 0.0 for entry in entries]
        axes.bar(xs, heights, width, color=colours[columns[column]], label=columns[column])
        for x, entry in zip(xs, entries, strict=True):
            if entry.published is not None:
                axes.plot(x, entry.published, "s", markerfacecolor="none", color="black", markersize=4)
    axes.set_xticks(range(len(rows)), list(rows.values()), fontsize="x-small")
    axes.set_ylim(0, 1)


def _finish(figure: Any, panels: Any, table: Table, xlabel: str = "") -> None:
    for line in panels:
        line[0].set_ylabel("F")
    for axes in panels[-1]:
        axes.set_xlabel(xlabel)
    found = (zip(*axes.get_legend_handles_labels(), strict=True) for axes in panels.flat)
    shown = {label: handle for pairs in found for handle, label in pairs}
    if any(entry.published is not None for entry in table.entries.values()):
        (shown["published"],) = panels.flat[0].plot([], [], "s", markerfacecolor="none", color="black")
    figure.legend(list(shown.values()), list(shown), fontsize="small", ncols=7, loc="outside lower center")
