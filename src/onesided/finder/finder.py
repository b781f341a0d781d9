"""The main job as one object: read, choose, fit, cut, estimate, explain."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from os import PathLike
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from onesided.exceptions import DataWarning, InputError
from onesided.finder.calibration import Calibration
from onesided.finder.cross_fit import Candidate, choose, cross_fit, raw_scores
from onesided.finder.features import Features, as_documents, is_matrix
from onesided.finder.cut import Scale, best_f_cut
from onesided.finder.explanation import nearest, strongest_terms
from onesided.finder.findings import Findings
from onesided.finder.methods import COUNTS, PRESETS, Method, find_method
from onesided.finder.storage import load_finder, save_finder
from onesided.labels import NEGATIVE, POSITIVE, Labels, read_labels, require_two_sides
from onesided.model_selection import fold_numbers
from onesided.prior import cut_quality, estimate_prior
from onesided.text import TextVectorizer, duplicate_groups

Vector = NDArray[np.float64]
Progress = Callable[[str, int, int], Any]
"""Told the stage ("text" or "fit"), how much of it is done, and how much there is."""


class Finder(ClassifierMixin, BaseEstimator):
    """Find the rest: from examples of what you want and a pile of unlabeled ones to a ranked answer.

    Vectorises, chooses a method and its settings by cross-validation on P and U alone, fits, sets the cut, and estimates
    how many positives are hidden and how good the cut is.  Documents that occur twice are used once, and a document of
    the pile that equals a given example counts as given: neither can leak into an estimate.

    Parameters
    ----------
    method : str, default="auto"
        "auto" chooses among those of the preset; else a name that `onesided methods` lists.
    preset : {"fast", "balanced", "best"}, default="balanced"
        How much to try.
    vectorizer : TextVectorizer, optional
        Settings for text; by default those of the preset.
    cv : int, default=5
        Folds.
    sampling : {"one", "two"}, default="one"
        Whether positives and pile are one draw from the population, or the pile alone is.
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.
    random_state : int, default=0
        Same seed, same answer.

    Attributes
    ----------
    findings_ : Findings
        The answer for the documents given to `fit`.
    estimator_ : the chosen classifier, fitted
    features_ : Features
    classes_ : array of the other and the positive label

    Examples
    --------
    >>> from onesided.datasets import fetch_docstrings
    >>> corpus = fetch_docstrings()
    >>> is_wanted = corpus.fields == "clustering"
    >>> y = np.zeros(len(corpus.texts), dtype=int)
    >>> y[np.flatnonzero(is_wanted)[:30]] = 1
    >>> found = Finder(preset="fast").fit(corpus.texts, y).findings_
    >>> float(is_wanted[found.ranking[:20]].mean()) > 0.7
    True
    """

    def __init__(
        self,
        method: str = "auto",
        *,
        preset: str = "balanced",
        vectorizer: TextVectorizer | None = None,
        cv: int = 5,
        sampling: Literal["one", "two"] = "one",
        pos_label: object = None,
        random_state: int | None = 0,
    ):
        self.method = method
        self.preset = preset
        self.vectorizer = vectorizer
        self.cv = cv
        self.sampling = sampling
        self.pos_label = pos_label
        self.random_state = random_state

    def fit(self, documents: Any, y: ArrayLike, *, progress: Progress | None = None) -> Self:
        """Learn from labelled and unlabeled documents.

        Parameters
        ----------
        documents : sequence of str, Collection, array or sparse matrix
            Positives and pile together.
        y : array-like
            Labels in any code of :mod:`onesided.labels`.
        progress : callable (stage, done, total), optional

        Returns
        -------
        self
        """
        methods = self._methods()
        documents = as_documents(documents)
        labels = require_two_sides(read_labels(y, self.pos_label))
        if len(labels) != _length(documents):
            raise InputError(f"y has {len(labels)} labels for {_length(documents)} documents; give one for each")
        groups, is_counted, labels = _group(documents, labels)
        counted = labels.take(is_counted)
        _require_enough(counted)

        folds = fold_numbers(counted, self._n_folds(counted), random_state=self.random_state)
        matrices: dict[bool, Any] = {}
        features: dict[str, Features] = {}
        candidates: list[Candidate] = []
        for number, method in enumerate(methods):
            if method.needs_counts not in matrices:
                encoder = Features(self._vectorizer(method))
                X = encoder.fit_transform(_take(documents, is_counted), _stage(progress, "text"))
                _require_variety(X)
                matrices[method.needs_counts] = (encoder, X)
            features[method.name], X = matrices[method.needs_counts]
            if progress is not None:
                progress("fit", number, len(methods))
            candidates.append(cross_fit(method.name, method.make(self.random_state), X, counted, folds))
        if progress is not None:
            progress("fit", len(methods), len(methods))
        best = choose(candidates)

        self.classes_ = labels.classes
        self.estimator_, self.features_ = best.estimator, features[best.name]
        prior = estimate_prior(counted, best.scores, sampling=self.sampling, random_state=self.random_state)
        positives_share = (counted.n_positive + prior.n_hidden) / len(counted)
        pile = best.scores[counted.is_unlabeled]
        self.scale_ = Scale(best_f_cut(counted, best.scores, positives_share), float(pile.std()) or 1.0)
        honest = self.scale_(best.scores)
        self.calibration_ = Calibration(
            honest[counted.is_positive], honest[counted.is_unlabeled], prior.share_in_unlabeled
        )
        scores = _spread(honest, groups, is_counted)
        self.findings_ = Findings(
            labels=labels,
            scores=scores,
            probabilities=self.calibration_(scores),
            groups=groups,
            is_counted=is_counted,
            prior=prior,
            quality=cut_quality(counted, honest, 0.0, prior),
            candidates=[best, *(one for one in candidates if one is not best)],
        )
        return self

    def decision_function(self, documents: Any, *, progress: Progress | None = None) -> Vector:
        """Scores of new documents: larger is more likely positive, above 0 is called positive."""
        return self.scale_(raw_scores(self.estimator_, self._rows(documents, progress)))

    def predict(self, documents: Any) -> NDArray[Any]:
        """The positive label above the cut, the other label elsewhere."""
        is_positive = self.decision_function(documents) > 0
        return self.classes_[is_positive.astype(np.intp)]

    def predict_proba(self, documents: Any) -> Vector:
        """Estimated Pr[y=1|x] of new documents, in the second column."""
        positive = self.calibration_(self.decision_function(documents))
        return np.column_stack([1 - positive, positive])

    def explain(self, documents: Any, n_terms: int = 5) -> list[list[tuple[str, float]]]:
        """For each document the terms that speak most for it, with their part in the score; none for other models."""
        X = self._rows(documents)
        if not hasattr(self.estimator_, "coef_"):
            return [[] for _ in range(X.shape[0])]
        return strongest_terms(X, self.estimator_.coef_[0], self.features_.names(X.shape[1]), n_terms)

    def nearest(self, documents: Any, examples: Any) -> NDArray[np.intp]:
        """For each document the number of the example it is most like (by cosine)."""
        return nearest(self._rows(documents), self._rows(examples))[0]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model (not the documents) to a file that runs no code when it is loaded."""
        save_finder(self, path)

    @staticmethod
    def load(path: str | PathLike[str]) -> Finder:
        """Read a model that `save` wrote; a file that is not one is refused, and nothing in it is run."""
        return load_finder(path)

    def _rows(self, documents: Any, progress: Progress | None = None) -> Any:
        check_is_fitted(self, "estimator_")
        return self.features_.transform(as_documents(documents), _stage(progress, "text"))

    def _methods(self) -> list[Method]:
        if self.preset not in PRESETS:
            raise InputError(f"preset={self.preset!r} is not known; it is one of {', '.join(PRESETS)}")
        names = PRESETS[self.preset].methods if self.method == "auto" else (self.method,)
        return [find_method(name) for name in names]

    def _vectorizer(self, method: Method) -> TextVectorizer:
        chosen = self.vectorizer or (COUNTS if method.needs_counts else PRESETS[self.preset].vectorizer)
        return clone(chosen)

    def _n_folds(self, labels: Labels) -> int:
        if labels.n_positive < self.cv:
            warnings.warn(
                f"only {labels.n_positive} positives: {labels.n_positive} folds instead of {self.cv}, and estimates to "
                "match; ten or more would help",
                DataWarning,
                stacklevel=3,
            )
        return min(self.cv, labels.n_positive)


