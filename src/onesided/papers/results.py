"""Finished cells in a CSV file: one line a cell, written as soon as it is known."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from onesided._version import __version__
from onesided.exceptions import InputError
from onesided.papers.paper import Cell, Exhibit, Values

STAMPS = ("seconds", "protocol", "onesided", "commit", "date")
Key = tuple[str, ...]


@dataclass(frozen=True)
class Finished:
    """A cell with what was measured; `stamps` say how long it took, and with which version and when."""

    cell: dict[str, str]
    values: dict[str, float]
    stamps: dict[str, str]


class Results:
    """The finished cells of one exhibit.

    An interrupted run leaves at worst half a line at the end of the file, which is dropped when the run goes on.  Cells
    of another protocol stay in the file and are not read.
    """

    def __init__(self, folder: Path, paper: str, exhibit: Exhibit, quick: bool = False):
        self.path = folder / paper / f"{exhibit.id}{'-quick' if quick else ''}.csv"
        self.protocol = str(exhibit.protocol)
        first = next(iter(exhibit.cells(quick)), {})
        self.keys = (*first, "seed")

    def key(self, cell: Cell) -> Key:
        return tuple(str(cell[name]) for name in self.keys)

    def read(self) -> dict[Key, Finished]:
        """The finished cells of this protocol; the last line of a cell counts."""
        found = {}
        for row in self._rows():
            if row["protocol"] == self.protocol:
                values = {n: float(row[n]) for n in row if n not in self.keys and n not in STAMPS}
                cell = {name: row[name] for name in self.keys}
                found[self.key(cell)] = Finished(cell, values, {name: row[name] for name in STAMPS})
        return found

    def missing(self, cells: Iterable[Cell]) -> list[Cell]:
        done = self.read()
        return [cell for cell in cells if self.key(cell) not in done]

    def append(self, cell: Cell, values: Values, seconds: float) -> None:
        """Add a line, safely: whole, at the end, and on the disk before this returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        names = [*self.keys, *values, *STAMPS]
        stamps = [f"{seconds:.3f}", self.protocol, __version__, commit(), f"{datetime.now(UTC):%Y-%m-%d}"]
        line = [*self.key(cell), *(f"{value:.6g}" for value in values.values()), *stamps]
        with self.path.open("a+b") as file:
            _wait_for_others(file)
            end = _end_of_last_line(file)
            file.truncate(end)
            if end == 0:
                file.write(_as_line(names))
            elif self._header() != names:
                raise InputError(f"{self.path} has other columns than this version writes: move it away and run again")
            file.write(_as_line(line))
            file.flush()
            os.fsync(file.fileno())

    def _header(self) -> list[str]:
        with self.path.open(encoding="utf-8", newline="") as file:
            return next(csv.reader(file), [])

    def _rows(self) -> Iterator[dict[str, str]]:
        if not self.path.exists():
            return
        text = self.path.read_text(encoding="utf-8")
        rows = csv.DictReader(io.StringIO(text[: text.rfind("\n") + 1]))  # half a line at the end was never finished
        if lost := {*self.keys, *STAMPS} - set(rows.fieldnames or self.keys + STAMPS):
            raise InputError(f"{self.path} lacks the column {sorted(lost)[0]!r}: move it away and run again")
        yield from rows


def _as_line(values: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue().encode()


def _wait_for_others(file: io.BufferedRandom) -> None:
    """Until no other run writes to the file; the lock ends when the file is closed."""
    with suppress(ImportError):  # not on Windows
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _end_of_last_line(file: io.BufferedRandom) -> int:
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return 0
    file.seek(0)
    return file.read().rfind(b"\n") + 1


@cache
def commit() -> str:
    """The commit of the source, with a + if it was changed since; nothing outside of a checkout."""
    here = ["git", "-C", str(Path(__file__).parents[1])]
    try:
        ours = subprocess.run([*here, "ls-files", "--error-unmatch", "_version.py"], capture_output=True)
        if ours.returncode:
            return ""
        name = subprocess.run([*here, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
        changed = subprocess.run([*here, "status", "--porcelain", "."], capture_output=True, text=True).stdout
    except OSError:  # no git on this machine
        return ""
    return name + ("+" if changed.strip() else "")
