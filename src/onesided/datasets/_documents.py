"""What the loaders return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from onesided.datasets._cache import Arrays, cached, pack, unpack
from onesided.exceptions import InputError


@dataclass(frozen=True)
class Document:
    """One text while it is being read; several labels are separated by a space."""

    text: str
    label: str
    name: str
    group: str = ""
    split: str = ""


@dataclass(frozen=True, repr=False)
class Documents:
    """Texts with what is known about them, one entry per document.

    Attributes
    ----------
    texts, names : list of str
    labels : ndarray of str
        The class; several classes (Reuters) are separated by a space.
    groups : ndarray of str
        Where the document comes from (university, site, domain), or "".
    splits : ndarray of str
        The official part ("train", "test", "unused"), or "".
    """

    texts: list[str]
    names: list[str]
    labels: NDArray[np.str_]
    groups: NDArray[np.str_]
    splits: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return f"Documents({len(self):,} texts)"

    def has_label(self, label: str) -> NDArray[np.bool_]:
        """Mask of the documents that have this label, alone or among others."""
        return np.array([label in labels.split() for labels in self.labels.tolist()], dtype=bool)

    def take(self, rows: ArrayLike) -> Documents:
        """Some of the documents, by a mask or by positions."""
        positions = np.arange(len(self))[np.asarray(rows)]
        return Documents(
            [self.texts[i] for i in positions],
            [self.names[i] for i in positions],
            self.labels[positions],
            self.groups[positions],
            self.splits[positions],
        )


def load(name: str, version: int, source: Path, read: Callable[[], Iterable[Document]]) -> Documents:
    """Documents from the cache, or read and then cached."""

    def build() -> Arrays:
        documents = list(read())
        if not documents:
            raise InputError(f"{source} holds no document of {name}: is it the right file?")
        arrays: Arrays = {}
        for field in fields(Document):
            arrays[field.name], arrays[field.name + "_lengths"] = pack([getattr(d, field.name) for d in documents])
        return arrays

    arrays = cached(name, version, [source], build)
    text, label, origin, group, split = (unpack(arrays[f.name], arrays[f.name + "_lengths"]) for f in fields(Document))
    return Documents(text, origin, np.array(label), np.array(group), np.array(split))


def choose(what: str, asked: str | Sequence[str] | None, known: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Mask of the entries whose value is among those asked for (all if None); a value that never occurs is an error."""
    if asked is None:
        return np.ones(len(known), dtype=bool)
    wanted = [asked] if isinstance(asked, str) else list(asked)
    there = sorted(set(known.tolist()))
    for value in wanted:
        if value not in there:
            raise InputError(f"{what}={value!r} is not known: use one of {', '.join(there)}")
    return np.isin(known, wanted)
