"""The compiled scanner cuts texts as the regular expression does."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onesided.engine.compiled import IS_COMPILED
from onesided.text import ngrams, scanning, tokens
from onesided.text.encoders import GrowingEncoder
from onesided.text.ngrams import count_rows
from onesided.text.tokens import WORD_PATTERN, Tokenizer
from onesided.text.vectorizer import TextVectorizer

needs_numba = pytest.mark.skipif(not IS_COMPILED, reason="without numba there is one way only")
texts = st.lists(st.one_of(st.text(max_size=12), st.text("ab_1 é\u0301ᵃ—½字\n", max_size=30)), max_size=6)


def by_expression(documents):
    found = pl.Series(documents, dtype=pl.String).str.to_lowercase().str.extract_all(WORD_PATTERN)
    return found.to_list()


@needs_numba
@given(documents=texts)
@settings(max_examples=300, deadline=None)
def test_the_scanner_finds_the_words_of_the_regular_expression(documents):
    words, codes, lengths = Tokenizer(WORD_PATTERN).split(pl.Series(documents, dtype=pl.String))
    assert words.n_unique() == len(words)
    found = [words.to_list()[code] for code in codes]
    assert [list(part) for part in np.split(np.array(found, dtype=object), np.cumsum(lengths))][:-1] == by_expression(
        documents
    )


@needs_numba
def test_a_table_of_words_that_is_too_small_starts_anew():
    many = [" ".join(f"w{number}" for number in range(begin, begin + 400)) for begin in range(0, 4000, 100)]
    words, codes, lengths = scanning.scan_words(pl.Series(many))
    assert words.to_list() == [f"w{number}" for number in range(4300)]
    np.testing.assert_array_equal(lengths, 400)
    np.testing.assert_array_equal(codes.reshape(40, 400)[7], np.arange(700, 1100))


@needs_numba
def test_words_of_one_hash_stay_apart():
    # The table compares letters: with 16 slots nearly every word meets another one's place.
    text = np.frombuffer(b"aa ab ba aa bb abc ab\n", np.uint8)
    is_whole, codes, lengths, lexicon = scanning._scan(text, np.array([21]), scanning.IS_WORD_BYTE, 16)
    assert (is_whole, codes.tolist(), lengths.tolist()) == (True, [0, 1, 2, 0, 3, 4, 1], [7])
    assert lexicon.tobytes() == b"aa\nab\nba\nbb\nabc\n"


def test_the_plain_kernels_do_what_the_compiled_ones_do():
    text = np.frombuffer("né un chat\nun\n".encode(), np.uint8)
    arguments = text, np.array([11, 2]), scanning.IS_WORD_BYTE, 16
    with np.errstate(over="ignore"):  # the hash wraps around
        plain = scanning._scan.py_func(*arguments)
    for ours, theirs in zip(plain, scanning._scan(*arguments), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    counting = np.array([1, 0, 1, -1, 2], dtype=np.int32), np.array([3, 2]), 3
    for ours, theirs in zip(scanning.count_codes.py_func(*counting), scanning.count_codes(*counting), strict=True):
        np.testing.assert_array_equal(ours, theirs)


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
    assert (vectorizer.fit_transform(documents) != expected).nnz == 0
    np.testing.assert_array_equal(vectorizer.terms_, terms)


def test_texts_without_a_word_have_no_code():
    encoder = GrowingEncoder(Tokenizer(WORD_PATTERN))
    stream = encoder.encode(pl.Series(["", "a b", "—"]))
    assert (stream.codes.tolist(), stream.lengths.tolist(), len(encoder.words)) == ([], [0, 0, 0], 0)
