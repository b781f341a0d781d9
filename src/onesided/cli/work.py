"""The work that several commands share: learn from the two sides."""

from __future__ import annotations

from onesided.cli.console import Talk
from onesided.cli.sides import Sides
from onesided.cli.summary import tell_fit
from onesided.finder import Finder

STAGES = {"text": "Text", "fit": "Fit"}


def learn(sides: Sides, method: str, preset: str, seed: int, talk: Talk) -> Finder:
    """A fitted Finder; what it chose and how well it ranks is told."""
    finder = Finder(method, preset=preset, random_state=seed)
    with talk.working(STAGES) as progress:
        finder.fit_problem(sides.problem, progress=progress)
    tell_fit(talk, finder.findings_, sides.documents.ids)
    return finder
