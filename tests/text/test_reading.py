"""Whatever a user has is read as it stands, or one line says what is wrong, where, and what to do."""

import bz2
import gzip
import io
import lzma
import os
import subprocess
import sys
import time

import numpy as np
import polars as pl
import pytest

from onesided.exceptions import InputError
from onesided.text import read_collection

ROWS = "id,text\n1,a red cat\n2,a blue dog\n"


def texts_of(path, content, **options):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_collection(path, **options).texts.to_list()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", ROWS),
        ("a.tsv", ROWS.replace(",", "\t")),
        ("a.csv", ROWS.replace(",", ";")),
        ("a.csv", ROWS.replace(",", "|")),
        ("a.csv", ROWS.replace(",", "\t")),
        ("a.csv", ROWS.replace("\n", "\r\n")),
        ("a.csv", ROWS.replace("\n", "\r")),
        ("a.CSV", ROWS.rstrip()),
        ("a", ROWS),
        ("a.dat", ROWS),
        ("a.csv.gz", gzip.compress(ROWS.encode(), mtime=0)),
        ("a.csv.bz2", bz2.compress(ROWS.encode())),
        ("a.tsv.xz", lzma.compress(ROWS.replace(",", "\t").encode())),
        ("a.jsonl", '{"id":1,"text":"a red cat"}\n\n{"id":"2","text":"a blue dog"}\n'),
        ("a.ndjson.gz", gzip.compress(b'{"id":1,"text":"a red cat"}\n{"id":2,"text":"a blue dog"}', mtime=0)),
        ("a.json", '[{"id":1,"text":"a red cat"},{"id":2,"text":"a blue dog"}]'),
        ("a.json", '{"id":1,"text":"a red cat"}\n{"id":2,"text":"a blue dog"}'),
        ("a.txt", "a red cat\r\na blue dog\r\n"),
        ("a.csv", ROWS.encode("utf-16")),
        ("a.csv", ROWS.encode("utf-16-le")),
        ("a.csv", ROWS.encode("utf-8-sig")),
        ("a.csv", ROWS.encode("utf-32")),
        ("a.csv", ROWS.replace("red", "r\0ed\0")),
    ],
)
def test_the_same_two_texts_come_out_of_every_kind_of_file(tmp_path, name, content):
    assert texts_of(tmp_path / name, content) == ["a red cat", "a blue dog"]


def test_zstandard_is_read(tmp_path):
    import pyarrow

    assert texts_of(tmp_path / "a.csv.zst", pyarrow.compress(ROWS.encode(), codec="zstd", asbytes=True)) == [
        "a red cat",
        "a blue dog",
    ]


def test_parquet_and_spreadsheets_keep_their_types(tmp_path):
    frame = pl.DataFrame({"id": [1, 2], "text": ["a red cat", "a blue dog"], "weight": [0.5, None]})
    frame.write_parquet(tmp_path / "a.parquet")
    frame.write_excel(tmp_path / "a.xlsx")
    for name in ("a.parquet", "a.xlsx"):
        collection = read_collection(tmp_path / name, id="id")
        assert collection.frame.equals(frame)
        assert collection.ids == ["1", "2"]
        assert collection.texts.to_list() == ["a red cat", "a blue dog"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("latin-1", "Überaus schöne Grüße aus Köln"),
        ("cp1252", "“quoted” – naïve café costs 5 €"),
        ("utf-8", "Überaus 猫"),
        ("cp1251", "Съешь ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний"),
    ],
)
def test_the_usual_encodings_are_recognised(tmp_path, encoding, text):
    assert texts_of(tmp_path / "a.csv", f"id;text\n1;{text}\n".encode(encoding)) == [text]


