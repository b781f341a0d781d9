"""What a paper is to the program: its tables and figures as declarations.

How to add a paper
------------------
1. ``papers/<name>.py`` with ``PAPER = Paper(...)``: one :class:`Exhibit` for each table or figure.  An exhibit says

   - ``cells(quick)``: the measurements to make, each a flat dictionary of plain values that names it (data set, class,
     γ, method; whatever tells them apart).  Every cell of an exhibit has the same keys.  ``quick=True`` asks for a
     small honest part of them.  The program adds the key ``"seed"`` (0, 1, …) and repeats.  List cells that share data
     next to each other and put ``functools.lru_cache`` on what loads the data: a worker then loads it once.
   - ``run(cell)``: makes one measurement and returns floats by name (``{"f": 0.81, "recall": 0.77}``; each cell of an
     exhibit the same names, NaN where there is none).  It must depend on the cell alone, so that cells can run in any
     order, in any process, and again after an interruption.  CPU seconds are measured around it
     (reading the data included; return a time of your own where the paper compares times).
     :mod:`onesided.papers.protocol` splits, hides labels and scores: nothing else looks at the truth.
   - ``entries(cell, values)``: where the measurement stands in the published table, as ``(row, column, value)``; one
     cell may stand in several places (its own row and the row "Average").  The values of this cell are text, as they
     were read from the file.  Entries at one place are averaged within a seed, then over the seeds; the spread is the
     standard deviation over the seeds.  In a figure the row is x and the column is the name of the curve.

2. ``papers/published/<paper-id>.csv`` with the columns ``exhibit,row,column,value,where``: the published numbers, row
   and column spelled as in ``entries``; ``where`` is the page, table or figure.  Values read off a figure say so in
   ``where``.  Rows and columns are shown in the order of this file; what only we have comes after them.
3. One line in ``papers/catalogue.py``.
4. Name a cheap cell (``Paper.cheap``), and run ``onesided papers check <paper-id> --renew``: it stores the value and
   its spread over seeds in ``papers/cheap/<paper-id>.csv``, which the tests compare with.

Then ``onesided papers run <paper-id>`` runs it (resumable, ``--jobs``, ``--quick``, ``--seeds``, ``--only key=value``),
``results/<paper-id>/<exhibit>.csv`` keeps every finished cell, and ``onesided papers page <paper-id> -o docs/papers``
writes its page from them.
Raise ``Exhibit.protocol`` by one whenever ``run`` changes so that older cells no longer compare: they are run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from onesided.exceptions import InputError

if TYPE_CHECKING:
    from onesided.papers.table import Table

Cell = Mapping[str, Any]
Values = Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """One table or figure."""

    id: str
    """``"table-1"`` or ``"figure-5"``."""
    title: str
    cells: Callable[[bool], Iterable[Cell]]
    run: Callable[[Cell], Values]
    entries: Callable[[Cell, Values], Iterable[tuple[str, str, float]]]
    settings: str
    """Data, protocol and methods in a paragraph: what a reader needs to judge the comparison."""
    quick: str = "fewer cells"
    """What ``--quick`` leaves out, in words."""
    protocol: int = 1
    """Cells of another number are not mixed with these."""
    seeds: int = 1
    """Repetitions of the full run, unless ``--seeds`` says otherwise."""
    seconds: float = 1.0
    """About how long a cell takes, for the estimate in the list."""
    higher_is_better: bool = True
    tolerance: float = 0.02
    """How far one run may lie from another; used where only one seed was run, and so no spread is known."""
    judged: Callable[[str, str], bool] = lambda row, column: True
    """Which (row, column) the verdict is about; single groups vary too much for one."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why ours differs, by ``"row | column"``, column, row, or ``""`` for all that is left."""
    champion: str = ""
    """A row of ours to hold against everything published in its column, such as "Finder"."""
    published_look: str = ""
    """For a figure: what the published one shows, in words."""
    labels: tuple[str, str] = ("", "")
    """For a figure: what stands on its two axes."""
    draw: Callable[[Any, Table], None] | None = None
    """For a figure that is not curves of columns over rows: draws a table on a matplotlib figure."""
    says: Callable[[Table], str] | None = None
    """What the table says, in words, where there is nothing published to compare it with."""

    @property
    def is_figure(self) -> bool:
        return self.id.startswith("figure")

    def plan(self, quick: bool = False, seeds: int | None = None) -> list[dict[str, Any]]:
        """Every cell to run; one repetition after the other, so that the first is whole early."""
        n_seeds = seeds or (1 if quick else self.seeds)
        cells = [dict(cell) for cell in self.cells(quick)]
        return [{**cell, "seed": seed} for seed in range(n_seeds) for cell in cells]

    def reason(self, row: str, column: str) -> str:
        """Why ours differs there, or nothing."""
        for key in (f"{row} | {column}", column, row, ""):
            if key in self.reasons:
                return self.reasons[key]
        return ""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A document with its tables and figures."""

    id: str
    title: str
    reference: str
    exhibits: tuple[Exhibit, ...]
    about: str = ""
    """What the reader should know about all of its exhibits."""
    cheap: tuple[str, Cell] | None = None
    """The exhibit and the cell (without seed) that the tests measure again."""
    needs_data: bool = True
    """Whether the cheap cell reads files, which not every machine has."""

    def exhibit(self, id: str) -> Exhibit:
        """The exhibit of that name, or an error that names those there are."""
        for one in self.exhibits:
            if one.id == id:
                return one
        raise InputError(f"{self.id} has no {id}; it has {', '.join(one.id for one in self.exhibits)}")
