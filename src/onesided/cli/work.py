"""The work that several commands share: learn from the two sides."""

from __future__ import annotations

from onesided.cli.console import Talk
from onesided.cli.sides import Sides
from onesided.cli.summary import tell_fit
from onesided.finder import Finder
from onesided.finder.methods import find_method, find_preset

STAGES = {"text": "Text", "fit": "Fit"}


def new_finder(method: str, preset: str, seed: int) -> Finder:
    """A Finder; names that are not known are refused now, before anything is read."""
    find_preset(preset)
    if method != "auto":
        find_method(method)
    return Finder(method, preset=preset, random_state=seed)


def learn(finder: Finder, sides: Sides, talk: Talk) -> Finder:
    """Fit; tell what was chosen and how well it ranks."""
    with talk.working(STAGES) as progress:
        finder.fit_problem(sides.problem, progress=progress)
    tell_fit(talk, finder.findings_, sides.documents.ids)
    return finder
