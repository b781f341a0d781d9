"""SWDE: pages about products and other things, from many web sites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from onesided.datasets._archives import html_to_text, members
from onesided.datasets._documents import Document, Documents, choose, load
from onesided.datasets._files import find_file
from onesided.exceptions import InputError

VERSION = 1
_FOLDER = re.compile(r"(?P<vertical>\w+)-(?P<site>.+?)\(\d+\)")


def fetch_swde(
    part: Literal["sample", "camera"] = "sample",
    *,
    verticals: str | Sequence[str] | None = None,
    sites: str | Sequence[str] | None = None,
) -> Documents:
    """Visible text of pages from eight verticals with ten web sites each.

    The pages unpack to more than half a gigabyte of HTML: they are read as a stream, and only the text is kept.

    Parameters
    ----------
    part : {"sample", "camera"}, default="sample"
        100 pages of each of the 80 sites (8,000), or all 5,258 pages about cameras.
    verticals : str or list of str, optional
        Some of auto, book, camera, job, movie, nbaplayer, restaurant, university.
    sites : str or list of str, optional
        Some sites, by the names in `groups`.

    Returns
    -------
    Documents
        `labels` are the verticals, `groups` the sites; `names` are ``vertical/site/number``.
    """
    if part not in ("sample", "camera"):
        raise InputError(f"part={part!r} is not known: use 'sample' or 'camera'")
    path = find_file(f"swde-{part}")
    pages = load(f"swde-{part}", VERSION, path, lambda: _read(path))
    return pages.take(choose("verticals", verticals, pages.labels) & choose("sites", sites, pages.groups))


def _read(path: Path) -> Iterator[Document]:
    for parts, content in members(path):
        folder = _FOLDER.fullmatch(parts[-2]) if len(parts) == 4 else None
        if folder:
            text = html_to_text(content.decode("utf-8-sig", "replace"))
            vertical, site = folder["vertical"], folder["site"]
            number = parts[-1].removesuffix(".htm")
            yield Document(text, vertical, f"{vertical}/{site}/{number}", group=site)
