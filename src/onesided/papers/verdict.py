"""What the comparison says, in words."""

from __future__ import annotations

from collections import Counter, defaultdict

from onesided.papers.output import number, signed
from onesided.papers.paper import Exhibit
from onesided.papers.table import Table, Verdict, judge

NO_REASON = "no reason found yet"


def summary(exhibit: Exhibit, table: Table) -> str:
    """How many of the judged values are ahead, equal or short; one sentence."""
    verdicts = judge(exhibit, table)
    if exhibit.says is not None:
        return exhibit.says(table)
    if not verdicts:
        return "Nothing published to compare with."
    words = Counter(verdict.word for verdict in verdicts)
    spreads = [v.entry.n_seeds for v in verdicts]
    by = (
        f"two standard deviations over {min(spreads)} seeds"
        if min(spreads) > 1
        else f"two standard deviations over the seeds, or {exhibit.tolerance:g} where there is one seed only,"
    )
    counts = f"ahead in {words['ahead']}, equal in {words['equal']} and short in {words['short']}"
    return f"Of {len(verdicts)} published values compared, ours is {counts}; differences within {by} count as none."


def differences(exhibit: Exhibit, table: Table) -> list[str]:
    """For what differs by more than the spread: where, by how much, and why; one line for each reason."""
    lines = []
    for word in ("short", "ahead"):
        by_reason: dict[str, list[Verdict]] = defaultdict(list)
        for verdict in judge(exhibit, table):
            if verdict.word == word and (word == "short" or verdict.reason):
                by_reason[verdict.reason or NO_REASON].append(verdict)
        for reason, some in by_reason.items():
            places = "; ".join(_short(some) if word == "short" else _ahead(some))
            full_stop = "" if reason.endswith(".") else "."
            lines.append(f"{word.capitalize()}: {places}. {reason[0].upper()}{reason[1:]}{full_stop}")
    return lines


def _short(some: list[Verdict]) -> list[str]:
    """Each place with its number."""
    return [f"{v.entry.row}, {v.entry.column}: {number(v.entry.ours)} ({signed(v.entry.difference)})" for v in some]


def _ahead(some: list[Verdict]) -> list[str]:
    """Each row with the range of its differences; each column, where it is all one row."""
    one_row = len({verdict.entry.row for verdict in some}) == 1
    by_name: dict[str, list[float]] = defaultdict(list)
    for verdict in some:
        by_name[verdict.entry.column if one_row else verdict.entry.row].append(verdict.entry.difference or 0.0)
    counts = {name: f" ({len(values)} values)" if len(values) > 1 else "" for name, values in by_name.items()}
    return [f"{name} {_range(min(values), max(values))}{counts[name]}" for name, values in by_name.items()]


def _range(low: float, high: float) -> str:
    return signed(low) if signed(low) == signed(high) else f"{signed(low)} to {signed(high)}"


def champion(exhibit: Exhibit, table: Table) -> str:
    """How often the row of our choice is ahead of everything published in its column; nothing if there is none."""
    behind, n_columns = [], 0
    for column in table.columns:
        ours = table[exhibit.champion, column].ours
        printed = [value for row in table.rows if (value := table[row, column].published) is not None]
        if ours is None or not printed:
            continue
        n_columns += 1
        best = max(printed) if exhibit.higher_is_better else min(printed)
        if (ours <= best) if exhibit.higher_is_better else (ours >= best):
            behind.append(f"{column}: {number(ours)}, best published {number(best)}")
    if not n_columns:
        return ""
    said = f"{exhibit.champion} is ahead of every published value in {n_columns - len(behind)} of {n_columns} columns"
    return f"{said}; not in {'; '.join(behind)}." if behind else f"{said}."
