"""What an estimate of the prior means, in sentences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from onesided.prior.interval import Interval

_FEW = 10  # positives below which no estimate is worth its name
_WIDE = 0.25  # width of the interval, as a share of U, above which we say that we cannot tell
_FACTOR = 4  # or the ratio of its ends
_CLEAR = 2.6  # standard errors: a false alarm in 200 data sets


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
    if high - low > _WIDE or (high > _FACTOR * low and high - low > 0.025):
        can_tell = False
        notes.append(
            f"Cannot tell yet: anything from {low * n:,.0f} to {high * n:,.0f} hidden positives fits these "
            "scores. More labelled positives, a better classifier, or an audit of some unlabeled rows "
            "(onesided.prior.draw_audit) would narrow it."
        )
    if _rises_at_the_top(positive, unlabeled):
        can_tell = False
        notes.append(
            "Cannot tell yet: among the highest scores there are more unlabeled rows than further down, beside as many "
            "positives. Negatives do not thin out there, or the positives were not labelled at random; the estimate "
            "is too high or meaningless. Audit the top (onesided.prior.draw_audit)."
        )
    notes.append(
        f"Without any assumption about the negatives, the unlabeled rows hold at most {bound * n:,.0f} "
        f"positives ({bound:.1%}), and there is no lower bound: negatives that score like the best positives "
        "cannot be told from them. The estimate takes negatives to thin out among the highest scores."
    )
    slack = min(0.05, max(0.005, 0.25 * share))
    outside = {name: theta for name, theta in others.items() if theta < low - slack or theta > high + slack}
    if outside:
        listed = ", ".join(f"{name} {theta * n:,.0f}" for name, theta in outside.items())
        notes.append(
            f"Methods disagree: {listed} against {share * n:,.0f} ({low * n:,.0f} to {high * n:,.0f}) by "
            f"{method}. Overlapping classes push best_bin and elkan_noto upwards; an audit settles it."
        )
    return can_tell, not outside, notes


def _rises_at_the_top(positive: NDArray[np.float64], unlabeled: NDArray[np.float64]) -> bool:
    """Whether U per P is clearly higher above the best tenth of P than between its median and there."""
    middle, top = np.quantile(positive, [0.5, 0.9])
    best, good = (
        [np.count_nonzero((side > low) & (side <= high)) + 0.5 for side in (unlabeled, positive)]
        for low, high in ((top, np.inf), (middle, top))
    )
    rise = np.log(best[0] / best[1]) - np.log(good[0] / good[1])
    return bool(rise > _CLEAR * np.sqrt(np.sum(1 / np.array(best + good))))