def test_cells_stay_the_strings_they_were(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('code,price,text\n007,1.50,"said ""hi"",\nthen left"\n 8,,5" disk\n')
    frame = read_collection(path).frame
    assert frame.rows() == [("007", "1.50", 'said "hi",\nthen left'), (" 8", None, '5" disk')]


def test_blank_rows_are_dropped_and_counted_and_the_others_keep_their_numbers(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("\nid,text\n\n1,a cat\n,\n \n2,a dog\n\n\n")
    collection = read_collection(path)
    assert collection.row_numbers.tolist() == [4, 7]
    assert collection.ids == ["4", "7"]
    assert collection.place(1) == f"{path}, row 7"
    assert collection.skipped == [("row 3", "blank row"), ("row 5", "blank row"), ("row 6", "blank row")]


def test_a_cell_of_fifty_megabytes_loads(tmp_path):
    big = "word " * 10_000_000
    assert texts_of(tmp_path / "a.csv", f'id,text\n1,"{big}"\n2,"odd" one\n') == [big, "odd one"]


def test_a_hundred_thousand_rows_are_read_in_seconds(tmp_path):
    row = "lorem ipsum, dolor " * 52
    data = ("id,text\n" + "".join(f'{number},"{row}"\n' for number in range(100_000))).encode()
    (tmp_path / "a.csv").write_bytes(data)
    start = time.process_time()
    assert len(read_collection(tmp_path / "a.csv")) == 100_000
    assert time.process_time() - start < 6  # about one second; wide, for loaded machines


def test_one_column_of_sentences_may_hold_separators(tmp_path):
    assert texts_of(tmp_path / "a.csv", 'text\nyes, but no; never\n"two\nlines"\n') == [
        "yes, but no; never",
        "two\nlines",
    ]


def test_repeated_and_blank_column_names_are_told_apart(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(",a,a,text\n0,1,2,x y\n")
    assert read_collection(path).frame.columns == ["column_1", "a", "a_3", "text"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"text": "a red cat"}\n{"text": "a blue dog"}\n', ["a red cat", "a blue dog"]),
        (b"id,text\n1,a red cat\n2,a blue dog\n", ["a red cat", "a blue dog"]),
        (b"Hello, world\nHow, are you\n", ["Hello, world", "How, are you"]),
        (b"one line\n\nanother\n", ["one line", "another"]),
    ],
)
def test_standard_input_is_recognised(monkeypatch, content, expected):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    collection = read_collection("-")
    assert collection.texts.to_list() == expected
    assert collection.source == "standard input"


# Columns


def table(tmp_path, **columns):
    path = tmp_path / "t.parquet"
    pl.DataFrame(columns).write_parquet(path)
    return path


def test_columns_with_usual_names_are_the_text(tmp_path):
    path = table(tmp_path, doi=["10/1", "10/2"], Title=["A", None], Abstract=["long words", "b"], note=["x " * 50] * 2)
    collection = read_collection(path)
    assert collection.texts.to_list() == ["A\nlong words", "b"]
    assert collection.text_columns == ("Title", "Abstract")
    assert collection.understood == "text from Title, Abstract"


def test_else_the_columns_with_most_words_are_the_text(tmp_path):
    path = table(tmp_path, url=["http://" + "x" * 80] * 2, plot=["a man walks into a bar"] * 2, name=["Al", "Bo"])
    assert read_collection(path).text_columns == ("plot",)


def test_named_columns_are_joined_in_the_order_given(tmp_path):
    path = table(tmp_path, a=["one", "two"], b=["three", None], tags=[["x", "y"], []], n=[1, 2])
    assert read_collection(path, text=["b", "a", "tags", "n"]).texts.to_list() == ["three\none\nx y\n1", "two\n\n2"]


def test_a_table_without_text_is_numbers_and_categories(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,job,key,y\n" + "".join(f"{n},{'ab'[n % 2]},k{n},1\n" for n in range(40)))
    collection = read_collection(path, label="y")
    assert collection.texts is None
    assert collection.numeric_columns == ("age",)
    assert collection.numeric[:3, 0].tolist() == [0.0, 1.0, 2.0]
    assert collection.categorical_columns == ("job",)
    assert collection.label.to_list() == ["1"] * 40
    assert not collection.is_empty.any()


def test_part_of_a_collection_keeps_everything_aligned(tmp_path):
    path = table(tmp_path, k=["a", "b", "c"], text=["x one", "", "y two"], n=[1, 2, 3], g=["p", "q", "p"])
    whole = read_collection(path, id="k", numeric=["n"], categorical=["g"], label="g")
    assert whole.is_empty.tolist() == [False, True, False]
    part = whole.take(np.array([True, False, True]))
    assert (part.ids, part.texts.to_list(), part.numeric[:, 0].tolist()) == (["a", "c"], ["x one", "y two"], [1, 3])
    assert (part.categorical["g"].to_list(), part.label.to_list(), part.row_numbers.tolist()) == (["p", "p"],) * 2 + (
        [1, 3],
    )
    assert whole.take([2, 0]).ids == ["c", "a"]


# Folders


def test_a_folder_gives_a_document_a_file_and_counts_the_rest(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.txt").write_text("plain")
    (tmp_path / "a.html").write_bytes(
        b"<meta charset=cp1251><title>T</title><p>x<b>y</b></p><style>no</style>" + b"\xcf\xf0\xe8"
    )
    (tmp_path / "m.eml").write_bytes(b"Subject: =?utf-8?q?Caf=C3=A9?=\nContent-Type: text/plain\n\nBody text\n")
    (tmp_path / "sub" / "53803").write_bytes("Grüße".encode("latin-1"))
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    (tmp_path / ".hidden").write_text("x")
    collection = read_collection(tmp_path)
    assert collection.ids == ["a.html", "b.txt", "empty.md", "m.eml", "sub/53803"]
    assert collection.texts.to_list() == ["T\nxy\nПри", "plain", "", "Café\nBody text\n", "Grüße"]
    assert collection.frame.rows() == [(name,) for name in collection.ids]
    assert dict(collection.skipped) == {
        ".hidden": "hidden file",
        "noise.txt": "holds binary data, not text",
        "photo.jpg": ".jpg is not read; convert it to text",
        "t.csv": ".csv is a table; give it by itself",
    }
    assert collection.understood == "one document a file (3 text, 1 HTML, 1 mail)"
    assert collection.place(0) == "a.html"
    assert collection.is_empty.tolist() == [False, False, True, False, False]


def test_a_mail_with_only_html_and_attachments_gives_its_body(tmp_path):
    from email.message import EmailMessage

    message = EmailMessage()
    message["Subject"] = "Hi"
    message.set_content("<p>the body</p>", subtype="html")
    message.add_attachment(b"secret", maintype="application", subtype="pdf", filename="x.pdf")
    (tmp_path / "m.eml").write_bytes(bytes(message))
    assert read_collection(tmp_path / "m.eml").texts.to_list() == ["Hi\nthe body"]


def test_a_folder_named_like_a_table_is_a_folder(tmp_path):
    (tmp_path / "x.csv").mkdir()
    (tmp_path / "x.csv" / "a.txt").write_text("words")
    assert read_collection(tmp_path / "x.csv").ids == ["a.txt"]


def test_a_folder_with_nothing_but_one_table_is_that_table(tmp_path):
    (tmp_path / "pile.csv").write_text(ROWS)
    assert read_collection(tmp_path).texts.to_list() == ["a red cat", "a blue dog"]


# Bad input


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        ("a.csv", "", {}, "a.csv: the file is empty"),
        ("a.csv", "\n \n", {}, "a.csv: the file is empty"),
        ("a.jsonl", "\ufeff", {}, "a.jsonl: the file is empty"),
        ("a.csv.gz", gzip.compress(b"", mtime=0), {}, "the file is empty"),
        ("a.csv", "id,text\n", {}, "only a header line"),
        ("a.csv", "id,text\n,\n,\n", {}, "every row is blank"),
        ("a.csv", "1,2\n3,4\n", {}, "the first line .* is no header"),
        ("a.csv", "id,text\n1,x\n2,y,z\n", {}, "a.csv, line 3: 3 cells where the header has 2"),
        ("a.csv", 'id,text,n\n1,"x\n\ny",3\n2,y\n', {}, "a.csv, line 5: 2 cells where the header has 3"),
        ("a.csv", '\n\nid,text\n1,x\n2,"y\n3,z\n', {}, "a.csv, line 5: a quote opens here and is never closed"),
        ("a.csv", ROWS, {"text": ["txt"]}, "there is no column 'txt'; did you mean 'text'"),
        ("a.csv", ROWS, {"id": "ID"}, "did you mean 'id'"),
        ("a.csv", ROWS, {"label": "relevant"}, "there is no column 'relevant'; Its columns are: id, text"),
        ("a.csv", "n,text\n1,x\nNaN,y\n", {"numeric": ["n"]}, "a.csv, row 3, column 'n': NaN is not a finite number"),
        ("a.csv", "n,text\n1,x\n-inf,y\n", {"numeric": ["n"]}, "row 3, column 'n': -inf is not a finite number"),
        ("a.csv", "n,text\n1,x\n,y\n", {"numeric": ["n"]}, "row 3, column 'n': the number is missing"),
        ("a.csv", "n,text\n1,x\nmany,y\n", {"numeric": ["n"]}, "row 3, column 'n': 'many' is not a number"),
        ("a.jsonl", '{"n":1,"text":"x"}\n{"n":"b","text":"y"}', {"numeric": "n"}, "row 2, column 'n': 'b' is not a"),
        ("a.jsonl", '{"a":{"b":1},"t":1}', {"text": "a"}, "column 'a' holds Struct"),
        ("a.jsonl", '{"a":{"b":1},"t":1}', {"numeric": "a"}, "column 'a' holds Struct"),
        ("a.jsonl", '{"a":{"b":1},"t":1}', {"categorical": "a"}, "column 'a' holds Struct"),
        ("a.jsonl", '{"a":{"b":1}}', {}, "no column holds text, numbers or categories"),
        ("a.jsonl", '{"text":"x"}\n{"text" "y"}\n', {}, "a.jsonl, line 2: not valid JSON"),
        ("a.json", "[1, 2]", {}, "record 1: not a JSON object"),
        ("a.parquet", "PAR1 no more", {}, "a.parquet: broken Parquet file"),
        ("a.xlsx", b"PK\x03\x04 no more", {}, "a.xlsx: broken or protected spreadsheet"),
        ("a.csv.gz", gzip.compress(ROWS.encode() * 99, mtime=0)[:-9], {}, "a.csv.gz: broken or cut gzip file"),
        ("a.csv.xz", lzma.compress(ROWS.encode())[:-9], {}, "broken or cut xz file"),
        ("a.csv.bz2", bz2.compress(ROWS.encode())[:-9], {}, "broken or cut bzip2 file"),
        ("a.csv.zst", b"\x28\xb5\x2f\xfd nonsense", {}, "broken or cut zstd file"),
        ("a.pdf", b"%PDF-1.4\n" + bytes(range(256)) * 9, {}, "is neither text nor a known table"),
        ("a.html", "<p></p>", {}, "the document holds no text"),
        ("a.html", "<p>x</p>", {"id": "k"}, "is one document and has no column 'k'"),
    ],
)
def test_bad_files_are_told_in_one_line(tmp_path, name, content, options, message):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=message) as caught:
        read_collection(path, **options)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_a_missing_file_brings_the_closest_name(tmp_path):
    (tmp_path / "pile.csv").write_text(ROWS)
    with pytest.raises(InputError, match=r"pil\.csv: there is no such file or folder; did you mean .*pile\.csv\?"):
        read_collection(tmp_path / "pil.csv")
    with pytest.raises(InputError, match="nor the folder"):
        read_collection(tmp_path / "no" / "pile.csv")


