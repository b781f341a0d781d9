"""`onesided compare`: methods side by side."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from onesided.cli import options


def compare(
    positives: options.Positives,
    pile: options.Pile = None,
    methods: Annotated[str, typer.Option("--methods", "-m", metavar="A,B", help="Names, or all.")] = "all",
    sort: Annotated[str, typer.Option("--sort", metavar="COL", help="Column to sort by.")] = "criterion",
    output: options.Output = None,
    text: options.Text = None,
    id: options.Id = None,
    numeric: options.Numeric = None,
    categorical: options.Categorical = None,
    label: options.Label = None,
    pos_label: options.PosLabel = None,
    preset: options.PresetName = "balanced",
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Methods side by side, judged without negatives.

    The criterion is r²/Pr[f=1] (Lee & Liu 2003), which grows with F; each method gets the same folds.
    """
    import polars as pl

    from onesided.cli.comparison import check_names, in_order, in_words, show
    from onesided.cli.console import Talk
    from onesided.cli.output import check_output, write_table
    from onesided.cli.sides import read_sides
    from onesided.cli.work import STAGES
    from onesided.finder import compare as compare_methods

    talk = Talk(quiet, verbose)
    check_output(output, positives, pile)
    wanted = check_names(methods, sort, preset)
    sides = read_sides(positives, pile, text=text, id=id, numeric=numeric, categorical=categorical, label=label,
                       pos_label=pos_label, talk=talk)  # fmt: skip
    with talk.working(STAGES) as progress:
        rows = compare_methods(sides.problem, methods=wanted, preset=preset, random_state=seed, progress=progress)
    rows = in_order(rows, sort)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
    elif output is None:
        show(rows)
    talk.say("Noise", in_words(rows))
    if output is not None:
        write_table(pl.DataFrame([asdict(row) for row in rows]), output)
        talk.say("Wrote", str(output))
