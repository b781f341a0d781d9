"""`onesided methods`: what there is and when to use which."""

from __future__ import annotations

import json

from onesided.cli import options


def methods(as_json: options.AsJson = False) -> None:
    """What methods there are and when to use which."""
    from onesided.finder.methods import METHODS, PRESETS

    if as_json:
        listed = {m.name: {"summary": m.summary, "when": m.when, "cost": m.cost} for m in METHODS.values()}
        presets = {name: {"methods": p.methods, "summary": p.summary} for name, p in PRESETS.items()}
        print(json.dumps({"methods": listed, "presets": presets}))
        return

    from rich.console import Console
    from rich.table import Table

    console = Console()
    grid = Table("method", "what it is", "when to use it", "cost", title="Methods", title_justify="left")
    for method in METHODS.values():
        grid.add_row(method.name, method.summary, method.when, method.cost)
    console.print(grid)
    grid = Table("preset", "what it tries", "methods", title="Presets of --method auto", title_justify="left")
    for name, preset in PRESETS.items():
        grid.add_row(name, preset.summary, ", ".join(preset.methods))
    console.print(grid)
