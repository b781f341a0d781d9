"""LPLP: learning from probabilistically labelled positives (Li, Liu & Ng, 2007)."""

from __future__ import annotations

import warnings
from typing import Any, Literal, Self, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from onesided.bayes.counts import CountsClassifier
from onesided.bayes.iterations import em_iterations, run
from onesided.bayes.multinomial import Multinomial, Vector, column_sums, fit_counts
from onesided.bayes.representative import best_words, cosine_to, word_scores
from onesided.bayes.vocabulary import Vocabulary
from onesided.exceptions import DataWarning, InputError
from onesided.labels import Labels

FEW_POSITIVES = 30


class LPLP(CountsClassifier):
    r"""Naive Bayes with EM that starts from likely positives in U, for a small P unlike the positives to be found.

    The `n_words` words with the largest

    .. math:: s(w) = \frac{N(w,P)}{\sum_v N(v,P)} \log\frac{|P|+|U|}{df(w)}

    make a representative document; an unlabeled row is positive with :math:`\Pr(+|d) = sim(d)/\max sim`, by its cosine
    similarity with that document, and rows without any of the words are the first negatives.  EM goes on from the
    naive Bayes model of these, with every unlabeled row free and P, if it takes part, always positive.

    Made for the case that P is small and drawn elsewhere (another site, another time), where only its most telling
    words can be trusted; needs no prior.  Known negatives stay negative throughout.  X should hold counts without stop
    words, stemmed as in [1]_ (:func:`make_lplp_pipeline` does both); other numbers that are not negative (tf-idf)
    are accepted and act as fractional counts.  Costs three products, then a pair for each iteration.

    What [1]_ leaves open is settled as follows.  The k best words are k (its Figure 2 keeps those strictly better than
    the k-th).  The representative document has each of them once, and documents are compared by X as it is.  A
    likely positive counts :math:`\Pr(+|d)` for the positive class and nothing for the negative one in the first
    model (Figure 4, lines 10 and 11).  The rows of P keep their label in every iteration (as its text says; its
    Figure 4 would label them anew).  The vocabulary that smoothing spreads over is that of the documents that take
    part: words that only P has are no part of it without P.

    Where every unlabeled row has some of the words, there are no first negatives: with a warning, each row then
    starts on both sides, with :math:`1 - \Pr(+|d)` on the negative one.  Where none has any, or all are equally
    similar, the words say nothing: with a warning, EM starts from P against U, as :class:`EMNaiveBayes` does.

    Parameters
    ----------
    n_words : int, default=10
        k, the size of the representative document.
    include_positives : bool or "auto", default="auto"
        Whether P itself takes part in EM.  The document finds it better with P where P is small and worse where it is
        large and from elsewhere; "auto" takes P in up to 30 rows.  Give True where P and U are from one source.
    shared_words : bool, default=False
        Choose the k words among those that some unlabeled row has.  The document chooses among all words of P; with
        a handful of positives most of its best ones are then names and terms of P's own site, which no
        unlabeled row has, and fewer than k are at work.  Measured better with five positives
        (`onesided papers run lplp-2007`), mostly even with more; a larger `n_words` helps likewise.
    smoothing : float, default=1.0
    convergence : {"likelihood", "parameters"}, default="parameters"
        As in :class:`EMNaiveBayes`; [1]_ stops when the parameters rest.
    tol : float, default=1e-4
    max_iter : int, default=200
    pos_label : optional
        The value of y that means positive, where the convention of :mod:`onesided.labels` does not say.

    Attributes
    ----------
    words_ : array of int
        The columns of the representative words, best first.
    word_scores_ : array of shape (n_features,)
        s(w).
    n_likely_positives_, n_first_negatives_ : int
        Unlabeled rows with and without any of the words.
    include_positives_ : bool
    model_ : Multinomial
        log Pr(w|c) and log Pr(c).
    log_likelihoods_ : array of shape (n_iter_ + 1,)
        The log posterior of each EM model, up to a constant.
    n_iter_ : int
    threshold_ : float
        0: even odds.
    classes_ : array of the other and the positive label

    References
    ----------
    .. [1] X. Li, B. Liu, S.-K. Ng. Learning to classify documents with only a small positive training set. ECML 2007.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[3, 1, 0, 0], [2, 0, 4, 0], [1, 0, 3, 0], [0, 1, 0, 3], [0, 0, 0, 4], [0, 1, 0, 2]])
    >>> model = LPLP(n_words=1).fit(X, [1, 0, 0, 0, 0, 0])
    >>> model.words_
    array([0])
    >>> model.predict(X)
    array([1, 1, 1, 0, 0, 0])
    """

    def __init__(
        self,
        *,
        n_words: int = 10,
        include_positives: bool | Literal["auto"] = "auto",
        shared_words: bool = False,
        smoothing: float = 1.0,
        convergence: str = "parameters",
        tol: float = 1e-4,
        max_iter: int = 200,
        pos_label: object = None,
    ):
        self.n_words = n_words
        self.include_positives = include_positives
        self.shared_words = shared_words
        self.smoothing = smoothing
        self.convergence = convergence
        self.tol = tol
        self.max_iter = max_iter
        self.pos_label = pos_label

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit to positive and unlabeled rows.

        Parameters
        ----------
        X : array or CSR matrix of shape (n, n_features)
            Counts.
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.

        Returns
        -------
        self
        """
        rows, labels, _ = self._read_counts(X, y)
        if self.n_words < 1:
            raise InputError(f"n_words={self.n_words!r}: the representative document needs at least one word")
        if labels.n_unlabeled == 0:
            raise InputError("LPLP labels the unlabeled rows, and y has none; EMNaiveBayes learns from labelled rows")
        self.word_scores_ = word_scores(rows, labels.is_positive)
        is_choosable = column_sums(rows, labels.is_unlabeled.astype(np.float64)) > 0 if self.shared_words else True
        self.words_ = best_words(np.where(is_choosable, self.word_scores_, 0.0), self.n_words)
        similarity = np.where(labels.is_unlabeled, cosine_to(rows, self.words_), 0.0)
        self.n_likely_positives_ = int(np.count_nonzero(similarity > 0))
        self.n_first_negatives_ = labels.n_unlabeled - self.n_likely_positives_
        self.include_positives_ = self._includes(labels)

        # `share` Pr(+|d) and `weights` say how much each row counts on which side in the first model.
        share, weights = self._label(labels, similarity)
        is_in = ~labels.is_positive | self.include_positives_
        weights = np.where(is_in, weights, 0.0)
        vocabulary = Vocabulary.of(column_sums(rows, is_in.astype(np.float64)))
        rows = vocabulary.take(rows)
        first = fit_counts(rows, share, column_sums(rows, weights), weights=weights, smoothing=self.smoothing)
        start = np.where(labels.is_unlabeled, expit(first.scores(rows)), labels.is_positive)
        iterations = em_iterations(
            rows, start, labels.is_unlabeled, weights=is_in.astype(np.float64), smoothing=self.smoothing
        )
        found = run(
            iterations,
            n_documents=float(is_in.sum()),
            tol=self.tol,
            max_iter=self.max_iter,
            convergence=self.convergence,
        )
        found.warn_unless_converged(type(self).__name__, self.max_iter)
        self.model_ = vocabulary.widen(cast(Multinomial, found.last.model))
        self.log_likelihoods_ = np.array(found.log_posteriors)
        self.n_iter_ = found.n_iter
        return self

    def _includes(self, labels: Labels) -> bool:
        if self.include_positives == "auto":
            return labels.n_positive <= FEW_POSITIVES
        if not isinstance(self.include_positives, bool | np.bool_):
            raise InputError(f"include_positives={self.include_positives!r} is not True, False or 'auto'")
        return bool(self.include_positives)

    def _label(self, labels: Labels, similarity: Vector) -> tuple[Vector, Vector]:
        """Pr(+|d) and the weight of each row in the first model."""
        is_positive = labels.is_positive.astype(np.float64)
        weights = np.ones(len(labels))
        among = similarity[labels.is_unlabeled]
        if among.max() == among.min():
            self._warn(_SAYS_NOTHING.format(n_words=len(self.words_), n_unlabeled=labels.n_unlabeled))
            self.include_positives_ = True
            return is_positive, weights
        chance = similarity / among.max()
        is_likely = chance > 0
        if self.n_first_negatives_ == 0 and labels.n_negative == 0:
            self._warn(_NO_NEGATIVES.format(n_words=len(self.words_), n_unlabeled=labels.n_unlabeled))
            return np.where(is_likely, chance, is_positive), weights
        return np.where(is_likely, 1.0, is_positive), np.where(is_likely, chance, weights)

    def _warn(self, message: str) -> None:
        warnings.warn(message, DataWarning, stacklevel=4)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # EM may well decide that unlabeled rows are positive: agreeing with y as if it were the truth is no aim.
        tags.classifier_tags.poor_score = True
        return tags


_SAYS_NOTHING = (
    "the {n_words} representative words tell no difference between the {n_unlabeled} unlabeled rows; starting from the "
    "positives against all of them, as EMNaiveBayes does; another n_words, or stemmed counts, may help"
)
_NO_NEGATIVES = (
    "each of the {n_unlabeled} unlabeled rows has some of the {n_words} representative words, which leaves no first "
    "negatives; each row starts on both sides, by its similarity; fewer n_words, or leaving out stop words, may help"
)
