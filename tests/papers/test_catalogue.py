"""Facts that hold for every paper."""

from __future__ import annotations

import json

import pytest

from onesided.exceptions import InputError
from onesided.papers.catalogue import MODULES, all_papers, find_paper
from onesided.papers.published import published_values

PAPERS = all_papers()
EXHIBITS = [(paper, exhibit) for paper in PAPERS for exhibit in paper.exhibits]
each_exhibit = pytest.mark.parametrize(
    ("paper", "exhibit"), EXHIBITS, ids=[f"{paper.id}-{exhibit.id}" for paper, exhibit in EXHIBITS]
)


class AnyValue(dict):
    """Measured values of any name."""

    def __missing__(self, name):
        return 0.5


@pytest.mark.parametrize("id", MODULES)
def test_a_paper_goes_by_its_name_in_the_catalogue(id):
    paper = find_paper(id)
    assert paper.id == id
    assert len({one.id for one in paper.exhibits}) == len(paper.exhibits) > 0


@each_exhibit
def test_cells_are_told_apart_by_plain_values(paper, exhibit):
    plan = exhibit.plan(seeds=1)
    assert len({tuple(cell) for cell in plan}) == 1, "every cell has the same keys"
    assert len({tuple(map(str, cell.values())) for cell in plan}) == len(plan), "no cell stands there twice"
    assert json.loads(json.dumps(plan[0])) == plan[0]


@each_exhibit
def test_quick_is_a_part_of_the_full_run(paper, exhibit):
    quick = exhibit.plan(quick=True, seeds=1)
    full = exhibit.plan(seeds=1)
    assert 0 < len(quick) < len(full) or exhibit.quick
    assert set(quick[0]) == set(full[0])


@each_exhibit
def test_our_places_are_spelled_as_the_published_ones(paper, exhibit):
    printed = {(value.row, value.column) for value in published_values(paper.id, exhibit.id)}
    cells = [{key: str(value) for key, value in cell.items()} for cell in exhibit.plan(seeds=1)]
    ours = {(row, column) for cell in cells for row, column, _ in exhibit.entries(cell, AnyValue())}
    assert not printed or printed & ours
    left_out = printed - ours
    rows, columns = {row for row, _ in ours}, {column for _, column in ours}
    misspelled = [place for place in left_out if place[0] in rows and place[1] in columns]
    assert not misspelled, "these published places have our row and our column, and no cell"


@each_exhibit
def test_published_values_say_where_they_stand(paper, exhibit):
    values = published_values(paper.id, exhibit.id)
    assert all(value.where for value in values)
    assert len({(value.row, value.column) for value in values}) == len(values)


@pytest.mark.parametrize("paper", PAPERS, ids=[paper.id for paper in PAPERS])
def test_every_paper_names_a_cheap_cell_of_its_own(paper):
    assert paper.cheap is not None
    id, cell = paper.cheap
    plan = [{key: value for key, value in one.items() if key != "seed"} for one in paper.exhibit(id).plan(seeds=1)]
    assert dict(cell) in plan


def test_a_name_that_is_not_known_is_answered_with_those_there_are():
    with pytest.raises(InputError, match="lee-liu-2003"):
        find_paper("lee-2003")
    with pytest.raises(InputError, match="it has table-1, table-2, table-3"):
        find_paper("liu-2003").exhibit("table-9")
