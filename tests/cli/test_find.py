"""The one command: what it reads, says and writes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from onesided.cli.answer import first_hits
from onesided.text.tables import read_table

FAST = ("-p", "fast", "-t", "text")


def test_hidden_positives_come_first(run, sides):
    assert run("find", *sides, *FAST, "-o", "found.csv").code == 0
    found = pl.read_csv("found.csv")
    assert (found["truth"][:25] == "yes").all()
    assert found["rank"].to_list() == list(range(1, 181))
    assert found["score"].is_sorted(descending=True)


def test_our_columns_come_first_and_the_users_keep_their_order(run, sides):
    run("find", *sides, *FAST, "-o", "found.csv")
    found, pile = pl.read_csv("found.csv"), pl.read_csv("pile.csv")
    ours = ["rank", "score", "probability", "chosen", "why", "nearest_positive"]
    assert found.columns == [*ours, *pile.columns]
    assert found.select(pile.columns).sort("key").equals(pile.sort("key"))


def test_reasons_are_words_of_the_text_and_given_positives(run, sides):
    run("find", *sides, *FAST, "-o", "found.csv")
    first = pl.read_csv("found.csv").row(0, named=True)
    assert first["nearest_positive"].startswith("p")
    assert set(first["why"].split(", ")) <= set(first["text"].split())


def test_what_was_understood_is_said_before_the_work(run, sides, texts):
    lines = [*texts["other"], texts["wanted"][0], texts["other"][0], *texts["wanted"][20:]]
    pl.DataFrame({"text": [*lines, " "], "n": range(len(lines) + 1)}).write_csv("pile.csv")
    told = run("find", *sides, *FAST, "-o", "found.csv").err
    assert "20 from pos: one document a file (20 text)" in told
    assert "Labels   20 positive · 0 negative · 180 unlabeled · 1 positive also in the pile, matched by text" in told
    assert "2 duplicates grouped · 1 empty text ranked last" in told
    assert told.index("Labels") < told.index("Fit") < told.index("Likely") < told.index("Cut") < told.index("Wrote")
    assert "rank" in pl.read_csv("found.csv").columns
    last = pl.read_csv("found.csv").filter(pl.col("rank").is_not_null()).row(-1, named=True)
    assert last["text"].strip() == ""


def test_positives_without_text_are_named(run, sides):
    Path("pos/blank.txt").write_text("  \n")
    told = run("find", *sides, *FAST, "-o", "found.csv").err
    assert "! 1 positive has no text and cannot be learned from: blank.txt" in told


def test_same_seed_and_input_give_the_same_bytes(run, sides, tmp_path):
    for name in ("one.csv", "two.csv"):
        assert run("find", *sides, *FAST, "--seed", 3, "-o", name).code == 0
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_standard_output_carries_data_only_and_quiet_says_nothing(run, sides):
    result = run("find", *sides, *FAST, "--quiet")
    assert result.err == ""
    assert pl.read_csv(result.out.encode()).height == 180


def test_json_has_the_facts_of_the_terminal(run, sides):
    result = run("find", *sides, *FAST, "--json")
    known = json.loads(result.out)
    assert (known["n_positive"], known["n_unlabeled"], known["method"]) == (20, 180, "set-aside-svm")
    assert f"top {known['n_chosen']}" in result.err
    assert known["n_hidden_interval"][0] <= 30 <= known["n_hidden_interval"][1]


def test_long_notes_need_verbose(run, sides):
    brief, long = run("find", *sides, *FAST, "--json"), run("find", *sides, *FAST, "--json", "-v")
    assert "Without any assumption" not in brief.err
    assert "Without any assumption" in long.err
    assert any("Without any assumption" in note for note in json.loads(brief.out)["notes"])


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet", "xlsx"])
def test_every_format_holds_the_same_table(run, sides, ending):

    assert run("find", *sides, *FAST, "-o", f"found.{ending}").code == 0

    frame = read_table(Path(f"found.{ending}")).frame
    assert frame.height == 180
    assert [str(cell) for cell in frame["rank"].to_list()] == [str(rank) for rank in range(1, 181)]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_formulas_are_neutralised_and_numbers_are_not(run, sides, ending):

    pile = pl.read_csv("pile.csv").with_columns(note=pl.lit("=2+3"), change=pl.lit("-5"))
    pile.write_csv("pile.csv")
    run("find", *sides, *FAST, "-o", f"found.{ending}")
    frame = read_table(Path(f"found.{ending}")).frame
    assert set(frame["note"]) == {"'=2+3"}
    assert set(frame["change"].cast(pl.String)) == {"-5"}


def test_a_column_of_the_user_with_our_name_is_kept(run, sides):
    pl.read_csv("pile.csv").rename({"year": "rank"}).write_csv("pile.csv")
    run("find", *sides, *FAST, "-o", "found.csv")
    found = pl.read_csv("found.csv")
    assert found["rank_"].min() >= 1990


def test_one_table_with_a_label_column_gives_the_same_ranking_as_two_sides(run, sides, texts):
    pile = pl.read_csv("pile.csv").with_columns(mark=pl.lit(None, pl.Int64))
    given = pl.DataFrame({"key": [f"g{i:02}" for i in range(20)], "text": texts["wanted"][:20], "mark": [1] * 20})
    pl.concat([given, pile], how="diagonal").write_csv("all.csv")
    run("find", *sides, *FAST, "-o", "two.csv")
    assert run("find", "all.csv", "--label", "mark", *FAST, "-o", "one.csv").code == 0
    one, two = pl.read_csv("one.csv"), pl.read_csv("two.csv")
    assert one["chosen"].to_list()[180:] == ["given"] * 20
    assert one["key"][:180].to_list() == two["key"].to_list()


@pytest.mark.parametrize("are_numbers", [False, True])
def test_positives_may_be_ids_of_pile_rows(run, sides, are_numbers):
    pile = pl.read_csv("pile.csv")
    if are_numbers:
        pile = pile.with_columns(key=pl.int_range(1000, 1000 + pile.height))
        pile.write_csv("pile.csv")
    keys = pile.filter(pl.col("truth") == "yes")["key"][:15]
    Path("ids.txt").write_text("\n".join(map(str, keys)))
    result = run("find", "ids.txt", "pile.csv", "--id", "key", *FAST, "-o", "found.csv")
    assert "15 positives named by their ids" in result.err
    assert pl.read_csv("found.csv")["chosen"].value_counts().filter(pl.col("chosen") == "given")["count"].item() == 15


def test_standard_input_is_a_side(sides, run, monkeypatch, tmp_path):
    import io
    from types import SimpleNamespace

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO((tmp_path / "pile.csv").read_bytes())))
    assert run("find", "pos", "-", *FAST, "-o", "found.csv").code == 0
    assert pl.read_csv("found.csv").height == 180


def test_tables_of_numbers_are_ranked_too(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    names = ["a", "b", "c"]
    pl.DataFrame(rng.normal(2, 1, (30, 3)), schema=names).write_csv("p.csv")
    truth = np.arange(300) < 60
    pile = pl.DataFrame(rng.normal(2 * truth[:, None], 1, (300, 3)), schema=names)
    pile.with_columns(truth=pl.Series(truth).cast(pl.String)).write_csv("u.csv")
    result = run("find", "p.csv", "u.csv", "--numeric", "a,b,c", "-p", "fast", "-o", "found.csv")
    assert result.code == 0, result.err
    assert pl.read_csv("found.csv")["truth"][:30].sum() >= 27


def test_semicolons_latin_1_utf_16_marks_and_blank_rows_are_read(run, sides, tmp_path):
    pile = pl.read_csv("pile.csv")
    lines = ["Schlüssel;text", *(f"{key};{text} café" for key, text in pile.select("key", "text").iter_rows())]
    lines.insert(5, ";")
    content = "\r\n".join(lines)
    for encoding in ("latin-1", "utf-16", "utf-8-sig"):
        (tmp_path / "pile.csv").write_bytes(content.encode(encoding))
        result = run("find", *sides, *FAST, "--id", "Schlüssel", "-o", "found.csv")
        assert result.code == 0, result.err
        assert "skipped row 6 (blank row)" in result.err
        assert pl.read_csv("found.csv")["text"][0].endswith("café")


def test_a_huge_cell_is_read(run, sides):
    pile = pl.read_csv("pile.csv")
    big = "butter flour " * 400_000
    pl.concat([pile, pile[:1].with_columns(text=pl.lit(big))]).write_csv("pile.csv")
    assert run("find", *sides, *FAST, "-o", "found.csv").code == 0


def test_the_report_names_the_command_and_shows_markup_as_text(run, sides, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    pile = pl.read_csv("pile.csv").with_columns(text="<script>alert(1)</script> " + pl.col("text"))
    pile.write_csv("pile.csv")
    arguments = ["find", *sides, *FAST, "--report", "r.html", "-o", "found.csv"]
    monkeypatch.setattr("sys.argv", ["onesided", *arguments])
    assert run(*arguments).code == 0
    page = (tmp_path / "r.html").read_text()
    assert "onesided find pos pile.csv -p fast -t text --report r.html" in page
    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("missing", ["matplotlib", "jinja2"])
def test_the_report_says_what_to_install_before_any_work(refused, sides, monkeypatch, missing, tmp_path):
    monkeypatch.setattr("onesided.cli.page.find_spec", lambda name: None if name == missing else name)
    line = refused("find", *sides, *FAST, "--report", "r.html")
    assert missing in line
    assert "pip install 'onesided[report]'" in line
    assert not (tmp_path / "r.html").exists()


def test_the_first_hits_on_a_terminal_show_ranks_and_scores_whole(run, sides, capsys, monkeypatch):
    run("find", *sides, *FAST, "-o", "found.csv")
    monkeypatch.setenv("COLUMNS", "80")
    first_hits(pl.read_csv("found.csv"))
    header, first, *_, last = capsys.readouterr().out.splitlines()
    assert header.split()[:5] == ["rank", "score", "probability", "chosen", "why"]
    assert first.split()[0] == "1"
    assert float(first.split()[1]) > 0
    assert max(len(header), len(first)) <= 80
    assert last.endswith("add -o found.csv")
