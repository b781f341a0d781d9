"""The command line: `--help`, reading and vectorising documents of 1 KB, and `onesided find` on them.

Vectorising reads a CSV file and makes the tf-idf matrix, scikit-learn's TfidfVectorizer (the file read for it by
polars) against ours on one core and on both.  Each run is a process of its own, imports not counted; they take
turns.  The matrices must be the same: shape, places of the non-zeros, values to 1e-6.  `find` is timed as a user
waits for it, from start to end of the program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from data import folder, text
from harness import Cost, Runs, Tell
from memory import highest_mb
from sklearn.metrics import f1_score

TITLE = "The command line: help, vectorising, find"
ACCURACY = "the same matrix as TfidfVectorizer's"
HELP, PEER, ONE, BOTH, FIND = "--help", "TfidfVectorizer", "onesided, one core", "onesided, both cores", "find"
ENVIRONMENT = {ONE: {"POLARS_MAX_THREADS": "1"}}
# A child's highest memory begins with that of the process that starts it, so a small one does.
WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=sys.stderr)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6)
"""
WORDS_IN_A_DOCUMENT = 130  # about 1 KB


def measure(full: bool, tell: Tell) -> list[Cost]:
    costs = [_help(tell)]
    for n_documents, n_rounds in ({20_000: 5, 100_000: 5} if full else {20_000: 5}).items():
        costs += _vectorise(n_documents, n_rounds, tell)
    return [*costs, find(100_000 if full else 20_000, 5, tell)]


def _help(tell: Tell) -> Cost:
    runs = Runs()
    program = [sys.executable, "-m", "onesided.cli", "--help"]
    subprocess.run(program, capture_output=True, check=True)  # compiles
    for _ in range(5):
        runs.time(lambda: subprocess.run(program, capture_output=True, check=True))
    tell(f"--help: {min(runs.wall):.2f} s")
    return runs.cost(HELP, (0, 0), is_ours=True)


def _vectorise(n_documents: int, n_rounds: int, tell: Tell) -> list[Cost]:
    pile, _ = documents(n_documents)
    runs = {name: Runs() for name in (PEER, ONE, BOTH)}
    peaks = dict.fromkeys(runs, 0.0)
    for number in range(n_rounds):
        for name, run in runs.items():
            command = [sys.executable, __file__, name, str(pile)]
            done = subprocess.run(
                command, capture_output=True, text=True, check=True, env=os.environ | ENVIRONMENT.get(name, {})
            )
            costs = json.loads(done.stdout.splitlines()[-1])
            run.cpu.append(costs["cpu"])
            run.wall.append(costs["wall"])
            peaks[name] = max(peaks[name], costs["mb"])
            tell(f"round {number + 1}/{n_rounds}  {n_documents:,} documents, {name}: {costs['wall']:.2f} s")
    shape = _matrix(PEER)[0]
    return [
        run.cost(name, shape, is_ours=name != PEER, peak_mb=peaks[name], accuracy={"same matrix": float(_same(name))})
        for name, run in runs.items()
    ]


def find(n_documents: int, n_rounds: int, tell: Tell) -> Cost:
    pile, positives = documents(n_documents)
    found = folder() / "found.csv"
    command = [sys.executable, "-m", "onesided.cli", "find", str(positives), str(pile), "-o", str(found), "--quiet"]
    runs, peak = Runs(), 0.0
    for number in range(n_rounds):
        begin = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", WATCH, *command], capture_output=True, text=True, check=False)
        runs.wall.append(time.perf_counter() - begin)
        if done.returncode:
            return Cost(FIND, n_documents, 0, is_ours=True, note=f"failed: {done.stderr.strip()[-200:]}")
        cpu, mb = map(float, done.stdout.split())
        runs.cpu.append(cpu)
        peak = max(peak, mb)
        tell(f"round {number + 1}/{n_rounds}  find in {n_documents:,} documents: {runs.wall[-1]:.1f} s, {peak:.0f} MB")
    accuracy = {"F of find": _f_of(found, pile)}
    return runs.cost(
        FIND, (n_documents, 0), is_ours=True, peak_mb=peak, accuracy=accuracy, note="memory of the whole process"
    )


def _f_of(found: Path, pile: Path) -> float:
    """F of the rows above the cut, by the truth."""
    import polars as pl

    is_chosen = pl.scan_csv(found).select("id", pl.col("chosen") == "yes").collect()
    is_hidden = np.isin(is_chosen["id"].to_numpy(), np.load(_truth_of(pile)))
    return f1_score(is_hidden, is_chosen["chosen"].to_numpy())


