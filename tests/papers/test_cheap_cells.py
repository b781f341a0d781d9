"""One cheap cell of each paper gives what it gave before, up to its spread over seeds."""

from __future__ import annotations

import os

import pytest

from onesided.papers.catalogue import all_papers
from onesided.papers.cheap import differing, stored

PAPERS = all_papers()
HOW = "set ONESIDED_DATA to a folder with the data files; onesided.datasets says where each is to be had"


@pytest.mark.parametrize("paper", PAPERS, ids=[paper.id for paper in PAPERS])
def test_a_cheap_cell_gives_what_is_stored(paper):
    if paper.needs_data and not os.environ.get("ONESIDED_DATA"):
        pytest.skip(HOW)
    assert stored(paper), "nothing is stored"
    assert not differing(paper)
