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
    model: Annotated[Path, typer.Option("--output", "-o", help="Where to keep the model.")] = Path("model.onesided"),
    text: options.Text = None,
    id: options.Id = None,
    numeric: options.Numeric = None,
    categorical: options.Categorical = None,
    label: options.Label = None,
    pos_label: options.PosLabel = None,
    method: options.MethodName = "auto",
    preset: options.PresetName = "balanced",
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Learn as 'find' does and keep the model, for 'onesided predict' on new data."""
    from onesided.cli.console import Talk
    from onesided.cli.sides import read_sides
    from onesided.cli.summary import facts, tell
    from onesided.exceptions import InputError
    from onesided.finder import Finder

    talk = Talk(quiet, verbose)
    if model.is_dir() or any(p not in (None, "-") and model.resolve() == Path(p).resolve() for p in (positives, pile)):
        raise InputError(f"{model}: is a folder or an input; choose another name for the model")
    sides = read_sides(
        positives, pile, text=options.names(text), id=id, numeric=options.names(numeric),
        categorical=options.names(categorical), label=label, pos_label=pos_label, talk=talk,
    )  # fmt: skip
    finder = Finder(method, preset=preset, random_state=seed)
    with talk.working({"text": "Text", "fit": "Fit"}) as progress:
        finder.fit(sides.documents, sides.labels.as_y(), progress=progress)
    tell(talk, finder.findings_, sides.documents.ids)
    finder.save(model)
    if as_json:
        print(json.dumps(facts(finder.findings_)))
    talk.say("Wrote", f"{model}")
    talk.say("Next", f"onesided predict {model} new.csv -o scored.csv")
