"""Reuters-21578, read from its SGML files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from onesided.datasets._archives import members
from onesided.datasets._documents import Document, Documents, load
from onesided.datasets._files import find_file
from onesided.exceptions import InputError

VERSION = 1
TOP10 = ("earn", "acq", "money-fx", "grain", "crude", "trade", "interest", "wheat", "ship", "corn")

_ARTICLE = re.compile(r"<REUTERS(.*?)>(.*?)</REUTERS>", re.DOTALL)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_TOPICS = re.compile(r"<TOPICS>(.*?)</TOPICS>", re.DOTALL)
_TOPIC = re.compile(r"<D>(.*?)</D>")
_TEXT = re.compile(r"<TEXT.*?>(.*)</TEXT>", re.DOTALL)
_TITLE = re.compile(r"<TITLE>(.*?)</TITLE>", re.DOTALL)
_BODY = re.compile(r"<BODY>(.*?)</BODY>", re.DOTALL)
_DROPPED = re.compile(r"<DATELINE>.*?</DATELINE>|<AUTHOR>.*?</AUTHOR>", re.DOTALL)
_TAG = re.compile(r"</?[A-Z]+>")
_CONTROL = re.compile(r"&#\d+;|[\x00-\x08\x0b-\x1f]")
_SIGNATURE = re.compile(r"\s*\bREUTER\b\s*$", re.IGNORECASE)


def fetch_reuters(
    topics: Literal["top10", "all"] | Sequence[str] = "top10",
    *,
    split: Literal["modapte"] | None = None,
) -> Documents:
    """Newswire articles of 1987 with their topics.

    Parameters
    ----------
    topics : "top10", "all" or list of str, default="top10"
        Keep the documents with at least one of these topics; "top10" are the ten largest; "all" keeps every
        one of the 21,578 documents, also those without a topic.
    split : "modapte" or None, default=None
        With "modapte", only the documents of that split (9,603 to train, 3,299 to test, before `topics`).

    Returns
    -------
    Documents
        `texts` are title and body, `names` the numbers 1 to 21578, `labels` all topics of the document separated by
        spaces (see `Documents.has_label`), `splits` is "train", "test" or "unused" by ModApte.
    """
    if split not in (None, "modapte"):
        raise InputError(f"split={split!r} is not known: use 'modapte' or None")
    path = find_file("reuters")
    documents = load("reuters", VERSION, path, lambda: _read(path))
    known = {topic for labels in documents.labels.tolist() for topic in labels.split()}
    if isinstance(topics, str) and topics not in ("top10", "all"):
        topics = [topics]
    is_kept = np.ones(len(documents), dtype=bool)
    if topics != "all":
        wanted = set(TOP10 if topics == "top10" else topics)
        if topics != "top10" and (unknown := sorted(wanted - known)):
            raise InputError(f"topics={unknown[0]!r} is not in Reuters-21578, whose largest are {', '.join(TOP10)}")
        is_kept &= [not wanted.isdisjoint(labels.split()) for labels in documents.labels.tolist()]
    if split == "modapte":
        is_kept &= documents.splits != "unused"
    return documents.take(is_kept)


def _read(path: Path) -> Iterator[Document]:
    for parts, content in members(path):
        if parts[-1].endswith(".sgm"):
            for head, article in _ARTICLE.findall(content.decode("latin-1")):
                yield _document(dict(_ATTRIBUTE.findall(head)), article)


def _document(attributes: dict[str, str], article: str) -> Document:
    topics = _TOPICS.search(article)
    split = attributes.get("LEWISSPLIT", "").lower()
    # ModApte: LEWISSPLIT decides, but only for documents whose topics were judged (TOPICS="YES").
    if attributes.get("TOPICS") != "YES" or split not in ("train", "test"):
        split = "unused"
    labels = " ".join(_TOPIC.findall(topics.group(1))) if topics else ""
    return Document(_text(article), labels, attributes.get("NEWID", ""), split=split)


def _text(article: str) -> str:
    """Title and body; unstructured articles as they are.  The closing signature "Reuter" says nothing."""
    found = _TEXT.search(article)
    content = found.group(1) if found else ""
    title, body = _TITLE.search(content), _BODY.search(content)
    if body:
        content = (title.group(1) + "\n" if title else "") + body.group(1)
    content = _TAG.sub(" ", _DROPPED.sub(" ", content))
    return _SIGNATURE.sub("", html.unescape(_CONTROL.sub(" ", content))).strip()
