"""What a first step gives back, and what happens where it finds nothing."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning
from onesided.labels import Labels

TINY_SHARE = 0.01


@dataclass(frozen=True)
class ReliableNegatives:
    """Unlabeled rows that are almost surely negative.

    Attributes
    ----------
    mask : boolean array of shape (n,)
        True at the reliable negatives, all of them unlabeled rows.
    scores : array of shape (n,)
        What the choice went by: the lower, the surer negative.
    record : dict
        What happened, in numbers.
    """

    mask: NDArray[np.bool_]
    scores: NDArray[np.float64]
    record: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.mask))


def settle(
    mask: NDArray[np.bool_], scores: NDArray[np.float64], labels: Labels, *, step: str, remedy: str, **record: Any
) -> ReliableNegatives:
    """The unlabeled rows of `mask`; warns where they are none, hardly any or all, and stands in where there are none.

    Without a single reliable negative no second step can begin.  Then the unlabeled rows of the lowest scores take
    their place, as many as there are positives.

    Parameters
    ----------
    mask, scores : arrays of shape (n,)
    labels : Labels
    step : str
        Its name in messages.
    remedy : str
        What the user can do about it.
    **record
        Numbers to keep.
    """
    mask = mask & labels.is_unlabeled
    n_found, n_unlabeled = int(np.count_nonzero(mask)), labels.n_unlabeled
    if n_found == 0 and n_unlabeled:
        unlabeled = np.flatnonzero(labels.is_unlabeled)
        lowest = np.argsort(scores[unlabeled], kind="stable")[: labels.n_positive]
        mask[unlabeled[lowest]] = True
        _warn(
            f"{step} found no reliable negative among {n_unlabeled} unlabeled rows: the {len(lowest)} of the lowest "
            f"score stand in; {remedy}"
        )
    elif n_found < TINY_SHARE * n_unlabeled:
        _warn(
            f"{step} found only {n_found} reliable negatives among {n_unlabeled} unlabeled rows, too few to trust; "
            f"{remedy}"
        )
    elif n_found == n_unlabeled and n_unlabeled:
        _warn(
            f"{step} took all {n_unlabeled} unlabeled rows as reliable negatives, so that the hidden positives count "
            f"as negative; {remedy}"
        )
    return ReliableNegatives(mask, scores, {"step": step, "n_found": n_found, "n_unlabeled": n_unlabeled, **record})


def as_rows(X: Any) -> MemoryRows:
    """X as Rows, if it is not yet."""
    return X if isinstance(X, MemoryRows) else MemoryRows(X)


def _warn(message: str) -> None:
    warnings.warn(message, DataWarning, stacklevel=5)
