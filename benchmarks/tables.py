"""The costs of a question and the goals, as rows of words: for the terminal here, for the page in `report.py`."""

from __future__ import annotations

import results
from goals import GOALS, Goal
from harness import Cost
from results import Result


def cost_header(result: Result) -> list[str]:
    return ["rows", "", "CPU s", "wall s", "× ours", "runs", "peak MB", *accuracy_names(result), ""]


def accuracy_names(result: Result) -> list[str]:
    return list(dict.fromkeys(name for cost in result.costs for name in cost.accuracy))


def cost_rows(result: Result) -> list[list[str]]:
    """One row for each contestant and size; "× ours" is CPU time over that of `onesided` at the same size."""
    ours = {cost.n_rows: cost.cpu for cost in result.costs if cost.contestant == "onesided"}
    return [
        [
            f"{cost.n_rows:,}" if cost.n_rows else "",
            cost.contestant,
            number(cost.cpu),
            number(cost.wall),
            _times(cost, ours.get(cost.n_rows)),
            str(cost.n_runs or ""),
            f"{cost.peak_mb:,.0f}" if cost.peak_mb else "",
            *(accuracy(cost.accuracy.get(name)) for name in accuracy_names(result)),
            cost.note,
        ]
        for cost in result.costs
    ]


def number(value: float | None) -> str:
    """Three digits that matter."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def accuracy(value: float | None) -> str:
    if value is None:
        return ""
    if abs(value) >= 10:
        return number(value)
    return f"{value:.0e}" if abs(value) < 1e-2 and value != 0 else f"{value:.3f}"


def _times(cost: Cost, ours: float | None) -> str:
    return number(cost.cpu / ours) if cost.cpu is not None and ours else ""


GOAL_HEADER = ["goal", "what", "measured", "wanted", "", "from"]


def goal_rows(sources: list[bool]) -> list[list[str]]:
    """One row for each goal: its number, and pass or short; `sources` are full or small runs, the first first."""
    return [_goal_row(goal, sources) for goal in GOALS]


def _goal_row(goal: Goal, sources: list[bool]) -> list[str]:
    row = [goal.part, f"{goal.text} ({goal.how})"]
    for is_full in sources:
        result = results.load(goal.question, is_full)
        if result is None:
            continue
        try:
            found = number(goal.number(result.costs))
        except LookupError:
            continue
        source = f"{'full' if is_full else 'small'} run, {result.date}, {result.commit}"
        return [*row, found, goal.threshold, "pass" if goal.is_met(result.costs) else "short", source]
    return [*row, "", goal.threshold, "not measured", "make bench-full"]


def print_costs(result: Result) -> None:
    _print(f"{result.title} ({result.accuracy})", cost_header(result), cost_rows(result))


def print_goals(is_full: bool) -> None:
    _print("Goals", GOAL_HEADER, goal_rows([True] if is_full else [False, True]))


def _print(title: str, header: list[str], rows: list[list[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE, show_edge=False)
    for name, values in zip(header, zip(*rows, strict=True), strict=True):
        is_numeric = all(value[:1] in "0123456789.-" for value in values if value) and name != "goal"
        table.add_column(name, justify="right" if is_numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row, style={"pass": "green", "short": "red"}.get(row[4], ""))
    console = Console()
    # A pipe has no width: as wide as the words need, for a file that is read later.
    Console(width=console.width if console.is_terminal else 200).print(table, "")
