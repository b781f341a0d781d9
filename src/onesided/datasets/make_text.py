"""Synthetic sparse text of any size."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import csr_array
from sklearn.utils import check_random_state

from onesided.datasets.hide_labels import hide_labels
from onesided.exceptions import InputError

N_TOPICS = 8
WORDS_PER_TOPIC = 100
TOPIC_SHARE = (1.2, 6.0)  # Beta distribution of the share of a document's words that come from its topic
BLOCK = 50_000  # documents drawn at once: bounds the memory for random numbers


def make_text(
    n_documents: int = 20_000,
    n_features: int = 50_000,
    *,
    prior: float = 0.25,
    label_frequency: float = 0.2,
    n_nonzeros: int = 50,
    return_labels: Literal["pu", "true", "both"] = "pu",
    dtype: DTypeLike = np.float32,
    random_state: int | np.random.RandomState | None = None,
) -> Any:
    """Draw documents of a positive and a negative class as unit tf-idf rows.

    Word frequencies follow Zipf's law.  Each document has one of 8 topics, a quarter of them (more or fewer with
    `prior`) positive, and draws a random share of its words from its topic, the rest from the common
    language.  Many documents have little of their topic, so that the classes overlap: at the default size, logistic
    regression (C=10) on half of the true labels has an F of 0.85 on the other half, 0.91 at the best cut.  Time and
    memory are proportional to the non-zeros.

    Parameters
    ----------
    n_documents, n_features : int
        Rows and columns.
    prior : float, default=0.25
        Share of positive documents (exact, rounded to whole documents).
    label_frequency : float, default=0.2
        Share of the positives whose label is given, completely at random (see `hide_labels`).
    n_nonzeros : int, default=50
        Distinct words per document, on average.
    return_labels : {"pu", "true", "both"}, default="pu"
        Which labels to return.
    dtype : dtype, default=float32
        Type of the values.
    random_state : int, RandomState instance or None, default=None
        Seed of the draw.

    Returns
    -------
    X : csr_array of shape (n_documents, n_features)
    y : ndarray of int
        1 labelled positive, 0 unlabeled (``"pu"``), or 1 positive, 0 negative (``"true"``).
    y_true : ndarray of int
        Only with ``"both"``.

    Examples
    --------
    >>> X, y = make_text(n_documents=500, n_features=2000, random_state=0)
    >>> X.shape, X.dtype, int(y.sum())
    ((500, 2000), dtype('float32'), 25)
    """
    _check(n_documents, n_features, prior, n_nonzeros, return_labels)
    rng = check_random_state(random_state)
    is_positive = np.zeros(n_documents, dtype=bool)
    is_positive[: round(prior * n_documents)] = True
    rng.shuffle(is_positive)

    language = _Language(n_features, n_nonzeros, rng)
    n_positive_topics = min(max(1, round(prior * N_TOPICS)), N_TOPICS - 1)
    topics = np.where(
        is_positive,
        rng.randint(0, n_positive_topics, n_documents),
        rng.randint(n_positive_topics, N_TOPICS, n_documents),
    )
    blocks = [language.draw(topics[start : start + BLOCK], rng) for start in range(0, n_documents, BLOCK)]
    X = _unit_tfidf(blocks, (n_documents, n_features), np.dtype(dtype))

    y_true = is_positive.astype(np.int64)
    if return_labels == "true":
        return X, y_true
    y_pu = hide_labels(y_true, label_frequency, random_state=rng)
    return (X, y_pu) if return_labels == "pu" else (X, y_pu, y_true)


class _Language:
    """Zipf's law over shuffled columns, and for each topic the same law over some words of middling frequency."""

    def __init__(self, n_features: int, n_nonzeros: int, rng: np.random.RandomState) -> None:
        common = _zipf(n_features)
        n_topic_words = min(WORDS_PER_TOPIC, n_features // 2)
        candidates = np.arange(min(n_features // 50, 100), n_features)  # the commonest words belong to no topic
        self.columns = rng.permutation(n_features).astype(np.int32)
        self.topic_words = np.array([rng.permutation(candidates)[:n_topic_words] for _ in range(N_TOPICS)])
        topical = _zipf(self.topic_words.shape[1])
        self.common_sums, self.topical_sums = np.cumsum(common), np.cumsum(topical)
        share = TOPIC_SHARE[0] / sum(TOPIC_SHARE)
        mixed = (1 - share) * common
        mixed[self.topic_words[0]] += share * topical
        self.n_words = _words_for_distinct(n_nonzeros, mixed)

    def draw(self, topics: NDArray[np.intp], rng: np.random.RandomState) -> tuple[NDArray, NDArray, NDArray]:
        """Lengths, columns and counts of the rows with these topics."""
        # Lengths vary by about a third, as the lengths of abstracts do; the mean of exp(N(m, s)) is exp(m + s²/2).
        lengths = np.maximum(np.rint(self.n_words * rng.lognormal(-0.045, 0.3, len(topics))), 1).astype(np.int64)
        rows = np.repeat(np.arange(len(topics)), lengths)
        is_topical = rng.random_sample(len(rows)) < np.repeat(rng.beta(*TOPIC_SHARE, len(topics)), lengths)
        at = rng.random_sample(len(rows))
        words = np.empty(len(rows), dtype=np.int64)
        words[~is_topical] = _look_up(self.common_sums, at[~is_topical])
        words[is_topical] = self.topic_words[topics[rows[is_topical]], _look_up(self.topical_sums, at[is_topical])]

        # One number per (row, column), sorted: equal neighbours are the same word again.
        keys = rows * len(self.columns) + self.columns[words]
        keys.sort()
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        counts = np.diff(starts, append=len(keys))
        rows, columns = np.divmod(keys[starts], len(self.columns))
        return np.bincount(rows, minlength=len(topics)), columns.astype(np.int32), counts.astype(np.uint16)


def _zipf(n: int) -> NDArray[np.float64]:
    """Mandelbrot's form of Zipf's law; the shift keeps the first words from filling every document."""
    weights = 1.0 / (np.arange(n) + 10.0)
    return weights / weights.sum()


def _look_up(sums: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.intp]:
    return np.minimum(np.searchsorted(sums, at, side="right"), len(sums) - 1)


def _words_for_distinct(n_distinct: int, probabilities: NDArray[np.float64]) -> float:
    """How many words to draw so that `n_distinct` different ones are expected: sum of 1 - (1 - p)^n, by bisection."""
    log_missed = np.log1p(-probabilities)
    low, high = float(n_distinct), 100.0 * n_distinct
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if -np.expm1(middle * log_missed).sum() < n_distinct else (low, middle)
    return high


def _unit_tfidf(blocks: list[tuple[NDArray, NDArray, NDArray]], shape: tuple[int, int], dtype: np.dtype) -> csr_array:
    """Counts to weights block by block: apart from the result, only the blocks themselves take room."""
    frequency = sum(np.bincount(columns, minlength=shape[1]) for _, columns, _ in blocks)
    rarity = (np.log((1.0 + shape[0]) / (1.0 + frequency)) + 1.0).astype(dtype)
    weighted = []
    for lengths, columns, counts in blocks:
        values = counts * rarity[columns]
        norms = np.sqrt(np.add.reduceat(values * values, np.cumsum(lengths) - lengths))
        weighted.append((values / np.repeat(norms, lengths)).astype(dtype, copy=False))
    starts = np.append(0, np.cumsum(np.concatenate([lengths for lengths, _, _ in blocks])))
    # 32-bit positions as long as they suffice: smaller, and every solver accepts them.
    starts = starts.astype(np.int32 if starts[-1] < 2**31 else np.int64)
    return csr_array((np.concatenate(weighted), np.concatenate([columns for _, columns, _ in blocks]), starts), shape)


def _check(n_documents: int, n_features: int, prior: float, n_nonzeros: int, return_labels: str) -> None:
    if not 0 < prior < 1 or not 0 < round(prior * n_documents) < n_documents:
        raise InputError(f"prior={prior} of {n_documents} documents leaves a class empty")
    if n_nonzeros < 1 or n_features < 4 * n_nonzeros:
        raise InputError(f"n_nonzeros={n_nonzeros} must be at least 1 and at most a quarter of n_features={n_features}")
    if return_labels not in ("pu", "true", "both"):
        raise InputError(f"return_labels={return_labels!r} is not known: use 'pu', 'true' or 'both'")
