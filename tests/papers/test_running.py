"""Running cells: what is finished is kept, whatever happens to the others."""

from __future__ import annotations

import multiprocessing
import warnings

import pytest
from example_paper import exhibit, paper, run

from onesided.exceptions import DataWarning, InputError
from onesided.papers import running
from onesided.papers.results import Results
from onesided.papers.running import run_missing


def run_all(folder, one, **options):
    results = Results(folder, "example", one)
    return run_missing(paper(), one, one.plan(), results, **options), results


def test_finished_cells_are_not_run_again(tmp_path):
    calls = []
    one = exhibit(run=lambda cell: calls.append(cell) or run(cell))
    assert run_all(tmp_path, one)[0] == 4
    assert run_all(tmp_path, one)[0] == 0
    assert len(calls) == 4


def test_an_interrupted_run_goes_on_where_it_was(tmp_path):
    calls = []

    def interrupted(cell):
        calls.append(cell)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return run(cell)

    with pytest.raises(KeyboardInterrupt):
        run_all(tmp_path, exhibit(run=interrupted))
    n_left, results = run_all(tmp_path, exhibit())
    assert n_left == 2
    assert len(results.read()) == 4


def test_a_cell_that_fails_does_not_stop_the_others_and_is_named(tmp_path):
    def broken(cell):
        if cell["method"] == "bad":
            raise ZeroDivisionError("no")
        return run(cell)

    with pytest.raises(RuntimeError, match="2 cells of example table-1 failed, first group=a, method=bad, seed=0"):
        run_all(tmp_path, exhibit(run=broken))
    assert len(Results(tmp_path, "example", exhibit()).read()) == 2


def test_missing_data_stop_at_once(tmp_path):
    calls = []

    def without_data(cell):
        calls.append(cell)
        raise InputError("data.csv is missing")

    with pytest.raises(InputError, match="missing"):
        run_all(tmp_path, exhibit(run=without_data))
    assert len(calls) == 1


def test_progress_counts_what_was_finished_before(tmp_path):
    told = []
    run_all(tmp_path, exhibit(cells=lambda quick: [{"group": "a", "method": "good"}]))
    run_all(tmp_path, exhibit(), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_our_warnings_are_silent_in_a_cell_and_others_are_not():
    def warns(kind):
        return exhibit(run=lambda cell: warnings.warn("look", kind, stacklevel=1) or {})

    running.measure(warns(DataWarning), {})
    with pytest.raises(UserWarning, match="look"):
        running.measure(warns(UserWarning), {})


def test_several_processes_give_what_one_gives(tmp_path, monkeypatch):
    # Threads stand in for processes: a paper of the tests cannot be imported by name elsewhere.
    monkeypatch.setattr(running, "find_paper", lambda name: paper())
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr(running, "ProcessPoolExecutor", lambda jobs, mp_context: ThreadPoolExecutor(jobs))
    alone = run_all(tmp_path / "one", exhibit())[1].read()
    many = run_all(tmp_path / "many", exhibit(), jobs=2)[1].read()
    assert {key: one.values for key, one in alone.items()} == {key: one.values for key, one in many.items()}


def test_a_worker_finds_its_cell_by_name():
    """In a process of its own, which begins afresh."""
    pool = running.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    with pool, pytest.raises(InputError, match="nothing-1999"):
        pool.submit(running._measure_by_name, "nothing-1999", "table-1", {}).result()
