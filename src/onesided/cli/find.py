"""`onesided find`: the one command."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from onesided.cli import options


def find(
    positives: options.Positives,
    pile: options.Pile = None,
    output: options.Output = None,
    report: Annotated[Path | None, typer.Option("--report", metavar="FILE", help="The answer as an HTML page.")] = None,
    text: options.Text = None,
    id: options.Id = None,
    numeric: options.Numeric = None,
    categorical: options.Categorical = None,
    label: options.Label = None,
    pos_label: options.PosLabel = None,
    method: options.MethodName = "auto",
    preset: options.PresetName = "balanced",
    seed: options.Seed = 0,
    on_disk: options.OnDisk = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Rank the pile, suggest a cut, say how good it is."""
    from onesided.cli.console import Talk

    talk = Talk(quiet, verbose)
    with talk.busy("Start"):  # seconds, on a slow disk many
        from onesided.cli.answer import OURS, answer_parts, first_hits
        from onesided.cli.output import check_output, write_parts
        from onesided.cli.page import check_report, write_page
        from onesided.cli.sides import read_sides
        from onesided.cli.summary import tell_answer
        from onesided.cli.work import learn, new_finder
        from onesided.report import facts

    check_output(output, positives, pile)
    check_report(report, positives, pile, output)
    finder = new_finder(method, preset, seed)
    sides = read_sides(positives, pile, text=text, id=id, numeric=numeric, categorical=categorical, label=label,
                       pos_label=pos_label, on_disk=on_disk, talk=talk)  # fmt: skip
    learn(finder, sides, talk)
    tell_answer(talk, finder.findings_)
    with talk.busy("Write"):
        if output is not None:
            write_parts(answer_parts(finder, sides), output)
    if output is not None:
        talk.say("Wrote", f"{output}: {', '.join(OURS)}, then your own columns")
    if report is not None:
        write_page(report, finder, sides, talk.warnings)
        talk.say("Wrote", f"{report}: the answer as a page")
    if as_json:
        print(json.dumps(facts(finder.findings_)))
    elif output is None and sys.stdout.isatty():
        first_hits(next(answer_parts(finder, sides)))
    elif output is None:
        write_parts(answer_parts(finder, sides), None)
    if report is None and output is not None:
        talk.say("Next", "onesided find … --report report.html shows it as a page; onesided train … keeps the model")
