"""The examples run as they stand, without a warning, and show what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


def _output(name: str) -> str:
    path = next(one for one in EXAMPLES if one.stem == name)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)], capture_output=True, text=True, timeout=120, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_run_here():
    mine = Path(__file__).read_text(encoding="utf-8")
    assert [path.stem for path in EXAMPLES if f'_output("{path.stem}")' not in mine] == []


def test_find_in_docstrings_finds_the_wanted_field_first_and_says_how_many_more():
    output = _output("find_in_docstrings")
    hits = re.findall(r"^ *\d+ +[\d.]+ +(\S+)", output, re.MULTILINE)
    assert len(hits) == 10
    assert sum(name.startswith("scipy.stats") for name in hits) >= 8
    low, high = (int(one) for one in re.search(r"hidden: (\d+) to (\d+) by the estimate", output).groups())
    assert 0 < low < high


def test_own_pipeline_chooses_a_setting_that_finds_the_hidden_ones():
    output = _output("own_pipeline")
    assert float(re.search(r"F on the pile: ([\d.]+)", output)[1]) > 0.6


def test_estimate_and_audit_give_intervals_of_their_own():
    # One data set cannot tell whether intervals cover the truth: tests/prior and benchmarks/prior_coverage.py can.
    output = _output("estimate_and_audit")
    line = r"^%s +(\d+) to (\d+) hidden, ([\d.]+) to ([\d.]+) of the hits right"
    by_estimate, by_audit = (re.search(line % by, output, re.MULTILINE).groups() for by in ("estimate", "audit"))
    assert by_estimate != by_audit
    for low_hidden, high_hidden, low, high in (by_estimate, by_audit):
        assert 0 <= int(low_hidden) < int(high_hidden) <= 3700
        assert 0 <= float(low) < float(high) <= 1


def test_any_query_learner_learns_from_positive_and_unlabeled_rows_nearly_what_it_learns_from_labels():
    many, few, pu = (float(one) for one in re.findall(r"error ([\d.]+), mean", _output("any_query_learner")))
    assert many < pu < (many + few) / 2
