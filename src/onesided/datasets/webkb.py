"""WebKB: pages of computer science departments, and the part of it that co-training was shown on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from onesided.datasets._archives import html_to_text, members
from onesided.datasets._documents import Document, Documents, choose, load
from onesided.datasets._files import find_file
from onesided.exceptions import InputError

VERSION = 1
# From a first line such as "Server: X" to the first empty line; in three pages the crawler broke lines in between.
_MIME_HEADER = re.compile(r"(?:HTTP/|[\w-]+:)[^\n]*\n(?:[^\r\n][^\n]*\n){,30}\r?\n")


def fetch_webkb(
    classes: str | Sequence[str] | None = None, *, universities: str | Sequence[str] | None = None
) -> Documents:
    """Web pages of 1997 in seven classes, from four universities and others ("misc").

    The MIME header, the crawler's marks (``<!WA0>``), scripts and all tags are removed.

    Parameters
    ----------
    classes : str or list of str, optional
        Some of student, faculty, course, project, department, staff, other; default all 8,282 pages.  The usual
        four-class subset (student, faculty, course, project) has 4,199.
    universities : str or list of str, optional
        Some of cornell, texas, washington, wisconsin, misc.

    Returns
    -------
    Documents
        `labels` are the classes, `groups` the universities, `names` the addresses.
    """
    path = find_file("webkb")
    pages = load("webkb", VERSION, path, lambda: _read(path))
    return pages.take(choose("classes", classes, pages.labels) & choose("universities", universities, pages.groups))


def page_text(page: str) -> str:
    """Visible text of a page that may begin with its MIME header.

    >>> page_text("MIME-Version: 1.0\\r\\nServer: X\\r\\n\\r\\n<html><!WA0><b>CS414</b> Home")
    'CS414 Home'
    """
    header = _MIME_HEADER.match(page)
    return html_to_text(page[header.end() :] if header else page)


def _read(path: Path) -> Iterator[Document]:
    for parts, content in members(path):
        if len(parts) == 4:
            _, label, university, name = parts
            yield Document(page_text(content.decode("latin-1")), label, _address(name), group=university)


def _address(name: str) -> str:
    return name.strip().replace("^", "/")


@dataclass(frozen=True, repr=False)
class TwoViews:
    """Pages seen twice: their own words, and the words of the links that lead to them."""

    fulltext: list[str]
    inlinks: list[str]
    names: list[str]
    labels: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"TwoViews({len(self):,} pages)"


def fetch_course_cotrain() -> TwoViews:
    """Blum and Mitchell's co-training data: 230 course and 821 other pages, each in two views.

    Returns
    -------
    TwoViews
        `fulltext` and `inlinks` are lists of texts in the same order; `labels` are "course" and "non-course".
    """
    path = find_file("course-cotrain")
    both = load("course-cotrain", VERSION, path, lambda: _read_views(path))
    views = [both.take(both.groups == view) for view in ("fulltext", "inlinks")]
    if views[0].names != views[1].names or not np.array_equal(views[0].labels, views[1].labels):
        raise InputError(f"{path} is not complete: its two views do not hold the same pages")
    return TwoViews(views[0].texts, views[1].texts, views[0].names, views[0].labels)


def _read_views(path: Path) -> list[Document]:
    pages = [
        Document(html_to_text(content.decode("latin-1")), parts[2], _address(parts[3]), group=parts[1])
        for parts, content in members(path)
        if len(parts) == 4
    ]
    return sorted(pages, key=lambda page: (page.group, page.label, page.name))
