"""Three tables of the UCI repository: adult, kr-vs-kp, spambase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from onesided.datasets._archives import lines_of
from onesided.datasets._files import Progress, find_file
from onesided.exceptions import InputError

ADULT_NUMERIC = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
ADULT_COLUMNS = (
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation", "relationship",
    "race", "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country",
)  # fmt: skip
KR_VS_KP_COLUMNS = tuple(
    "bkblk bknwy bkon8 bkona bkspr bkxbq bkxcr bkxwp blxwp bxqsq cntxt dsopp dwipd hdchk katri mulch qxmsq r2ar8 reskd "  # noqa: SIM905
    "reskr rimmx rkxwp rxmsq simpl skach skewr skrxp spcop stlmt thrsk wkcti wkna8 wknck wkovl wkpos wtoeg".split()
)
SPAM_WORDS = (
    "make address all 3d our over remove internet order mail receive will people report addresses free business email "
    "you credit your font 000 money hp hpl george 650 lab labs telnet 857 data 415 85 technology 1999 parts pm direct "
    "cs meeting original project re edu table conference"
)
SPAMBASE_COLUMNS = (
    *(f"word_freq_{word}" for word in SPAM_WORDS.split()),
    *(f"char_freq_{char}" for char in ";([!$#"),
    *(f"capital_run_length_{kind}" for kind in ("average", "longest", "total")),
)


@dataclass(frozen=True, repr=False)
class Table:
    """Named columns (numbers, or strings with "" where the value is missing), a label and a part for each row."""

    columns: dict[str, NDArray]
    labels: NDArray[np.str_]
    splits: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return f"Table({len(self):,} rows x {len(self.columns)} columns)"


def fetch_adult(*, progress: Progress | None = None) -> Table:
    """Census rows of 1994: does a person earn more than 50,000 dollars a year?

    Returns
    -------
    Table
        48,842 rows of 14 columns, 6 of them numbers; `labels` are "<=50K" and ">50K"; `splits` are "train" (32,561)
        and "test" (16,281).
    """
    rows: list[list[str]] = []
    sizes: list[int] = []
    for part in ("train", "test"):
        path = find_file(f"adult-{part}", progress=progress)
        # The test part has a first line "|1x3 Cross validator", and its labels end in a dot.
        rows += _rows(path, len(ADULT_COLUMNS) + 1, comment="|")
        sizes.append(len(rows) - sum(sizes))
    columns = _columns(rows, ADULT_COLUMNS, numeric=ADULT_NUMERIC)
    return Table(columns, np.array([row[-1].rstrip(".") for row in rows]), np.repeat(["train", "test"], sizes))


def fetch_kr_vs_kp() -> Table:
    """Chess endings, king and rook against king and pawn: can white win?

    Returns
    -------
    Table
        3,196 rows of 36 nominal columns; `labels` are "won" (1,669) and "nowin" (1,527).
    """
    rows = _rows(find_file("kr-vs-kp"), len(KR_VS_KP_COLUMNS) + 1)
    return _unsplit(_columns(rows, KR_VS_KP_COLUMNS), np.array([row[-1] for row in rows]))


def fetch_spambase(*, progress: Progress | None = None) -> Table:
    """Word and character frequencies of e-mail messages.

    Returns
    -------
    Table
        4,601 rows of 57 numbers; `labels` are "spam" (1,813) and "mail" (2,788).
    """
    rows = _rows(find_file("spambase", progress=progress), len(SPAMBASE_COLUMNS) + 1)
    labels = np.array(["spam" if row[-1] == "1" else "mail" for row in rows])
    return _unsplit(_columns(rows, SPAMBASE_COLUMNS, numeric=SPAMBASE_COLUMNS), labels)


def _unsplit(columns: dict[str, NDArray], labels: NDArray[np.str_]) -> Table:
    return Table(columns, labels, np.full(len(labels), ""))


def _rows(path: Path, width: int, comment: str = "\0") -> list[list[str]]:
    rows = []
    for number, line in enumerate(lines_of(path), start=1):
        if line.strip() and not line.startswith(comment):
            row = [value.strip() for value in line.split(",")]
            if len(row) != width:
                raise InputError(f"{path}, line {number}: {len(row)} values instead of {width}; get the file again")
            rows.append(row)
    if not rows:
        raise InputError(f"{path} is empty: get the file again")
    return rows


def _columns(rows: list[list[str]], names: Sequence[str], numeric: Sequence[str] = ()) -> dict[str, NDArray]:
    columns: dict[str, NDArray] = {}
    for position, name in enumerate(names):
        values = np.array([row[position] for row in rows])
        columns[name] = values.astype(np.float64) if name in numeric else np.where(values == "?", "", values)
    return columns
