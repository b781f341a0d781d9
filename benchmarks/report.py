"""Write docs/benchmarks.md and its plots from the stored results.

    python benchmarks/report.py

The page is a function of the results of full runs, which are under version control; small ones are not on it.  Why a
goal is missed stands in `missed.md`, written by hand.
"""

from __future__ import annotations

import ast
from pathlib import Path

import plots
import results
import tables
from results import Result
from run import QUESTIONS

DOCS = results.HERE.parent / "docs"
PAGE = DOCS / "benchmarks.md"
INTRODUCTION = """\
# Benchmarks

What `make bench-full` measured, ours beside the peers. Contestants take turns in one process, at the accuracy that
each question states; times are medians (of five runs, unless a run takes minutes: the tables say of how many), and
BLAS has one thread for all. Ratios are of CPU seconds unless they say otherwise. *Peak MB* is the largest resident
memory of a process of its own, the data included, the interpreter and libraries not. A *pair* is one `X @ w` and one
`X.T @ v`. The data are synthetic tf-idf rows of about 80 words, 20,000 × 50,000, 200,000 × 100,000 and 1,000,000 ×
100,000, where nothing else is said.

`make bench` is the small version, twenty minutes; `python benchmarks/run.py QUESTION` asks one question. This page
and its plots are written by `benchmarks/report.py` from the files in `benchmarks/results`. What a method costs in
passes over the data, whatever the machine, is under [Solvers](solvers.md#costs); what that means for a run, and which
preset to choose, under [Performance](performance.md).
"""


def page() -> str:
    """The whole page."""
    found = stored()
    missed = (results.HERE / "missed.md").read_text(encoding="utf-8")
    parts = [INTRODUCTION, "## Goals\n", markdown(tables.GOAL_HEADER, tables.goal_rows([True])), missed]
    for result in found:
        parts += [f"## {result.title}\n", docstring(result.question), f"Compared at: {result.accuracy}.\n"]
        parts += [markdown(tables.cost_header(result), tables.cost_rows(result))]
        if plots.sizes(result):
            parts.append(f"![{result.title}: CPU seconds against rows]({image(result).relative_to(DOCS).as_posix()})\n")
        parts.append(provenance(result))
    return "\n".join(parts)


def stored() -> list[Result]:
    """The results of full runs that there are."""
    found = (results.load(question, is_full=True) for question in QUESTIONS)
    return [result for result in found if result is not None]


def docstring(question: str) -> str:
    """What the module of the question says below its first line and title."""
    text = ast.get_docstring(ast.parse((results.HERE / f"{question}.py").read_text(encoding="utf-8"))) or ""
    paragraphs = [part for part in text.split("\n\n") if not part.startswith("    ")]
    return "\n\n".join(paragraphs).replace("  ", " ") + "\n"


def provenance(result: Result) -> str:
    machine = result.machine
    versions = ", ".join(f"{name} {version}" for name, version in result.versions.items())
    return (
        f"*Run of {result.date}, commit {result.commit}, {result.seconds:.0f} "
        f"s, on {machine['cores']} cores of {machine['processor']}, {machine['memory_gb']} GB, {machine['system']}, "
        f"load {machine['load']} at the start; {versions}.*\n"
    )


def markdown(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def image(result: Result) -> Path:
    return DOCS / "images" / f"bench_{result.question}.svg"


def main() -> None:
    for result in stored():
        if plots.sizes(result):
            plots.draw(result, image(result))
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main()
