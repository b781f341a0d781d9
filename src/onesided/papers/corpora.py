"""The text collections of several papers, read and counted once in a process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from onesided.datasets import Documents, fetch_20newsgroups_raw, fetch_reuters
from onesided.datasets.reuters import TOP10
from onesided.papers.protocol import Rows, random_parts
from onesided.text import TextVectorizer

Name = Literal["newsgroups", "reuters"]
NEWSGROUPS = (
    "alt.atheism", "comp.graphics", "comp.os.ms-windows.misc", "comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware",
    "comp.windows.x", "misc.forsale", "rec.autos", "rec.motorcycles", "rec.sport.baseball", "rec.sport.hockey",
    "sci.crypt", "sci.electronics", "sci.med", "sci.space", "soc.religion.christian", "talk.politics.guns",
    "talk.politics.mideast", "talk.politics.misc", "talk.religion.misc",
)  # fmt: skip
CLASSES = {"newsgroups": NEWSGROUPS, "reuters": TOP10}
MAX_RARE = 5  # words that occur no more often than this are left out, as in the papers


@lru_cache(maxsize=2)
def documents_of(name: Name) -> Documents:
    """20 Newsgroups, all 19,997 messages without headers; or the articles of Reuters' ten largest topics."""
    return fetch_20newsgroups_raw("19997") if name == "newsgroups" else fetch_reuters("top10")


@lru_cache(maxsize=64)
def members_of(name: Name, label: str) -> NDArray[np.bool_]:
    """Which documents are of this class."""
    return documents_of(name).has_label(label)


@lru_cache(maxsize=3)
def word_counts(name: Name, max_df: float = 1.0) -> sparse.csr_array:
    """How often each word occurs in each document; without stop words, rare words, and words in more than `max_df`."""
    vectorizer = TextVectorizer(
        stop_words="english", token_pattern="[A-Za-z]{2,}", min_df=1, max_df=max_df, sublinear_tf=False, use_idf=False,
        norm=None, dtype=np.float64,
    )  # fmt: skip
    counts = sparse.csr_array(vectorizer.fit_transform(documents_of(name).texts))
    return counts[:, np.flatnonzero(counts.sum(axis=0) > MAX_RARE)]


def train_and_test(name: Name, seed: int) -> tuple[Rows, Rows]:
    """A random 30% of the documents to test on, the others to learn from."""
    test, train = random_parts(len(documents_of(name)), (0.3, 0.7), seed)
    return train, test


@lru_cache(maxsize=2)
def weighted_words(name: Name, seed: int) -> tuple[Any, Any]:
    """Training and test rows as the toolkit weighs words by default, with the vocabulary of the training part."""
    texts = documents_of(name).texts
    train, test = train_and_test(name, seed)
    vectorizer = TextVectorizer()
    X = vectorizer.fit_transform([texts[row] for row in train])
    return X, vectorizer.transform([texts[row] for row in test])
