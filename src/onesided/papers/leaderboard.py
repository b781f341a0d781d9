"""Every method of the toolkit on every kind of data: which one should I use?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np
import polars as pl
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from onesided.datasets import fetch_adult, fetch_kr_vs_kp, fetch_spambase
from onesided.finder import Finder
from onesided.finder.methods import METHODS
from onesided.papers.liu_2003 import trial_of
from onesided.papers.paper import Cell, Exhibit, Paper, Values
from onesided.papers.protocol import Trial, label_some
from onesided.papers.ranks import critical_difference, draw_ranks, mean_ranks
from onesided.papers.table import Table
from onesided.text import Collection, FeatureEncoder

GAMMAS = (0.1, 0.3, 0.7)
TEXTS = {
    "reuters": ("acq", "crude", "trade", "ship"),
    "newsgroups": ("comp.graphics", "rec.autos", "sci.med", "talk.politics.misc"),
}
TABLES = ("spambase", "adult", "kr-vs-kp", "breast cancer")
FINDER = "Finder"
ON_TEXT = (FINDER, *(name for name, method in METHODS.items() if not method.needs_table))
ON_TABLES = (FINDER, *(name for name, method in METHODS.items() if not method.needs_counts))
N_ADULT = 6000
MEAN, SECONDS = "mean F", "CPU seconds"


# Text.


def _text_cells(quick: bool) -> Iterator[Cell]:
    for data, groups in TEXTS.items():
        for group in groups[:1] if quick else groups:
            for gamma in GAMMAS[1:2] if quick else GAMMAS:
                for method in ON_TEXT:
                    yield {"data": data, "task": group, "gamma": gamma, "method": method}


def _run_text(cell: Cell) -> Values:
    method, seed = cell["method"], cell["seed"]
    words = "counts" if method != FINDER and METHODS[method].needs_counts else "weights"
    trial = trial_of(cell["data"], cell["task"], cell["gamma"], seed, words)
    return _fit_and_time(trial, Finder(random_state=seed) if method == FINDER else METHODS[method].make(seed))


def _fit_and_time(trial: Trial, model: Any) -> Values:
    """F on the test rows, and the time of learning and calling, without that of reading."""
    begin = time.process_time()
    values = trial.fit_and_score(model)
    return {**values, "fit_seconds": time.process_time() - begin}


# Tables.


@lru_cache(maxsize=len(TABLES))
def _table_of(data: str) -> tuple[pl.DataFrame, np.ndarray]:
    """Columns as they are, and which rows are positive: the class that people look for."""
    if data == "breast cancer":
        cancer = load_breast_cancer()
        return pl.DataFrame(cancer.data, schema=[str(name) for name in cancer.feature_names]), cancer.target == 0
    fetch, positive = {
        "spambase": (fetch_spambase, "spam"), "adult": (fetch_adult, ">50K"), "kr-vs-kp": (fetch_kr_vs_kp, "won"),
    }[data]  # fmt: skip
    table = fetch()
    frame = pl.DataFrame({name: pl.Series(column.tolist()) for name, column in table.columns.items()})
    return frame.with_columns(pl.col(pl.String).replace("", None)), np.asarray(table.labels) == positive


def as_collection(frame: pl.DataFrame) -> Collection:
    """Rows of a table as the Finder reads them: columns of strings are categories, the others numbers."""
    words = [name for name, kind in frame.schema.items() if kind == pl.String]
    numbers = [name for name in frame.columns if name not in words]
    return Collection(
        "table", frame, [str(row) for row in range(frame.height)], np.arange(frame.height),
        numeric=frame.select(numbers).to_numpy().astype(float) if numbers else None, numeric_columns=tuple(numbers),
        categorical=frame.select(words).fill_null("") if words else None,
    )  # fmt: skip


def _table_cells(quick: bool) -> Iterator[Cell]:
    for data in TABLES[-1:] if quick else TABLES:
        for gamma in GAMMAS[1:2] if quick else GAMMAS:
            for method in ON_TABLES:
                yield {"data": data, "gamma": gamma, "method": method}


def _run_table(cell: Cell) -> Values:
    method, seed = cell["method"], cell["seed"]
    frame, truth = _table_of(cell["data"])
    rows = np.random.default_rng(seed).permutation(len(truth))[:N_ADULT] if cell["data"] == "adult" else None
    if rows is not None:
        frame, truth = frame[rows], truth[rows]
    train, test = train_test_split(np.arange(len(truth)), test_size=0.3, stratify=truth, random_state=seed)
    X, X_test, model = _features(method, frame[train], frame[test], seed)
    y = label_some(truth[train], cell["gamma"], seed)
    return _fit_and_time(Trial(X, y, X_test, truth[test]), model)


def _features(method: str, train: pl.DataFrame, test: pl.DataFrame, seed: int) -> tuple[Any, Any, Any]:
    """Rows in the form that the method reads, and the method."""
    if method == FINDER:
        return as_collection(train), as_collection(test), Finder(random_state=seed)
    if METHODS[method].needs_table:
        return train, test, METHODS[method].make(seed)
    encoder = FeatureEncoder()
    X = encoder.fit_transform(as_collection(train))
    return X, encoder.transform(as_collection(test)), METHODS[method].make(seed)


# What both share.


def _entries(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    method, gamma = cell["method"], f"γ={cell['gamma']}"
    yield MEAN, method, values["f"]
    yield f"F at {gamma}", method, values["f"]
    yield SECONDS, method, values["fit_seconds"]
    yield " ".join(filter(None, (cell["data"], cell.get("task"), gamma))), method, values["f"]


def _is_summary(row: str, column: str = "") -> bool:
    return row in (MEAN, SECONDS) or row.startswith("F at ")


def _whole_problems(table: Table) -> tuple[list[str], np.ndarray]:
    """Methods, and their F on every problem that all of them were run on."""
    methods = list(table.columns)
    scores = [[table[row, method].ours for method in methods] for row in table.rows if not _is_summary(row)]
    whole = [row for row in scores if None not in row]
    return methods, np.array(whole, dtype=float).reshape(-1, len(methods))


def _draw(figure: Any, table: Table) -> None:
    """Mean ranks, and time beside F."""
    figure.set_size_inches(11, 4.6)
    left, right = figure.subplots(1, 2)
    methods, scores = _whole_problems(table)
    draw_ranks(left, methods, mean_ranks(scores), critical_difference(len(methods), len(scores)))
    by_time = sorted(methods, key=lambda method: table[SECONDS, method].ours or 0.0)
    for place, method in enumerate(by_time):
        x, y = table[SECONDS, method].ours, table[MEAN, method].ours
        if x is not None and y is not None:
            right.plot(x, y, "o", color="C3" if method == FINDER else "C0")
            # Names of neighbours go above and below in turn, so that they do not cover each other.
            above = 7 if place % 2 else -13
            right.annotate(method, (x, y), xytext=(0, above), textcoords="offset points", fontsize=8, ha="center")
    right.margins(0.12)
    right.set(xscale="log", xlabel="CPU seconds a problem, mean", ylabel="mean F")


def _says(table: Table) -> str:
    """Which method to use, from the ranks."""
    methods, scores = _whole_problems(table)
    if len(scores) < 2:
        return "Too few problems to rank."
    ranks = mean_ranks(scores)
    difference = critical_difference(len(methods), len(scores))
    order = np.argsort(ranks, kind="stable")
    listed = ", ".join(f"{methods[one]} {ranks[one]:.1f} (F {scores[:, one].mean():.3f})" for one in order)
    alike = [methods[one] for one in order[1:] if ranks[one] - ranks[order[0]] <= difference]
    said = f"the test does not tell it apart from {', '.join(alike)}" if alike else "no other is within that of it"
    return (
        f"Use {methods[order[0]]}: its mean rank over {len(scores)} problems is the best, and {said} (critical"
        f" difference {difference:.1f}, Nemenyi, 5%; the shares γ of one task are not independent, so it is a guide)."
        f"  Mean ranks and F: {listed}."
    )


PROTOCOL = (
    " Of the positives of the training rows a share γ is labelled at random, all others are unlabeled; each method with"
    " its own defaults, everything chosen from P and U alone; F on the 30% of rows that are the test set.  CPU seconds"
    " are of learning and calling on one thread, without reading and vectorising."
)
_exhibit = partial(
    Exhibit, entries=_entries, judged=_is_summary, draw=_draw, says=_says, labels=("", ""), tolerance=0.0
)
PAPER = Paper(
    id="leaderboard",
    title="Which method should I use?",
    reference="Not a paper: every method of the toolkit, side by side.",
    about="Nothing here was published before, so ours stands alone.",
    exhibits=(
        _exhibit(
            id="figure-1",
            title="Text: mean ranks with their critical difference, and time beside F",
            cells=_text_cells,
            run=_run_text,
            settings="Four topics of Reuters' ten largest and four groups of 20 Newsgroups, each against the rest of"
            " its collection; words as in the pages on Liu et al. 2003." + PROTOCOL,
            quick="one topic and one group, γ = 0.3",
            seconds=2.0,
        ),
        _exhibit(
            id="figure-2",
            title="Tables: mean ranks with their critical difference, and time beside F",
            cells=_table_cells,
            run=_run_table,
            settings=f"spambase, adult ({N_ADULT:,} rows drawn for each seed), kr-vs-kp and breast cancer (malignant);"
            " linear methods read standardised numbers and one-hot categories, trees the columns as they are."
            + PROTOCOL,
            quick="breast cancer, γ = 0.3",
            seconds=4.0,
        ),
    ),
    cheap=("figure-2", {"data": "breast cancer", "gamma": 0.3, "method": "weighted-logistic"}),
    needs_data=False,
)
