"""What a run understood, told before it starts work."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from onesided.cli.console import Talk
from onesided.exceptions import InputError
from onesided.finder import Problem
from onesided.text import Collection

N_NAMED = 3


def tell_read(talk: Talk, collection: Collection) -> None:
    """How much there is, what was taken for what, and what was left out."""
    talk.say("Read", f"{len(collection):,} from {collection.source}: {collection.understood}")
    if collection.skipped:
        what, why = collection.skipped[0]
        more = f" and {len(collection.skipped) - 1:,} more" if len(collection.skipped) > 1 else ""
        talk.say("Read", f"skipped {what} ({why}){more}")


def require_text(collection: Collection) -> None:
    """Refuse a side whose texts are all empty."""
    if collection.texts is not None and collection.is_empty.all():
        columns = ", ".join(collection.text_columns)
        others = [name for name in collection.frame.columns if name not in collection.text_columns]
        hint = f", such as --text {others[0]}" if others else ""
        raise InputError(f"{collection.source}: no row has text in {columns or 'it'}; name other columns{hint}")


def tell_labels(talk: Talk, problem: Problem, place: Callable[[int], str]) -> None:
    """Who is positive and who is searched, once duplicates are grouped."""
    counted = problem.counted
    parts = [
        f"{counted.n_positive:,} positive",
        f"{counted.n_negative:,} negative",
        f"{counted.n_unlabeled:,} unlabeled",
    ]
    if problem.n_matched:
        n = problem.n_matched
        parts.append(f"{n:,} positive{'s' * (n > 1)} also in the pile, matched by text")
    talk.say("Labels", " · ".join(parts))
    empty_positives = np.flatnonzero(problem.is_empty & problem.given.is_positive)
    rest = [
        (problem.n_duplicates, "duplicate grouped", "duplicates grouped"),
        (int(problem.is_empty.sum()) - len(empty_positives), "empty text ranked last", "empty texts ranked last"),
    ]
    told = [f"{n:,} {one if n == 1 else many}" for n, one, many in rest if n]
    if told:
        talk.say("Labels", " · ".join(told))
    if len(empty_positives):
        shown = ", ".join(place(row) for row in empty_positives[:N_NAMED])
        more = f" and {len(empty_positives) - N_NAMED:,} more" if len(empty_positives) > N_NAMED else ""
        verb = "positive has" if len(empty_positives) == 1 else "positives have"
        talk.warn(f"{len(empty_positives):,} {verb} no text and cannot be learned from: {shown}{more}")
