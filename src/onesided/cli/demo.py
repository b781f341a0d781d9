"""`onesided demo`: the main job on real text that is on every machine."""

from __future__ import annotations

from typing import Annotated

import typer

from onesided.cli import options

N_GIVEN = 30


def demo(
    field: Annotated[str, typer.Option("--field", metavar="NAME", help="What to look for.")] = "clustering",
    preset: options.PresetName = "balanced",
    seed: options.Seed = 0,
    verbose: options.Verbose = False,
) -> None:
    """Find hidden documents in real text, no network needed.

    The docstrings of one field, such as clustering, are hidden among the thousands of NumPy, SciPy and scikit-learn.
    """
    import numpy as np
    from rich.console import Console
    from rich.table import Table

    from onesided.cli.answer import never_certain
    from onesided.cli.console import Talk
    from onesided.cli.summary import tell_answer, tell_fit
    from onesided.datasets import fetch_docstrings
    from onesided.exceptions import InputError
    from onesided.finder import Finder

    talk = Talk(verbose=verbose)
    corpus = fetch_docstrings()
    fields = np.asarray(corpus.fields)
    members = np.flatnonzero(fields == field)
    if len(members) <= N_GIVEN:
        known = sorted(name for name in set(fields.tolist()) if np.sum(fields == name) > 2 * N_GIVEN)
        raise InputError(f"field {field!r} is not one of {', '.join(known)}")
    y = np.zeros(len(fields), dtype=int)
    y[np.random.default_rng(seed).permutation(members)[:N_GIVEN]] = 1
    talk.say("Read", f"{len(fields):,} docstrings of the installed NumPy, SciPy and scikit-learn")
    talk.say(
        "Labels",
        f"{N_GIVEN} on {field} given · {len(members) - N_GIVEN} more hidden in the pile, known from their module",
    )
    finder = Finder(preset=preset, random_state=seed)
    with talk.working({"text": "Text", "fit": "Fit"}) as progress:
        finder.fit(corpus.texts, y, progress=progress)
    found = finder.findings_
    tell_fit(talk, found, list(corpus.names))
    tell_answer(talk, found)

    first = found.ranking[:15]
    grid = Table("rank", "score", "probability", "truth", "document", "why", box=None, pad_edge=False)
    for rank, (row, terms) in enumerate(zip(first, finder.explain([corpus.texts[r] for r in first]), strict=True), 1):
        truth = "yes" if fields[row] == field else f"no: {fields[row]}"
        why = ", ".join(term for term, _ in terms)
        score = found.scores[row]
        grid.add_row(str(rank), f"{score:.2f}", never_certain(found.probabilities[row]), truth, corpus.names[row], why)
    Console(soft_wrap=True).print(grid)

    is_hidden = (fields == field) & found.labels.is_unlabeled
    hits = is_hidden & found.is_chosen
    n_chosen, n_hidden = int(found.is_chosen.sum()), int(is_hidden.sum())
    talk.say("Truth", f"{hits.sum()} of the {n_hidden} hidden ones are among the {n_chosen} above the cut: "
                      f"recall {hits.sum() / n_hidden:.2f}, precision {hits.sum() / max(n_chosen, 1):.2f}")  # fmt: skip
    talk.say("Next", "onesided find YOUR_EXAMPLES YOUR_PILE -o found.csv")
