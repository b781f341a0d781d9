"""F of the linear learners and the Finder on 20 Newsgroups and Reuters, by the protocol of Liu et al. (2003).

    python benchmarks/text_f.py --data newsgroups reuters --gammas 0.1 0.3 0.7 --methods finder rank-svm

A random 30% of the documents is the test set.  Of the rest, a share γ of the positives is labelled and everything
else is unlabeled; each class in turn is the positive one.  Settings, cut and method come from P and U
alone; the truth of the test set is looked at once, for F.  "best cut" is F at the best cut of the test ranking: what
is lost between the two is lost by the cut.  Finished cells are kept in a CSV file, so that an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import f1_score

from onesided.datasets import fetch_20newsgroups_raw, fetch_reuters
from onesided.finder import Finder
from onesided.finder.features import as_documents
from onesided.finder.methods import find_method
from onesided.text import TextVectorizer

TOPICS = ("earn", "acq", "money-fx", "grain", "crude", "trade", "interest", "wheat", "ship", "corn")
PUBLISHED = {"newsgroups": {0.1: 0.557, 0.3: 0.742, 0.7: 0.805}, "reuters": {0.1: 0.644, 0.3: 0.785, 0.7: 0.856}}
GOALS = {"newsgroups": {0.1: 0.66, 0.3: 0.77, 0.7: 0.825}, "reuters": {0.1: 0.83, 0.3: 0.88, 0.7: 0.91}}
COLUMNS = ("data", "method", "gamma", "positive", "seed", "f", "f_best_cut", "seconds", "n_labelled", "chosen")


def load(name: str) -> tuple[Any, dict[str, Any]]:
    """Texts, and for each class the mask of its documents."""
    if name == "newsgroups":
        corpus = fetch_20newsgroups_raw("19997")
        return as_documents(corpus.texts), {str(k): corpus.has_label(k) for k in sorted(set(corpus.labels))}
    corpus = fetch_reuters("top10")
    return as_documents(corpus.texts), {topic: corpus.has_label(topic) for topic in TOPICS}


def best_f(truth: Any, scores: Any) -> float:
    hits = np.cumsum(truth[np.argsort(-scores, kind="stable")])
    return float(np.max(2 * hits / (np.arange(1, len(truth) + 1) + truth.sum())))


def cells(data: str, methods: list[str], gammas: list[float], seed: int, done: set[tuple[str, ...]]) -> Any:
    """Every cell that is not done yet, as a row of the table."""
    documents, classes = load(data)
    order = np.random.default_rng(seed).permutation(len(documents))
    n_test = round(0.3 * len(order))
    test, train = order[:n_test], order[n_test:]
    # The vocabulary comes from the training part; the methods but the Finder share its matrix.
    vectorizer = TextVectorizer()
    X = vectorizer.fit_transform(documents.take(train).texts)
    X_test = vectorizer.transform(documents.take(test).texts)
    for gamma in gammas:
        for number, (positive, truth) in enumerate(classes.items()):
            members = np.flatnonzero(truth[train])
            given = np.random.default_rng([seed, number]).permutation(members)[: max(2, round(gamma * len(members)))]
            y = np.zeros(len(train), dtype=int)
            y[given] = 1
            for method in methods:
                if (data, method, str(gamma), positive, str(seed)) in done:
                    continue
                begin = time.process_time()
                if method.startswith("finder"):
                    preset = method.partition("-")[2] or "balanced"
                    finder = Finder(preset=preset).fit(documents.take(train), y)
                    scores, chosen = finder.decision_function(documents.take(test)), finder.findings_.chosen_method
                else:
                    scores, chosen = find_method(method).make(0).fit(X, y).decision_function(X_test), method
                seconds = time.process_time() - begin
                f = f1_score(truth[test], scores > 0)
                yield (data, method, gamma, positive, seed, f, best_f(truth[test], scores), seconds, len(given), chosen)


def summary(rows: list[dict[str, str]]) -> None:
    groups: dict[tuple[str, str, float, str], list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault((row["data"], row["method"], float(row["gamma"]), row["seed"]), []).append(row)
    head = f"{'data':<12}{'method':<20}{'γ':>4}{'seed':>5}{'classes':>9}{'F':>8}{'best cut':>10}{'CPU s':>8}"
    print(head + f"{'published':>11}{'goal':>8}")
    for (data, method, gamma, seed), some in sorted(groups.items()):
        f, best, seconds = (np.mean([float(row[c]) for row in some]) for c in ("f", "f_best_cut", "seconds"))
        published, goal = PUBLISHED[data].get(gamma, np.nan), GOALS[data].get(gamma, np.nan)
        row = f"{data:<12}{method:<20}{gamma:>4}{seed:>5}{len(some):>9}{f:>8.3f}{best:>10.3f}{seconds:>8.1f}"
        print(row + f"{published:>11.3f}{goal:>8.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", default=["reuters", "newsgroups"], choices=list(GOALS))
    parser.add_argument("--methods", nargs="+", default=["finder", "rank-svm", "weighted-logistic", "biased-svm"])
    parser.add_argument("--gammas", nargs="+", type=float, default=[0.1, 0.3, 0.7])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, default=Path("benchmarks/results/text_f.csv"))
    options = parser.parse_args()
    options.results.parent.mkdir(parents=True, exist_ok=True)
    if not options.results.exists():
        options.results.write_text(",".join(COLUMNS) + "\n")
    with options.results.open(newline="") as file:
        done = {(r["data"], r["method"], r["gamma"], r["positive"], r["seed"]) for r in csv.DictReader(file)}
    for data in options.data:
        for row in cells(data, options.methods, options.gammas, options.seed, done):
            with options.results.open("a", newline="") as file:
                measured = [f"{value:.4f}" for value in row[5:8]]
                csv.writer(file).writerow([*row[:5], *measured, *row[8:]])
            print(*row[:4], f"F {row[5]:.3f}, best cut {row[6]:.3f}, {row[7]:.1f} s", flush=True)
    with options.results.open(newline="") as file:
        summary(list(csv.DictReader(file)))


if __name__ == "__main__":
    main()
