"""What was found: the ranking, the cut, and how good both are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from onesided.finder.cross_fit import Candidate
from onesided.labels import Labels
from onesided.prior import CutQuality, PriorEstimate, cut_quality

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Findings:
    """The answer, one entry for each document given to :meth:`Finder.fit`.

    Attributes
    ----------
    labels : Labels
        What was given; a document that equals a labelled one counts as labelled too.
    scores : array
        Larger is more likely positive, and above 0 lies the suggested cut; in standard deviations of the pile.
        Each is from a model that did not see the document; -inf for empty ones.
    probabilities : array
        Estimated Pr[y=1|x].
    groups : array
        Documents of the same number are the same text; -1 for empty ones.
    is_counted : array of bool
        One document of each group: what estimates and numbers refer to, so that duplicates never count twice.
    prior : PriorEstimate
        How many positives are hidden.
    quality : CutQuality
        Of the suggested cut.
    candidates : sequence of Candidate
        Every method tried, the chosen one first.
    """

    labels: Labels
    scores: Vector
    probabilities: Vector
    groups: NDArray[np.int64]
    is_counted: NDArray[np.bool_]
    prior: PriorEstimate
    quality: CutQuality
    candidates: Sequence[Candidate]

    @property
    def chosen_method(self) -> str:
        return self.candidates[0].name

    @property
    def is_empty(self) -> NDArray[np.bool_]:
        return self.groups < 0

    @property
    def is_chosen(self) -> NDArray[np.bool_]:
        """Unlabeled documents above the cut."""
        return self.labels.is_unlabeled & (self.scores > 0)

    @cached_property
    def ranking(self) -> NDArray[np.intp]:
        """Unlabeled documents, the likeliest first; equal scores in the order given."""
        rows = np.flatnonzero(self.labels.is_unlabeled)
        return rows[np.argsort(-self.scores[rows], kind="stable")]

    @property
    def n_duplicates(self) -> int:
        """Documents that repeat an earlier one."""
        return int(np.count_nonzero(~self.is_empty & ~self.is_counted))

    def quality_at(self, n_called: int) -> CutQuality:
        """How good the `n_called` first of the ranking are, duplicates aside."""
        counted = self.is_counted & self.labels.is_unlabeled
        ranked = np.sort(self.scores[counted])[::-1]
        n_called = int(np.clip(n_called, 1, len(ranked)))
        below = ranked[n_called] if n_called < len(ranked) else ranked[-1] - 1
        return self._quality((ranked[n_called - 1] + below) / 2)

    def _quality(self, threshold: float) -> CutQuality:
        counted = self.is_counted
        return cut_quality(self.labels.take(counted), self.scores[counted], threshold, self.prior)

    @cached_property
    def held_out_positions(self) -> Vector:
        """For each labelled positive, the share of the pile that ranks above it when it is held out."""
        counted = self.is_counted
        pile = np.sort(self.scores[counted & self.labels.is_unlabeled])
        mine = self.scores[self.labels.is_positive & counted]
        return 1 - np.searchsorted(pile, mine, side="right") / len(pile)

    @cached_property
    def suspects(self) -> NDArray[np.intp]:
        """Labelled positives that look unlike the rest: held out, they rank in the lower half of the pile."""
        rows = np.flatnonzero(self.labels.is_positive & self.is_counted)
        return rows[self.held_out_positions > 0.5]
