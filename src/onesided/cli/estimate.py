"""`onesided estimate`: how many are hidden, and how sure we are."""

from __future__ import annotations

import json

from onesided.cli import options


def estimate(
    positives: options.Positives,
    pile: options.Pile = None,
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
    """How many positives are hidden, and how sure we are."""
    from onesided.cli.console import Talk
    from onesided.cli.hidden import as_facts, selection_facts, show, tell_hidden
    from onesided.cli.sides import read_sides
    from onesided.cli.work import learn, new_finder

    talk = Talk(quiet, verbose)
    finder = new_finder(method, preset, seed)
    sides = read_sides(positives, pile, text=text, id=id, numeric=numeric, categorical=categorical, label=label,
                       pos_label=pos_label, talk=talk)  # fmt: skip
    learn(finder, sides, talk)
    with talk.busy("Test"):
        known = as_facts(finder.findings_) | {"selection_test": selection_facts(finder, sides.problem, seed)}
    if as_json:
        print(json.dumps(known))
    else:
        show(known)
    tell_hidden(talk, known)
