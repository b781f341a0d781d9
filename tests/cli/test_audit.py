"""A sample checked by hand: drawn, filled in, read back."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from onesided.finder import Finder
from onesided.prior import audit_cut_quality, draw_audit, estimate_from_audit
from onesided.text import read_collection

FAST = ("-p", "fast", "-t", "text")


@pytest.fixture
def drawn(run, sides):
    result = run("audit", "draw", *sides, *FAST, "--id", "key", "-n", 60, "-o", "check.csv")
    assert result.code == 0, result.err
    return pl.read_csv("check.csv")


def fill(drawn: pl.DataFrame, blanks: int = 0, yes: str = "yes", no: str = "no", to: str = "check.csv") -> None:
    words = pl.when(pl.col("truth") == "yes").then(pl.lit(yes)).otherwise(pl.lit(no))
    is_blank = pl.int_range(pl.len()) < blanks
    drawn.with_columns(label=pl.when(is_blank).then(None).otherwise(words)).write_csv(to)


def test_an_audit_has_an_empty_label_the_ids_and_the_users_columns(drawn):
    assert drawn.columns == ["label", "id", "key", "text", "year", "truth", "audit_stratum", "audit_design"]
    assert drawn["label"].is_null().all()
    assert (drawn["id"] == drawn["key"]).all()
    assert drawn["key"].n_unique() == 60


@pytest.mark.parametrize("options", [(), ("--id", "id")], ids=str)
def test_a_column_id_of_the_users_is_not_doubled(run, sides, options):
    pl.read_csv("pile.csv").rename({"key": "id"}).write_csv("own.csv")
    run("audit", "draw", "pos", "own.csv", *FAST, *options, "-n", 20, "-o", "check.csv")
    drawn = pl.read_csv("check.csv")
    assert drawn.columns == ["label", "id", "text", "year", "truth", "audit_stratum", "audit_design"]
    assert set(drawn["id"]) <= set(pl.read_csv("own.csv")["id"])


@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("1", "0"), ("Y ", "False")])
def test_a_filled_audit_gives_intervals_that_hold_the_truth(run, drawn, yes, no):
    fill(drawn, yes=yes, no=no)
    result = run("audit", "read", "check.csv", "--json")
    known = json.loads(result.out)
    assert known["n_labelled"] == 60
    assert known["n_hidden_interval"][0] <= 30 <= known["n_hidden_interval"][1]
    assert known["recall_interval"][0] <= known["recall"] <= known["recall_interval"][1]


def test_an_audit_equals_the_librarys_estimate(run, sides, drawn):

    fill(drawn)
    known = json.loads(run("audit", "read", "check.csv", "--json").out)
    given, pile = read_collection("pos"), read_collection("pile.csv", text=["text"])
    y = np.repeat([1, 0], [len(given), len(pile)])
    found = Finder(preset="fast").fit(pl.concat([given.texts, pile.texts]), y).findings_
    audit = draw_audit(found.labels, found.scores, 60, threshold=0.0, random_state=0)
    truth = np.r_[np.ones(20, bool), (pile.frame["truth"] == "yes").to_numpy()][audit.rows]
    prior = estimate_from_audit(found.labels, found.scores, audit, truth)
    quality = audit_cut_quality(found.labels, found.scores, audit, truth, 0.0)
    assert known["n_hidden"] == pytest.approx(prior.n_hidden)
    assert known["n_hidden_interval"] == pytest.approx([prior.n_hidden_interval.low, prior.n_hidden_interval.high])
    assert known["recall_interval"] == pytest.approx([quality.recall_interval.low, quality.recall_interval.high])
    assert known["precision"] == pytest.approx(quality.precision_in_unlabeled)


def test_blanks_of_an_audit_are_allowed_and_said(run, drawn):
    fill(drawn, blanks=7)
    result = run("audit", "read", "check.csv", "--json")
    assert "53 labels" in result.err
    assert "7 left blank" in result.err
    assert json.loads(result.out)["n_blank"] == 7


def test_labels_that_somebody_filled_in_are_never_overwritten(refused, sides, drawn):
    fill(drawn, blanks=50)
    before = Path("check.csv").read_bytes()
    assert "holds 10 labels that would be lost" in refused("audit", "draw", *sides, *FAST, "-o", "check.csv")
    assert Path("check.csv").read_bytes() == before


def test_audit_files_that_cannot_be_read(refused, drawn):
    assert "no row has a label yet" in refused("audit", "read", "check.csv")
    drawn.with_columns(label=pl.lit("perhaps")).write_csv("odd.csv")
    line = refused("audit", "read", "odd.csv")
    assert "odd.csv, row 2" in line
    assert "'perhaps'" in line
    assert "'audit_design'" in refused("audit", "read", "pile.csv") or "'label'" in refused("audit", "read", "pile.csv")
    drawn.with_columns(label=pl.lit("yes"), audit_design=pl.lit("{}")).write_csv("changed.csv")
    assert "was changed" in refused("audit", "read", "changed.csv")
    drawn.with_columns(label=pl.lit("yes"), audit_stratum=99).write_csv("strata.csv")
    assert "was changed" in refused("audit", "read", "strata.csv")


def test_more_rows_than_there_are_cannot_be_drawn(refused, sides):
    assert "180 unlabeled" in refused("audit", "draw", *sides, *FAST, "-n", 1000)
