"""What `onesided papers` does: list, run and check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from onesided.cli.console import Talk
from onesided.exceptions import InputError
from onesided.papers import cheap
from onesided.papers.catalogue import all_papers, find_paper
from onesided.papers.output import show, write
from onesided.papers.page import duration
from onesided.papers.paper import Cell, Exhibit, Paper
from onesided.papers.published import published_values
from onesided.papers.results import Results
from onesided.papers.running import run_missing
from onesided.papers.table import gather
from onesided.papers.verdict import champion, differences, summary


def papers_of(name: str) -> list[Paper]:
    return all_papers() if name == "all" else [find_paper(name)]


def exhibits_of(name: str, table: str | None, figure: str | None) -> list[tuple[Paper, Exhibit]]:
    """What was asked for; every exhibit if neither a table nor a figure is named."""
    wanted = [f"{kind}-{number}" for kind, number in (("table", table), ("figure", figure)) if number is not None]
    return [(paper, one) for paper in papers_of(name) for one in map(paper.exhibit, wanted or _ids(paper))]


def _ids(paper: Paper) -> list[str]:
    return [one.id for one in paper.exhibits]


def show_list() -> None:
    grid = Grid("paper", "exhibit", "what", "cells", "CPU time", "quick")
    for paper in all_papers():
        for number, one in enumerate(paper.exhibits):
            full, quick = len(one.plan()), len(one.plan(quick=True))
            name = paper.id if number == 0 else ""
            grid.add_row(
                name, one.id, one.title, f"{full:,}", duration(full * one.seconds), duration(quick * one.seconds)
            )
        grid.add_section()
    Console().print(grid)
    print("run one with: onesided papers run PAPER --table 1 --quick")


def run_exhibit(
    paper: Paper,
    exhibit: Exhibit,
    talk: Talk,
    *,
    quick: bool,
    seeds: int | None,
    only: list[str],
    jobs: int,
    folder: Path,
) -> None:
    """Run what is missing, then show what there is."""
    plan = exhibit.plan(quick, seeds)
    cells = _only(plan, only, f"{paper.id} {exhibit.id}")
    results = Results(folder, paper.id, exhibit, quick)
    missing = len(results.missing(cells))
    talk.say("Paper", f"{paper.id} {exhibit.id}: {exhibit.title}")
    if quick:
        talk.say("Quick", exhibit.quick)
    about = f", about {duration(missing * exhibit.seconds)} of CPU time" if missing else ""
    talk.say("Cells", f"{len(cells):,}, of which {len(cells) - missing:,} are finished{about}")
    with talk.working({"cells": "Cells"}) as progress:
        run_missing(paper, exhibit, cells, results, jobs=jobs, progress=lambda done, n: progress("cells", done, n))
    show_exhibit(paper, exhibit, talk, quick=quick, plan=plan, folder=folder, partly=bool(only))


def show_exhibit(
    paper: Paper,
    exhibit: Exhibit,
    talk: Talk,
    *,
    quick: bool,
    plan: list[dict[str, Any]],
    folder: Path,
    partly: bool = False,
) -> None:
    """Show the table of what is finished and write the files; `partly` also shows averages that are not whole."""
    results = Results(folder, paper.id, exhibit, quick)
    finished = results.read()
    if not finished:
        raise InputError(f"{results.path}: no finished cell; onesided papers run {paper.id} makes them")
    values = published_values(paper.id, exhibit.id)
    table = gather(exhibit, finished.values(), values, () if partly else plan)
    if not talk.quiet:
        show(exhibit, table, Console(), coloured=not quick and not partly)
    unfinished = len(results.missing(plan))
    notes = [f"Quick: {exhibit.quick}."] if quick else [summary(exhibit, table), *differences(exhibit, table)]
    if not quick and (leads := champion(exhibit, table)):
        notes.append(leads)
    if unfinished:
        which = "averages are over what is there" if partly else "averages that are not whole are left out"
        notes.insert(0, f"{unfinished:,} of {len(plan):,} cells are not run yet; {which}.")
    elif table.left_out and not quick:
        notes.append(f"Left out, for want of the method or the data: {', '.join(table.left_out)}.")
    for note in notes:
        talk.say("Note", note)
    stem = results.path.with_suffix("")
    heading = "\n\n".join([f"# {paper.id}, {exhibit.id}: {exhibit.title}", *notes])
    for path in [results.path, *write(exhibit, table, stem, heading)]:
        talk.say("Wrote", str(path))


def _only(plan: list[dict[str, Any]], only: list[str], name: str) -> list[Cell]:
    """The cells that have these values; several values of one key are alternatives."""
    wanted: dict[str, set[str]] = {}
    for one in only:
        key, equals, value = one.partition("=")
        if not equals or key not in plan[0]:
            raise InputError(f"--only {one}: write it as KEY=VALUE; the keys of {name} are {', '.join(plan[0])}")
        known = dict.fromkeys(str(cell[key]) for cell in plan)
        if value not in known:
            raise InputError(f"--only {one}: {name} has no such cell; {key} is one of {', '.join(known)}")
        wanted.setdefault(key, set()).add(value)
    return [cell for cell in plan if all(str(cell[key]) in values for key, values in wanted.items())]


def check_cheap(paper: Paper, renew: bool) -> None:
    if renew:
        for one in cheap.renew(paper):
            print(f"{paper.id}: stored {one.name} = {one.value:.4f}, spread {one.spread:.4f}")
        return
    if wrong := cheap.differing(paper):
        raise InputError("; ".join(wrong))
    print(f"{paper.id}: as stored")
