"""A panel for each data set of the RSVM-LPU paper."""

from __future__ import annotations

from typing import Any

from onesided.papers.table import Table

STYLES = ("C0o-", "C1s--", "C2^:", "C3v-.")


def draw_panels(figure: Any, table: Table, xlabel: str, log: bool = False) -> None:
    """Columns "data, curve" as the curves of a panel for each data set; rows that are no numbers are left out."""
    rows = [row for row in table.rows if _is_number(row)]
    names = list(dict.fromkeys(column.split(", ")[0] for column in table.columns))
    n_lines = -(-len(names) // 5)
    figure.set_size_inches(max(6.0, 2.6 * min(len(names), 5)), 2.9 * n_lines + 0.3)
    panels = figure.subplots(n_lines, -(-len(names) // n_lines), sharey=True, squeeze=False)
    for axes, name in zip(panels.flat, names, strict=False):
        columns = [column for column in table.columns if column.split(", ")[0] == name]
        for column, style in zip(columns, STYLES, strict=False):
            points = [(float(row), table[row, column].ours) for row in rows if table[row, column].ours is not None]
            points.sort()
            axes.plot(*zip(*points, strict=True), style, markersize=3.5, label=column.split(", ", 1)[1])
        axes.set_title(name, fontsize="small")
        axes.set_xlabel(xlabel, fontsize="small")
        if log:
            axes.set_xscale("log")
    for line in panels:
        line[0].set_ylabel("F")
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, fontsize="small", ncols=len(labels), loc="outside lower center")


def draw_ratios(figure: Any, table: Table) -> None:
    """Bars of times, the time of RSVM-LPU as a line at 1."""
    axes = figure.subplots()
    width = 0.8 / len(table.columns)
    for number, column in enumerate(table.columns):
        xs = [place + (number - (len(table.columns) - 1) / 2) * width for place in range(len(table.rows))]
        axes.bar(xs, [table[row, column].ours or 0.0 for row in table.rows], width, label=column)
        for x, row in zip(xs, table.rows, strict=True):
            if (published := table[row, column].published) is not None:
                axes.plot(x, published, "s", markerfacecolor="none", color="black")
    axes.plot([], [], "s", markerfacecolor="none", color="black", label="published: more than 3, about 10")
    axes.axhline(1.0, color="0.4", linewidth=1)
    axes.set_xticks(range(len(table.rows)), table.rows)
    axes.set(yscale="log", ylabel="times RSVM-LPU")
    axes.legend(fontsize="small")


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()
