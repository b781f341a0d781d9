"""Methods side by side."""

from __future__ import annotations

import json

import numpy as np
import polars as pl

FAST = ("-p", "fast", "-t", "text")


def test_compare_sorts_its_table_and_says_what_is_noise(run, sides):
    result = run("compare", *sides, "-t", "text", "-m", "weighted-logistic,positive-nb,rank-svm")
    assert result.code == 0
    names = [line.split()[0] for line in result.out.splitlines()[1:]]
    assert sorted(names) == ["positive-nb", "rank-svm", "weighted-logistic"]
    criteria = [float(line.split()[1]) for line in result.out.splitlines()[1:]]
    assert criteria == sorted(criteria, reverse=True)
    assert "cannot be told from" in result.err or "by more than noise" in result.err


def test_compare_as_json_and_as_a_table(run, sides):
    result = run(
        "compare", *sides, "-t", "text", "-m", "set-aside-svm,em-nb", "--json", "-o", "rows.csv", "--sort", "method"
    )
    rows = json.loads(result.out)
    assert [row["method"] for row in rows] == ["em-nb", "set-aside-svm"]
    table = pl.read_csv("rows.csv")
    assert table["method"].to_list() == ["em-nb", "set-aside-svm"]
    assert set(table.columns) >= {
        "criterion",
        "standard_error",
        "pu_auc",
        "cut",
        "n_called",
        "seconds",
        "is_within_noise",
    }


def test_compare_and_find_call_the_same_number(run, sides):
    row = json.loads(run("compare", *sides, "-t", "text", "-m", "set-aside-svm", "--json").out)[0]
    known = json.loads(run("find", *sides, "-t", "text", "-m", "set-aside-svm", "--json").out)
    assert row["n_called"] == known["n_chosen"]
    assert row["criterion"] == known["methods_tried"]["set-aside-svm"]["criterion"]


def test_compare_leaves_out_what_cannot_read_the_data(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    pl.DataFrame(rng.normal(2, 1, (20, 2)), schema=["a", "b"]).write_csv("p.csv")
    pl.DataFrame(rng.normal(0, 1, (90, 2)), schema=["a", "b"]).write_csv("u.csv")
    result = run("compare", "p.csv", "u.csv", "--numeric", "a,b", "-m", "rank-svm,em-nb", "--json")
    assert [row["method"] for row in json.loads(result.out)] == ["rank-svm"]
    assert "em-nb was left out" in result.err
