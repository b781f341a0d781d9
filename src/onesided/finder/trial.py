"""Several methods on the same folds, each on the matrix it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import clone

from onesided.exceptions import InputError
from onesided.finder.cross_fit import Candidate, cross_fit
from onesided.finder.features import Features
from onesided.finder.methods import COUNTS, Method
from onesided.finder.problem import Problem
from onesided.text import TextVectorizer

Progress = Callable[[str, int, int], Any]
"""Told the stage ("text" or "fit"), how much of it is done, and how much there is."""


class Representations:
    """The same documents as weighted words, as counts and as a table, each made when the first method asks for it.

    Parameters
    ----------
    documents
        Those that count.
    words : TextVectorizer
        For methods that read weighted words.
    counts : TextVectorizer
        For methods that read counts.
    """

    def __init__(self, documents: Any, words: TextVectorizer, counts: TextVectorizer = COUNTS):
        self.documents = documents
        self.vectorizers = {False: words, True: counts}
        self._made: dict[tuple[bool, bool], tuple[Features, Any]] = {}

    def of(self, method: Method, progress: Progress | None = None) -> tuple[Features, Any]:
        """What turns documents into rows for this method, and the matrix of these documents."""
        key = method.needs_counts, method.needs_table
        if key not in self._made:
            features = Features(clone(self.vectorizers[method.needs_counts]), for_tables=method.needs_table)
            try:
                X = features.fit_transform(self.documents, stage(progress, "text"))
            except InputError as error:
                raise InputError(f"{method.name}: {error}" if method.needs_table else str(error)) from error
            _require_variety(X)
            self._made[key] = features, X
        return self._made[key]


def try_methods(
    problem: Problem,
    methods: Sequence[Method],
    representations: Representations,
    folds: Any,
    random_state: int | None = 0,
    progress: Progress | None = None,
) -> Iterator[tuple[Features, Candidate]]:
    """Cross-validate the methods one after the other, and fit each to all documents."""
    for number, method in enumerate(methods):
        features, X = representations.of(method, progress)
        if progress is not None:
            progress("fit", number, len(methods))
        yield features, cross_fit(method.name, method.make(random_state), X, problem.counted, folds)
    if progress is not None:
        progress("fit", len(methods), len(methods))


def stage(progress: Progress | None, name: str) -> Callable[[int, int], Any] | None:
    """Progress of one stage."""
    return None if progress is None else lambda done, total: progress(name, done, total)


def _require_variety(X: Any) -> None:
    if sparse.issparse(X):
        is_varied = X.nnz > 0
    elif isinstance(X, np.ndarray):
        is_varied = bool(np.any(np.nanmax(X, axis=0) > np.nanmin(X, axis=0))) if X.size else False
    else:
        is_varied = any(column.n_unique() > 1 for column in X.iter_columns())
    if X.shape[1] == 0 or not is_varied:
        raise InputError(
            "the documents share no words that could tell them apart; check that the right columns are read"
        )
