"""Bytes of a file, decompressed; everything that can go wrong said in one line."""

from __future__ import annotations

import bz2
import difflib
import gzip
import io
import lzma
import sys
import zlib
from pathlib import Path

from onesided.exceptions import InputError

MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
COMPRESSED_SUFFIXES = {".gz", ".bz2", ".xz", ".zst"}


def check_exists(path: Path) -> None:
    """Raise with the closest name if there is nothing at `path`."""
    try:
        path.stat()
        return
    except PermissionError:
        raise InputError(f"{path}: permission denied; make the file and its folders readable for you") from None
    except OSError:
        pass
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        raise InputError(f"{path}: there is no such file, nor the folder {path.parent}; check the path") from None
    close = difflib.get_close_matches(path.name, names, n=1)
    hint = f"did you mean {path.parent / close[0]}?" if close else "check the path"
    raise InputError(f"{path}: there is no such file or folder; {hint}")


def read_bytes(path: Path) -> bytes:
    """Content of a file as it is."""
    try:
        return path.read_bytes()
    except PermissionError:
        raise InputError(f"{path}: permission denied; make the file readable for you") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder where a file is needed") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


def read_standard_input() -> bytes:
    """All bytes of standard input."""
    raw = sys.stdin.buffer.read()
    if not raw:
        raise InputError("standard input is empty: pipe a CSV, JSONL or one document a line into it")
    return raw


def plain_suffix(path: Path) -> str:
    """Suffix in lower case, the one before a compression suffix: ``.csv`` of ``pile.CSV.gz``.

    Examples
    --------
    >>> plain_suffix(Path("pile.CSV.gz"))
    '.csv'
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED_SUFFIXES:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def decompress(raw: bytes, source: str) -> bytes:
    """Undo gzip, bzip2, xz or zstandard, known by the first bytes; leave other content as it is."""
    kind = next((kind for magic, kind in MAGIC.items() if raw.startswith(magic)), None)
    if kind is None:
        return raw
    try:
        if kind == "gzip":
            return gzip.decompress(raw)
        if kind == "bzip2":
            return bz2.decompress(raw)
        if kind == "xz":
            return lzma.decompress(raw)
        return _unpack_zstandard(raw)
    except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(f"{source}: broken or cut {kind} file ({reason}); copy or download it again") from None


def _unpack_zstandard(raw: bytes) -> bytes:
    # Python reads zstandard from 3.14 on; polars does it line by line, and only for UTF-8.
    if sys.version_info >= (3, 14):
        from compression import zstd

        try:
            return zstd.decompress(raw)
        except zstd.ZstdError as error:
            raise OSError(str(error)) from None
    import polars as pl

    try:
        lines = pl.read_lines(io.BytesIO(raw))
    except pl.exceptions.PolarsError as error:
        raise OSError(f"or not UTF-8 inside: {error}") from None
    return "\n".join(lines["line"].to_list()).encode()
