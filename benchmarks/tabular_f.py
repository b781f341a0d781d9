"""F on tables with 30% of the positives labelled and the share of positives unknown.

    python benchmarks/tabular_f.py [data set ...] [--seeds 10] [--methods "boosting;finder"]

Each seed draws 30% of the rows to test on, hides 70% of the positives of the rest at random, and fits; F is
counted on the test rows by their true labels, which nothing else has seen.  Ours take categories as they are; the
peers, and the forests inside the wrappers, get them as ordinal codes, since their trees take numbers only.  A cell
that `results/tabular_f.csv` has already is not run again.
"""

from __future__ import annotations

import argparse
import csv
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import polars as pl
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

from onesided.datasets import fetch_adult, fetch_spambase, hide_labels
from onesided.finder import Finder
from onesided.papers.leaderboard import as_collection
from onesided.queries.forest import PosUnlForest
from onesided.wrappers import ElkanNoto, PUBagging, PUBoosting

RESULTS = Path(__file__).parent / "results" / "tabular_f.csv"
FREQUENCY = 0.3
N_ADULT = 10_000
"""Rows of adult, drawn anew for each seed: the peers' bagging takes minutes on all of them."""


@dataclass(frozen=True)
class Problem:
    """A table, its categorical columns, and the truth."""

    frame: pl.DataFrame
    truth: np.ndarray

    @property
    def codes(self) -> np.ndarray:
        """All columns as numbers, a category by its place in the alphabet."""
        return self.frame.with_columns(pl.col(pl.String).fill_null("").rank("dense").cast(pl.Float64)).to_numpy()

    def take(self, rows: Any) -> Problem:
        return Problem(self.frame[rows], self.truth[rows])


def problems() -> Iterator[tuple[str, Problem]]:
    spam = fetch_spambase()
    yield "spambase", Problem(pl.DataFrame(spam.columns), np.asarray(spam.labels) == "spam")
    adult = fetch_adult()
    frame = pl.DataFrame({name: pl.Series(column.tolist()) for name, column in adult.columns.items()}).with_columns(
        pl.col(pl.String).replace("", None)
    )
    yield "adult", Problem(frame, np.asarray(adult.labels) == ">50K")
    cancer = load_breast_cancer()
    frame = pl.DataFrame(cancer.data, schema=[str(name) for name in cancer.feature_names])
    yield "breast_cancer", Problem(frame, cancer.target == 1)  # as scikit-learn has it: benign is 1
    yield "breast_cancer, malignant", Problem(frame, cancer.target == 0)


def peer(name: str, seed: int, n_positive: int) -> Any:
    """A peer with its own defaults; its bagging also with bags of as many unlabeled rows as there are positives."""
    from pulearn import BaggingPuClassifier, ElkanotoPuClassifier

    if name == "elkan-noto":
        return ElkanotoPuClassifier(RandomForestClassifier(random_state=seed))
    size = {"max_samples": n_positive} if name == "bagging, small" else {}
    return BaggingPuClassifier(DecisionTreeClassifier(), n_estimators=100, random_state=seed, **size)


# Each gives what it calls positive, and its ranking, of the test rows.
Answer = tuple[np.ndarray, np.ndarray]


def _ours(make: Callable[[int], Any], *, as_codes: bool) -> Callable[[Problem, Problem, np.ndarray, int], Answer]:
    def run(train: Problem, test: Problem, y: np.ndarray, seed: int) -> Answer:
        rows, new = (train.codes, test.codes) if as_codes else (train.frame, test.frame)
        model = make(seed).fit(rows, y)
        return model.predict(new) == 1, model.decision_function(new)

    return run


def _finder(train: Problem, test: Problem, y: np.ndarray, seed: int) -> Answer:
    model = Finder(random_state=seed).fit(as_collection(train.frame), y)
    scores = model.decision_function(as_collection(test.frame))
    return scores > 0, scores


