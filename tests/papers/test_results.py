"""Finished cells survive interruptions and are never mixed with others."""

from __future__ import annotations

import pytest
from example_paper import exhibit

from onesided._version import __version__
from onesided.exceptions import InputError
from onesided.papers.results import Results

CELL = {"group": "a", "method": "good", "seed": 0}


@pytest.fixture
def results(tmp_path):
    return Results(tmp_path, "example", exhibit())


def test_a_finished_cell_is_read_back_with_its_stamps(results):
    results.append(CELL, {"f": 0.75, "recall": float("nan")}, 1.5)
    (one,) = results.read().values()
    assert one.cell == {"group": "a", "method": "good", "seed": "0"}
    assert one.values["f"] == 0.75
    assert one.values["recall"] != one.values["recall"]
    assert (one.stamps["seconds"], one.stamps["protocol"], one.stamps["onesided"]) == ("1.500", "1", __version__)
    assert one.stamps["date"]


def test_only_cells_that_are_not_finished_are_missing(results):
    results.append(CELL, {"f": 0.75}, 1.0)
    plan = exhibit().plan(seeds=2)
    assert len(plan) == 8
    assert results.missing(plan) == [cell for cell in plan if cell != CELL]


@pytest.mark.parametrize("n_bytes", range(1, 25))
def test_half_a_line_is_dropped_and_the_run_goes_on(results, n_bytes):
    results.append(CELL, {"f": 0.75}, 1.0)
    results.append({**CELL, "seed": 1}, {"f": 0.5}, 1.0)
    whole = results.path.read_bytes()
    results.path.write_bytes(whole[:-n_bytes])  # killed while it wrote
    assert [one.values["f"] for one in results.read().values()] == [0.75]
    results.append({**CELL, "seed": 1}, {"f": 0.5}, 1.0)
    assert results.path.read_bytes() == whole


def test_half_a_header_is_dropped(results):
    results.path.parent.mkdir()
    results.path.write_text("group,met")
    assert results.read() == {}
    results.append(CELL, {"f": 0.75}, 1.0)
    assert len(results.read()) == 1


def test_cells_of_another_protocol_are_not_read(results, tmp_path):
    results.append(CELL, {"f": 0.75}, 1.0)
    later = Results(tmp_path, "example", exhibit(protocol=2))
    assert later.read() == {}
    later.append(CELL, {"f": 0.25}, 1.0)
    assert [one.values["f"] for one in later.read().values()] == [0.25]
    assert [one.values["f"] for one in results.read().values()] == [0.75]


def test_the_last_line_of_a_cell_counts(results):
    results.append(CELL, {"f": 0.75}, 1.0)
    results.append(CELL, {"f": 0.5}, 1.0)
    assert [one.values["f"] for one in results.read().values()] == [0.5]


def test_quick_results_have_a_file_of_their_own(tmp_path):
    names = {Results(tmp_path, "example", exhibit(), quick).path.name for quick in (False, True)}
    assert names == {"table-1.csv", "table-1-quick.csv"}


def test_a_file_of_other_columns_is_refused_by_name(results):
    results.append(CELL, {"f": 0.75}, 1.0)
    before = results.path.read_bytes()
    with pytest.raises(InputError, match=r"table-1\.csv has other columns"):
        results.append({**CELL, "seed": 1}, {"accuracy": 0.5}, 1.0)
    assert results.path.read_bytes() == before
    results.path.write_text("group,f\na,1\n")
    with pytest.raises(InputError, match="lacks the column"):
        results.read()
