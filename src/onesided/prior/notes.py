"""What an estimate of the prior means, in sentences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from onesided.prior.interval import Interval

_FEW = 10  # positives below which no estimate is worth its name
_WIDE = 0.25  # width of the interval, as a share of U, above which we say that we cannot tell
_FACTOR = 4  # or the ratio of its ends
_TOLERANCE = 0.05  # how far outside the interval another method may lie without a word


def explain(
    method: str,
    share: float,
    around: Interval,
    bound: float,
    positive: NDArray[np.float64],
    unlabeled: NDArray[np.float64],
    others: dict[str, float],
) -> tuple[bool, bool, list[str]]:
    """Whether the data settle the number, whether the methods agree, and what to say about it."""
    n = len(unlabeled)
    low, high = float(around.low), float(around.high)
    notes = []
    can_tell = True
    if len(positive) < _FEW:
        can_tell = False
        notes.append(
            f"Cannot tell yet: {len(positive)} labelled positives are too few; label at least {_FEW}, better 50."
        )
    if high - low > _WIDE or (high > _FACTOR * low and high - low > _TOLERANCE / 2):
        can_tell = False
        notes.append(
            f"Cannot tell yet: anything from {low * n:,.0f} to {high * n:,.0f} hidden positives fits these "
            "scores. More labelled positives, a better classifier, or an audit of some unlabeled rows "
            "(onesided.prior.draw_audit) would narrow it."
        )
    notes.append(
        f"Without any assumption about the negatives, the unlabeled rows hold at most {bound * n:,.0f} "
        f"positives ({bound:.1%}), and there is no lower bound: negatives that score like the best positives "
        "cannot be told from them. The estimate takes negatives to thin out among the highest scores."
    )
    outside = {name: theta for name, theta in others.items() if theta < low - _TOLERANCE or theta > high + _TOLERANCE}
    if outside:
        listed = ", ".join(f"{name} {theta * n:,.0f}" for name, theta in outside.items())
        notes.append(
            f"Methods disagree: {listed} against {share * n:,.0f} ({low * n:,.0f} to {high * n:,.0f}) by "
            f"{method}. Overlapping classes push best_bin and elkan_noto upwards; an audit settles it."
        )
    return can_tell, not outside, notes
