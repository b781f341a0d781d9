"""How many are hidden."""

from __future__ import annotations

import json

import polars as pl

FAST = ("-p", "fast", "-t", "text")


def test_estimate_shows_the_panel_with_an_interval_and_the_bound(run, sides):
    result = run("estimate", *sides, *FAST)
    assert result.code == 0
    assert "odds_floor" in result.out
    assert "at most" in result.out
    assert "Without any assumption" in result.err
    known = json.loads(run("estimate", *sides, *FAST, "--json").out)
    low, high = known["n_hidden_interval"]
    assert low <= 30 <= high <= known["n_hidden_upper_bound"]
    assert known["panel"]
    assert 0 < known["selection_test"]["p_value"] <= 1
    assert "Random?" in result.err


def test_estimate_says_when_it_cannot_tell(run, sides, texts):
    pl.DataFrame({"text": texts["wanted"][:6]}).write_csv("few.csv")
    result = run("estimate", "few.csv", "pile.csv", *FAST)
    assert "cannot tell" in result.out
    assert "too few" in result.err
    assert "Not tested" in result.err
