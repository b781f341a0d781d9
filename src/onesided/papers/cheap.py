"""One cheap cell of each paper, measured again and compared with a stored value."""

from __future__ import annotations

import csv
from importlib.resources import files
from pathlib import Path
from statistics import stdev
from typing import NamedTuple

from onesided.exceptions import InputError
from onesided.papers.paper import Paper
from onesided.papers.running import measure
from onesided.writing import written_at_once

N_SEEDS = 5


class Stored(NamedTuple):
    """The value of seed 0, and the standard deviation over the seeds, which is how far it may move."""

    name: str
    value: float
    spread: float


def measure_cheap(paper: Paper, seed: int = 0) -> dict[str, float]:
    """The cheap cell, now."""
    if paper.cheap is None:
        raise InputError(f"{paper.id} names no cheap cell")
    exhibit, cell = paper.cheap
    return dict(measure(paper.exhibit(exhibit), {**cell, "seed": seed})[1])


def stored(paper: Paper) -> list[Stored]:
    """What was stored, or an error that says how to store it."""
    path = _path(paper)
    if not path.is_file():
        raise InputError(f"{path.name} is missing: run onesided papers check {paper.id} --renew")
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return [Stored(row["name"], float(row["value"]), float(row["spread"])) for row in rows]


def renew(paper: Paper) -> list[Stored]:
    """Measure the cell with several seeds and store the first value with the spread."""
    runs = [measure_cheap(paper, seed) for seed in range(N_SEEDS)]
    # Times hang on what else the machine does: a test of them would say nothing.
    names = [name for name in runs[0] if "seconds" not in name]
    kept = [Stored(name, runs[0][name], stdev(run[name] for run in runs)) for name in names]
    lines = ["name,value,spread", *(f"{one.name},{one.value:.6f},{one.spread:.6f}" for one in kept)]
    with written_at_once(_path(paper)) as file:
        file.write("\n".join([*lines, ""]).encode())
    return kept


def differing(paper: Paper) -> list[str]:
    """What lies further from the stored value than its spread over seeds, in words."""
    now = measure_cheap(paper)
    return [
        f"{paper.id}: {one.name} is {now[one.name]:.4f}, stored {one.value:.4f} with a spread of {one.spread:.4f}"
        for one in stored(paper)
        if not abs(now[one.name] - one.value) <= max(one.spread, 1e-6)
    ]


def _path(paper: Paper) -> Path:
    return Path(str(files("onesided.papers"))) / "cheap" / f"{paper.id}.csv"
