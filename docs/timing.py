"""Measure what a run of `onesided find` costs, for the tables and the plot of performance.md.

Run it by hand after a change that matters for speed (a quarter of an hour, most of it for the preset `best`; 20
Newsgroups are read from the folder ONESIDED_DATA):

    .venv/bin/python docs/timing.py              # all of it
    .venv/bin/python docs/timing.py growth       # one part: growth, extras or presets

Each run is a process of its own; they take turns, and of two runs the one of fewer CPU seconds counts: what
else the machine does only adds to them.  The synthetic documents are those of benchmarks/command_line.py.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "benchmarks"))
PAGE, PLOT = HERE / "performance.md", HERE / "images" / "growth_of_find.png"
N_ROUNDS = 2
SIZES, N_DOCUMENTS = (5_000, 20_000, 80_000, 320_000), 20_000
STAGES = {
    "start": "starting Python, loading libraries",
    "read": "reading, checks, duplicates",
    "text": "words to a matrix",
    "set-aside-svm": "set-aside-svm, 5 folds",
    "weighted-logistic": "weighted-logistic, up to 10 penalties × 5 folds",
    "estimate": "estimates and the cut",
    "write": "reasons, writing the answer",
}
GROUPS = ("sci.med", "rec.autos", "talk.politics.misc")
Rows = list[list[str]]


def growth() -> Rows:
    """Seconds by stage at each size, and a plot of them."""
    runs = _least({n: partial(_run, "find", *_documents(n)) for n in SIZES})
    _draw({n: run["stages"] for n, run in runs.items()})
    rows = [["CPU seconds", *(f"{n:,} documents" for n in SIZES)]]
    rows += [[shown, *(f"{run['stages'][name]:.1f}" for run in runs.values())] for name, shown in STAGES.items()]
    rows += [["all", *(f"{sum(run['stages'].values()):.1f}" for run in runs.values())]]
    rows += [["entries of the matrix, millions", *(f"{run['nonzeros'] / 1e6:.1f}" for run in runs.values())]]
    rows += [["matrix, MB", *(f"{run['matrix_mb']:.0f}" for run in runs.values())]]
    return [*rows, ["peak of the whole process, MB", *(f"{run['peak_mb']:,.0f}" for run in runs.values())]]


def extras() -> Rows:
    """With the extra `fast`, in the first run of all, and without it."""
    files = _documents(N_DOCUMENTS)
    with tempfile.TemporaryDirectory() as empty:
        # A folder that is not there yet for each first run.
        first = (str(Path(empty) / str(number)) for number in range(N_ROUNDS))
        runs = _least(
            {
                "with `fast`": partial(_run, "find", *files),
                "with `fast`, the first run": lambda: _run("find", *files, NUMBA_CACHE_DIR=next(first)),
                "without": partial(_run, "without-numba", "find", *files),
            }
        )
    shown = [name for name in STAGES if name != "start"]
    rows = [["CPU seconds", "all but the start", *(STAGES[name].split(",")[0] for name in shown)]]
    for name, run in runs.items():
        seconds = [run["stages"][stage] for stage in shown]
        rows.append([name, *(f"{number:.1f}" for number in (sum(seconds), *seconds))])
    return rows


def presets() -> Rows:
    """Seconds, memory and F of each preset on 20 Newsgroups."""
    names = ("fast", "balanced", "best")
    least = _least({(name, group): partial(_run, "preset", name, group) for name in names for group in GROUPS})
    rows = [["preset", "CPU seconds", "MB", *(f"F, {group}" for group in GROUPS), "mean F", "chosen"]]
    for name in names:
        runs = [least[name, group] for group in GROUPS]
        seconds = ", ".join(f"{run['seconds']:.1f}" for run in runs)
        mb, f = (sum(run[key] for run in runs) / len(runs) for key in ("mb", "f"))
        chosen = ", ".join(dict.fromkeys(run["method"] for run in runs))
        rows.append([f"`{name}`", seconds, f"{mb:.0f}", *(f"{run['f']:.3f}" for run in runs), f"{f:.3f}", chosen])
    return rows


PARTS: dict[str, Callable[[], Rows]] = {"growth": growth, "extras": extras, "presets": presets}


def _documents(n_documents: int) -> tuple[str, str]:
    """Files of positives and pile."""
    from command_line import documents

    pile, positives = documents(n_documents)
    return str(positives), str(pile)


def _run(*arguments: str, **environment: str) -> Any:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, str(HERE / "one_run.py"), *arguments]
    done = subprocess.run(
        command, env=os.environ | one_thread | environment, check=True, stdout=subprocess.PIPE, text=True
    )
    print(*arguments, done.stdout.strip(), file=sys.stderr)
    return json.loads(done.stdout)


def _least(jobs: dict[Any, Callable[[], Any]]) -> dict[Any, Any]:
    """Of the runs of each job the one of fewest CPU seconds."""
    rounds = [{name: job() for name, job in jobs.items()} for _ in range(N_ROUNDS)]
    return {name: min((one[name] for one in rounds), key=_seconds) for name in jobs}


def _seconds(run: Any) -> float:
    return run["seconds"] if "seconds" in run else sum(run["stages"].values())


def _draw(stages: dict[int, dict[str, float]]) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 3.8), layout="constrained", dpi=90)
    axes = figure.subplots()
    total = [sum(spent.values()) for spent in stages.values()]
    axes.loglog(SIZES, total, color="black", marker="o", linewidth=2, label="all of find")
    for name, shown in STAGES.items():
        axes.loglog(SIZES, [spent[name] for spent in stages.values()], marker=".", linewidth=1, label=shown)
    slope = [total[-1] * n / SIZES[-1] for n in SIZES]
    axes.loglog(SIZES, slope, color="0.7", linestyle=":", label="in proportion to the documents")
    axes.set(xlabel="documents", ylabel="CPU seconds", xticks=SIZES, xticklabels=[f"{n:,}" for n in SIZES])
    axes.minorticks_off()
    axes.grid(color="0.92")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right center", frameon=False, fontsize=8)
    figure.savefig(PLOT)


def main() -> None:
    """Measure the parts that are asked for, and write them between their marks."""
    for part in sys.argv[1:] or PARTS:
        header, *rows = PARTS[part]()
        lines = [header, ["---"] * len(header), *rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        marked = re.compile(rf"(<!-- {part}, from docs/timing.py -->\n).*?(<!-- end of {part} -->)", re.DOTALL)
        page = PAGE.read_text(encoding="utf-8")
        text = marked.sub(lambda found, table=table: f"{found[1]}\n{table}\n\n{found[2]}", page)  # type: ignore[misc]
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