def test_a_folder_without_text_says_what_it_holds(tmp_path):
    with pytest.raises(InputError, match="no readable text, no file in this folder"):
        read_collection(tmp_path)
    (tmp_path / "a.pdf").write_bytes(b"x")
    with pytest.raises(InputError, match=r"0 empty and 1 other files in this folder \(such as a.pdf: .pdf is not read"):
        read_collection(tmp_path)


def test_columns_of_a_folder_and_several_tables_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text(ROWS)
    (tmp_path / "b.csv").write_text(ROWS)
    with pytest.raises(InputError, match=r"holds 2 tables and no documents; give one, such as .*a\.csv"):
        read_collection(tmp_path)
    (tmp_path / "c.txt").write_text("words")
    with pytest.raises(InputError, match="is a folder of documents and has no column 'text'"):
        read_collection(tmp_path, text="text")


def test_an_unreadable_file_is_named(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text(ROWS)

    def refuse(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    with pytest.raises(InputError, match=r"a\.csv: permission denied"):
        read_collection(path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "b.txt").write_text("x")
    with pytest.raises(InputError, match=r"b\.txt: permission denied"):
        read_collection(tmp_path / "folder")


def test_an_empty_standard_input_says_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(InputError, match="standard input is empty: pipe"):
        read_collection("-")


@pytest.mark.skipif(os.name == "nt", reason="named pipes are a POSIX matter")
def test_a_named_pipe_is_read_like_a_file(tmp_path):
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(ROWS,))
    writer.start()
    assert read_collection(path).texts.to_list() == ["a red cat", "a blue dog"]
    writer.join()


def test_reading_needs_no_scikit_learn():
    code = "import sys; from onesided.text import read_collection; print('sklearn' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
