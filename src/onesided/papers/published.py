"""The published values, one data file a paper."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class PublishedValue(NamedTuple):
    """One published number and where it stands."""

    exhibit: str
    row: str
    column: str
    value: float
    where: str


@cache
def published_values(paper: str, exhibit: str) -> tuple[PublishedValue, ...]:
    """What the paper prints in this table or figure, in its order; nothing if there is no file."""
    source = files("onesided.papers") / "published" / f"{paper}.csv"
    if not source.is_file():
        return ()
    rows = csv.DictReader(source.read_text(encoding="utf-8").splitlines())
    return tuple(
        PublishedValue(row["exhibit"], row["row"], row["column"], float(row["value"]), row["where"])
        for row in rows
        if row["exhibit"] == exhibit
    )
