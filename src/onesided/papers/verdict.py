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
    for word, said in (("short", "Short of the published value"), ("ahead", "Ahead of the published value")):
        by_reason: dict[str, list[Verdict]] = defaultdict(list)
        for verdict in judge(exhibit, table):
            if verdict.word == word and (word == "short" or verdict.reason):
                by_reason[verdict.reason or NO_REASON].append(verdict)
        for reason, some in by_reason.items():
            places = "; ".join(
                f"{v.entry.row}, {v.entry.column}: {number(v.entry.ours)} ({signed(v.entry.difference)})" for v in some
            )
            lines.append(f"{said}: {places}. {reason[0].upper()}{reason[1:]}{'' if reason.endswith('.') else '.'}")
    return lines
