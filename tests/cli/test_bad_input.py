"""Whatever is wrong with the input: one clear line, exit code 2, nothing half-written."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest

FAST = ("-p", "fast")
OLD = "what was there before"


@pytest.fixture
def refused_find(refused, sides, tmp_path):
    """Run `find` with an output that exists; it must survive, with nothing beside it."""

    def call(*arguments) -> str:
        out = tmp_path / "found.csv"
        out.write_text(OLD)
        before = sorted(tmp_path.iterdir())
        line = refused("find", *arguments, *FAST, "-o", "found.csv")
        assert out.read_text() == OLD
        assert sorted(tmp_path.iterdir()) == before
        return line

    return call


def rows(texts, **columns) -> pl.DataFrame:
    return pl.DataFrame({"text": texts, **columns})


def test_an_empty_file(refused_find):
    Path("empty.csv").write_text("")
    assert "empty.csv: the file is empty" in refused_find("pos", "empty.csv")
    assert "empty.csv: the file is empty" in refused_find("empty.csv", "pile.csv")


def test_a_table_with_a_header_only(refused_find):
    Path("head.csv").write_text("id,text\n")
    assert "only a header line" in refused_find("pos", "head.csv")


def test_a_folder_without_readable_text(refused_find):
    Path("pictures").mkdir()
    Path("pictures/a.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    line = refused_find("pictures", "pile.csv")
    assert "no readable text" in line
    assert "a.png" in line
    Path("nothing").mkdir()
    assert "no file in this folder" in refused_find("nothing", "pile.csv")


def test_one_positive(refused_find, texts):
    rows(texts["wanted"][:1]).write_csv("one.csv")
    assert "at least 2 different ones" in refused_find("one.csv", "pile.csv", "-t", "text")


def test_nothing_unlabeled(refused_find, texts):
    rows(texts["wanted"][:5], mark=[1] * 5).write_csv("all.csv")
    line = refused_find("all.csv", "--label", "mark")
    assert "all.csv, column mark" in line
    assert "add the unlabeled rows" in line


def test_nothing_positive(refused_find, texts):
    rows(texts["wanted"][:5], mark=["unlabeled"] * 5).write_csv("all.csv")
    assert "all.csv, column mark" in refused_find("all.csv", "--label", "mark")


def test_the_same_file_twice(refused_find):
    assert "use --label" in refused_find("pile.csv", "pile.csv")
    assert "use --label" in refused_find("./pile.csv", "pile.csv")


def test_positives_and_pile_with_the_same_content(refused_find):
    Path("copy.csv").write_bytes(Path("pile.csv").read_bytes())
    assert "nothing is left to search" in refused_find("copy.csv", "pile.csv", "-t", "text")


def test_all_documents_identical(refused_find):
    rows(["a rocket to the moon"] * 5).write_csv("p.csv")
    rows(["a rocket to the moon"] * 9).write_csv("u.csv")
    assert "at least 2 different ones" in refused_find("p.csv", "u.csv")


def test_a_missing_column_is_answered_with_the_closest(refused_find):
    line = refused_find("pos", "pile.csv", "-t", "txet")
    assert "no column 'txet'" in line
    assert "did you mean 'text'?" in line


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("nan", "not a finite number"),
        ("inf", "not a finite number"),
        ("", "missing"),
        ("tall", "'tall' is not a number"),
    ],
)
def test_numbers_that_are_none(refused_find, value, told):
    pl.DataFrame({"a": np.arange(9.0), "b": np.ones(9)}).write_csv("p.csv")
    pl.DataFrame({"a": [*map(str, range(40)), value], "b": ["1"] * 41}).write_csv("u.csv")
    line = refused_find("p.csv", "u.csv", "--numeric", "a,b")
    assert "u.csv, row 42, column 'a'" in line
    assert told in line


def test_constant_numbers(refused_find):
    pl.DataFrame({"a": [1] * 9}).write_csv("p.csv")
    pl.DataFrame({"a": [1] * 40}).write_csv("u.csv")
    assert "tell them apart" in refused_find("p.csv", "u.csv", "--numeric", "a")


def test_mixed_types_in_a_text_column_are_read_as_text(run, sides):
    values = ["1", "true", '"a pan of butter"', '"the moon and a rocket"']
    Path("mixed.jsonl").write_text("\n".join(f'{{"text": {value}}}' for value in values))
    result = run("find", "pos", "mixed.jsonl", "-t", "text", *FAST, "-o", "found.csv")
    assert result.code == 0, result.err
    assert "only 4 documents in the pile: 4 folds" in result.err
    assert pl.read_csv("found.csv")["text"].to_list()[0] == "the moon and a rocket"


def test_a_list_where_text_is_needed(refused_find):
    Path("nested.jsonl").write_text('{"text": {"a": 1}}\n{"text": {"a": 2}}\n')
    assert "column 'text' holds" in refused_find("pos", "nested.jsonl", "-t", "text")


def test_a_method_of_counts_refuses_negative_numbers(refused_find):
    rng = np.random.default_rng(0)
    pl.DataFrame(rng.normal(size=(9, 2)), schema=["a", "b"]).write_csv("p.csv")
    pl.DataFrame(rng.normal(size=(50, 2)), schema=["a", "b"]).write_csv("u.csv")
    line = refused_find("p.csv", "u.csv", "--numeric", "a,b", "-m", "em-nb")
    assert "negative" in line.lower()


def test_a_broken_table_names_its_line(refused_find):
    Path("broken.csv").write_text("id,text\n1,fine\n2,one,two\n")
    assert "broken.csv, line 3" in refused_find("pos", "broken.csv")


def test_broken_parquet_and_a_folder_called_csv(refused_find):
    Path("broken.parquet").write_bytes(b"PAR1 and then nonsense")
    assert "broken Parquet" in refused_find("pos", "broken.parquet")
    Path("folder.csv").mkdir()
    assert "folder.csv" in refused_find("pos", "folder.csv")


def test_a_path_below_a_file(refused_find):
    assert "pile.csv/more" in refused_find("pos", "pile.csv/more")


def test_a_path_that_is_not_there_is_answered_with_the_closest(refused_find):
    assert "did you mean pile.csv?" in refused_find("pos", "pille.csv")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file(refused_find):
    Path("pile.csv").chmod(0)
    assert "permission denied" in refused_find("pos", "pile.csv")


def test_a_file_that_cannot_be_read(refused_find, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with monkeypatch.context() as only_while_reading:
        only_while_reading.setattr(Path, "read_text", lambda path: OLD)
        assert "pile.csv: permission denied" in refused_find("pos", "pile.csv")


def test_a_label_column_with_too_many_values(refused_find, texts):
    rows(texts["wanted"][:30], mark=["red", "green", "blue"] * 10).write_csv("all.csv")
    line = refused_find("all.csv", "--label", "mark")
    assert "3 distinct values" in line
    assert "--pos-label" in line
    assert "purple" in refused_find("all.csv", "--label", "mark", "--pos-label", "purple")


def test_options_that_do_not_go_together(refused_find):
    assert "leave out" in refused_find("pos", "pile.csv", "--label", "truth")
    assert "--label" in refused_find("pos", "pile.csv", "--pos-label", "yes")
    assert "one table and --label" in refused_find("pos")
    assert "standard input" in refused_find("-", "-")


def test_unknown_names_are_answered_with_the_closest(refused, sides):
    assert "did you mean rank-svm?" in refused("find", *sides, "-m", "ranksvm")
    assert "fast, balanced, best" in refused("find", *sides, "-p", "fastest")
    assert "did you mean rank-svm?" in refused("compare", *sides, "-m", "ranksvm")
    assert "did you mean criterion?" in refused("compare", *sides, "--sort", "criteria")
    assert "--outptu" in refused("find", *sides, "--outptu", "x.csv")
    assert "fnd" in refused("fnd", *sides)


def test_swapped_arguments_are_noticed(run, sides):
    told = run("find", "pile.csv", "pos", *FAST, "-o", "found.csv").err
    assert "180 positives for a pile of 20" in told
    assert "are they swapped?" in told


def test_a_pile_without_text(refused_find, texts):
    pl.DataFrame({"text": [" "] * 5, "body": ["x"] * 5}).write_csv("blank.csv")
    line = refused_find("pos", "blank.csv", "-t", "text")
    assert "blank.csv: no row has text in text" in line
    pl.DataFrame({"a": range(30), "b": range(30)}).write_csv("numbers.csv")
    assert "numbers.csv has no text" in refused_find("pos", "numbers.csv")


def test_an_output_that_would_overwrite_an_input(refused, sides):
    before = Path("pile.csv").read_bytes()
    assert "would overwrite" in refused("find", *sides, "-o", "pile.csv")
    assert "would overwrite" in refused("find", *sides, "-o", "pos/../pile.csv")
    Path("link.csv").symlink_to("pile.csv")
    assert "would overwrite" in refused("find", *sides, "-o", "link.csv")
    assert "would overwrite" in refused("train", *sides, "-o", "pile.csv")
    assert "would be overwritten" in refused("train", *sides, "-o", "pos/p01.txt")
    assert "would overwrite" in refused("audit", "draw", *sides, "-o", "pile.csv")
    assert "would overwrite" in refused("find", *sides, "-o", "found.csv", "--report", "found.html", "-o", "pile.csv")
    assert Path("pile.csv").read_bytes() == before


def test_places_that_cannot_be_written(refused, sides):
    assert "does not exist" in refused("find", *sides, "-o", "nowhere/found.csv")
    assert "is a folder" in refused("train", *sides, "-o", "pos")
    assert "one of .csv" in refused("find", *sides, "-o", "found.doc")
    assert "ends in .html" in refused("find", *sides, "--report", "report.pdf")
