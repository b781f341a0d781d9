"""Documents with their labels, equal ones grouped: what every method is given alike."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.exceptions import DataWarning, InputError
from onesided.finder.features import as_documents, is_matrix
from onesided.labels import NEGATIVE, POSITIVE, Labels, read_labels, require_two_sides
from onesided.model_selection import fold_numbers
from onesided.text import duplicate_groups

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    """What there is to learn from, with duplicates grouped so that none can leak into an estimate.

    Attributes
    ----------
    documents : Collection, array or sparse matrix
        Positives and pile together.
    given : Labels
        As they were given.
    labels : Labels
        The same, with a document that equals a labelled one counted as labelled too.
    groups : array
        Documents of the same number are the same text; -1 for empty ones.
    is_counted : array of bool
        One document of each group, none of the empty ones.
    """

    documents: Any
    given: Labels
    labels: Labels
    groups: NDArray[np.int64]
    is_counted: NDArray[np.bool_]

    @classmethod
    def of(cls, documents: Any, y: ArrayLike | Labels, pos_label: object = None) -> Problem:
        """Read documents and labels, and check that there is something to learn and something to search."""
        documents = as_documents(documents)
        given = require_two_sides(y if isinstance(y, Labels) else read_labels(y, pos_label))
        n_documents = documents.shape[0] if is_matrix(documents) else len(documents)
        if len(given) != n_documents:
            raise InputError(f"y has {len(given)} labels for {n_documents} documents; give one for each")
        problem = cls(documents, given, *_group(documents, given))
        _require_enough(problem.counted)
        return problem

    @cached_property
    def counted(self) -> Labels:
        """Labels of the counted documents."""
        return self.labels.take(self.is_counted)

    @property
    def counted_documents(self) -> Any:
        if self.is_counted.all():
            return self.documents
        return self.documents[self.is_counted] if is_matrix(self.documents) else self.documents.take(self.is_counted)

    @property
    def is_empty(self) -> NDArray[np.bool_]:
        return self.groups < 0

    @property
    def n_duplicates(self) -> int:
        """Documents that repeat another one."""
        return int(np.count_nonzero(~self.is_empty & ~self.is_counted))

    @property
    def n_matched(self) -> int:
        """Different positives that occur unlabeled as well."""
        is_matched = self.given.is_unlabeled & self.labels.is_positive
        return len(np.unique(self.groups[is_matched]))

    def folds(self, n_folds: int, random_state: int | None = 0) -> NDArray[np.intp]:
        """The fold of each counted document; fewer folds where positives or the others are fewer."""
        n_positive = self.counted.n_positive
        n_others = len(self.counted) - n_positive
        if min(n_positive, n_others) < n_folds:
            few = f"{n_positive} positives" if n_positive <= n_others else f"{n_others} documents in the pile"
            warnings.warn(
                f"only {few}: {min(n_positive, n_others)} folds instead of {n_folds}, and estimates to match; "
                "ten or more would help",
                DataWarning,
                stacklevel=2,
            )
        return fold_numbers(self.counted, min(n_folds, n_positive, n_others), random_state=random_state)

    def spread(self, scores: Vector) -> Vector:
        """Scores of the counted documents to all that are equal to them; empty ones last."""
        by_group = np.full(self.groups.max() + 2, -np.inf)
        by_group[self.groups[self.is_counted]] = scores
        by_group[-1] = -np.inf  # group -1, the empty documents
        return by_group[self.groups]


def _group(documents: Any, labels: Labels) -> tuple[Labels, NDArray[np.int64], NDArray[np.bool_]]:
    """Group equal texts, keep one of each to count, and let the label of one hold for all.

    Rows of numbers may be equal without being the same thing: each is its own group.
    """
    if is_matrix(documents) or documents.texts is None or documents.numeric_columns or documents.categorical_columns:
        return labels, np.arange(len(labels)), np.ones(len(labels), dtype=bool)
    (groups,) = duplicate_groups(documents.texts)
    codes = labels.codes.copy()
    for code in (NEGATIVE, POSITIVE):  # where one text has both labels, positive holds
        named = groups[(labels.codes == code) & (groups >= 0)]
        codes[np.isin(groups, named)] = code
    # Of equal texts the labelled one counts, else the first.
    order = np.lexsort((np.arange(len(codes)), labels.codes == 0, groups))
    is_first = np.r_[True, groups[order][1:] != groups[order][:-1]]
    is_counted = np.zeros(len(codes), dtype=bool)
    is_counted[order[is_first]] = True
    return Labels(codes, labels.classes), groups, is_counted & (groups >= 0)


def _require_enough(labels: Labels) -> None:
    if labels.n_positive < 2:
        raise InputError(
            f"{labels.n_positive} usable positive: at least 2 different ones with text are needed, 10 or "
            "more to trust the answer"
        )
    if labels.n_unlabeled < 2:
        raise InputError("nothing is left to search: every document of the pile is empty or equal to a given positive")
