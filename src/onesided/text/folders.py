"""A folder of documents: what can be read is, the rest is counted with the reason."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from onesided.exceptions import InputError
from onesided.text.documents import DOCUMENT_SUFFIXES, HTML, MAIL, document_text
from onesided.text.encodings import looks_binary
from onesided.text.files import decompress, plain_suffix, read_bytes
from onesided.text.tables import TABLE_SUFFIXES


class Folder(NamedTuple):
    """Documents of a folder: names relative to it, texts, what was left out and why, and the kinds of files."""

    names: list[str]
    texts: list[str]
    skipped: list[tuple[str, str]]
    kinds: Counter[str]


def files_below(folder: Path) -> list[Path]:
    """All files in a folder and its subfolders, in the order of their names."""

    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename}: cannot list this folder ({error.strerror}); make it readable for you")

    paths = [Path(base) / name for base, _, names in os.walk(folder, onerror=refuse) for name in names]
    return sorted(paths, key=lambda path: path.relative_to(folder).as_posix())


def tables_in(folder: Path) -> list[Path]:
    """Return the tables of a folder that holds no documents."""
    paths = [path for path in files_below(folder) if not path.name.startswith(".")]
    if any(plain_suffix(path) not in TABLE_SUFFIXES for path in paths):
        return []
    return paths


def read_folder(folder: Path) -> Folder:
    """Read every document below `folder`.

    Files named like documents are read; files without a suffix (or with a number for one, as mailing list archives
    have) too if they hold text.  Others are skipped with a reason.

    Parameters
    ----------
    folder : Path
        The folder.

    Returns
    -------
    Folder
    """
    names, texts, skipped, kinds = [], [], [], Counter[str]()
    for path in files_below(folder):
        name = path.relative_to(folder).as_posix()
        suffix = plain_suffix(path)
        reason = _why_not(path, suffix)
        if reason is None:
            try:
                raw = decompress(read_bytes(path), str(path))
            except InputError as error:  # one bad file must not stop the others
                skipped.append((name, str(error).partition(": ")[2]))
                continue
            # HTML and mail may carry encodings of their own, and are never taken for binary files.
            if suffix not in HTML | MAIL and looks_binary(raw):
                reason = "holds binary data, not text"
            else:
                names.append(name)
                texts.append(document_text(raw, suffix))
                kinds["HTML" if suffix in HTML else "mail" if suffix in MAIL else "text"] += 1
        if reason is not None:
            skipped.append((name, reason))
    if not any(text.strip() for text in texts):
        found = f"{len(texts)} empty and {len(skipped)} other files" if texts or skipped else "no file"
        example = f" (such as {skipped[0][0]}: {skipped[0][1]})" if skipped else ""
        raise InputError(
            f"{folder}: no readable text, {found} in this folder{example}; give .txt, .md, .html or .eml files"
        )
    return Folder(names, texts, skipped, kinds)


def _why_not(path: Path, suffix: str) -> str | None:
    if path.name.startswith("."):
        return "hidden file"
    if suffix in DOCUMENT_SUFFIXES or suffix == "" or suffix[1:].isdigit():
        return None
    if suffix in TABLE_SUFFIXES:
        return f"{suffix} is a table; give it by itself"
    return f"{suffix} is not read; convert it to text"
