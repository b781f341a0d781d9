"""Tables of numbers and categories: which methods are tried, and what is said of a row."""

import warnings
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import roc_auc_score

from onesided.exceptions import DataWarning, InputError
from onesided.finder import Finder, compare
from onesided.finder.explanation import strongest_columns
from onesided.finder.features import MOST_COLUMNS, Features, as_table, is_table
from onesided.finder.methods import METHODS, PRESETS
from onesided.text import Collection, TextVectorizer

TABLE_METHODS = [name for name, method in METHODS.items() if method.needs_table]


def refuse():
    raise InputError("this library is not installed")


@pytest.fixture(scope="module")
def problem():
    """Positives are the older ones in the crafts, which no straight line tells; a third of them labelled."""
    rng = np.random.default_rng(0)
    n = 700
    age, hours = rng.uniform(20, 70, n).round(), rng.normal(40, 5, n)
    craft = rng.choice(["baker", "smith", "clerk", "judge", "driver"], n)
    truth = (np.abs(age - 45) < 12) & np.isin(craft, ["baker", "smith", "judge"])
    y = (truth & (rng.random(n) < 0.35)).astype(int)
    frame = pl.DataFrame({"age": age, "hours": hours, "craft": craft})
    table = Collection("people.csv", frame, [f"p{row}" for row in range(n)], np.arange(2, n + 2),
                       numeric=frame.select("age", "hours").to_numpy(), numeric_columns=("age", "hours"),
                       categorical=frame.select("craft"))  # fmt: skip
    return table, y, truth


@pytest.fixture(scope="module")
def finder(problem):
    table, y, _ = problem
    return Finder().fit(table, y)


def test_a_table_is_told_from_text_and_from_embeddings(problem):
    table, _, _ = problem
    assert is_table(table)
    assert is_table(np.zeros((3, MOST_COLUMNS)))
    assert not is_table(np.zeros((3, MOST_COLUMNS + 1)))
    assert not is_table(replace(table, texts=pl.Series(["a text"] * len(table))))


def test_trees_are_tried_on_tables_and_chosen_where_they_are_ahead(problem, finder):
    _, y, truth = problem
    tried = [one.name for one in finder.findings_.candidates]
    assert set(tried) == set(PRESETS["balanced"].for_tables)
    assert METHODS[tried[0]].needs_table
    assert roc_auc_score(truth[y == 0], finder.findings_.scores[y == 0]) > 0.9


def test_without_the_library_auto_goes_on_without_it(problem, monkeypatch):
    table, y, _ = problem
    monkeypatch.setitem(METHODS, "boosting", replace(METHODS["boosting"], load=refuse))
    assert [method.name for method in PRESETS["balanced"].methods_for(True)] == ["forest", "weighted-logistic"]
    found = Finder(preset="fast").fit(table, y).findings_
    assert [one.name for one in found.candidates] == ["forest"]
    monkeypatch.setitem(METHODS, "forest", replace(METHODS["forest"], load=refuse))
    assert [method.name for method in PRESETS["fast"].methods_for(True)] == ["set-aside-svm"]


def test_a_row_is_explained_by_its_values(problem):
    table, y, _ = problem
    finder = Finder("boosting", cv=3).fit(table, y)
    best = finder.findings_.ranking[:3]
    for row, terms in zip(best, finder.explain(table.take(best)), strict=True):
        names = dict(term.split("=") for term, _ in terms)
        assert names["craft"] == table.categorical["craft"][int(row)]
        assert [part for _, part in terms] == sorted((part for _, part in terms), reverse=True)


def test_the_nearest_example_is_like_the_row(problem, finder):
    table, y, _ = problem
    examples = np.flatnonzero(y)
    nearest = finder.nearest(table.take(examples), table.take(examples))
    crafts = table.categorical["craft"].to_numpy()[examples]
    assert np.mean(crafts[nearest] == crafts) > 0.9


@pytest.mark.parametrize("name", TABLE_METHODS)
def test_a_saved_model_scores_the_same(problem, tmp_path, name):
    table, y, _ = problem
    finder = Finder(name, cv=3).fit(table, y)
    finder.save(tmp_path / "model.onesided")
    again = Finder.load(tmp_path / "model.onesided")
    new = table.take(np.arange(50))
    np.testing.assert_array_equal(again.decision_function(new), finder.decision_function(new))
    assert again.explain(new) == finder.explain(new)


@pytest.mark.parametrize("name", TABLE_METHODS)
def test_a_matrix_with_gaps_is_read(name):
    rng = np.random.default_rng(0)
    truth = np.arange(300) < 90
    X = rng.normal(2.0 * truth[:, None], 1, (300, 4))
    X[rng.random(X.shape) < 0.1] = np.nan
    found = Finder(name, cv=3).fit(X, np.arange(300) < 45).findings_
    assert truth[found.ranking[:30]].mean() > 0.9


@pytest.mark.parametrize("name", TABLE_METHODS)
def test_text_is_refused_with_the_reason(name):
    texts = [f"some words {number} here" for number in range(40)]
    with pytest.raises(InputError, match=f"{name}: it reads a table of numbers and categories, and there is text"):
        Finder(name).fit(texts, [1] * 10 + [0] * 30)


def test_compare_leaves_methods_for_tables_out_of_text_and_keeps_them_on_tables(problem):
    table, y, _ = problem
    texts = [f"word{number % 11} word{number % 7} word{number % 5}" for number in range(120)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        on_text = compare(texts, np.arange(120) < 30, cv=2)
        on_table = compare(table, y, [*TABLE_METHODS, "weighted-logistic"], cv=3)
    assert not {row.method for row in on_text} & set(TABLE_METHODS)
    assert {row.method for row in on_table} == {*TABLE_METHODS, "weighted-logistic"}


def test_other_columns_than_the_learned_ones_are_refused(problem):
    table, _, _ = problem
    features = Features(TextVectorizer(), for_tables=True)
    features.fit_transform(table)
    other = replace(table, numeric=table.numeric[:, :1], numeric_columns=("age",))
    with pytest.raises(InputError, match="numeric columns age, hours"):
        features.transform(other)


def test_a_table_keeps_its_values_and_empty_categories_are_missing(problem):
    table, _, _ = problem
    gap = replace(table, categorical=table.categorical.with_columns(craft=pl.lit("")))
    assert as_table(gap)["craft"].null_count() == len(table)
    assert as_table(table)["age"].to_list() == table.numeric[:, 0].tolist()


def test_strongest_columns_are_the_largest_parts():
    parts = np.array([[0.5, -1.0, 2.0], [0.0, 0.1, 0.0]])
    frame = pl.DataFrame({"a": [1.0, 2.5], "b": ["x", "y"], "c": [None, 3]})
    assert strongest_columns(frame, parts) == [[("c=", 2.0), ("a=1", 0.5)], [("b=y", 0.1)]]
    assert strongest_columns(np.array([[7.0, 8.0, 9.0]]), parts[:1], 1) == [[("column 2=9", 2.0)]]
