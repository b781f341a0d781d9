"""`onesided papers`."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from onesided.cli import papers_work
from onesided.papers import corpora, liu_2003

HEAVY = ["numpy", "scipy", "sklearn", "polars", "matplotlib", "onesided.papers"]


def test_help_loads_nothing_heavy():
    code = f"import sys, onesided.cli.papers; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.parametrize("command", ["", "run", "show", "page", "check"])
def test_help_begins_with_an_example(run, command):
    result = run("papers", *command.split(), "--help")
    assert result.code == 0
    assert result.out.startswith(f"onesided papers {command}".rstrip())
    assert len(result.out.splitlines()) <= 40


def test_alone_it_lists_papers_tables_and_times(run):
    out = run("papers").out
    for word in ("lee-liu-2003", "liu-2003", "table-1", "min"):
        assert word in out


def test_names_that_are_not_known_are_answered_with_those_there_are(refused, tmp_path):
    assert "lee-liu-2003" in refused("papers", "run", "lee", "-o", tmp_path)
    assert "it has table-1, table-2, table-3" in refused("papers", "run", "liu-2003", "--table", "7", "-o", tmp_path)
    few = ("papers", "run", "liu-2003", "--table", "1", "-o", tmp_path)
    assert "keys of liu-2003 table-1 are group, gamma, method, seed" in refused(*few, "--only", "alpha=3")
    assert "gamma is one of 0.1, 0.2" in refused(*few, "--only", "gamma=0.15")
    assert not list(tmp_path.iterdir())


def test_missing_data_are_named_with_a_remedy(refused, tmp_path, monkeypatch):
    corpora.documents_of.cache_clear()
    corpora.word_counts.cache_clear()
    monkeypatch.setenv("ONESIDED_DATA", str(tmp_path / "none"))
    monkeypatch.setenv("ONESIDED_CACHE", str(tmp_path / "cache"))
    said = refused("papers", "run", "liu-2003", "--table", "1", "--quick", "-o", tmp_path)
    assert "reuters21578.tar.gz is missing" in said
    assert "ONESIDED_DATA" in said


def test_a_run_prints_ours_beside_the_published_and_writes_files(run, tmp_path, monkeypatch):
    def measured(cell):
        return {"f": 0.5 if cell["method"] == "NB alone" else 0.25}

    table = replace(liu_2003.PAPER.exhibit("table-1"), run=measured)
    monkeypatch.setattr(papers_work, "find_paper", lambda id: replace(liu_2003.PAPER, exhibits=(table,)))
    result = run("papers", "run", "liu-2003", "--table", "1", "--seeds", "2", "--only", "gamma=0.1", "-o", tmp_path)
    assert result.code == 0, result.err
    assert "0.514" in result.out, "NB alone as published"
    assert "-0.014" in result.out
    assert "are not run yet" in result.err
    assert "short in" in result.err
    names = {path.name for path in (tmp_path / "liu-2003").iterdir()}
    assert names == {"table-1.csv", "table-1-table.csv", "table-1.md"}
    assert "| NB alone | 0.500 / 0.514 (-0.014) |" in (tmp_path / "liu-2003" / "table-1.md").read_text()
    shown = run("papers", "show", "liu-2003", "--table", "1", "-o", tmp_path)
    assert shown.code == 0
    assert "-0.014" in shown.out
    assert "no finished cell" in run("papers", "show", "liu-2003", "--table", "1", "--quick", "-o", tmp_path).err


def test_a_page_is_written_from_what_is_finished(run, tmp_path, monkeypatch):
    table = replace(liu_2003.PAPER.exhibit("table-3"), run=lambda cell: {"f": 0.9})
    monkeypatch.setattr(papers_work, "find_paper", lambda id: replace(liu_2003.PAPER, exhibits=(table,)))
    page = ("papers", "page", "liu-2003", "--results", tmp_path, "-o", tmp_path)
    assert run(*page).code == 0
    assert "Not run yet: `onesided papers run liu-2003 --table 3`." in (tmp_path / "liu-2003.md").read_text()
    run("papers", "run", "liu-2003", "--table", "3", "-o", tmp_path)
    assert run(*page).code == 0
    text = (tmp_path / "liu-2003.md").read_text()
    assert "ahead in 4, equal in 0 and short in 0" in text
    assert "| biased SVM | 0.900 / 0.785 (+0.115) |" in text
    assert "Run it again: `onesided papers run liu-2003 --table 3`." in " ".join(text.split())