def _peer(name: str) -> Callable[[Problem, Problem, np.ndarray, int], Answer]:
    def run(train: Problem, test: Problem, y: np.ndarray, seed: int) -> Answer:
        np.random.seed(seed)  # noqa: NPY002 - one of them draws from the global state
        model = peer(name, seed, int(y.sum())).fit(train.codes, np.where(y == 1, 1, -1 if name == "elkan-noto" else 0))
        scores = np.asarray(model.predict_proba(test.codes))
        return np.asarray(model.predict(test.codes)) == 1, scores if scores.ndim == 1 else scores[:, 1]

    return run


METHODS: dict[str, Callable[[Problem, Problem, np.ndarray, int], Answer]] = {
    "finder": _finder,
    "boosting": _ours(lambda seed: PUBoosting(random_state=seed), as_codes=False),
    "boosting, unbiased": _ours(lambda seed: PUBoosting(risk="unbiased", random_state=seed), as_codes=False),
    "forest": _ours(lambda seed: PosUnlForest(random_state=seed), as_codes=False),
    "elkan-noto of a forest": _ours(
        lambda seed: ElkanNoto(RandomForestClassifier(random_state=seed), random_state=seed), as_codes=True
    ),
    "bagging of trees": _ours(
        lambda seed: PUBagging(DecisionTreeClassifier(), n_estimators=100, random_state=seed), as_codes=True
    ),
    "pulearn elkan-noto of a forest": _peer("elkan-noto"),
    "pulearn bagging of trees": _peer("bagging"),
    "pulearn bagging, bags of |P|": _peer("bagging, small"),
}


def measure(problem: Problem, method: str, seed: int) -> tuple[float, float, float]:
    """F, AUC and seconds of the processor."""
    if len(problem.truth) > N_ADULT:
        problem = problem.take(np.random.default_rng(seed).permutation(len(problem.truth))[:N_ADULT])
    rows = np.arange(len(problem.truth))
    inside, outside = train_test_split(rows, test_size=0.3, stratify=problem.truth, random_state=seed)
    train, test = problem.take(inside), problem.take(outside)
    y = np.asarray(hide_labels(train.truth.astype(int), FREQUENCY, random_state=seed))
    begin = process_time()
    called, scores = METHODS[method](train, test, y, seed)
    seconds = process_time() - begin
    return f1_score(test.truth, called), roc_auc_score(test.truth, scores), seconds


def done() -> dict[tuple[str, str, int], tuple[float, float, float]]:
    if not RESULTS.exists():
        return {}
    with RESULTS.open() as file:
        return {
            (row["data"], row["method"], int(row["seed"])): (float(row["f"]), float(row["auc"]), float(row["seconds"]))
            for row in csv.DictReader(file)
        }


def keep(key: tuple[str, str, int], values: tuple[float, float, float]) -> None:
    is_new = not RESULTS.exists()
    with RESULTS.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(["data", "method", "seed", "f", "auc", "seconds"])
        writer.writerow([*key, *(f"{value:.4f}" for value in values)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="*")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--methods", default=";".join(METHODS), help="names, with ; between them")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    wanted = [name.strip() for name in options.methods.split(";")]
    for seed in range(options.seeds):
        for name, problem in problems():
            for method in wanted:
                key = name, method, seed
                if (options.data and name not in options.data) or key in done():
                    continue
                try:
                    keep(key, measure(problem, method, seed))
                except (ImportError, ValueError) as error:
                    if not method.startswith("pulearn"):
                        raise
                    print(f"{name}, seed {seed}: {method} gave no answer ({error})", flush=True)
    show(done())


def show(cells: dict[tuple[str, str, int], tuple[float, float, float]]) -> None:
    for name in dict.fromkeys(key[0] for key in cells):
        print(f"\n{name:<34}{'F':>8}{'± s.e.':>8}{'AUC':>8}{'seconds':>9}{'seeds':>7}")
        for method in METHODS:
            values = np.array([value for key, value in cells.items() if key[:2] == (name, method)])
            if len(values):
                error = values[:, 0].std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
                f, auc, seconds = values.mean(axis=0)
                print(f"{method:<34}{f:>8.3f}{error:>8.3f}{auc:>8.3f}{seconds:>9.1f}{len(values):>7}")


if __name__ == "__main__":
    main()
