"""Models that are kept and used again; files that are none, or that mean harm."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import skops.io

from onesided.finder.methods import METHODS
from onesided.finder.storage import _is_own_class

FAST = ("-p", "fast", "-t", "text")


@pytest.fixture
def model(run, sides):
    assert run("train", *sides, *FAST, "-o", "model.onesided").code == 0
    return "model.onesided"


def test_a_kept_model_scores_new_data_in_its_own_order(run, model, texts):
    new = texts["wanted"][20:25] + texts["other"][:5] + [" "]
    pl.DataFrame({"text": new, "mine": range(11)}).write_csv("new.csv")
    assert run("predict", model, "new.csv", "-t", "text", "-o", "scored.csv").code == 0
    scored = pl.read_csv("scored.csv")
    assert scored.columns == ["score", "probability", "chosen", "text", "mine"]
    assert scored["chosen"].to_list() == ["yes"] * 5 + ["no"] * 6
    assert scored["score"][10] is None


def test_a_model_of_numbers_needs_its_columns(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    pl.DataFrame(rng.normal(2, 1, (20, 2)), schema=["a", "b"]).write_csv("p.csv")
    pl.DataFrame(rng.normal(0, 1, (90, 2)), schema=["a", "b"]).write_csv("u.csv")
    assert run("train", "p.csv", "u.csv", "--numeric", "a,b", "-p", "fast", "-o", "m.onesided").code == 0
    assert run("predict", "m.onesided", "u.csv", "--numeric", "a,b", "-q").code == 0
    pl.DataFrame({"a": [1.0], "c": [2.0]}).write_csv("other.csv")
    assert "b" in refused("predict", "m.onesided", "other.csv")
    pl.DataFrame({"text": ["some text of words"] * 3}).write_csv("text.csv")
    refused("predict", "m.onesided", "text.csv")


def test_text_for_a_model_of_text_and_numbers_for_a_model_of_text(refused, model):
    pl.DataFrame({"a": [1.5, 2.5], "b": [1, 2]}).write_csv("numbers.csv")
    assert "text" in refused("predict", model, "numbers.csv")


class Evil:
    """Writes a file if it is ever unpickled."""

    def __reduce__(self):
        return (Path.touch, (Path("pwned"),))


def replace_part(model: str, part: str, content: bytes) -> None:
    with zipfile.ZipFile(model) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(model, "w") as archive:
        for name, old in parts.items():
            archive.writestr(name, content if name == part else old)


def test_files_that_are_no_model(refused, model):
    Path("text.onesided").write_text("not a model")
    Path("pickle.onesided").write_bytes(pickle.dumps(Evil()))
    Path("empty.onesided").write_bytes(b"")
    for name in ("text", "pickle", "empty"):
        assert "not a model file of onesided" in refused("predict", f"{name}.onesided", "pile.csv")
    assert "no such model file" in refused("predict", "nothing.onesided", "pile.csv")
    refused("predict", "pos", "pile.csv")
    assert not Path("pwned").exists()


@pytest.mark.parametrize("part", ["estimator.skops", "encoder.skops"])
def test_a_foreign_object_in_a_model_is_not_loaded(refused, model, part):
    replace_part(model, part, skops.io.dumps(Evil()))
    assert "foreign types" in refused("predict", model, "pile.csv")
    assert not Path("pwned").exists()


@pytest.mark.parametrize("part", ["estimator.skops", "encoder.skops", "vectorizer.npz", "about.json"])
@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"{}", pickle.dumps(Evil())], ids=["empty", "nonsense", "json", "pickle"]
)
def test_a_damaged_model_is_refused(refused, model, part, content):
    replace_part(model, part, content)
    assert "model" in refused("predict", model, "pile.csv")
    assert not Path("pwned").exists()


@pytest.mark.parametrize("method", [name for name, one in METHODS.items() if not one.needs_table])
def test_a_model_of_every_method_can_be_kept_and_used(run, sides, method):
    result = run("train", *sides, "-t", "text", "-m", method, "-o", "m.onesided")
    assert result.code == 0, result.err
    scored = run("predict", "m.onesided", "pile.csv", "-t", "text", "-q")
    assert scored.code == 0, scored.err
    table = pl.read_csv(scored.out.encode())
    assert (
        table.filter(pl.col("truth") == "yes")["score"].mean() > table.filter(pl.col("truth") == "no")["score"].mean()
    )


def test_only_classes_of_the_package_are_trusted_in_a_model():
    assert _is_own_class("onesided.linear.rank_svm.RankSVMCV")
    inside = ("writing.os", "writing.Path", "writing.written_at_once", "cli.main.main", "nothing.Here")
    for name in (*(f"onesided.{one}" for one in inside), "os.system", "onesidedx.Evil"):
        assert not _is_own_class(name)
