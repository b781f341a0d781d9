"""The two sides of the problem as the command line gets them: two sources, or one table with a label column."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.cli.console import Talk
from onesided.cli.joining import join
from onesided.cli.large import stays_on_disk
from onesided.cli.options import names
from onesided.cli.understood import require_text, tell_labels, tell_read
from onesided.exceptions import InputError
from onesided.finder import Problem
from onesided.labels import POSITIVE, UNLABELED, Labels, read_labels, require_two_sides
from onesided.text import Collection, read_collection

SWAPPED = 3
"""So many times more positives than pile look like two arguments in the wrong order."""


@dataclass(frozen=True)
class Sides:
    """All documents with their labels, and which of them are rows of the pile (the rest came as positives)."""

    problem: Problem
    is_pile: NDArray[np.bool_]
    sources: tuple[Collection, ...]
    """What was read: the positives and the pile, or the one table."""

    @property
    def documents(self) -> Collection:
        return self.problem.documents

    @property
    def pile(self) -> Collection:
        return self.sources[-1]

    @property
    def skipped(self) -> list[tuple[str, str]]:
        return [one for source in self.sources for one in source.skipped]

    def place(self, row: int) -> str:
        """Where a document is, for messages."""
        n_first = 0 if len(self.sources) == 1 else len(self.sources[0])
        return self.sources[0].place(row) if row < n_first else self.pile.place(row - n_first)


def read_sides(
    positives: str,
    pile: str | None,
    *,
    text: list[str] | None,
    id: str | None,
    numeric: list[str] | None,
    categorical: list[str] | None,
    label: str | None,
    pos_label: str | None,
    on_disk: bool | None = None,
    talk: Talk,
) -> Sides:
    """Read whatever was given, and say what was understood."""
    columns: dict[str, Any] = {
        "text": names(text),
        "id": id,
        "numeric": names(numeric),
        "categorical": names(categorical),
    }
    if label is None and pos_label is not None:
        raise InputError("--pos-label says which value of --label means positive; give --label COLUMN too")
    searched = positives if label is not None or pile is None else pile
    in_parts = stays_on_disk(searched, on_disk, bool(columns["numeric"] or columns["categorical"]), talk)
    with talk.busy("Read"):
        if label is not None:
            sides = _one_table(positives, pile, columns, label, pos_label, in_parts, talk)
        else:
            sides = _two_sides(positives, pile, columns, in_parts, talk)
    tell_labels(talk, sides.problem, sides.place)
    return sides


def _one_table(
    path: str, pile: str | None, columns: dict[str, Any], label: str, pos_label: str | None, in_parts: bool, talk: Talk
) -> Sides:
    if pile is not None:
        raise InputError(f"--label is for one table with everything in it; leave out {pile}, or leave out --label")
    whole = read_collection(path, label=label, in_parts=in_parts, **columns)
    tell_read(talk, whole)
    require_text(whole)
    try:
        labels = require_two_sides(read_labels(whole.label.to_numpy(), pos_label))  # type: ignore[union-attr]
    except InputError as error:
        reason = str(error).replace("pos_label=", "--pos-label ").removeprefix("y has ")
        raise InputError(f"{path}, column {label}: {reason}") from error
    return Sides(Problem.of(whole, labels), np.ones(len(whole), dtype=bool), (whole,))


def _two_sides(positives: str, pile: str | None, columns: dict[str, Any], in_parts: bool, talk: Talk) -> Sides:
    if pile is None:
        raise InputError("give the positives and the pile, or one table and --label COLUMN")
    if positives == pile == "-":
        raise InputError("only one of the two sides can come from standard input")
    if "-" not in (positives, pile) and Path(positives).exists() and Path(positives).resolve() == Path(pile).resolve():
        raise InputError(
            f"{pile} is given as positives and as pile; to mark positives inside one table use --label COLUMN"
        )
    searched = read_collection(pile, in_parts=in_parts, **_columns_of(pile, positives, columns))
    require_text(searched)
    listed = _ids_in(positives, searched)
    if listed is not None:
        tell_read(talk, searched)
        talk.say("Read", f"{int(listed.sum()):,} positives named by their ids in {positives}")
        codes = np.where(listed, POSITIVE, UNLABELED).astype(np.int8)
        problem = Problem.of(searched, Labels(codes, np.array([0, 1])))
        return Sides(problem, np.ones(len(searched), dtype=bool), (searched,))
    given = _read_like(positives, searched, _columns_of(positives, pile, columns))
    tell_read(talk, given)
    tell_read(talk, searched)
    require_text(given)
    if len(given) >= SWAPPED * len(searched):
        talk.warn(
            f"{len(given):,} positives for a pile of {len(searched):,}: the positives come first; are they swapped?"
        )
    problem = Problem.of(join(given, searched), Labels.of_pools(len(given), len(searched)))
    return Sides(problem, np.repeat([False, True], [len(given), len(searched)]), (given, searched))


def _columns_of(path: str, other: str, columns: dict[str, Any]) -> dict[str, Any]:
    """Options name columns of a table; a folder of documents beside one has none."""
    return {} if Path(path).is_dir() and not Path(other).is_dir() else columns


def _ids_in(positives: str, pile: Collection) -> NDArray[np.bool_] | None:
    """Which pile rows a plain text file names by their ids, or None if it is no such list."""
    path = Path(positives)
    if path.suffix not in (".txt", ".ids") or not path.is_file() or path.stat().st_size == 0:
        return None
    # Of the lines as they are: ids that are numbers make no text.
    lines = read_collection(path).frame.to_series(0)
    listed = {str(line).strip() for line in lines if line is not None and str(line).strip()}
    known = listed & set(pile.ids)
    if len(known) <= len(listed) / 2:
        return None
    if listed - known:
        raise InputError(
            f"{positives}: {len(listed - known)} of its {len(listed)} ids are not in {pile.source}, such as "
            f"{sorted(listed - known)[0]!r}; correct them, or check --id"
        )
    return np.array([id in listed for id in pile.ids])


def _read_like(positives: str, pile: Collection, columns: dict[str, Any]) -> Collection:
    """The positives, read by the same columns as the pile where they have them."""
    given = read_collection(positives, **columns)
    roles = {"text": pile.text_columns, "numeric": pile.numeric_columns, "categorical": pile.categorical_columns}
    named = {name for role in roles.values() for name in role}
    if named and not given.is_folder and named <= set(given.frame.columns):
        return read_collection(positives, id=columns.get("id"), **roles)  # type: ignore[arg-type]
    return given
