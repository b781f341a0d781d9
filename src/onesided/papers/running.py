"""Run cells, here or in several processes, and keep each as soon as it is finished."""

from __future__ import annotations

import multiprocessing
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from onesided.exceptions import DataWarning, InputError
from onesided.papers.catalogue import find_paper
from onesided.papers.paper import Cell, Exhibit, Paper, Values
from onesided.papers.results import Results

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS")
Measured = tuple[Cell, Values, float]


def run_missing(
    paper: Paper,
    exhibit: Exhibit,
    cells: Sequence[Cell],
    results: Results,
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Run the cells that are not finished yet; how many there were.

    A cell that fails does not stop the others; the first failure is raised when they are done.  A mistake of the
    user's (data that are missing) stops at once.
    """
    missing = results.missing(cells)
    done = len(cells) - len(missing)
    progress(done, len(cells))
    failed: list[tuple[Cell, Exception]] = []
    for outcome in _in_processes(paper, exhibit, missing, jobs) if jobs > 1 else _here(exhibit, missing):
        if isinstance(outcome[1], Exception):
            failed.append((outcome[0], outcome[1]))
        else:
            results.append(*outcome)
        done += 1
        progress(done, len(cells))
    if failed:
        name = ", ".join(f"{key}={value}" for key, value in failed[0][0].items())
        raise RuntimeError(f"{len(failed)} cells of {paper.id} {exhibit.id} failed, first {name}") from failed[0][1]
    return len(missing)


def measure(exhibit: Exhibit, cell: Cell) -> Measured:
    """One cell and its CPU seconds, on one thread."""
    with threadpool_limits(1), warnings.catch_warnings():
        # Methods that fail on these data fail here as they do in print; the numbers say so.
        warnings.simplefilter("ignore", DataWarning)
        warnings.simplefilter("ignore", ConvergenceWarning)
        begin = time.process_time()
        values = exhibit.run(cell)
        return cell, values, time.process_time() - begin


def _here(exhibit: Exhibit, cells: Sequence[Cell]) -> Iterator[Measured | tuple[Cell, Exception, float]]:
    for cell in cells:
        try:
            yield measure(exhibit, cell)
        except InputError:
            raise
        except Exception as error:
            yield cell, error, 0.0


def _in_processes(
    paper: Paper, exhibit: Exhibit, cells: Sequence[Cell], jobs: int
) -> Iterator[Measured | tuple[Cell, Exception, float]]:
    """Cells are handed out in their order, so that the workers have the same data in their caches at a time."""
    for name in THREADS:
        os.environ.setdefault(name, "1")  # the workers begin afresh and read it
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
    try:
        futures = {pool.submit(_measure_by_name, paper.id, exhibit.id, dict(cell)): cell for cell in cells}
        for future in as_completed(futures):
            try:
                yield future.result()
            except InputError:
                raise
            except Exception as error:
                yield futures[future], error, 0.0
    finally:
        pool.shutdown(cancel_futures=True)


def _measure_by_name(paper: str, exhibit: str, cell: Cell) -> Measured:
    """In a worker: functions do not travel between processes, names do."""
    return measure(find_paper(paper).exhibit(exhibit), cell)
