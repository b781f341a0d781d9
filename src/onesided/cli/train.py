"""`onesided train`: keep the model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from onesided.cli import options


def train(
    positives: options.Positives,
    pile: options.Pile = None,
    model: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The model.")] = Path("model.onesided"),
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
    """Learn as 'find' does and keep the model."""
    from onesided.cli.console import Talk
    from onesided.cli.output import check_place, naming
    from onesided.cli.sides import read_sides
    from onesided.cli.summary import tell_answer
    from onesided.cli.work import learn, new_finder
    from onesided.report import facts

    talk = Talk(quiet, verbose)
    check_place(model, positives, pile)
    finder = new_finder(method, preset, seed)
    sides = read_sides(positives, pile, text=text, id=id, numeric=numeric, categorical=categorical, label=label,
                       pos_label=pos_label, on_disk=on_disk, talk=talk)  # fmt: skip
    learn(finder, sides, talk)
    tell_answer(talk, finder.findings_)
    with naming(model):
        finder.save(model)
    if as_json:
        print(json.dumps(facts(finder.findings_)))
    talk.say("Wrote", f"{model}")
    talk.say("Next", f"onesided predict {model} new.csv -o scored.csv")
