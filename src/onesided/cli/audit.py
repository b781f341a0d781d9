"""`onesided audit`: check a sample by hand, and know rather than assume."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from onesided.cli import helping, options

app = typer.Typer(
    name="audit",
    cls=helping.group("onesided audit draw my_papers/ pile.csv -n 60 -o to_check.csv"),
    help="Check a sample of the pile by hand: draw it, fill it in, read it.",
    short_help="Draw a sample to check by hand; read it back.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=helping.SETTINGS,
)


def draw(
    positives: options.Positives,
    pile: options.Pile = None,
    n: Annotated[int, typer.Option("-n", metavar="N", min=10, help="How many rows to draw.")] = 60,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="CSV, XLSX…")] = Path("to_check.csv"),
    text: options.Text = None,
    id: options.Id = None,
    numeric: options.Numeric = None,
    categorical: options.Categorical = None,
    label: options.Label = None,
    pos_label: options.PosLabel = None,
    method: options.MethodName = "auto",
    preset: options.PresetName = "balanced",
    seed: options.Seed = 0,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Draw rows of the pile to check by hand, more where there is doubt.

    The file has a column 'label' to fill in with yes or no; 'onesided audit read' makes estimates of it that assume
    nothing about how your positives were chosen.  Scores are not shown, so as not to sway you.
    """
    from onesided.cli.audit_file import LABEL, audit_table, refuse_to_lose_labels
    from onesided.cli.console import Talk
    from onesided.cli.output import check_output, write_table
    from onesided.cli.sides import read_sides
    from onesided.cli.work import learn, new_finder

    talk = Talk(quiet, verbose)
    check_output(output, positives, pile)
    refuse_to_lose_labels(output)
    finder = new_finder(method, preset, seed)
    sides = read_sides(positives, pile, text=text, id=id, numeric=numeric, categorical=categorical, label=label,
                       pos_label=pos_label, talk=talk)  # fmt: skip
    table = audit_table(learn(finder, sides, talk).findings_, sides, n, seed)
    refuse_to_lose_labels(output)  # somebody may have begun to fill it in meanwhile
    write_table(table, output)
    talk.say(
        "Wrote", f"{output}: {table.height} rows; fill in '{LABEL}' with yes or no, leave blank what you cannot tell"
    )
    talk.say("Next", f"onesided audit read {output}")


def read(
    filled: Annotated[Path, typer.Argument(metavar="FILE", help="What 'audit draw' wrote, filled in.")],
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Read a filled-in sample: how many are hidden, how good the cut is."""
    from onesided.cli.audit_answer import as_facts, tell_audit
    from onesided.cli.audit_file import read_audit
    from onesided.cli.console import Talk

    talk = Talk(quiet, verbose)
    known = as_facts(read_audit(filled))
    tell_audit(talk, known)
    if as_json:
        print(json.dumps(known))


helping.add(app, draw, "onesided audit draw my_papers/ pile.csv -n 60 -o to_check.csv")
helping.add(app, read, "onesided audit read to_check.csv")
