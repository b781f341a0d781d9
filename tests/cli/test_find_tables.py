"""`onesided find` on tables with categories, and what `onesided methods` says of methods that cannot be loaded."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from onesided.exceptions import InputError
from onesided.finder.methods import METHODS


def refuse():
    raise InputError("it needs a library; install it with: pip install 'onesided[boost]'")


@pytest.fixture
def people(tmp_path, monkeypatch):
    """A table of people, a label for some of those wanted: bakers and smiths of middle age."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    n = 500
    age = rng.integers(20, 70, n)
    craft = rng.choice(["baker", "smith", "clerk", "judge"], n)
    truth = (np.abs(age - 45) < 12) & np.isin(craft, ["baker", "smith"])
    mark = np.where(truth & (rng.random(n) < 0.4), "yes", None).tolist()
    frame = pl.DataFrame({"age": age, "craft": craft, "mark": mark, "truth": truth})
    frame.write_csv("people.csv")
    frame.cast({"craft": pl.Categorical}).write_parquet("people.parquet")
    return frame


@pytest.mark.parametrize("source", ["people.csv", "people.parquet"])
def test_categories_of_a_table_are_used_and_named(run, people, source):
    columns = ("--numeric", "age", "--categorical", "craft")
    result = run("find", source, "--label", "mark", "--pos-label", "yes", *columns, "-p", "fast", "-o", "found.csv")
    assert result.code == 0, result.err
    found = pl.read_csv("found.csv")
    assert found["truth"].cast(pl.String).str.to_lowercase().eq("true")[:25].mean() > 0.8
    assert "boosting" in result.err
    assert all("craft=" in why for why in found["why"][:10])


def test_methods_that_cannot_be_loaded_are_listed_with_the_reason(run, monkeypatch):
    monkeypatch.setitem(METHODS, "boosting", replace(METHODS["boosting"], load=refuse))
    monkeypatch.setenv("COLUMNS", "300")
    assert (
        "not available here: it needs a library; install it with: pip install 'onesided[boost]'" in run("methods").out
    )
    listed = json.loads(run("methods", "--json").out)["methods"]
    assert "install" in listed["boosting"]["missing"]
    assert listed["rank-svm"]["missing"] is None
