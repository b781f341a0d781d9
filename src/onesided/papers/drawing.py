"""Figures: ours as curves, published values where they are known as marks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from onesided.papers.paper import Exhibit
from onesided.papers.table import Table


def save(exhibit: Exhibit, table: Table, stem: Path) -> list[Path]:
    """PNG and SVG of the figure."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.2), layout="constrained", dpi=120)
    if exhibit.draw is not None:
        exhibit.draw(figure, table)
    else:
        draw_curves(figure.subplots(), table, exhibit.labels)
    paths = [stem.with_name(stem.name + ending) for ending in (".png", ".svg")]
    # Same numbers, same bytes: no date, and ids that do not change.
    with matplotlib.rc_context({"svg.hashsalt": "onesided"}):
        for path in paths:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {"Software": None})
    return paths


def draw_curves(axes: Any, table: Table, labels: tuple[str, str] = ("", "")) -> None:
    """Each column as a curve over the rows, with its spread; published values as open marks of the same colour."""
    numeric = all(_is_number(row) for row in table.rows)
    xs = [float(row) for row in table.rows] if numeric else list(range(len(table.rows)))
    for number, column in enumerate(table.columns):
        colour = f"C{number % 10}"
        entries = [table[row, column] for row in table.rows]
        ours = [(x, e.ours, e.spread or 0.0) for x, e in zip(xs, entries, strict=True) if e.ours is not None]
        if ours:
            x, y, spread = zip(*ours, strict=True)
            axes.errorbar(x, y, yerr=spread, marker="o", markersize=3.5, capsize=2, color=colour, label=column)
        printed = [(x, e.published) for x, e in zip(xs, entries, strict=True) if e.published is not None]
        if printed:
            axes.plot(*zip(*printed, strict=True), "s", markerfacecolor="none", color=colour)
    if not numeric:
        axes.set_xticks(xs, table.rows)
    if any(entry.published is not None for entry in table.entries.values()):
        axes.plot([], [], "s", markerfacecolor="none", color="0.4", label="published")
    axes.set(xlabel=labels[0], ylabel=labels[1])
    axes.legend(fontsize="small")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
