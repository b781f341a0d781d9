"""Reading archives as a stream, without unpacking them to disk."""

from __future__ import annotations

import gzip
import lzma
import re
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from onesided.exceptions import InputError

_DAMAGE = (tarfile.TarError, EOFError, OSError, lzma.LZMAError, zlib.error)


def members(path: Path) -> Iterator[tuple[list[str], bytes]]:
    """Path (as parts) and content of each file in a tar archive, whatever its compression."""
    try:
        with tarfile.open(path, mode="r|*") as archive:
            for member in archive:
                if member.isfile():
                    file = archive.extractfile(member)
                    assert file is not None
                    yield member.name.removeprefix("./").split("/"), file.read()
    except _DAMAGE as error:
        raise InputError(f"{path} is damaged or no tar archive ({error}): get the file again") from error


def lines_of(path: Path) -> list[str]:
    """Lines of a text file that may be gzipped."""
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except _DAMAGE as error:
        raise InputError(f"{path} is damaged ({error}): get the file again") from error
    return data.decode("latin-1").splitlines()


_CRAWLER_MARK = re.compile(r"<!WA\d+>")
_SPACES = re.compile(r"\s+")


def html_to_text(html: str) -> str:
    """The words a reader of the page sees, title included, separated by single spaces.

    >>> html_to_text("<title>Cats</title><script>x()</script><p>one<!WA0><b>two</b>")
    'Cats one two'
    """
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(_CRAWLER_MARK.sub("", html).replace("\0", " "))
    page.strip_tags(["script", "style", "noscript", "template"])
    return _SPACES.sub(" ", page.root.text(separator=" ")).strip() if page.root is not None else ""
