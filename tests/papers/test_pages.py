"""The pages on the papers are those that the finished cells give."""

from __future__ import annotations

from pathlib import Path

import pytest

from onesided.papers.catalogue import all_papers
from onesided.papers.page import page

ROOT = Path(__file__).parents[2]
PAPERS = [paper for paper in all_papers() if (ROOT / "results" / paper.id).is_dir()]


@pytest.mark.parametrize("paper", PAPERS, ids=[paper.id for paper in PAPERS])
def test_the_page_of_a_paper_is_what_its_results_give(paper):
    folder = ROOT / "docs" / "papers"
    written = (folder / f"{paper.id}.md").read_text(encoding="utf-8")
    assert written == page(paper, ROOT / "results", folder), "run .venv/bin/python docs/generate.py"