def _truth_of(pile: Path) -> Path:
    """Ids of the positives hidden in a pile."""
    return pile.with_suffix(".npy")


def documents(n_documents: int) -> tuple[Path, Path]:
    """Files of a pile and of 1,000 more positives (fewer in a small pile)."""
    import polars as pl

    pile, positives = folder() / f"pile-{n_documents}.csv", folder() / f"positives-{n_documents}.csv"
    if not positives.exists():
        n_positives = min(1_000, n_documents // 20)
        X, _, truth = text(n_documents + 4 * n_positives + n_documents // 10, 100_000)
        words = pronounceable(X.shape[1])
        chosen = np.zeros(len(truth), dtype=bool)
        chosen[np.flatnonzero(truth)[:n_positives]] = True
        for rows, path in ((np.flatnonzero(~chosen)[:n_documents], pile), (np.flatnonzero(chosen), positives)):
            texts = [sentence(words[_indices(X, row)]) for row in rows]
            pl.DataFrame({"id": rows, "text": texts}).write_csv(path)
            np.save(_truth_of(path), rows[truth[rows] == 1])
    return pile, positives


def _indices(X: Any, row: int) -> Any:
    """The words of a row, some of them twice: about 1 KB of them."""
    rng = np.random.default_rng(row)
    own = X.indices[X.indptr[row] : X.indptr[row + 1]]
    return rng.permutation(np.concatenate([own, rng.choice(own, max(WORDS_IN_A_DOCUMENT - len(own), 0))]))


def pronounceable(n_words: int) -> Any:
    """Different words of two to four syllables."""
    rng = np.random.default_rng(0)
    syllables = np.array([a + b for a in "bcdfghklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "is")])
    drawn: dict[str, None] = {}
    while len(drawn) < n_words:
        parts = syllables[rng.integers(len(syllables), size=(n_words, 4))]
        lengths = rng.integers(2, 5, size=n_words)
        drawn |= dict.fromkeys("".join(row[:length]) for row, length in zip(parts, lengths, strict=True))
    return np.array(list(drawn)[:n_words], dtype=object)


def sentence(words: Any) -> str:
    """Sentences of twelve words, the first with a capital."""
    parts = [" ".join(words[begin : begin + 12]) for begin in range(0, len(words), 12)]
    return ". ".join(part[:1].upper() + part[1:] for part in parts) + "."


def child(name: str, pile: str) -> None:
    """Read and vectorise in this process; print seconds and memory; keep the matrix."""
    if name in (PEER, ONE) and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    import polars as pl
    from sklearn.feature_extraction.text import TfidfVectorizer

    from onesided.text import TextVectorizer, read_collection

    TextVectorizer(min_df=1).fit(["warm up"])
    cpu, wall = time.process_time(), time.perf_counter()
    if name == PEER:
        texts = pl.read_csv(pile)["text"].to_list()
        X = TfidfVectorizer(min_df=2, sublinear_tf=True, dtype=np.float32).fit_transform(texts)
    else:
        X = TextVectorizer().fit_transform(read_collection(pile, text=["text"], id="id").texts)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = highest_mb()
    X.sort_indices()
    for part in ("data", "indices", "indptr"):
        np.save(_stem(name).with_suffix(f".{part}.npy"), getattr(X, part))
    _stem(name).with_suffix(".json").write_text(json.dumps(X.shape))
    print(json.dumps({"cpu": cpu, "wall": wall, "mb": peak}))


def _stem(name: str) -> Path:
    return folder() / f"matrix-{(PEER, ONE, BOTH).index(name)}"


def _matrix(name: str) -> list[Any]:
    shape = tuple(json.loads(_stem(name).with_suffix(".json").read_text()))
    return [shape, *(np.load(_stem(name).with_suffix(f".{part}.npy")) for part in ("data", "indices", "indptr"))]


def _same(name: str) -> bool:
    (shape, values, *places), (our_shape, our_values, *our_places) = _matrix(PEER), _matrix(name)
    is_same = shape == our_shape and all(map(np.array_equal, places, our_places))
    return is_same and np.allclose(values, our_values, rtol=0, atol=1e-6)


if __name__ == "__main__":
    child(*sys.argv[1:])
