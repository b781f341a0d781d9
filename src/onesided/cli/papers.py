"""`onesided papers`: the published tables and figures, regenerated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onesided.cli import helping, options

app = typer.Typer(
    name="papers",
    cls=helping.group("onesided papers run lee-liu-2003 --table 2 --quick"),
    help="The published tables and figures, regenerated beside the published numbers; alone, it lists them.",
    short_help="The published tables and figures, regenerated.",
    invoke_without_command=True,
    rich_markup_mode=None,
    context_settings=helping.SETTINGS,
)
Folder = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Where results are kept.")]
Table = Annotated[str | None, typer.Option("--table", "-t", metavar="N", help="Only this table.")]
Figure = Annotated[str | None, typer.Option("--figure", "-f", metavar="N", help="Only this figure.")]
Quick = Annotated[bool, typer.Option("--quick", help="A small part, said so in the output.")]
Name = Annotated[str, typer.Argument(metavar="PAPER", help="Its name in the list, or all.")]


@app.callback()
def _alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        from onesided.cli.papers_work import show_list

        show_list()


def run(
    paper: Name,
    table: Table = None,
    figure: Figure = None,
    quick: Quick = False,
    seeds: Annotated[int | None, typer.Option("--seeds", metavar="N", min=1, help="Repetitions.")] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="KEY=VALUE", help="Only these cells, as method=Finder.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Cells at a time.")] = 1,
    output: Folder = Path("results"),
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Run what is not finished yet, and show ours beside the published.

    Finished cells are kept in DIR/PAPER/, so that a run that was stopped goes on where it was.
    """
    from onesided.cli.console import Talk
    from onesided.cli.papers_work import exhibits_of, run_exhibit

    talk = Talk(quiet, verbose)
    for one, exhibit in exhibits_of(paper, table, figure):
        run_exhibit(one, exhibit, talk, quick=quick, seeds=seeds, only=only or [], jobs=jobs, folder=output)


def show(
    paper: Name,
    table: Table = None,
    figure: Figure = None,
    quick: Quick = False,
    output: Folder = Path("results"),
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Show and write what is finished, without running anything."""
    from onesided.cli.console import Talk
    from onesided.cli.papers_work import exhibits_of, show_exhibit

    talk = Talk(quiet, verbose)
    for one, exhibit in exhibits_of(paper, table, figure):
        talk.say("Paper", f"{one.id} {exhibit.id}")
        show_exhibit(one, exhibit, talk, quick=quick, plan=exhibit.plan(quick), folder=output)


def page(
    paper: Name,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Where the pages go.")] = Path(),
    results: Annotated[Path, typer.Option("--results", metavar="DIR", help="Where the finished cells are.")] = Path(
        "results"
    ),
) -> None:
    """Write a page on a paper from the finished cells."""
    from onesided.cli.papers_work import papers_of
    from onesided.papers.page import write_page

    for one in papers_of(paper):
        print(write_page(one, results, output))


def check(
    paper: Name = "all",
    renew: Annotated[bool, typer.Option("--renew", help="Store what is measured now.")] = False,
) -> None:
    """Measure a cheap cell of each paper again, beside its stored value."""
    from onesided.cli.papers_work import check_cheap, papers_of

    for one in papers_of(paper):
        check_cheap(one, renew)


helping.add(app, run, "onesided papers run lee-liu-2003 --table 1 --jobs 2")
helping.add(app, show, "onesided papers show lee-liu-2003 --table 1")
helping.add(app, page, "onesided papers page lee-liu-2003 -o docs/papers")
helping.add(app, check, "onesided papers check liu-2003")