def _length(documents: Any) -> int:
    return documents.shape[0] if is_matrix(documents) else len(documents)


def _take(documents: Any, mask: NDArray[np.bool_]) -> Any:
    return documents[mask] if is_matrix(documents) else documents.take(mask)


def _stage(progress: Progress | None, stage: str) -> Callable[[int, int], Any] | None:
    return None if progress is None else lambda done, total: progress(stage, done, total)


def _group(documents: Any, labels: Labels) -> tuple[NDArray[np.int64], NDArray[np.bool_], Labels]:
    """Group equal texts, keep one of each to count, and let the label of one hold for all.

    Rows of numbers may be equal without being the same thing: each is its own group.
    """
    if is_matrix(documents) or documents.texts is None or documents.numeric_columns or documents.categorical_columns:
        return np.arange(len(labels)), np.ones(len(labels), dtype=bool), labels
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
    return groups, is_counted & (groups >= 0), Labels(codes, labels.classes)


def _spread(scores: Vector, groups: NDArray[np.int64], is_counted: NDArray[np.bool_]) -> Vector:
    """Scores of the counted documents to all that are equal to them; empty ones last."""
    by_group = np.full(groups.max() + 2, -np.inf)
    by_group[groups[is_counted]] = scores
    by_group[-1] = -np.inf  # group -1, the empty documents
    return by_group[groups]


def _require_enough(labels: Labels) -> None:
    if labels.n_positive < 2:
        raise InputError(f"{labels.n_positive} usable positive: at least 2 different ones with text are needed, 10 or "
                         "more to trust the answer")
    if labels.n_unlabeled < 2:
        raise InputError("nothing is left to search: every document of the pile is empty or equal to a given positive")


def _require_variety(X: Any) -> None:
    if X.shape[1] == 0 or (X.nnz == 0 if sparse.issparse(X) else not np.ptp(X, axis=0).any()):
        raise InputError("the documents share no words that could tell them apart; check that the right columns are read")
