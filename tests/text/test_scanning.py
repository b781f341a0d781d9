"""The compiled scanner cuts texts as the regular expression does."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onesided.engine.compiled import IS_COMPILED
from onesided.text import ngrams, scanning, tokens, weighting
from onesided.text.encoders import GrowingEncoder
from onesided.text.ngrams import count_rows
from onesided.text.tokens import WORD_PATTERN, Tokenizer
from onesided.text.vectorizer import TextVectorizer

needs_numba = pytest.mark.skipif(not IS_COMPILED, reason="without numba there is one way only")
texts = st.lists(st.one_of(st.text(max_size=12), st.text("ab_1 é\u0301ᵃ—½字\n", max_size=30)), max_size=6)


def by_expression(documents):
    found = pl.Series(documents, dtype=pl.String).str.to_lowercase().str.extract_all(WORD_PATTERN)
    return found.to_list()


def scanned(table, tokenizer, documents):
    """The words of each text by the table, and those it had not met before."""
    new_words, codes, lengths = table.scan(tokenizer.scannable(pl.Series(documents, dtype=pl.String)))
    return new_words.to_list(), np.split(codes, np.cumsum(lengths))[:-1]


@needs_numba
@given(documents=texts, more=texts)
@settings(max_examples=300, deadline=None)
def test_the_scanner_finds_the_words_of_the_regular_expression(documents, more):
    tokenizer = Tokenizer(WORD_PATTERN)
    table, words = tokenizer.word_table(), []
    for part in (documents, more):
        new_words, codes = scanned(table, tokenizer, part)
        words += new_words
        assert len(set(words)) == len(words) == len(table)
        assert [[words[code] for code in row] for row in codes] == by_expression(part)


@needs_numba
@given(words=st.lists(st.text("ab", min_size=13, max_size=18), max_size=40), n_slots=st.sampled_from([2, 16]))
@settings(max_examples=100, deadline=None)
def test_words_just_short_enough_to_be_packed_and_longer_ones_stay_apart(words, n_slots):
    # In so small a table nearly every word meets another one's place, and it grows all the time.
    table = scanning.WordTable(scanning.LETTERS, n_slots)
    distinct, codes, _ = table.scan(pl.Series([" ".join(words)]))
    assert [distinct[int(code)] for code in codes] == words
    assert distinct.n_unique() == len(distinct) == len(set(words))


@needs_numba
def test_words_with_one_key_stay_apart(monkeypatch):
    # Long words have a hash for a key: here one and the same for all of them.
    cut = scanning._cut

    def with_one_key(*arguments):
        keys, begins, lengths = cut(*arguments)
        keys[:] = scanning.IS_HASHED
        return keys, begins, lengths

    monkeypatch.setattr(scanning, "_cut", with_one_key)
    words, codes, _ = scanning.WordTable(scanning.SMALL_LETTERS).scan(pl.Series(["abc ab ABC abcd ab"]))
    assert (words.to_list(), codes.tolist()) == (["abc", "ab", "abcd"], [0, 1, 0, 2, 1])


@needs_numba
def test_a_table_that_is_too_small_grows_and_keeps_its_codes():
    many = [" ".join(f"w{number}" for number in range(begin, begin + 400)) for begin in range(0, 4000, 100)]
    table = scanning.WordTable(scanning.LETTERS, 16)
    words, codes, lengths = table.scan(pl.Series(many))
    assert words.to_list() == [f"w{number}" for number in range(4300)]
    np.testing.assert_array_equal(lengths, 400)
    np.testing.assert_array_equal(codes.reshape(40, 400)[7], np.arange(700, 1100))
    huge = "x" * 100_000
    words, codes, _ = table.scan(pl.Series([f"w7 {huge} w4299 {huge}"]))
    assert (words.to_list(), codes.tolist()) == ([huge], [7, 4300, 4299, 4300])


def plain_as_compiled(kernel, *arguments):
    """Both ways a kernel can run, each on copies of its own; what it returns and what it fills in must agree."""
    results = []
    with np.errstate(over="ignore"):  # hashes wrap around
        for function in (kernel, kernel.py_func):
            copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
            results.append((function(*copies), copies))
    (ours, ours_filled), (theirs, theirs_filled) = results
    for one, other in zip([*ours, *ours_filled], [*theirs, *theirs_filled], strict=True):
        np.testing.assert_array_equal(one, other)
    return ours


def test_the_plain_kernels_do_what_the_compiled_ones_do():
    text = np.frombuffer("né un chat\nun Chat_au_lait_chaud\n".encode(), np.uint8)
    keys, begins, lengths = plain_as_compiled(scanning._cut, text, np.array([11, 21]), scanning.SMALL_LETTERS)
    assert lengths.tolist() == [3, 2]
    slots, known_keys = np.full(8, -1, np.int32), np.zeros((8, 2), np.uint64)
    known_begins, letters, codes = np.zeros(5, np.uint64), np.zeros(99, np.uint8), np.full(5, -1, np.int32)
    table = slots, known_keys, known_begins, letters
    done = plain_as_compiled(scanning._look_up, text, keys, begins, scanning.SMALL_LETTERS, *table, 0, codes, 0)
    assert tuple(map(int, done)) == (5, 4)
    plain_as_compiled(scanning.count_codes, np.array([1, 0, 1, -1, 2], dtype=np.int32), np.array([3, 2]), 3)


@needs_numba
@given(rows=st.lists(st.lists(st.integers(-1, 4), max_size=9), min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_both_ways_of_counting_agree(rows):
    codes = np.array([code for row in rows for code in row], dtype=np.int32)
    lengths = np.array([len(row) for row in rows])
    expected = [[row.count(code) for code in range(5)] for row in rows]
    assert count_rows(codes, lengths, 5).toarray().tolist() == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "IS_COMPILED", False)
        assert count_rows(codes, lengths, 5).toarray().tolist() == expected


@pytest.mark.parametrize("options", [{}, {"ngram_range": (1, 2)}, {"hashing": True}, {"lowercase": False}], ids=str)
def test_the_matrix_is_the_same_without_the_compiled_scanner(options, monkeypatch):
    documents = ["The naïve café — “quoted” ½", "ΑΣ the café's end", "", "THE End of x²", "of the café"]
    vectorizer = TextVectorizer(min_df=1, **options)
    expected, terms = vectorizer.fit_transform(documents), vectorizer.terms_
    monkeypatch.setattr(tokens, "IS_COMPILED", False)
    monkeypatch.setattr(ngrams, "IS_COMPILED", False)
    monkeypatch.setattr(weighting, "IS_COMPILED", False)
    assert abs(vectorizer.fit_transform(documents) - expected).max() < 1e-6
    np.testing.assert_array_equal(vectorizer.terms_, terms)


def test_texts_without_a_word_have_no_code():
    encoder = GrowingEncoder(Tokenizer(WORD_PATTERN))
    stream = encoder.encode(pl.Series(["", "a b", "—"]))
    assert (stream.codes.tolist(), stream.lengths.tolist(), len(encoder.words)) == ([], [0, 0, 0], 0)
