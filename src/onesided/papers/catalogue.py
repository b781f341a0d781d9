"""The papers there are, by name; a paper is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

from onesided.exceptions import InputError
from onesided.papers.paper import Paper

MODULES = {
    "de-comite-1999": "de_comite_1999",
    "leaderboard": "leaderboard",
    "lee-liu-2003": "lee_liu_2003",
    "liu-2003": "liu_2003",
    "lplp-2007": "lplp_2007",
    "rsvm-lpu-2011": "rsvm_lpu_2011",
    "semi-supervised-slides": "semi_supervised_slides",
}


def find_paper(id: str) -> Paper:
    """The paper of that name, or an error that names those there are."""
    if id not in MODULES:
        raise InputError(f"paper {id!r} is not known; the papers are {', '.join(MODULES)}, or all")
    paper: Paper = import_module(f"onesided.papers.{MODULES[id]}").PAPER
    return paper


def all_papers() -> list[Paper]:
    return [find_paper(id) for id in MODULES]
