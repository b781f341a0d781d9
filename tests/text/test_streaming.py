"""A table that stays in its file reads like one in memory."""

import numpy as np
import polars as pl
import pytest

from onesided.engine.disk_rows import is_mapped
from onesided.exceptions import InputError
from onesided.text import FeatureEncoder, TextVectorizer, duplicate_groups, read_collection, streamed, streaming
from onesided.text.streamed import StreamedTable, StreamedTexts

WORDS = ["red", "cat", "dog", "naïve", "a", "the", "über", "end"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(streamed, "ROWS_AT_A_TIME", 7)
    monkeypatch.setattr(streaming, "ROWS_AT_A_TIME", 7)
    monkeypatch.setattr(streamed, "FEW", 10)


@pytest.fixture
def frame():
    random = np.random.default_rng(0)
    texts = [" ".join(random.choice(WORDS, 5)) for _ in range(50)]
    texts[3], texts[4], texts[30] = None, 'a "quoted", cell\nof two lines; cat', texts[2].upper()
    titles = [f"title {number % 9}" if number % 5 else None for number in range(50)]
    return pl.DataFrame({"key": [f"k{i}" for i in range(50)], "title": titles, "text": texts, "y": ["1", "0"] * 25})


@pytest.fixture(params=[".csv", ".tsv", ".jsonl", ".parquet"])
def path(request, frame, tmp_path):
    path = tmp_path / f"pile{request.param}"
    if request.param in (".csv", ".tsv"):
        frame.write_csv(path, separator="," if request.param == ".csv" else "\t")
    elif request.param == ".jsonl":
        frame.write_ndjson(path)
    else:
        frame.write_parquet(path)
    return path


OPTIONS = {"text": ["title", "text"], "id": "key", "label": "y"}


def test_a_collection_in_parts_is_the_collection(path):
    whole, parts = read_collection(path, **OPTIONS), read_collection(path, in_parts=True, **OPTIONS)
    assert isinstance(parts.frame, StreamedTable)
    assert isinstance(parts.texts, StreamedTexts)
    assert len(parts) == len(whole) == 50
    assert parts.ids == whole.ids
    assert parts.label.to_list() == whole.label.to_list()
    assert parts.understood == whole.understood
    np.testing.assert_array_equal(parts.row_numbers, whole.row_numbers)
    np.testing.assert_array_equal(parts.is_empty, whole.is_empty)
    assert [text for chunk in parts.texts.chunks() for text in chunk] == whole.texts.to_list()
    assert pl.concat(parts.frame.batches()).equals(whole.frame)


def test_rows_are_taken_few_in_any_order_and_many_lazily(path):
    whole, parts = read_collection(path, **OPTIONS), read_collection(path, in_parts=True, **OPTIONS)
    few = np.array([40, 2, 2, 17])
    assert parts.take(few).texts.to_list() == whole.take(few).texts.to_list()
    assert parts.take(few).frame.equals(whole.take(few).frame)
    many = np.arange(50) % 3 > 0
    part = parts.take(many)
    assert isinstance(part.texts, StreamedTexts)
    assert [text for chunk in part.texts.chunks() for text in chunk] == whole.take(many).texts.to_list()
    assert part.take(few[:2] // 2).texts.to_list() == whole.take(many).take(few[:2] // 2).texts.to_list()
    with pytest.raises(ValueError, match="increasing order"):
        parts.take(np.arange(50)[::-1])


@pytest.mark.parametrize("options", [{}, {"min_df": 1, "max_features": 5}, {"hashing": True}, {"max_df": 0.5}], ids=str)
def test_the_matrix_on_disk_is_bit_for_bit_that_in_memory(path, options):
    whole, parts = read_collection(path, **OPTIONS), read_collection(path, in_parts=True, **OPTIONS)
    memory, disk = FeatureEncoder(TextVectorizer(**options)), FeatureEncoder(TextVectorizer(**options))
    expected, found = memory.fit_transform(whole), disk.fit_transform(parts)
    assert is_mapped(found.data)
    assert not is_mapped(expected.data)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.toarray(), expected.toarray())
    np.testing.assert_array_equal(disk.get_feature_names_out(), memory.get_feature_names_out())
    np.testing.assert_array_equal(disk.transform(parts).toarray(), expected.toarray())


def test_pairs_of_words_are_hashed_on_disk(path):
    parts = read_collection(path, in_parts=True, **OPTIONS)
    vectorizer = TextVectorizer(ngram_range=(1, 2))
    found = vectorizer.fit_transform(parts.texts)
    assert vectorizer.terms_ is None
    hashed = TextVectorizer(ngram_range=(1, 2), hashing=True).fit_transform(read_collection(path, **OPTIONS).texts)
    assert (found != hashed).nnz == 0


def test_progress_on_disk_ends_at_the_number_of_documents(path):
    told = []
    parts = read_collection(path, in_parts=True, **OPTIONS)
    TextVectorizer().fit(parts.texts, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (50, 50)
    assert len(told) > 5


def test_duplicates_are_found_across_parts_and_the_texts_before_them(path):
    whole, parts = read_collection(path, **OPTIONS), read_collection(path, in_parts=True, **OPTIONS)
    given = pl.Series("text", ["something else", whole.texts[2]])
    (expected,) = duplicate_groups(pl.concat([given, whole.texts]))
    (found,) = duplicate_groups(parts.texts.after(given))
    np.testing.assert_array_equal(found, expected)
    assert found[1] == found[4]


def test_blank_rows_are_left_out_and_named(tmp_path):
    path = tmp_path / "pile.csv"
    path.write_text("id,text\n1,a cat\n\n,\n2,a dog\n" + "".join(f"{i},more\n" for i in range(20)) + "\n")
    whole, parts = read_collection(path), read_collection(path, in_parts=True)
    assert parts.skipped[:2] == whole.skipped[:2]
    assert parts.frame[np.arange(3)].equals(whole.frame[np.arange(3)])
    np.testing.assert_array_equal(parts.row_numbers, whole.row_numbers)


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        ("a.csv", "id,text\n1,a cat\n2\n3,a dog\n", {}, "some line has not 2 cells"),
        ("a.csv", "id,text\n", {}, "only a header|no row"),
        ("a.csv", "id,text\n1,a cat on a mat\n", {"text": "txt"}, "there is no column 'txt'; did you mean 'text'"),
        ("a.csv", "id,text\n1,a cat on a mat\n", {"numeric": "id"}, "read as text only; leave out id"),
        ("a.csv", "id,n\n1,2\n", {}, "no column holds text"),
        ("a.csv", "\ufeffid,text\n1,a cat\n", {}, "cannot be read in parts: give Parquet"),
        ("a.json", "[]", {}, "cannot be read in parts"),
        ("a.jsonl", '{"text": "a"}\n{"text": \n', {}, "cannot be read in parts"),
    ],
)
def test_what_cannot_be_read_in_parts_is_refused_in_one_line(tmp_path, name, content, options, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message) as error:
        read_collection(tmp_path / name, in_parts=True, **options)
    assert "\n" not in str(error.value)
    assert name in str(error.value)
