"""Reviews: films (IMDB) and products of four kinds (multi-domain sentiment)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from onesided.datasets._archives import members
from onesided.datasets._documents import Document, Documents, choose, load
from onesided.datasets._files import Progress, find_file

VERSION = 1
_LINE_BREAK = re.compile(r"<br\s*/?>")
_REVIEW = re.compile(r"<review>(.*?)</review>", re.DOTALL)
_FIELDS = {name: re.compile(rf"<{name}>(.*?)</{name}>", re.DOTALL) for name in ("unique_id", "title", "review_text")}


def fetch_imdb(*, progress: Progress | None = None) -> Documents:
    """50,000 film reviews, half positive and half negative, half to train and half to test.

    Returns
    -------
    Documents
        `labels` are "pos" and "neg", `splits` "train" and "test"; `names` end in the number of stars.
    """
    path = find_file("imdb", progress=progress)
    return load("imdb", VERSION, path, lambda: _read_imdb(path))


def fetch_multi_domain(domains: str | Sequence[str] | None = None) -> Documents:
    """Product reviews, 1,000 positive and 1,000 negative in each of four domains.

    Parameters
    ----------
    domains : str or list of str, optional
        Some of books, dvd, electronics, kitchen; default all.

    Returns
    -------
    Documents
        `texts` are title and review, `labels` "positive" and "negative", `groups` the domains.
    """
    path = find_file("multi-domain")
    reviews = load("multi-domain", VERSION, path, lambda: _read_multi_domain(path))
    return reviews.take(choose("domains", domains, reviews.groups))


def _read_imdb(path: Path) -> Iterator[Document]:
    for parts, content in members(path):
        if len(parts) == 4 and parts[2] in ("pos", "neg"):  # the official archive also has unlabeled reviews
            text = _LINE_BREAK.sub(" ", content.decode("utf-8", "replace"))
            yield Document(text, parts[2], "/".join(parts[1:]), split=parts[1])


def _read_multi_domain(path: Path) -> Iterator[Document]:
    for parts, content in members(path):
        label = parts[-1].removesuffix(".review")
        if len(parts) == 3 and label in ("positive", "negative"):
            domain = parts[1].partition("_")[0]  # the last one is called kitchen_&_housewares
            for review in _REVIEW.findall(content.decode("utf-8", "replace")):
                title, text, name = (_field(review, field) for field in ("title", "review_text", "unique_id"))
                yield Document(f"{title}\n{text}", label, name, group=domain)


def _field(review: str, name: str) -> str:
    found = _FIELDS[name].search(review)
    return found.group(1).strip() if found else ""
