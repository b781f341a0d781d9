"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Positives = Annotated[
    str, typer.Argument(metavar="POSITIVES", help="A folder, a table, or a .txt of pile ids; - reads standard input.")
]
Pile = Annotated[
    str | None, typer.Argument(metavar="PILE", help="A folder or a table; none with --label.", show_default=False)
]
Text = Annotated[
    list[str] | None, typer.Option("--text", "-t", metavar="A,B", help="Text columns.", show_default="guessed")
]
Id = Annotated[str | None, typer.Option("--id", metavar="COL", help="Names the rows.", show_default="row number")]
Numeric = Annotated[
    list[str] | None, typer.Option("--numeric", metavar="A,B", help="Columns of numbers.", show_default=False)
]
Categorical = Annotated[
    list[str] | None, typer.Option("--categorical", metavar="A,B", help="Columns of categories.", show_default=False)
]
Label = Annotated[
    str | None,
    typer.Option("--label", metavar="COL", help="Marks the positives of one table.", show_default=False),
]
PosLabel = Annotated[
    str | None, typer.Option("--pos-label", metavar="VALUE", help="Means positive in --label.", show_default=False)
]
MethodName = Annotated[str, typer.Option("--method", "-m", metavar="NAME", help="See 'onesided methods'.")]
PresetName = Annotated[str, typer.Option("--preset", "-p", metavar="NAME", help="fast, balanced or best.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Same seed and input, same output.")]
OnDisk = Annotated[
    bool | None,
    typer.Option("--on-disk/--in-memory", help="Leave the pile in its file.", show_default="by its size"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Summary as JSON on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Nothing but errors.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more; on an error, where it arose.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="CSV, TSV, JSONL, Parquet, XLSX.", show_default="stdout"),
]


def names(values: list[str] | None) -> list[str]:
    """Names given as repeated options, as a,b, or both."""
    return [name.strip() for value in values or [] for name in value.split(",") if name.strip()]
