"""The vectorizer gives scikit-learn's matrix, keeps its state without pickle, and tells how far it is."""

import io

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfVectorizer

from onesided.exceptions import InputError
from onesided.text.vectorizer import TextVectorizer

TEXTS = [
    "The quick brown fox jumps over the lazy dog; the dog sleeps.",
    "A quick-witted fox, a lazy dog and the end of the story",
    "",
    "Über Ähnlichkeit: naïve café_au_lait, Ünïcode ½ cup x² ΑΣ",
    "the naïve café of the lazy dog\nnew line the quick brown fox",
    "the the the the the 12 3 4567 don't",
    "café_au_lait ½ naïve x² ας of the",
]
words = st.sampled_from(["the", "of", "fox", "Fox", "dog", "a", "x²", "naïve", "ΑΣ", "q_1", "don't", "12", "-", "\n"])
documents = st.lists(st.lists(words, max_size=9).map(" ".join), min_size=1, max_size=9)


def theirs(**options):
    return TfidfVectorizer(**{"sublinear_tf": True, "min_df": 2, "dtype": np.float32} | options)


def assert_same(ours, reference, texts, new_texts=()):
    expected = reference.fit_transform(texts)
    found = ours.fit_transform(texts)
    assert ours.get_feature_names_out().tolist() == reference.get_feature_names_out().tolist()
    assert found.has_sorted_indices
    np.testing.assert_allclose(found.toarray(), expected.toarray(), atol=1e-6)
    np.testing.assert_allclose(ours.transform(texts).toarray(), expected.toarray(), atol=1e-6)
    if new_texts:
        np.testing.assert_allclose(
            ours.transform(new_texts).toarray(), reference.transform(new_texts).toarray(), atol=1e-6
        )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"min_df": 1, "ngram_range": (1, 2)},
        {"ngram_range": (2, 2)},
        {"ngram_range": (1, 3)},
        {"ngram_range": (2, 4), "min_df": 1},
        {"min_df": 0.3, "max_df": 0.6, "ngram_range": (1, 2)},
        {"max_df": 3, "ngram_range": (1, 2)},
        {"stop_words": "english", "ngram_range": (1, 2), "min_df": 1},
        {"stop_words": ["fox", "naïve"], "ngram_range": (1, 2), "min_df": 1},
        {"strip_accents": "unicode", "min_df": 1},
        {"strip_accents": "ascii", "min_df": 1},
        {"lowercase": False, "min_df": 1},
        {"norm": "l1"},
        {"norm": None, "use_idf": False, "sublinear_tf": False},
        {"analyzer": "char_wb", "ngram_range": (2, 4), "min_df": 1},
        {"analyzer": "char_wb", "ngram_range": (1, 3), "strip_accents": "unicode"},
        {"dtype": np.float64},
    ],
    ids=str,
)
def test_the_matrix_equals_scikit_learns(options):
    assert_same(TextVectorizer(**options), theirs(**options), TEXTS, ["the lazy cat of the fox", "", "½ café_au_lait"])


