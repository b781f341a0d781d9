"""The main job as one object: read, choose, fit, cut, estimate, explain."""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from onesided.finder.calibration import Calibration
from onesided.finder.cross_fit import choose, raw_scores
from onesided.finder.cut import Scale
from onesided.finder.explanation import nearest, strongest_columns, strongest_terms
from onesided.finder.features import as_documents, is_table
from onesided.finder.findings import Findings
from onesided.finder.methods import COUNTS, Method, find_method, find_preset
from onesided.finder.problem import Problem
from onesided.finder.storage import load_finder, save_finder
from onesided.finder.trial import Progress, Representations, stage, try_methods
from onesided.prior import cut_quality, estimate_prior
from onesided.text import TextVectorizer

Vector = NDArray[np.float64]


class Finder(ClassifierMixin, BaseEstimator):
    """Find the rest: from examples of what you want and a pile of unlabeled ones to a ranked answer.

    Vectorises, chooses a method and its settings by cross-validation on P and U alone, fits, sets the cut, and
    estimates how many positives are hidden and how good the cut is.  Documents that occur twice are used once, and
    a document of the pile that equals a given example counts as given: neither can leak into an estimate.

    Parameters
    ----------
    method : str, default="auto"
        "auto" chooses among those of the preset, for tables among others than for text; else a name that
        `onesided methods` lists.
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
    >>> y[np.random.default_rng(0).permutation(np.flatnonzero(is_wanted))[:30]] = 1
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
        return self.fit_problem(Problem.of(documents, y, self.pos_label), progress=progress)

    def fit_problem(self, problem: Problem, *, progress: Progress | None = None) -> Self:
        """Learn from documents that are read and grouped already."""
        methods = self._methods(problem)
        counted = problem.counted
        words = self.vectorizer or find_preset(self.preset).vectorizer
        representations = Representations(problem.counted_documents, words, self.vectorizer or COUNTS)
        folds = problem.folds(self.cv, self.random_state)
        tried = list(try_methods(problem, methods, representations, folds, self.random_state, progress))
        candidates = [candidate for _, candidate in tried]
        best = choose(candidates)

        self.classes_ = problem.labels.classes
        self.estimator_, self.features_ = best.estimator, tried[candidates.index(best)][0]
        prior = estimate_prior(counted, best.scores, sampling=self.sampling, random_state=self.random_state)
        self.scale_ = Scale.at_best_f(counted, best.scores, prior.n_hidden)
        honest = self.scale_(best.scores)
        self.calibration_ = Calibration(
            honest[counted.is_positive], honest[counted.is_unlabeled], prior.share_in_unlabeled
        )
        scores = problem.spread(honest)
        self.findings_ = Findings(
            labels=problem.labels,
            scores=scores,
            probabilities=self.calibration_(scores),
            groups=problem.groups,
            is_counted=problem.is_counted,
            prior=prior,
            quality=cut_quality(counted, honest, 0.0, prior),
            candidates=[best, *(one for one in candidates if one is not best)],
        )
        return self

    def decision_function(self, documents: Any, *, progress: Progress | None = None) -> Vector:
        """Scores of new documents: larger is more likely positive, above 0 is called positive."""
        X = self._rows(documents, progress)
        return self.scale_(raw_scores(self.estimator_, X))

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
        if hasattr(self.estimator_, "contributions"):
            return strongest_columns(X, self.estimator_.contributions(X), n_terms)
        if not hasattr(self.estimator_, "coef_"):
            return [[] for _ in range(X.shape[0])]
        return strongest_terms(X, self.estimator_.coef_[0], self.features_.names(X.shape[1]), n_terms)

    def matrix(self, documents: Any) -> Any:
        """The documents as the chosen method reads them."""
        return self._rows(documents)

    def nearest(self, documents: Any, examples: Any) -> NDArray[np.intp]:
        """For each document the number of the example it is most like (by cosine)."""
        check_is_fitted(self, "estimator_")
        rows = (self.features_.encoded(as_documents(some)) for some in (documents, examples))
        return nearest(*rows)[0]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model (not the documents) to a file that runs no code when it is loaded."""
        save_finder(self, path)

    @staticmethod
    def load(path: str | PathLike[str]) -> Finder:
        """Read a model that `save` wrote; a file that is not one is refused, and nothing in it is run."""
        return load_finder(path)

    def _rows(self, documents: Any, progress: Progress | None = None) -> Any:
        check_is_fitted(self, "estimator_")
        return self.features_.transform(as_documents(documents), stage(progress, "text"))

    def _methods(self, problem: Problem) -> list[Method]:
        preset = find_preset(self.preset)
        if self.method == "auto":
            return preset.methods_for(is_table(problem.documents))
        return [find_method(self.method)]
