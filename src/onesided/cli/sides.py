"""The two sides of the problem as the command line gets them: two sources, or one table with a label column."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.cli.console import Talk
from onesided.exceptions import InputError
from onesided.labels import POSITIVE, UNLABELED, Labels, read_labels
from onesided.text import Collection, read_collection


@dataclass(frozen=True)
class Sides:
    """All documents with their labels, and which of them are rows of the pile (the rest came as positives)."""

    documents: Collection
    labels: Labels
    is_pile: NDArray[np.bool_]
    pile: Collection


def read_sides(
    positives: str,
    pile: str | None,
    *,
    text: list[str],
    id: str | None,
    numeric: list[str],
    categorical: list[str],
    label: str | None,
    pos_label: str | None,
    talk: Talk,
) -> Sides:
    """Read whatever was given, and say what was understood."""
    columns: dict[str, Any] = {"text": text, "id": id, "numeric": numeric, "categorical": categorical}
    if label is not None:
        if pile is not None:
            raise InputError(f"--label is for one table with everything in it; leave out {pile}, or leave out --label")
        whole = read_collection(positives, label=label, **columns)
        try:
            labels = read_labels(whole.label.to_numpy(), pos_label)  # type: ignore[union-attr]
        except InputError as error:
            raise InputError(f"{positives}, column {label}: {str(error).replace('pos_label=', '--pos-label')}") from error
        _tell(talk, whole)
        return Sides(whole, labels, np.ones(len(whole), dtype=bool), whole)
    if pile is None:
        raise InputError("give the positives and the pile, or one table and --label COLUMN")
    if positives == pile:
        raise InputError(f"{pile} is given as positives and as pile; to mark positives inside one table use --label COLUMN")
    if positives == "-" and pile == "-":
        raise InputError("only one of the two sides can come from standard input")
    searched = read_collection(pile, **columns)
    listed = _ids_in(positives, searched)
    if listed is not None:
        _tell(talk, searched)
        talk.say("Read", f"{int(listed.sum()):,} positives named by their ids in {positives}")
        codes = np.where(listed, POSITIVE, UNLABELED).astype(np.int8)
        return Sides(searched, Labels(codes, np.array([0, 1])), np.ones(len(searched), dtype=bool), searched)
    given = _read_like(positives, searched, columns)
    _tell(talk, given)
    _tell(talk, searched)
    documents = _join(given, searched)
    return Sides(
        documents,
        Labels.of_pools(len(given), len(searched)),
        np.repeat([False, True], [len(given), len(searched)]),
        searched,
    )


def _tell(talk: Talk, collection: Collection) -> None:
    talk.say("Read", f"{len(collection):,} from {collection.source}: {collection.understood}")
    if collection.skipped:
        what, why = collection.skipped[0]
        more = f" and {len(collection.skipped) - 1:,} more" if len(collection.skipped) > 1 else ""
        talk.say("Read", f"skipped {what} ({why}){more}")


def _ids_in(positives: str, pile: Collection) -> NDArray[np.bool_] | None:
    """Which pile rows a plain text file names by their ids, or None if it is no such list."""
    path = Path(positives)
    if path.suffix not in (".txt", ".ids") or not path.is_file() or path.stat().st_size == 0:
        return None
    lines = read_collection(path).texts
    listed = {line.strip() for line in (lines if lines is not None else []) if line.strip()}
    known = listed & set(pile.ids)
    if len(known) <= len(listed) / 2:
        return None
    if listed - known:
        raise InputError(f"{positives}: {len(listed - known)} of its {len(listed)} ids are not in {pile.source}, such as "
                         f"{sorted(listed - known)[0]!r}; correct them, or check --id")
    return np.array([id in listed for id in pile.ids])


def _read_like(positives: str, pile: Collection, columns: dict[str, Any]) -> Collection:
    """The positives, read by the same columns as the pile where they have them."""
    if Path(positives).is_dir() and not pile.is_folder:  # options name columns of the pile; documents have none
        columns = {}
    given = read_collection(positives, **columns)
    roles = {"text": pile.text_columns, "numeric": pile.numeric_columns, "categorical": pile.categorical_columns}
    named = {name for role in roles.values() for name in role}
    if named and not given.is_folder and named <= set(given.frame.columns):
        return read_collection(positives, id=columns.get("id"), **{role: list(names) for role, names in roles.items()})
    return given


def _join(given: Collection, pile: Collection) -> Collection:
    """Positives and pile as one collection, the positives first."""
    import polars as pl

    if (given.texts is None) != (pile.texts is None):
        with_text, without = (given, pile) if pile.texts is None else (pile, given)
        raise InputError(f"{without.source} has no text and {with_text.source} has; name the text columns with --text")
    for role in ("numeric_columns", "categorical_columns"):
        if getattr(given, role) != getattr(pile, role):
            missing = sorted(set(getattr(pile, role)) ^ set(getattr(given, role)))
            raise InputError(f"{given.source} and {pile.source} differ in their columns ({', '.join(missing[:3])}); name "
                             "those that both have with --numeric and --categorical")
    return Collection(
        source=f"{given.source} and {pile.source}",
        frame=pl.DataFrame({"id": given.ids + pile.ids}),
        ids=given.ids + pile.ids,
        row_numbers=np.concatenate([given.row_numbers, pile.row_numbers]),
        texts=None if given.texts is None or pile.texts is None else pl.concat([given.texts, pile.texts]),
        text_columns=pile.text_columns,
        numeric=None if given.numeric is None or pile.numeric is None else np.vstack([given.numeric, pile.numeric]),
        numeric_columns=pile.numeric_columns,
        categorical=None
        if given.categorical is None or pile.categorical is None
        else pl.concat([given.categorical, pile.categorical]),
    )
