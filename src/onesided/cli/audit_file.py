"""The file of an audit: rows to label by hand, and with them all that is needed to read it back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from onesided.cli.output import add_columns
from onesided.cli.sides import Sides
from onesided.exceptions import InputError
from onesided.finder import Findings
from onesided.prior import draw_audit
from onesided.text.files import check_exists
from onesided.text.tables import read_table

if TYPE_CHECKING:
    import polars as pl

LABEL, STRATUM, DESIGN = "label", "audit_stratum", "audit_design"
YES = {"yes", "y", "1", "true", "t", "positive", "pos", "p", "x", "+"}
NO = {"no", "n", "0", "false", "f", "negative", "neg", "-"}


@dataclass(frozen=True)
class FilledAudit:
    """What was labelled by hand, and how it was drawn.

    Attributes
    ----------
    stratum : array of int
        Of each labelled row; stratum 0 has the lowest scores.
    is_positive : array of bool
        What the user found.
    n_blank : int
        Rows that were left blank.
    design : dict
        ``sizes`` and ``drawn`` of each stratum, the first stratum above the cut (``cut``), and how many labelled
        positives and negatives there are (``positives``, ``negatives``), in all and above the cut.
    """

    stratum: NDArray[np.intp]
    is_positive: NDArray[np.bool_]
    n_blank: int
    design: dict[str, Any]


def audit_table(found: Findings, sides: Sides, n: int, seed: int) -> pl.DataFrame:
    """Draw the sample: an empty label, the id, the user's columns, the stratum, and the design of the draw."""
    import polars as pl

    counted = np.flatnonzero(found.is_counted)
    labels, scores = found.labels.take(counted), found.scores[counted]
    audit = draw_audit(labels, scores, n, threshold=0.0, random_state=seed)
    strata = np.searchsorted(audit.edges, scores, side="left")
    n_strata = len(audit.edges) + 1
    design = {
        "sizes": np.bincount(strata[labels.is_unlabeled], minlength=n_strata).tolist(),
        "drawn": np.bincount(strata[audit.rows], minlength=n_strata).tolist(),
        "cut": int(np.searchsorted(audit.edges, 0.0)) + 1,
        "positives": [labels.n_positive, int(np.sum(labels.is_positive & (scores > 0)))],
        "negatives": [labels.n_negative, int(np.sum(labels.is_negative & (scores > 0)))],
    }
    rows = counted[audit.rows]
    places = np.cumsum(sides.is_pile)[rows] - 1
    theirs = sides.pile.frame[places]
    ours = pl.DataFrame({LABEL: pl.Series([None] * n, dtype=pl.String)})
    if "id" not in theirs.columns:  # else theirs tells the rows apart, under its own name
        ours = ours.with_columns(id=pl.Series([sides.documents.ids[row] for row in rows], dtype=pl.String))
    table = add_columns(ours, theirs)
    return table.with_columns(
        pl.Series(STRATUM, strata[audit.rows]), pl.lit(json.dumps(design, separators=(",", ":"))).alias(DESIGN)
    )


def read_audit(path: Path) -> FilledAudit:
    """Read a file that :func:`audit_table` made and somebody filled in."""
    check_exists(path)
    frame, row_numbers, _ = read_table(path)
    for name in (LABEL, STRATUM, DESIGN):
        if name not in frame.columns:
            raise InputError(f"{path}: there is no column {name!r}; give the file that 'onesided audit draw' wrote")
    design = _design(frame[DESIGN].to_list(), path)
    answers = [_meaning(cell) for cell in frame[LABEL].to_list()]
    for row, (answer, cell) in enumerate(zip(answers, frame[LABEL].to_list(), strict=True)):
        if answer == "?":
            raise InputError(
                f"{path}, row {row_numbers[row]}: label {str(cell)[:40]!r} is neither yes, no nor blank; correct it"
            )
    try:
        strata = np.array([int(float(cell)) for cell in frame[STRATUM].to_list()], dtype=np.intp)
    except (TypeError, ValueError):
        strata = np.array([-1])
    if strata.min() < 0 or strata.max() >= len(design["sizes"]):
        raise InputError(f"{path}: the column {STRATUM!r} was changed; draw the sample again, or restore it")
    is_labelled = np.array([answer is not None for answer in answers])
    if not is_labelled.any():
        raise InputError(f"{path}: no row has a label yet; fill in the column {LABEL!r} with yes or no")
    is_positive = np.array([answer == "yes" for answer in answers])
    return FilledAudit(strata[is_labelled], is_positive[is_labelled], int(np.sum(~is_labelled)), design)


def refuse_to_lose_labels(path: Path) -> None:
    """Refuse to overwrite a sample that somebody has begun to fill in."""
    if not path.exists():
        return
    try:
        frame = read_table(path).frame
    except InputError:  # not a table: nothing filled in
        return
    if LABEL in frame.columns:
        n_filled = sum(_meaning(cell) is not None for cell in frame[LABEL].to_list())
        if n_filled:
            raise InputError(f"{path}: holds {n_filled} labels that would be lost; choose another name with -o")


def _meaning(cell: Any) -> str | None:
    """ "yes", "no", None for blank, "?" for anything else."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    word = "" if cell is None else str(cell).strip().lower().lstrip("'")
    return None if not word else "yes" if word in YES else "no" if word in NO else "?"


def _design(cells: list[Any], path: Path) -> dict[str, Any]:
    told = {cell for cell in cells if cell}
    try:
        (cell,) = told
        design = json.loads(cell)
        valid = (
            len(design["sizes"]) == len(design["drawn"]) and len(design["positives"]) == len(design["negatives"]) == 2
        )
        if valid and 0 <= design["cut"] <= len(design["sizes"]):
            return design
    except (ValueError, TypeError, KeyError):
        pass
    raise InputError(
        f"{path}: the column {DESIGN!r} was changed, or two samples were mixed; give one sample as it was drawn"
    )
