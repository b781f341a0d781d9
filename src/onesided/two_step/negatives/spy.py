"""Reliable negatives by spies: positives hidden among the unlabeled rows show where hidden positives lie."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError
from onesided.labels import POSITIVE, UNLABELED, Labels
from onesided.two_step.mixture import em_models, positive_against
from onesided.two_step.negatives.reliable import ReliableNegatives, as_rows, settle

FEW_SPIES = 3


class Spy(BaseEstimator):
    r"""The unlabeled rows that naive Bayes scores below nearly all spies.

    A share of P is hidden in U.  Naive Bayes of the other positives against U and the spies, optionally followed by
    EM, scores all rows; t is the score that a share `noise` of the spies falls below, and
    :math:`RN = \{d \in U: \mathrm{score}(d) < t\}`.  Scores are log odds: they order as probabilities do, without their
    ties at 0 and 1.  Assumes that positives were labelled at random.  One pair of products a draw, and one for each
    EM iteration.

    Parameters
    ----------
    share : float, default=0.15
        Of the positives, at least one, to hide.
    noise : float, default=0.15
        Share of the spies that may fall below t (outliers, wrong labels).
    em : bool, default=False
        Run EM before reading the scores, as in S-EM [1]_.
    n_draws : int, default=1
        Repeat with other spies; a row must be below t in every draw.
    smoothing : float, default=0.1
        λ of naive Bayes.  Laplace's 1 lets few positives drown in a large vocabulary.
    max_iter : int, default=50
        Most EM iterations.

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu, X. Li. Partially supervised classification of text documents. ICML 2002.

    Examples
    --------
    >>> import numpy as np
    >>> from onesided.labels import read_labels
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.poisson([9, 2, 2], (60, 3)), rng.poisson([2, 2, 9], (60, 3))])
    >>> found = Spy().find(X, read_labels([1] * 40 + [0] * 80), random_state=0)    # 20 positives are hidden
    >>> found.record["n_spies"], int(found.mask[40:60].sum()), int(found.mask[60:].sum())
    (6, 0, 52)
    """

    reads = "counts"

    def __init__(
        self, *, share: float = 0.15, noise: float = 0.15, em: bool = False, n_draws: int = 1, smoothing: float = 0.1,
        max_iter: int = 50,
    ):  # fmt: skip
        self.share = share
        self.noise = noise
        self.em = em
        self.n_draws = n_draws
        self.smoothing = smoothing
        self.max_iter = max_iter

    def find(self, X: Any, labels: Labels, random_state: Any = None) -> ReliableNegatives:
        """Find them; `X` holds word counts, `random_state` draws the spies."""
        rows, random = as_rows(X), check_random_state(random_state)
        n_spies = self._n_spies(labels)
        below, total, thresholds = np.ones(len(labels), dtype=bool), np.zeros(len(labels)), []
        for _ in range(self.n_draws):
            spies = random.choice(np.flatnonzero(labels.is_positive), n_spies, replace=False)
            scores = self._scores(rows, labels, spies)
            threshold = np.sort(scores[spies])[int(self.noise * n_spies)]
            below &= scores < threshold
            total += scores - threshold
            thresholds.append(float(threshold))
        return settle(
            below, total / self.n_draws, labels, step="spy", n_spies=n_spies, thresholds=thresholds,
            remedy='raise (for more) or lower (for fewer) noise= of Spy, or try negatives="rocchio"',
        )  # fmt: skip

    def _n_spies(self, labels: Labels) -> int:
        for name in ("share", "noise"):
            if not 0 <= getattr(self, name) < 1 or (name == "share" and self.share == 0):
                raise InputError(f"{name}={getattr(self, name)!r} of Spy must be a share between 0 and 1")
        if self.n_draws < 1:
            raise InputError(f"n_draws={self.n_draws!r} of Spy must be at least 1")
        if labels.n_positive < 2:
            raise InputError(
                "spy needs at least 2 positive rows, one to hide and one to keep; y has 1: add positives, "
                'or use negatives="rocchio"'
            )
        n_spies = min(max(1, round(self.share * labels.n_positive)), labels.n_positive - 1)
        if n_spies < FEW_SPIES and self.n_draws == 1:
            warnings.warn(
                f"y has {labels.n_positive} positive rows, enough for {n_spies} spies only, whose lowest score is the "
                'threshold; add positives, repeat with Spy(n_draws=10), or use negatives="rocchio"',
                DataWarning,
                stacklevel=4,
            )
        return n_spies

    def _scores(self, rows: MemoryRows, labels: Labels, spies: NDArray[np.intp]) -> NDArray[np.float64]:
        codes = labels.codes.copy()
        codes[spies] = UNLABELED
        hidden = Labels(codes, labels.classes)
        model = positive_against(rows, codes == POSITIVE, codes != POSITIVE, self.smoothing)
        if not self.em:
            return model.scores(rows)
        for iteration, (_, scores) in enumerate(em_models(rows, hidden, model, smoothing=self.smoothing)):  # noqa: B007
            if iteration == self.max_iter:
                break
        return scores
