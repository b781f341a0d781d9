"""Run the benchmarks: every question, or those named.

    python benchmarks/run.py                        # all, small: about twenty minutes
    python benchmarks/run.py --full                 # all, full: an hour and a half
    python benchmarks/run.py iterated_svm --full    # one
    python benchmarks/run.py --goals                # nothing is run: the goals by what is stored

Progress is on standard error.  Each answer is stored when it is there, so an interrupted run keeps those it finished,
and `--resume` goes on from them.  The goals come last: a goal that a small run does not measure is read from the last
full one, and says so.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
import traceback
import warnings

import data
import results
import tables
from results import Result

QUESTIONS = (
    "fit_speed",
    "logistic_search",
    "rank_search",
    "iterated_svm",
    "em_iteration",
    "auc_selector",
    "graph_speed",
    "tree_speed",
    "peers",
    "command_line",
    "doubling",
    "growth",
    "find_million",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="*", metavar="question", help=", ".join(QUESTIONS))
    parser.add_argument("--full", action="store_true", help="all sizes and repeats")
    parser.add_argument("--resume", action="store_true", help="leave out what is stored for this commit")
    parser.add_argument("--goals", action="store_true", help="only print the goals")
    options = parser.parse_args()
    if unknown := set(options.questions) - set(QUESTIONS):
        parser.error(f"no such question: {', '.join(sorted(unknown))}; there are {', '.join(QUESTIONS)}")
    failed = []
    if not options.goals:
        with tempfile.TemporaryDirectory(prefix="onesided-bench-") as folder:
            os.environ.setdefault(data.FOLDER, folder)
            try:
                for question in options.questions or QUESTIONS:
                    if not run(question, options.full, options.resume):
                        failed.append(question)
            except KeyboardInterrupt:
                tell("stopped; finished questions are stored, --resume goes on")
    tables.print_goals(options.full)
    if failed:
        tell(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def run(question: str, is_full: bool, resume: bool = False) -> bool:
    """Measure, store and print one question; False where it failed."""
    commit = results.commit()
    stored = results.load(question, is_full)
    if resume and stored is not None and stored.commit == commit:
        tell(f"{question}: stored for {commit}")
        tables.print_costs(stored)
        return True
    tell(f"{question} …")
    begin, machine = time.perf_counter(), results.machine()
    try:
        module = importlib.import_module(question)
        costs = module.measure(is_full, lambda line: tell(f"  {question}: {line}"))
    except Exception:
        tell(traceback.format_exc())
        return False
    result = Result(
        question, module.TITLE, module.ACCURACY, is_full, costs, machine, results.versions(), results.today(), commit,
        round(time.perf_counter() - begin, 1),
    )  # fmt: skip
    path = result.save()
    tell(f"{question}: {result.seconds:.0f} s, stored in {path.relative_to(results.HERE.parent)}")
    tables.print_costs(result)
    return True


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
