"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Positives = Annotated[
    str, typer.Argument(help="What you have: a folder, a table, or ids of pile rows, one a line; - for standard input.")
]
Pile = Annotated[
    str | None, typer.Argument(help="What you search: a folder or a table. Leave it out with --label.", show_default=False)
]
Text = Annotated[
    list[str] | None, typer.Option("--text", "-t", help="Text column; give it several times or as a,b.", show_default="guessed")
]
Id = Annotated[str | None, typer.Option("--id", help="Column that names the rows.", show_default="row number")]
Numeric = Annotated[list[str] | None, typer.Option("--numeric", help="Numeric columns, a,b.", show_default=False)]
Categorical = Annotated[list[str] | None, typer.Option("--categorical", help="Categorical columns, a,b.", show_default=False)]
Label = Annotated[
    str | None, typer.Option("--label", help="One table with positives and pile: the column that says which.", show_default=False)
]
PosLabel = Annotated[str | None, typer.Option("--pos-label", help="The value in --label that means positive.", show_default=False)]
MethodName = Annotated[str, typer.Option("--method", "-m", help="auto, or a name from 'onesided methods'.")]
PresetName = Annotated[str, typer.Option("--preset", "-p", help="fast, balanced or best.")]
Seed = Annotated[int, typer.Option("--seed", help="Same seed and input, same output.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the summary as JSON on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more; on an error, show where it arose.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="CSV, TSV, JSONL, Parquet or XLSX.", show_default="standard output")
]


def names(values: list[str] | None) -> list[str]:
    """Column names given as repeated options, as a,b, or both."""
    return [name.strip() for value in values or [] for name in value.split(",") if name.strip()]
