"""A small problem in files, and the program run inside the test."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest

from onesided.cli.main import main

TOPIC = ["spaceship", "orbit", "rocket", "launch", "moon", "astronaut", "engine", "thrust"]
OTHER = ["butter", "flour", "oven", "sugar", "bread", "dough", "knead", "yeast", "salt", "water", "pan", "heat"]
COMMON = ["the", "a", "of", "and", "with", "some", "very", "new", "time", "people", "day", "year"]


@dataclass
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys):
    """Run `onesided` with these arguments."""

    def call(*arguments) -> Result:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(end.value.code, captured.out, captured.err)

    return call


@pytest.fixture
def refused(run):
    """Run `onesided` on bad input; the one line it says about it."""

    def call(*arguments) -> str:
        result = run(*arguments)
        lines = [line for line in result.err.splitlines() if line.startswith("onesided: ")]
        assert (result.code, len(lines)) == (2, 1), result
        assert result.err.rstrip().endswith(lines[0]), "the reason comes last"
        assert "Traceback" not in result.err
        return lines[0]

    return call


def sentences(n: int, topic: list[str], seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join([*rng.choice(topic, 6), *rng.choice(COMMON, 8)]) for _ in range(n)]


@pytest.fixture(scope="session")
def texts() -> dict[str, list[str]]:
    return {"wanted": sentences(50, TOPIC, 0), "other": sentences(150, OTHER, 1)}


@pytest.fixture
def sides(tmp_path, texts, monkeypatch):
    """Names of a folder of 20 positives and of a pile in CSV with 30 more among 150 others."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pos").mkdir()
    for number, text in enumerate(texts["wanted"][:20]):
        (tmp_path / "pos" / f"p{number:02}.txt").write_text(text)
    pile = texts["other"] + texts["wanted"][20:]
    is_wanted = np.arange(len(pile)) >= len(texts["other"])
    order = np.random.default_rng(2).permutation(len(pile))
    frame = pl.DataFrame({"key": [f"k{i}" for i in order], "text": [pile[i] for i in order], "year": 1990 + order % 30})
    frame = frame.with_columns(truth=pl.Series(np.where(is_wanted[order], "yes", "no")))
    frame.write_csv(tmp_path / "pile.csv")
    return "pos", "pile.csv"
