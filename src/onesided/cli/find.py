"""`onesided find`: the one command."""

from __future__ import annotations

import json
import sys

from onesided.cli import options


def find(
    positives: options.Positives,
    pile: options.Pile = None,
    output: options.Output = None,
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
    """Rank the pile by how likely each row is what you want; suggest a cut and say how good it is."""
    from onesided.cli.answer import answer_table, first_hits
    from onesided.cli.console import Talk
    from onesided.cli.output import check_output, write_table
    from onesided.cli.sides import read_sides
    from onesided.cli.summary import facts, tell
    from onesided.finder import Finder

    talk = Talk(quiet, verbose)
    check_output(output, positives, pile)
    sides = read_sides(
        positives, pile, text=options.names(text), id=id, numeric=options.names(numeric),
        categorical=options.names(categorical), label=label, pos_label=pos_label, talk=talk,
    )  # fmt: skip
    finder = Finder(method, preset=preset, random_state=seed)
    with talk.working({"text": "Text", "fit": "Fit"}) as progress:
        finder.fit(sides.documents, sides.labels.as_y(), progress=progress)
    found = finder.findings_
    tell(talk, found, sides.documents.ids)
    table = answer_table(finder, sides)
    if as_json:
        print(json.dumps(facts(found)))
    if output is not None:
        write_table(table, output)
        talk.say("Wrote", f"{output}: {', '.join(table.columns[:6])}, then your own columns")
        talk.say("Next", f"onesided train … -o model.onesided keeps the model for new data")
    elif sys.stdout.isatty() and not as_json:
        first_hits(table, sides)
    elif not as_json:
        write_table(table, None)
