"""Where the data lie: the folder named by ONESIDED_DATA, else the cache folder, else the official address."""

from __future__ import annotations

import hashlib
import os
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path

from onesided.datasets._sources import SOURCES, Source
from onesided.exceptions import InputError
from onesided.writing import written_at_once

Progress = Callable[[int, int | None], None]
CHUNK = 1 << 20


def data_folder() -> Path | None:
    """The user's own folder of data files, if the variable ONESIDED_DATA names one."""
    value = os.environ.get("ONESIDED_DATA")
    return Path(value).expanduser() if value else None


def cache_folder() -> Path:
    """ONESIDED_CACHE, else `onesided` inside XDG_CACHE_HOME, else ~/.cache/onesided."""
    value = os.environ.get("ONESIDED_CACHE")
    if value:
        return Path(value).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "onesided"


def find_file(name: str, *, download: bool = True, progress: Progress | None = None) -> Path:
    """The file of source `name`: from the user's folder, from the cache, or downloaded into the cache.

    A file in the user's folder is taken as it is.  A download is kept only if its checksum is the official one.
    """
    source = SOURCES[name]
    places = [folder / path for folder in (data_folder(), cache_folder()) if folder for path in _names(source)]
    for place in places:
        if place.is_file():
            return place
    if download and source.address:
        return _download(source, cache_folder() / _names(source)[-1], progress)
    looked = " and ".join(str(place) for place in places if place.name == Path(source.path).name)
    raise InputError(
        f"{Path(source.path).name} is missing (looked for {looked}): get it from {source.home}, "
        f"put it in a folder as {source.path} and set ONESIDED_DATA to that folder"
    )


def is_reference_copy(name: str) -> bool:
    """Whether the file found for `name` is, byte by byte, the copy that the documented counts were measured on."""
    return sha256_of(find_file(name, download=False)) == SOURCES[name].sha256


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _names(source: Source) -> list[str]:
    """The path in a data folder, and the official file's own name beside it where that one differs."""
    names = [source.path]
    if source.address and "." in Path(source.address).name:
        names.append(str(Path(source.path).with_name(Path(source.address).name)))
    return names


def _download(source: Source, target: Path, progress: Progress | None) -> Path:
    assert source.address is not None
    digest = hashlib.sha256()
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with urllib.request.urlopen(source.address, timeout=30) as answer, written_at_once(target) as file:
            total = int(answer.headers.get("Content-Length") or 0) or None
            done = 0
            while chunk := answer.read(CHUNK):
                file.write(chunk)
                digest.update(chunk)
                done += len(chunk)
                if progress is not None:
                    progress(done, total)
            if digest.hexdigest() != source.address_sha256:
                raise InputError(
                    f"{source.address} gave {done:,} bytes with sha256 {digest.hexdigest()}, not "
                    f"{source.address_sha256}: the download is damaged or the file has changed; nothing was kept"
                )
    except (OSError, HTTPException) as error:
        raise InputError(
            f"{source.address} cannot be read ({error}): without a network, put the file in a folder as "
            f"{source.path} and set ONESIDED_DATA to that folder"
        ) from error
    return target
