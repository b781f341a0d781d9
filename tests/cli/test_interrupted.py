"""A full disk, Ctrl-C and SIGTERM while writing: the old output survives, and nothing is left beside it."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

OLD = "what was there before"
COMMANDS = {
    "find": ("find", "pos", "pile.csv", "-p", "fast", "-t", "text", "-o"),
    "train": ("train", "pos", "pile.csv", "-p", "fast", "-t", "text", "-o"),
    "audit": ("audit", "draw", "pos", "pile.csv", "-p", "fast", "-t", "text", "-n", "20", "-o"),
}


def full_disk(*arguments):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupt(*arguments):
    raise KeyboardInterrupt


def terminate(*arguments):
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.fixture(autouse=True)
def sigterm_as_before():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("stopped_by", "code"), [(full_disk, 2), (interrupt, 130), (terminate, 143)])
def test_the_old_output_survives(run, sides, monkeypatch, tmp_path, command, stopped_by, code):
    monkeypatch.setattr("onesided.writing.os.fsync", stopped_by)
    out = tmp_path / "out.csv"
    out.write_text(OLD)
    before = sorted(tmp_path.iterdir())
    result = run(*COMMANDS[command], "out.csv")
    assert result.code == code
    last = result.err.splitlines()[-1]
    assert ("out.csv: could not be written (No space left on device)" if code == 2 else "stopped") in last
    assert out.read_text() == OLD
    assert sorted(tmp_path.iterdir()) == before


def test_sigterm_leaves_no_temporary_files(sides, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    stop_and_run = (
        "import os, signal, sys; from onesided.cli.main import main; from onesided.engine.disk_rows import MatrixFile\n"
        "def stop(*arguments):\n"
        "    print(len(os.listdir(os.environ['TMPDIR'])))\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "MatrixFile.append = stop\n"
        "main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", stop_and_run, *COMMANDS["find"], "out.csv", "--on-disk"],
        capture_output=True,
        text=True,
        env=os.environ | {"TMPDIR": str(temporary)},
    )
    assert int(done.stdout) > 0, "there is something to remove"
    assert done.returncode == 143, done.stderr
    assert "stopped" in done.stderr.splitlines()[-1]
    assert not list(temporary.iterdir())
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files as Linux does")
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_that_the_system_cuts_short_is_not_left(sides, tmp_path, ending):
    out = tmp_path / f"out.{ending}"
    out.write_text(OLD)
    done = subprocess.run(
        [sys.executable, "-m", "onesided.cli", *COMMANDS["find"], out.name],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert done.returncode == 2, done.stderr
    assert f"out.{ending}: could not be written" in done.stderr.splitlines()[-1]
    assert out.read_text() == OLD
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_standard_output_is_said(sides):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "onesided.cli", *COMMANDS["find"][:-1], "-q"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["onesided: standard output: No space left on device"]


def test_a_reader_that_has_seen_enough_is_no_error(sides):
    command = f"{sys.executable} -m onesided.cli {' '.join(COMMANDS['find'][:-1])} -q | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stdout.startswith("rank,score")
    assert done.stderr == ""
