"""Words of many texts to codes, in two compiled passes over their UTF-8 bytes.

The first pass cuts the bytes into words and packs each word into two integers; the second looks these up in a table.
Two passes, since the processor waits for one word's place in the table while it fetches the next ones' only if no
guess about where a word ends comes between.  What a word is stays with :mod:`onesided.text.tokens`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from onesided.engine.compiled import compiled

if TYPE_CHECKING:
    import polars as pl

# What each byte counts as: letters, digits and the underscore of ASCII and every byte of a character beyond it as
# themselves, and any other as 0, which is part of no word.
LETTERS = np.array(
    [byte * (byte >= 128 or chr(byte).isalnum() or chr(byte) == "_") for byte in range(256)], dtype=np.uint8
)
SMALL_LETTERS = LETTERS.copy()
SMALL_LETTERS[ord("A") : ord("Z") + 1] = range(ord("a"), ord("z") + 1)

NEW_LINE = 10
LONGEST_PACKED = 15  # bytes; the sixteenth tells packed words from hashed ones
IS_HASHED = np.uint64(1 << 63)


class WordTable:
    """Distinct words, numbered by first appearance over all texts it was given; for one thread at a time.

    Parameters
    ----------
    letter_of : array of uint8
        What each byte counts as, `LETTERS` or `SMALL_LETTERS`.

    Examples
    --------
    >>> import polars as pl
    >>> table = WordTable(SMALL_LETTERS)
    >>> words, codes, lengths = table.scan(pl.Series(["A red, Red cat", "no cat"]))
    >>> words.to_list(), codes, lengths
    (['red', 'cat', 'no'], array([0, 0, 1, 2, 1], dtype=int32), array([3, 2]))
    >>> words, codes, lengths = table.scan(pl.Series(["one red cat"]))
    >>> words.to_list(), codes
    (['one'], array([3, 0, 1], dtype=int32))
    """

    def __init__(self, letter_of: NDArray[np.uint8], n_slots: int = 2**12) -> None:
        self.letter_of = letter_of
        self.n_words = 0
        self._slots = np.full(n_slots, -1, dtype=np.int32)  # a power of two, at most half of them taken
        self._keys = np.empty((n_slots, 2), dtype=np.uint64)
        self._begins = np.zeros(n_slots // 2 + 1, dtype=np.uint64)
        self._letters = np.empty(8 * n_slots, dtype=np.uint8)  # the words, a new line behind each

    def __len__(self) -> int:
        return self.n_words

    def scan(self, texts: pl.Series) -> tuple[pl.Series, NDArray[np.int32], NDArray[np.int64]]:
        """Cut texts into words of two or more characters.

        Parameters
        ----------
        texts : polars.Series
            Where every character beyond ASCII is part of a word.

        Returns
        -------
        words : polars.Series
            Those that were not in the table.
        codes : array of int32
            The number of each word of the texts, one text after the other.
        lengths : array of int64
            How many words each text has.
        """
        import polars as pl

        ended = pl.concat([texts, pl.Series(texts.name, [""])])  # a new line behind the last text too
        text = np.frombuffer(ended.str.join("\n").cast(pl.Binary).item(), np.uint8)
        n_bytes = texts.str.len_bytes().to_numpy().astype(np.int64)
        keys, begins, lengths = _cut(text, n_bytes, self.letter_of)
        codes = np.empty(len(keys), dtype=np.int32)
        n_before, n_done = self.n_words, 0
        while True:
            n_done, self.n_words = _look_up(
                text, keys, begins, self.letter_of, self._slots, self._keys, self._begins, self._letters,
                self.n_words, codes, n_done,
            )  # fmt: skip
            if n_done == len(codes):
                break
            # Numba counts references to an array that is replaced in a loop, at each use: so the table grows out here.
            self._grow()
        first, last = int(self._begins[n_before]), int(self._begins[self.n_words])
        letters = self._letters[first : max(last - 1, first)].tobytes()
        words = pl.Series("word", [letters]).cast(pl.String).str.split("\n").explode()
        return words if last > first else words.clear(), codes, lengths

    def _grow(self) -> None:
        """Four times the room, of the slots or of the letters, whichever is full."""
        if self.n_words < len(self._begins) - 1:
            self._letters = np.concatenate([self._letters, np.empty(3 * len(self._letters), dtype=np.uint8)])
            return
        n_slots = 4 * len(self._slots)
        slots, keys = np.full(n_slots, -1, dtype=np.int32), np.empty((n_slots, 2), dtype=np.uint64)
        _move(self._slots, self._keys, slots, keys)
        begins = np.zeros(n_slots // 2 + 1, dtype=np.uint64)
        begins[: len(self._begins)] = self._begins
        self._slots, self._keys, self._begins = slots, keys, begins


@compiled
def _cut(text: Any, n_bytes: Any, letter_of: Any) -> Any:
    """Key and first byte of each word of two or more characters, and how many words each text has.

    Each text ends with a byte that is part of no word.  The key of a short word is the word itself, that of a long one
    a hash of it.  Unsigned places, as a check for negative ones costs a quarter.
    """
    one, eight = np.uint64(1), np.uint64(8)
    most = len(text) // 3 + 2  # a word has two bytes, and another follows; one place more for what is no word
    keys, begins = np.empty((most, 2), dtype=np.uint64), np.empty(most, dtype=np.uint64)
    lengths = np.zeros(len(n_bytes), dtype=np.int64)
    n_words, place = np.uint64(0), np.uint64(0)
    for row in range(len(n_bytes)):
        stop, before = place + np.uint64(n_bytes[row]), n_words
        while place < stop:
            letter = letter_of[text[place]]
            if letter == 0:
                place += one
                continue
            begin, low, high = place, np.uint64(0), np.uint64(0)
            while letter != 0:
                high = (high << eight) | (low >> np.uint64(56))
                low = (low << eight) | np.uint64(letter)
                place += one
                letter = letter_of[text[place]]
            size, first = place - begin, text[begin]
            if size > LONGEST_PACKED:
                for at in range(begin, place):  # Fowler-Noll-Vo
                    high = (high ^ np.uint64(letter_of[text[np.uint64(at)]])) * np.uint64(0x100000001B3)
                high |= IS_HASHED
            keys[n_words, 0], keys[n_words, 1], begins[n_words] = low, high, begin
            # The first byte of a character beyond ASCII tells how many bytes it has.
            n_words += np.uint64(size > 1 + (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0))
        lengths[row] = n_words - before
        place = stop + one
    return keys[:n_words], begins[:n_words], lengths


@compiled
def _look_up(
    text: Any, keys: Any, begins: Any, letter_of: Any, slots: Any, known_keys: Any, known_begins: Any, letters: Any,
    n_known: int, codes: Any, n_done: int,
) -> Any:  # fmt: skip
    """Fill in the codes from place `n_done` on, with new words added; stop where the table is full.

    Returns the number of codes that are done and that of known words.
    """
    one, mask, n_words = np.uint64(1), np.uint64(len(slots) - 1), np.uint64(n_known)
    for number in range(n_done, len(codes)):
        low, high = keys[number, 0], keys[number, 1]
        slot = _first_slot(low, high) & mask
        while True:
            code = slots[slot]
            if code < 0:
                begin, at = begins[number], known_begins[n_words]
                if n_words == len(known_begins) - 1:
                    return number, n_words
                while letter_of[text[begin]] != 0 and at < len(letters):
                    letters[at] = letter_of[text[begin]]
                    begin += one
                    at += one
                if at == len(letters):
                    return number, n_words
                letters[at] = NEW_LINE
                code = np.int32(n_words)
                slots[slot], known_keys[slot, 0], known_keys[slot, 1] = code, low, high
                n_words += one
                known_begins[n_words] = at + one
                break
            if known_keys[slot, 0] == low and known_keys[slot, 1] == high:
                if high < IS_HASHED:
                    break
                begin, at = begins[number], known_begins[np.uint64(code)]
                while letter_of[text[begin]] == letters[at]:
                    begin += one
                    at += one
                if letter_of[text[begin]] == 0 and letters[at] == NEW_LINE:
                    break
            slot = (slot + one) & mask
        codes[number] = code
    return len(codes), n_words


@compiled
def _move(slots: Any, keys: Any, new_slots: Any, new_keys: Any) -> None:
    """Enter the words of a table into a larger one."""
    one, mask = np.uint64(1), np.uint64(len(new_slots) - 1)
    for old in range(len(slots)):
        if slots[old] < 0:
            continue
        slot = _first_slot(keys[old, 0], keys[old, 1]) & mask
        while new_slots[slot] >= 0:
            slot = (slot + one) & mask
        new_slots[slot], new_keys[slot, 0], new_keys[slot, 1] = slots[old], keys[old, 0], keys[old, 1]


@compiled
def _first_slot(low: Any, high: Any) -> Any:
    """Where the search for a key begins, before it is cut to the size of the table."""
    return (low * np.uint64(0x9E3779B97F4A7C15) ^ high * np.uint64(0xBF58476D1CE4E5B9)) >> np.uint64(32)


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
