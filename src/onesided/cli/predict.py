"""`onesided predict`: score new data with a model that was kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onesided.cli import options


def predict(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A model that 'onesided train' wrote.")],
    data: Annotated[str, typer.Argument(metavar="DATA", help="A folder or a table; - reads standard input.")],
    output: options.Output = None,
    text: options.Text = None,
    id: options.Id = None,
    numeric: options.Numeric = None,
    categorical: options.Categorical = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Score new data with a model that was kept.

    Rows stay in their own order; a score above 0 is called positive.
    """
    import numpy as np
    import polars as pl

    from onesided.cli.console import Talk
    from onesided.cli.output import add_columns, check_output, write_table
    from onesided.finder import Finder
    from onesided.text import read_collection

    talk = Talk(quiet, verbose)
    check_output(output, str(model), data)
    finder = Finder.load(model)
    new = read_collection(
        data, text=options.names(text), id=id, numeric=options.names(numeric), categorical=options.names(categorical)
    )
    talk.say("Read", f"{len(new):,} from {new.source}: {new.understood}")
    with talk.working({"text": "Text"}) as progress:
        scores = finder.decision_function(new, progress=progress)
    scores = np.where(new.is_empty, np.nan, scores)
    ours = pl.DataFrame(
        {
            "score": pl.Series(scores).fill_nan(None).round(4),
            "probability": pl.Series(np.where(new.is_empty, 0, finder.calibration_(scores))).round(4),
            "chosen": np.where(scores > 0, "yes", "no"),
        }
    )
    write_table(add_columns(ours, new.frame), output)
    talk.say("Cut", f"{int(np.sum(scores > 0)):,} of {len(new):,} are above the cut")
    if output is not None:
        talk.say("Wrote", f"{output}: score, probability, chosen, then your own columns")
