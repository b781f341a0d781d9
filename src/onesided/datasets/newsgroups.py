"""20 Newsgroups, as raw messages, in its three versions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from onesided.datasets._archives import members
from onesided.datasets._documents import Document, Documents, load
from onesided.datasets._files import Progress, find_file
from onesided.exceptions import InputError

VERSION = 1
_HEADER_LINE = re.compile(r"[A-Za-z][\w-]*:")


def fetch_20newsgroups_raw(
    version: Literal["19997", "18828", "bydate"] = "19997",
    *,
    headers: bool = False,
    progress: Progress | None = None,
) -> Documents:
    """Usenet messages of 20 groups.

    Parameters
    ----------
    version : {"19997", "18828", "bydate"}, default="19997"
        The original of 19,997 messages with cross-posts; 18,828 without duplicates; 18,846 split by date
        (11,314 + 7,532), the version of scikit-learn, whose parts stand in `splits`.
    headers : bool, default=False
        Keep the header lines.  In the original version they name the group, so that keeping them gives the
        answer away.
    progress : callable, optional
        Called as `progress(bytes_done, bytes_total)` while downloading (only "bydate" is downloaded).

    Returns
    -------
    Documents
        `labels` are the groups, `names` are ``group/number``.
    """
    if version not in ("19997", "18828", "bydate"):
        raise InputError(f"version={version!r} is not known: use '19997', '18828' or 'bydate'")
    name = f"20news-{version}"
    path = find_file(name, progress=progress)
    documents = load(name, VERSION, path, lambda: _read(path))
    return documents if headers else replace(documents, texts=[without_header(text) for text in documents.texts])


def without_header(message: str) -> str:
    """The message after its first empty line; all of it if it does not begin with a header line.

    >>> without_header("From: a@b\\nSubject: x\\n\\nHello.\\n\\nBye.")
    'Hello.\\n\\nBye.'
    """
    if not _HEADER_LINE.match(message):
        return message.lstrip("\n")
    return message.partition("\n\n")[2]


def _read(path: Path) -> Iterator[Document]:
    for parts, content in members(path):
        if len(parts) == 3:
            split = parts[0].rpartition("-")[2]
            text = content.decode("latin-1").replace("\r\n", "\n")
            yield Document(text, parts[1], "/".join(parts[1:]), split=split if split in ("train", "test") else "")
