"""One run in this process, watched: seconds by stage, peak memory, F; printed as JSON, which timing.py reads."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from memory import highest_mb


def find(positives: str, pile: str) -> dict[str, Any]:
    """The steps of `onesided find`, with the CPU seconds of each and the peak of the memory."""
    from onesided.cli.answer import answer_parts
    from onesided.cli.console import Talk
    from onesided.cli.output import write_parts
    from onesided.cli.sides import read_sides
    from onesided.finder import Finder

    laps = {"begin": 0.0, "start": time.process_time()}
    columns: dict[str, Any] = dict.fromkeys(("numeric", "categorical", "label", "pos_label"))
    sides = read_sides(positives, pile, text=["text"], id="id", **columns, talk=Talk(quiet=True))
    laps["read"] = time.process_time()

    def progress(stage: str, done: int, total: int) -> None:
        if stage == "fit":
            laps[("text", "set-aside-svm", "weighted-logistic")[done]] = time.process_time()

    finder = Finder().fit_problem(sides.problem, progress=progress)
    laps["estimate"] = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        write_parts(answer_parts(finder, sides), Path(folder) / "found.csv")
    laps["write"] = time.process_time()
    peak = highest_mb()
    X = finder.features_.transform(sides.documents)  # once more, off the clock, to weigh it
    return {
        "stages": {after: laps[after] - laps[before] for before, after in zip(laps, list(laps)[1:], strict=False)},
        "peak_mb": peak,
        "nonzeros": X.nnz,
        "matrix_mb": (X.data.nbytes + X.indices.nbytes + X.indptr.nbytes) / 1e6,
    }


def preset(name: str, group: str) -> dict[str, Any]:
    """A Finder on 20 Newsgroups with 30% of a group labelled: seconds, memory, and F of the cut in the pile."""
    import numpy as np
    from sklearn.metrics import f1_score

    from onesided import Finder
    from onesided.datasets import fetch_20newsgroups_raw

    corpus = fetch_20newsgroups_raw("bydate")
    is_wanted = corpus.labels == group
    members = np.random.default_rng(0).permutation(np.flatnonzero(is_wanted))
    y = np.zeros(len(corpus), dtype=int)
    y[members[: round(0.3 * len(members))]] = 1
    Finder(preset=name).fit(corpus.texts[:200], np.arange(200) % 5 == 0)  # compiles, or loads what was compiled
    begin, before = time.process_time(), highest_mb()
    found = Finder(preset=name).fit(corpus.texts, y).findings_
    seconds = time.process_time() - begin
    in_pile = found.labels.is_unlabeled & found.is_counted
    return {
        "seconds": seconds,
        "mb": highest_mb() - before,
        "method": found.chosen_method,
        "f": f1_score(is_wanted[in_pile], found.scores[in_pile] > 0),
    }


if __name__ == "__main__":
    if sys.argv[1] == "without-numba":
        sys.modules["numba"] = None  # type: ignore[assignment]
        del sys.argv[1]
    print(json.dumps({"find": find, "preset": preset}[sys.argv[1]](*sys.argv[2:])))
