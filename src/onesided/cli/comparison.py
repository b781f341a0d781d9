"""A comparison of methods as a table and in words."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import fields

from onesided.cli.options import names
from onesided.exceptions import InputError
from onesided.finder import Comparison
from onesided.finder.methods import find_method, find_preset

UPWARDS = ("method", "seconds", "n_called", "cut", "standard_error")
"""Columns that are sorted from small to large; of the others the largest is the best."""


def check_names(methods: str, sort: str, preset: str) -> list[str] | None:
    """The methods asked for, None for all; a name that is not known is refused before any work."""
    find_preset(preset)
    columns = [field.name for field in fields(Comparison)]
    if sort not in columns:
        close = difflib.get_close_matches(sort, columns, n=1, cutoff=0.3)
        hint = f"did you mean {close[0]}? " if close else ""
        raise InputError(f"--sort {sort}: there is no such column; {hint}It is one of {', '.join(columns)}")
    if methods.strip() == "all":
        return None
    wanted = names([methods])
    if not wanted:
        raise InputError("--methods is empty; give names as a,b, or all")
    return [find_method(name).name for name in wanted]


def in_order(rows: Sequence[Comparison], column: str) -> list[Comparison]:
    """Sorted by a column, the best first where there is a best."""
    return sorted(rows, key=lambda row: getattr(row, column), reverse=column not in UPWARDS)


def show(rows: Sequence[Comparison]) -> None:
    """The table on standard output."""
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=None, pad_edge=False)
    grid.add_column("method", no_wrap=True)
    for name in ("criterion", "±", "PU-AUC", "cut", "called", "seconds"):
        grid.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(
            row.method, f"{row.criterion:.3f}", f"{row.standard_error:.3f}", f"{row.pu_auc:.4f}", f"{row.cut:.3g}",
            f"{row.n_called:,}", f"{row.seconds:.1f}",
        )  # fmt: skip
    Console(soft_wrap=True).print(grid)


def in_words(rows: Sequence[Comparison]) -> str:
    """Which differences from the best are real."""
    best = max(rows, key=lambda row: row.criterion)
    if len(rows) == 1:
        return f"{best.method} alone was tried"
    level = [row.method for row in rows if row is not best and row.is_within_noise]
    behind = [row.method for row in rows if not row.is_within_noise]
    parts = []
    if level:
        parts.append(f"{_listed(level)} cannot be told from {best.method} by these folds")
    if behind:
        parts.append(f"{_listed(behind)} {'is' if len(behind) == 1 else 'are'} behind {best.method} by more than noise")
    return "; ".join(parts)


def _listed(methods: list[str]) -> str:
    return methods[0] if len(methods) == 1 else f"{', '.join(methods[:-1])} and {methods[-1]}"
