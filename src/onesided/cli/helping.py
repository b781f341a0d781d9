"""Help that fits one screen and begins with an example to copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class _ExampleFirst:
    """Writes the example above the usage."""

    example = ""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        formatter.write(f"{self.example}\n\n")
        super().format_usage(ctx, formatter)  # type: ignore[misc]


def group(example: str) -> type[TyperGroup]:
    """A class of command groups whose help begins with `example`."""
    return type("Group", (_ExampleFirst, TyperGroup), {"example": example})


def add(app: typer.Typer, function: Callable[..., None], example: str) -> None:
    """Make `function` a command of `app`; the first line of its docstring is its line in the list of commands."""
    command = type("Command", (_ExampleFirst, TyperCommand), {"example": example})
    summary = (function.__doc__ or "").strip().splitlines()[0]
    app.command(function.__name__, cls=command, short_help=summary, context_settings=SETTINGS)(function)
