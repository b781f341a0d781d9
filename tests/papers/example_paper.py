"""A paper that needs no data: F of a method is a number made of the cell."""

from __future__ import annotations

from onesided.papers.paper import Exhibit, Paper


def cells(quick):
    for group in ("a",) if quick else ("a", "b"):
        for method in ("good", "bad"):
            yield {"group": group, "method": method}


def run(cell):
    return {"f": {"good": 0.8, "bad": 0.4}[cell["method"]] + 0.01 * cell["seed"] + 0.1 * (cell["group"] == "b")}


def entries(cell, values):
    for row in (cell["group"], "Average"):
        yield row, cell["method"], values["f"]


def exhibit(**changes) -> Exhibit:
    given = {"id": "table-1", "title": "A table", "cells": cells, "run": run, "entries": entries, "settings": "None."}
    return Exhibit(**(given | changes))


def paper(**changes) -> Paper:
    return Paper(id="example", title="An example", reference="Nobody.", exhibits=(exhibit(**changes),))
