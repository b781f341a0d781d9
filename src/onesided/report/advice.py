"""What a reader should be warned of, and what would help."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from onesided.finder import Findings

FEW_POSITIVES = 20
WIDE = 0.5
"""Width of an interval of a share above which the share is hardly known."""
WEAK = 0.25
"""Share of the pile above a held-out positive from which a ranking is hardly better than chance."""


@dataclass(frozen=True)
class Advice:
    """What is the matter, and the remedy."""

    matter: str
    remedy: str


def advice(found: Findings, suspects: list[str]) -> list[Advice]:
    """Warnings that follow from the numbers, the gravest first."""
    # fmt: off
    given: list[Advice] = []

    def warn(matter: str, remedy: str) -> None:
        given.append(Advice(matter, remedy))

    n_positive = int(np.count_nonzero(found.labels.is_positive & found.is_counted))
    precision = found.quality.precision_in_unlabeled_interval
    half = float(np.median(found.held_out_positions))
    if half > WEAK:
        warn(f"Half of your positives, held out, rank below {half:.0%} of the pile: the ranking is weak.",
             "Check that the positives are of one kind and that the right columns are read; add more of them.")
    if not found.is_chosen.any():
        warn("Nothing in the pile is above the cut.",
             "Read the first of the ranking anyway, or add positives that resemble what you look for.")
    if n_positive < FEW_POSITIVES:
        warn(f"{n_positive} positives are few: every estimate here is rough.",
             "Check the best hits, add the right ones to your positives and run again.")
    if not found.prior.can_tell:
        warn("How many positives are hidden cannot be told from these scores.",
             "More labelled positives, or reading a random sample of the pile by hand, would settle it.")
    elif not found.prior.agree:
        warn("Methods disagree on how many positives are hidden.",
             "Trust the interval rather than the number; a random sample of the pile, read by hand, settles it.")
    if found.is_chosen.any() and float(precision.width) > WIDE:
        warn(f"How many hits are right is only known to lie between {precision.low:.0%} and {precision.high:.0%}.",
             "Read some twenty of the hits, drawn at random, before relying on the rest.")
    if suspects:
        n = len(suspects)
        warn(f"{n} of your positives look{'s' * (n == 1)} unlike the rest.",
             "See the list of suspects; take out what does not belong and run again.")
    return given
