"""Mean ranks and what differs by more than chance."""

import numpy as np
import pytest

from onesided.papers.leaderboard import PAPER
from onesided.papers.ranks import critical_difference, groups_alike, mean_ranks
from onesided.papers.results import Finished
from onesided.papers.table import gather


def test_the_best_in_every_row_has_rank_one():
    scores = np.random.default_rng(0).random((20, 4))
    scores[:, 2] += 1
    assert mean_ranks(scores)[2] == 1
    assert mean_ranks(scores).sum() == pytest.approx(1 + 2 + 3 + 4)


@pytest.mark.parametrize(("n_methods", "quantile"), [(2, 1.960), (5, 2.728), (10, 3.164)])
def test_critical_difference_follows_the_printed_quantiles_of_nemenyi(n_methods, quantile):
    expected = quantile * np.sqrt(n_methods * (n_methods + 1) / (6 * 30))
    assert critical_difference(n_methods, 30) == pytest.approx(expected, abs=1e-3)


def test_runs_are_longest_and_none_lies_in_another():
    ranks = np.array([1.0, 1.4, 1.9, 3.0, 3.1])
    runs = groups_alike(ranks, 1.0)
    assert runs == [(0, 2), (3, 4)]
    assert groups_alike(ranks, 0.01) == []


def _finished(f_of):
    cells = [dict(cell) for cell in PAPER.exhibits[0].cells(False)]
    return [
        Finished({**{k: str(v) for k, v in cell.items()}, "seed": "0"}, {"f": f_of(cell), "fit_seconds": 1.0}, {})
        for cell in cells
    ]


def test_the_leaderboard_names_the_method_that_leads_everywhere():
    exhibit = PAPER.exhibits[0]
    names = sorted({cell["method"] for cell in exhibit.cells(False)})
    finished = _finished(lambda cell: 0.9 if cell["method"] == "rank-svm" else 0.1 + 0.01 * names.index(cell["method"]))
    said = exhibit.says(gather(exhibit, finished, [], exhibit.plan()))
    assert said.startswith("Use rank-svm")
    assert "over 24 problems" in said


def test_a_problem_that_a_method_was_not_run_on_does_not_count():
    exhibit = PAPER.exhibits[0]
    finished = _finished(lambda cell: 0.5)
    table = gather(exhibit, finished[1:], [], exhibit.plan())
    assert "over 23 problems" in exhibit.says(table)
