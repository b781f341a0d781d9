"""`onesided methods`: what there is and when to use which."""

from __future__ import annotations

import json

from onesided.cli import options


def methods(as_json: options.AsJson = False) -> None:
    """What methods there are and when to use which."""
    from onesided.finder.methods import METHODS, PRESETS

    if as_json:
        listed = {
            m.name: {"summary": m.summary, "when": m.when, "cost": m.cost, "missing": m.missing}
            for m in METHODS.values()
        }
        presets = {
            name: {"methods": p.methods, "for_tables": p.for_tables, "summary": p.summary}
            for name, p in PRESETS.items()
        }
        print(json.dumps({"methods": listed, "presets": presets}))
        return

    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    grid = Table("method", "what it is", "when to use it", "cost", title="Methods", title_justify="left")
    for method in METHODS.values():
        when = method.when if method.missing is None else f"not available here: {method.missing}"
        grid.add_row(method.name, method.summary, escape(when), method.cost)
    console.print(grid)
    grid = Table(
        "preset",
        "what it tries",
        "methods",
        "for tables without text",
        title="Presets of --method auto",
        title_justify="left",
    )
    for name, preset in PRESETS.items():
        grid.add_row(name, preset.summary, ", ".join(preset.methods), ", ".join(preset.for_tables))
    console.print(grid)