@given(texts=documents, new_texts=documents, longest=st.integers(1, 3), min_df=st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_any_texts_give_scikit_learns_matrix(texts, new_texts, longest, min_df):
    options = {"ngram_range": (1, longest), "min_df": min(min_df, len(texts))}
    try:
        theirs(**options).fit(texts)
    except ValueError:
        with pytest.raises(InputError, match="no term is left"):
            TextVectorizer(**options).fit(texts)
    else:
        assert_same(TextVectorizer(**options), theirs(**options), texts, new_texts)


def test_max_features_keeps_the_most_frequent_terms_and_breaks_ties_by_the_alphabet():
    ours = TextVectorizer(min_df=1, max_features=3).fit(["bb aa cc", "dd dd", "ee bb"])
    assert ours.get_feature_names_out().tolist() == ["aa", "bb", "dd"]


def test_chunks_do_not_change_the_matrix(monkeypatch):
    whole = TextVectorizer(ngram_range=(1, 2))
    expected = whole.fit_transform(TEXTS * 3)
    from onesided.text import tokens, vectorizer

    monkeypatch.setattr(vectorizer, "text_chunks", lambda series: tokens.text_chunks(series, size=2, characters=90))
    pieces = TextVectorizer(ngram_range=(1, 2))
    found = pieces.fit_transform(TEXTS * 3)
    assert pieces.terms_.tolist() == whole.terms_.tolist()
    assert (found != expected).nnz == 0


def test_combining_marks_stay_in_the_word_where_scikit_learn_cuts_it():
    decomposed = "cafe\u0301s हिन्दी"
    ours = TextVectorizer(min_df=1).fit([decomposed]).get_feature_names_out().tolist()
    assert ours == ["cafe\u0301s", "हिन्दी"]
    assert "cafe" in theirs(min_df=1).fit([decomposed]).get_feature_names_out().tolist()


def test_every_basic_plane_character_is_a_word_character_here_if_it_is_one_in_python():
    # Combining marks apart (see above); characters newer than either Unicode version are not compared.
    import re
    import unicodedata

    def settled(character):
        return unicodedata.category(character) not in ("Cn", "Cs", "Mn", "Mc", "Me")

    characters = [chr(code) for code in range(0x80, 0x10000) if settled(chr(code))]
    from onesided.text.tokens import WORD_PATTERN

    found = pl.Series([f"a{character}a" for character in characters]).str.contains(f"^{WORD_PATTERN}$").to_list()
    differ = [c for c, ours in zip(characters, found, strict=True) if ours != bool(re.fullmatch(r"\w", c))]
    assert differ == []


@pytest.mark.parametrize("options", [{}, {"ngram_range": (1, 2)}, {"analyzer": "char_wb", "ngram_range": (2, 3)}])
def test_hashing_gives_the_inner_products_of_the_vocabulary(options):
    # With 2**20 columns these few terms do not meet, so only the order of the columns differs.
    hashed = TextVectorizer(hashing=True, **options)
    named = TextVectorizer(**options)
    a, b = hashed.fit_transform(TEXTS), named.fit_transform(TEXTS)
    assert a.shape == (len(TEXTS), 2**20)
    assert hashed.terms_ is None
    np.testing.assert_allclose((a @ a.T).toarray(), (b @ b.T).toarray(), atol=1e-6)
    assert (hashed.transform(TEXTS) != a).nnz == 0


def test_hashed_columns_never_change():
    # Saved models depend on these numbers.
    X = TextVectorizer(hashing=True, min_df=1, ngram_range=(1, 2), n_features=1000).fit_transform(["red cat"])
    assert sorted(X.indices.tolist()) == [8, 621, 759]


def test_automatic_hashing_waits_for_a_gigabyte(monkeypatch):
    assert TextVectorizer(hashing="auto").fit(TEXTS).terms_ is not None
    monkeypatch.setattr("onesided.text.vectorizer.HASH_ABOVE", 100)
    assert TextVectorizer(hashing="auto").fit(TEXTS).terms_ is None


@pytest.mark.parametrize("options", [{"stop_words": ["fox"], "ngram_range": (1, 2)}, {"hashing": True}])
def test_the_state_survives_a_file_without_pickle(options):
    vectorizer = TextVectorizer(**options).fit(TEXTS)
    file = io.BytesIO()
    np.savez(file, **vectorizer.to_state())
    file.seek(0)
    loaded = TextVectorizer.from_state(np.load(file, allow_pickle=False))
    assert loaded.get_params() == vectorizer.get_params()
    assert (loaded.transform(TEXTS) != vectorizer.transform(TEXTS)).nnz == 0


def test_progress_ends_at_the_number_of_documents():
    calls = []
    vectorizer = TextVectorizer(ngram_range=(1, 2))
    vectorizer.fit_transform(TEXTS, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (len(TEXTS), len(TEXTS))
    assert calls == sorted(calls)
    calls.clear()
    vectorizer.transform(TEXTS, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (len(TEXTS), len(TEXTS))


@pytest.mark.parametrize("kind", [tuple, np.array, pl.Series, lambda texts: np.array(texts, dtype=object), iter])
def test_any_column_of_strings_will_do(kind):
    expected = TextVectorizer().fit_transform(TEXTS)
    assert (TextVectorizer().fit_transform(kind(TEXTS)) != expected).nnz == 0


def test_no_document_gives_no_row():
    assert TextVectorizer().fit(TEXTS).transform([]).shape[0] == 0


def test_a_clone_is_unfitted_and_equal():
    vectorizer = TextVectorizer(min_df=1, stop_words=["fox"]).fit(TEXTS)
    copy = clone(vectorizer)
    assert copy.get_params() == vectorizer.get_params()
    with pytest.raises(NotFittedError):
        copy.transform(TEXTS)


@pytest.mark.parametrize(
    ("options", "texts", "message"),
    [
        ({}, "one string", "not one string"),
        ({}, ["a text", None], "row 1 of texts is NoneType"),
        ({}, pl.Series(["a text", None]), "row 1 of texts is missing"),
        ({}, [], "no text to learn"),
        ({}, ["one two", "three four"], "no term is left out of 4"),
        ({"min_df": 3, "max_df": 2}, TEXTS, "max_df=2 is below min_df=3"),
        ({"ngram_range": (2, 1)}, TEXTS, "ngram_range"),
        ({"analyzer": "chars"}, TEXTS, "analyzer='chars'"),
        ({"strip_accents": "yes"}, TEXTS, "strip_accents='yes'"),
        ({"stop_words": "german"}, TEXTS, "stop_words='german'"),
        ({"hashing": "often"}, TEXTS, "hashing='often'"),
        ({"token_pattern": "("}, TEXTS, "token_pattern '\\('"),
        ({"token_pattern": r"\w+ \w+", "ngram_range": (1, 2)}, TEXTS, "hold a space"),
    ],
)
def test_a_wrong_setting_or_text_is_named(options, texts, message):
    with pytest.raises(InputError, match=message):
        TextVectorizer(**options).fit(texts)
