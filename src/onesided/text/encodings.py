"""Bytes of any usual encoding to clean UTF-8."""

from __future__ import annotations

import codecs
import re

# The longer mark first: UTF-32's begins with UTF-16's.
BYTE_ORDER_MARKS = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
]
SAMPLE = 65_536


def to_utf8(raw: bytes, declared: str | None = None) -> bytes:
    """Return the text in UTF-8, without byte order mark and NUL bytes.

    A byte order mark decides; then valid UTF-8 wins; then the encoding that the document declares.  Otherwise
    text with few non-ASCII bytes is taken for Western European (Windows-1252, which contains Latin-1's letters),
    and for text with many (Cyrillic, Chinese…) charset-normalizer guesses.

    Parameters
    ----------
    raw : bytes
        The file's content.
    declared : str, optional
        Encoding named inside the document, as HTML does.

    Returns
    -------
    bytes
        UTF-8.

    Examples
    --------
    >>> to_utf8("café".encode("latin-1")).decode()
    'café'
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return _encode(raw[len(mark) :].decode(encoding, errors="replace"))
    wide = _utf16_without_mark(raw[:SAMPLE])
    if wide is not None:
        return _encode(raw.decode(wide, errors="replace"))
    clean = raw.replace(b"\0", b"") if b"\0" in raw else raw
    if clean.isascii() or _is_valid(clean, "utf-8"):
        return clean
    if declared is not None and _is_valid(clean, declared):
        return _encode(clean.decode(declared))
    guessed = _guess(clean)
    return _encode(clean.decode(guessed))


def has_content(raw: bytes) -> bool:
    """Whether there is anything but white space; a search, since stripping would copy a large file."""
    return re.search(rb"\S", raw) is not None


def looks_binary(raw: bytes) -> bool:
    """Whether the bytes are no text: a sample decodes to many control characters."""
    sample = to_utf8(raw[:8192]).decode("utf-8", errors="replace")
    n_control = sum(ord(character) < 32 and character not in "\t\n\r\f\v\x1a\x1b" for character in sample)
    # A NUL here and there is an accident; NULs all over, in no known pattern, are a binary file.
    stray = 0 if _utf16_without_mark(raw[:8192]) or raw.startswith(tuple(m for m, _ in BYTE_ORDER_MARKS[1:])) else 1
    n_null = stray * raw[:8192].count(b"\0")
    return n_control + n_null > 0.02 * len(sample) + 2


def _utf16_without_mark(sample: bytes) -> str | None:
    """Guess UTF-16 of mostly ASCII text from NULs in every second byte and hardly any in the others."""
    half = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.7 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.7 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _guess(raw: bytes) -> str:
    first = next(place for place in range(0, len(raw), SAMPLE) if not raw[place : place + SAMPLE].isascii())
    sample = raw[first : first + SAMPLE]
    n_high = sum(byte > 127 for byte in sample)
    if n_high >= 20 and n_high > 0.3 * len(sample):  # a word or two tell nothing
        from charset_normalizer import from_bytes

        best = from_bytes(sample).best()
        if best is not None and _is_valid(raw, best.encoding):
            return best.encoding
    return "cp1252" if _is_valid(raw, "cp1252") else "latin-1"


def _is_valid(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _encode(text: str) -> bytes:
    return text.replace("\0", "").encode("utf-8", errors="replace")
