"""Words of many texts in one compiled pass over their UTF-8 bytes.

It hashes each word while it reads it and hands out only the distinct ones as strings: a quarter of the cost of a
regular expression followed by a table of all words.  What a word is stays with :mod:`onesided.text.tokens`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from onesided.engine.compiled import compiled

if TYPE_CHECKING:
    import polars as pl

# Letters, digits and the underscore of ASCII, and every byte of a character beyond it.
IS_WORD_BYTE = np.array([byte >= 128 or chr(byte).isalnum() or chr(byte) == "_" for byte in range(256)])
NEW_LINE = 10


def scan_words(texts: pl.Series) -> tuple[pl.Series, NDArray[np.int32], NDArray[np.int64]]:
    """Cut texts into words of two or more characters.

    Parameters
    ----------
    texts : polars.Series
        Where every character beyond ASCII is part of a word.

    Returns
    -------
    words : polars.Series
        The distinct words, by first appearance.
    codes : array of int32
        The place in `words` of each word of the texts, one text after the other.
    lengths : array of int64
        How many words each text has.

    Examples
    --------
    >>> import polars as pl
    >>> words, codes, lengths = scan_words(pl.Series(["a red, red cat", "no cat"]))
    >>> words.to_list(), codes, lengths
    (['red', 'cat', 'no'], array([0, 0, 1, 2, 1], dtype=int32), array([3, 2]))
    """
    import polars as pl

    joined = texts.str.join("\n").cast(pl.Binary).item() + b"\n"
    n_bytes = texts.str.len_bytes().to_numpy().astype(np.int64)
    n_slots = 1 << max(int(len(joined) // 32).bit_length(), 4)
    while True:
        # Numba counts references to an array that is replaced in a loop, at each use: a full table starts anew instead.
        is_whole, codes, lengths, lexicon = _scan(np.frombuffer(joined, np.uint8), n_bytes, IS_WORD_BYTE, n_slots)
        if is_whole:
            break
        n_slots *= 4
    words = pl.Series("word", [lexicon[:-1].tobytes()]).cast(pl.String).str.split("\n").explode()
    return words if len(lexicon) else words.clear(), codes, lengths


@compiled
def _scan(text: Any, n_bytes: Any, is_word_byte: Any, n_slots: int) -> Any:
    """Whether `n_slots`, a power of two, sufficed; codes; words a text; the distinct words, a new line behind each.

    Each text ends with a byte that is part of no word.  Unsigned places, as a check for negative ones costs a quarter.
    """
    one, mask = np.uint64(1), np.uint64(n_slots - 1)
    codes = np.empty(len(text) // 3 + 1, dtype=np.int32)  # a word has two bytes, and another follows
    lengths = np.zeros(len(n_bytes), dtype=np.int64)
    slots, hashes = np.full(n_slots, -1, dtype=np.int32), np.empty(n_slots, dtype=np.uint64)
    firsts = np.empty(n_slots // 2 + 1, dtype=np.uint64)  # where each distinct word stands first
    n_distinct, n_codes, n_letters, place = np.uint64(0), np.uint64(0), 0, np.uint64(0)
    for row in range(len(n_bytes)):
        stop, before = place + np.uint64(n_bytes[row]), n_codes
        while place < stop and n_distinct < len(firsts):
            byte = text[place]
            if not is_word_byte[byte]:
                place += one
                continue
            begin, n_characters = place, 0
            hashed = np.uint64(0xCBF29CE484222325)  # Fowler-Noll-Vo
            while is_word_byte[byte]:
                hashed = (hashed ^ np.uint64(byte)) * np.uint64(0x100000001B3)
                n_characters += (byte & 0xC0) != 0x80  # the other bytes of a character begin with the bits 10
                place += one
                byte = text[place]
            if n_characters < 2:
                continue
            hashed ^= hashed >> np.uint64(32)
            slot, size = hashed & mask, place - begin
            while True:
                code = slots[slot]
                if code < 0:
                    code = np.int32(n_distinct)
                    slots[slot], hashes[slot], firsts[n_distinct] = code, hashed, begin
                    n_distinct += one
                    n_letters += int(size) + 1
                    break
                if hashes[slot] == hashed:  # almost surely the same word
                    first, same = firsts[np.uint64(code)], np.uint64(0)
                    while same < size and text[first + same] == text[begin + same]:
                        same += one
                    if same == size and not is_word_byte[text[first + same]]:
                        break
                slot = (slot + one) & mask
            codes[n_codes] = code
            n_codes += one
        lengths[row] = n_codes - before
        place = stop + one
    lexicon = np.empty(n_letters, dtype=np.uint8)
    at = np.uint64(0)
    for code in range(n_distinct):
        first = firsts[code]
        while is_word_byte[text[first]]:
            lexicon[at] = text[first]
            first += one
            at += one
        lexicon[at] = NEW_LINE
        at += one
    return n_distinct < len(firsts), codes[:n_codes].copy(), lengths, lexicon


@compiled
def count_codes(codes: Any, lengths: Any, n_columns: int) -> Any:
    """How often each code stands in each row, as the three parts of a CSR matrix; columns by first appearance.

    Codes of -1 count nowhere.
    """
    indptr = np.zeros(len(lengths) + 1, dtype=np.int32)
    columns, counts = np.empty(len(codes), dtype=np.int32), np.empty(len(codes), dtype=np.int32)
    seen_at = np.full(n_columns, -1, dtype=np.int32)
    n_kept, at = 0, 0
    for row in range(len(lengths)):
        begin = n_kept
        for _ in range(lengths[row]):
            code = codes[at]
            at += 1
            if code < 0:
                continue
            place = seen_at[code]
            if place < begin:
                seen_at[code] = n_kept
                columns[n_kept], counts[n_kept] = code, 1
                n_kept += 1
            else:
                counts[place] += 1
        indptr[row + 1] = n_kept
    return counts[:n_kept].copy(), columns[:n_kept].copy(), indptr
