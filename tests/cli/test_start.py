"""Starting the program: help, versions, and what is not imported for it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import typer

from onesided._version import __version__
from onesided.cli.main import app, main
from onesided.finder.methods import METHODS

BELOW = {name: list(getattr(one, "commands", ())) for name, one in typer.main.get_command(app).commands.items()}
SINGLE = [" ".join((name, below)).strip() for name in BELOW for below in BELOW[name] or [""]]
GROUPS = [name for name in BELOW if BELOW[name]]
HEAVY = ["numpy", "scipy", "sklearn", "polars", "numba", "matplotlib", "pandas", "jinja2", "skops"]


def test_help_loads_nothing_heavy():
    code = f"import sys, onesided.cli.main; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.parametrize("command", ["", *GROUPS, *SINGLE])
def test_help_is_one_screen_and_begins_with_an_example(run, command):
    result = run(*command.split(), "--help")
    lines = result.out.splitlines()
    assert result.code == 0
    assert lines[0].startswith(f"onesided {command}".rstrip())
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("command", SINGLE)
def test_the_example_of_each_command_uses_options_that_exist(run, command):
    help_text = run(*command.split(), "--help").out
    example, rest = help_text.split("\n", 1)
    for word in example.split():
        assert not word.startswith("-") or f"{word} " in rest or f"{word}," in rest


def test_no_arguments_show_the_help(run):
    result = run()
    assert "Commands:" in result.out + result.err


def test_version(run):
    assert run("--version").out == f"onesided {__version__}\n"


def test_the_installed_program_gives_exit_codes(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "onesided.cli", "find", "a", "b"], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "onesided: b: there is no such file or folder; check the path\n"


def test_our_own_fault_is_exit_code_1_and_verbose_shows_where(run, sides, monkeypatch):
    def broken(*arguments, **options):
        raise RuntimeError("a bug")

    monkeypatch.setattr("onesided.cli.sides.read_sides", broken)
    result = run("find", *sides)
    assert result.code == 1
    assert (
        result.err == "onesided: this should not have happened (RuntimeError: a bug); run again with -v and report it\n"
    )

    with pytest.raises(RuntimeError, match="a bug"):
        main(["find", *sides, "-v"])


def test_methods_are_listed_with_when_to_use_which(run):
    assert all(name in run("methods").out for name in METHODS)
    assert set(json.loads(run("methods", "--json").out)["methods"]) == set(METHODS)
