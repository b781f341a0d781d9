"""A pile that stays on disk is ranked as one in memory, to the byte."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from onesided.cli import answer, large
from onesided.text import streamed

FAST = ("-p", "fast", "-t", "text")


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(streamed, "ROWS_AT_A_TIME", 13)
    monkeypatch.setattr(streamed, "FEW", 40)
    monkeypatch.setattr(large, "ROWS_IN_ORDER", 50)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_the_answer_is_the_same_to_the_byte(run, sides, suffix, texts):
    pile = pl.read_csv("pile.csv")
    twice = pl.DataFrame({"key": ["d1", "d2", "e"], "text": [texts["wanted"][0], pile["text"][0].upper(), " "]})
    pl.concat([pile, twice], how="diagonal").write_csv("pile.csv")
    assert run("find", *sides, *FAST, "--in-memory", "-o", f"memory{suffix}").code == 0
    result = run("find", *sides, *FAST, "--on-disk", "-o", f"disk{suffix}")
    assert result.code == 0, result.err
    assert Path(f"disk{suffix}").read_bytes() == Path(f"memory{suffix}").read_bytes()


def test_a_labelled_table_and_parquet_on_disk(run, sides):
    pl.read_csv("pile.csv").with_columns(
        mark=pl.when((pl.col("truth") == "yes") & (pl.int_range(pl.len()) % 2 == 0)).then(1).otherwise(0)
    ).write_parquet("marked.parquet")
    for how in ("in-memory", "on-disk"):
        result = run("find", "marked.parquet", "--label", "mark", *FAST, f"--{how}", "-o", f"{how}.parquet")
        assert result.code == 0, result.err
    found, expected = pl.read_parquet("on-disk.parquet"), pl.read_parquet("in-memory.parquet")
    assert found.equals(expected)
    assert found["truth"][:10].to_list() == ["yes"] * 10


def test_a_pile_that_memory_may_not_hold_stays_on_disk_by_itself(run, sides, monkeypatch):
    monkeypatch.setattr(large, "memory_size", lambda: 2 * large.MEMORY_A_BYTE * Path("pile.csv").stat().st_size - 2)
    result = run("find", *sides, *FAST, "-o", "found.csv")
    assert result.code == 0, result.err
    assert "it stays on disk and is read in parts" in result.err
    assert "stays on disk" not in run("find", *sides, *FAST, "--in-memory", "-o", "found.csv").err


def test_a_model_trained_on_disk_is_the_one_trained_in_memory(run, sides):
    for how in ("in-memory", "on-disk"):
        assert run("train", *sides, *FAST, f"--{how}", "-o", f"{how}.onesided").code == 0
        assert run("predict", f"{how}.onesided", "pile.csv", "-t", "text", "-o", f"{how}.csv").code == 0
    assert Path("on-disk.csv").read_bytes() == Path("in-memory.csv").read_bytes()


def test_pairs_of_words_on_disk_have_no_names_to_explain_with(run, sides):
    result = run("find", *sides, "-p", "best", "-t", "text", "-m", "set-aside-svm", "--on-disk", "-o", "found.csv")
    assert result.code == 0, result.err
    found = pl.read_csv("found.csv")
    assert found["why"].fill_null("").unique().to_list() == [""]
    assert (found["truth"][:25] == "yes").all()


def test_the_nearest_positive_is_sought_among_a_bounded_number(run, sides, monkeypatch):
    monkeypatch.setattr(answer, "EXAMPLES", 4)
    run("find", *sides, *FAST, "-o", "found.csv")
    assert set(pl.read_csv("found.csv")["nearest_positive"]) == {"p00.txt", "p05.txt", "p10.txt", "p15.txt"}


def test_rows_in_any_order_come_back_whole(sides):
    frame = pl.read_csv("pile.csv")
    table = streamed.StreamedTable(pl.scan_csv("pile.csv"), frame.height)
    rows = np.random.default_rng(0).permutation(frame.height)
    parts = list(large.in_order(table, rows))
    assert [part.height for part in parts] == [50, 50, 50, 30]
    assert pl.concat(parts).equals(frame[rows])


def test_what_cannot_stay_on_disk_is_refused(refused, sides):
    assert "cannot be read in parts" in refused("find", "pile.csv", "pos", "--on-disk")


@pytest.mark.parametrize("name", ["empty.csv", "empty.jsonl"])
def test_an_empty_pile_is_named_before_anything_is_read(refused, sides, name):
    Path(name).touch()
    assert f"{name}: the file is empty" in refused("find", "pos", name, "--on-disk", "-o", "found.csv")
    assert not Path("found.csv").exists()
