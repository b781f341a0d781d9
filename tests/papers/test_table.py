"""Gathering cells into a table, and judging it."""

from __future__ import annotations

from statistics import stdev

import pytest
from example_paper import exhibit, run

from onesided.papers.output import as_csv, as_markdown, row_as_markdown
from onesided.papers.published import PublishedValue
from onesided.papers.results import Finished
from onesided.papers.table import gather, judge
from onesided.papers.verdict import champion, differences, summary


def finished(n_seeds=2, one=None):
    cells = (one or exhibit()).plan(seeds=n_seeds)
    return [Finished({k: str(v) for k, v in cell.items()}, run(cell), {}) for cell in cells]


def published(*places):
    return [PublishedValue("table-1", row, column, value, "Table 1") for row, column, value in places]


def test_values_are_averaged_within_a_seed_and_the_spread_is_over_seeds():
    table = gather(exhibit(), finished(3), [])
    average = table["Average", "good"]
    assert average.ours == pytest.approx(0.86)
    assert average.spread == pytest.approx(stdev([0.85, 0.86, 0.87]))
    assert average.n_seeds == 3
    assert table["b", "bad"].ours == pytest.approx(0.51)


def test_a_repetition_that_is_not_complete_does_not_count():
    some = finished(2)[:-1]  # the last cell, group b by the bad method in the second repetition, is not there yet
    table = gather(exhibit(), some, [])
    assert table["Average", "bad"].ours == pytest.approx(0.45)
    assert table["Average", "bad"].n_seeds == 1
    assert table["Average", "good"].n_seeds == 2


def test_with_a_plan_an_average_that_is_not_whole_is_left_out():
    some = [one for one in finished(1) if one.cell["group"] == "a"]
    assert gather(exhibit(), some, [])["Average", "good"].ours == pytest.approx(0.8)
    table = gather(exhibit(), some, [], exhibit().plan())
    assert table["Average", "good"].ours is None
    assert table["a", "good"].ours == pytest.approx(0.8)


def test_one_seed_has_no_spread():
    assert gather(exhibit(), finished(1), [])["a", "good"].spread is None


def test_rows_and_columns_come_in_the_published_order_and_ours_alone_last():
    printed = published(("Average", "bad", 0.4), ("b", "bad", 0.5), ("b", "never", 0.1))
    table = gather(exhibit(), finished(), printed)
    assert table.rows == ("Average", "b", "a")
    assert table.columns == ("bad", "good")
    assert table.left_out == ("never",)
    assert table["Average", "good"].difference is None


@pytest.mark.parametrize(
    ("value", "higher", "word"),
    [
        (0.5, True, "ahead"),
        (0.99, True, "short"),
        (0.856, True, "equal"),
        (0.5, False, "short"),
        (0.99, False, "ahead"),
    ],
)
def test_a_difference_counts_beyond_two_standard_deviations(value, higher, word):
    one = exhibit(higher_is_better=higher, judged=lambda row, column: row == "Average")
    table = gather(one, finished(2), published(("Average", "good", value), ("a", "good", 0.0)))
    assert [verdict.word for verdict in judge(one, table)] == [word]


def test_without_a_spread_the_stated_tolerance_is_used():
    printed = published(("a", "good", 0.83))
    assert [v.word for v in judge(exhibit(tolerance=0.05), gather(exhibit(), finished(1), printed))] == ["equal"]
    assert [v.word for v in judge(exhibit(tolerance=0.01), gather(exhibit(), finished(1), printed))] == ["short"]


def test_what_falls_short_is_said_with_its_reason_or_that_there_is_none():
    printed = published(("a", "good", 0.99), ("b", "bad", 0.99), ("b", "good", 0.2))
    one = exhibit(reasons={"bad": "it is the bad one"})
    table = gather(one, finished(2), printed)
    assert "ahead in 1, equal in 0 and short in 2" in summary(one, table)
    said = differences(one, table)
    assert len(said) == 2
    assert any("Short: a, good: 0.805 (-0.185). No reason found yet." in line for line in said)
    assert any("b, bad: 0.505 (-0.485). It is the bad one." in line for line in said)


def test_what_is_ahead_is_said_by_row_with_its_range():
    printed = published(("a", "good", 0.7), ("a", "bad", 0.2), ("b", "good", 0.1))
    one = exhibit(reasons={"a": "why not"})
    assert differences(one, gather(one, finished(2), printed)) == ["Ahead: good +0.105; bad +0.205. Why not."]
    one = exhibit(reasons={"": "why not"})
    said = differences(one, gather(one, finished(2), printed))
    assert said == ["Ahead: a +0.105 to +0.205 (2 values); b +0.805. Why not."]


@pytest.mark.parametrize(
    ("value", "said"), [(0.7, "in 1 of 1 columns."), (0.9, "in 0 of 1 columns; not in good: 0.805")]
)
def test_a_champion_is_held_against_all_that_is_published_in_its_column(value, said):
    one = exhibit(champion="a")
    table = gather(one, finished(2), published(("b", "good", value), ("Average", "good", 0.1)))
    assert said in champion(one, table)
    assert champion(one, gather(one, finished(2), [])) == ""


def test_the_nearest_reason_is_given():
    one = exhibit(reasons={"": "all", "good": "column", "a": "row", "a | good": "place"})
    assert [one.reason("a", "good"), one.reason("b", "good"), one.reason("a", "bad"), one.reason("b", "bad")] == [
        "place", "column", "row", "all",
    ]  # fmt: skip


def test_the_table_as_csv_and_markdown():
    table = gather(exhibit(), finished(2), published(("a", "good", 0.8)))
    assert "a,good,0.805,0.007,2,0.800,+0.005,Table 1\n" in as_csv(table)
    assert as_markdown(table).splitlines()[2] == "| a | 0.805 / 0.800 (+0.005) | 0.405 |"


def test_a_row_upright_has_no_column_that_is_empty_throughout():
    table = gather(exhibit(), finished(2), published(("a", "good", 0.8)))
    assert row_as_markdown(table, "a").splitlines() == [
        "| a | ours | spread | seeds | published | difference |",
        "|---|---|---|---|---|---|",
        "| good | 0.805 | 0.007 | 2 | 0.800 | +0.005 |",
        "| bad | 0.405 | 0.007 | 2 |  |  |",
    ]
    assert row_as_markdown(table, "b").startswith("| b | ours | spread | seeds |\n|---|---|---|---|\n| good | 0.905 |")
