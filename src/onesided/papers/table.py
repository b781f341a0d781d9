"""Ours beside the published: finished cells gathered into the rows and columns of a table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from onesided.papers.paper import Cell, Exhibit
from onesided.papers.published import PublishedValue
from onesided.papers.results import Finished

Place = tuple[str, str]
LAST_DIGIT = 0.0005  # published values are rounded


@dataclass(frozen=True)
class Entry:
    """One place of the table; None for what is not there."""

    row: str
    column: str
    ours: float | None = None
    spread: float | None = None
    """Standard deviation over the seeds."""
    n_seeds: int = 0
    published: float | None = None
    where: str = ""

    @property
    def is_empty(self) -> bool:
        return self.ours is None and self.published is None

    @property
    def difference(self) -> float | None:
        return None if self.ours is None or self.published is None else self.ours - self.published

    def allowed(self, tolerance: float) -> float:
        """A difference up to this is none: two standard deviations, or `tolerance` where these are not known."""
        return LAST_DIGIT + (tolerance if self.spread is None else 2 * self.spread)


@dataclass(frozen=True)
class Table:
    """Every place, by row and column."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: dict[Place, Entry]
    left_out: tuple[str, ...] = ()
    """Published rows and columns that we have nothing of."""

    def __getitem__(self, place: Place) -> Entry:
        return self.entries.get(place) or Entry(*place)


def gather(
    exhibit: Exhibit, finished: Iterable[Finished], published: Iterable[PublishedValue], plan: Sequence[Cell] = ()
) -> Table:
    """Average the cells at each place within a seed, then over the seeds, and put the published value beside.

    A repetition that is not complete at a place does not count there, so that a run that was stopped in the middle of
    one does not bend an average.  Complete is what `plan` (one repetition or more) has there, or, without a plan, what
    the fullest repetition has.
    """
    finished = list(finished)
    whole = _whole(exhibit, finished, plan)
    by_seed: dict[Place, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in finished:
        for row, column, value in exhibit.entries(one.cell, one.values):
            by_seed[row, column][one.cell["seed"]].append(value)
    printed = {(value.row, value.column): value for value in published}
    # Published order first; then what only we have.
    rows = dict.fromkeys(row for row, _ in (*printed, *by_seed))
    columns = dict.fromkeys(column for _, column in (*printed, *by_seed))
    our_rows, our_columns = {row for row, _ in by_seed}, {column for _, column in by_seed}
    left_out = [name for name in rows if name not in our_rows] + [name for name in columns if name not in our_columns]
    entries = {}
    for place in (*by_seed, *printed):
        beside = printed.get(place)
        means = _whole_means(by_seed.get(place, {}), whole.get(place, 0))
        entries[place] = Entry(
            *place,
            ours=mean(means) if means else None,
            spread=stdev(means) if len(means) > 1 else None,
            n_seeds=len(means),
            published=beside.value if beside else None,
            where=beside.where if beside else "",
        )
    return Table(
        tuple(name for name in rows if name in our_rows),
        tuple(name for name in columns if name in our_columns),
        entries,
        tuple(left_out),
    )


def _whole(exhibit: Exhibit, finished: Sequence[Finished], plan: Sequence[Cell]) -> Counter[Place]:
    """How many cells of one repetition stand at each place; measured values of any cell serve to ask for the places."""
    places: Counter[Place] = Counter()
    for cell in plan if finished else ():
        if cell["seed"] == 0:
            text = {key: str(value) for key, value in cell.items()}
            places.update((row, column) for row, column, _ in exhibit.entries(text, finished[0].values))
    return places


def _whole_means(by_seed: dict[str, list[float]], whole: int) -> list[float]:
    whole = whole or max(map(len, by_seed.values()), default=0)
    return [mean(values) for values in by_seed.values() if len(values) >= whole]


@dataclass(frozen=True)
class Verdict:
    """How a judged entry stands to the published value."""

    entry: Entry
    word: str
    """"ahead", "equal" or "short"."""
    reason: str


def judge(exhibit: Exhibit, table: Table) -> list[Verdict]:
    """A verdict on every judged place that has both values."""
    verdicts = []
    for row in table.rows:
        for column in table.columns:
            entry = table[row, column]
            if entry.difference is None or not exhibit.judged(row, column):
                continue
            gain = entry.difference if exhibit.higher_is_better else -entry.difference
            word = "equal" if abs(gain) <= entry.allowed(exhibit.tolerance) else "ahead" if gain > 0 else "short"
            verdicts.append(Verdict(entry, word, exhibit.reason(row, column)))
    return verdicts
