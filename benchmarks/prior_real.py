"""How many positives are hidden, on real data with known truth: error and coverage of each estimator.

    python benchmarks/prior_real.py

Positives are labelled completely at random with the frequencies below; the scores are the out-of-fold scores that a
user of the Finder gets.  The error is that of the population's share of positives.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from onesided.datasets import fetch_20newsgroups_raw, fetch_adult, fetch_reuters, fetch_spambase, hide_labels
from onesided.finder import Finder
from onesided.finder.features import as_documents
from onesided.prior import METHODS, estimate_prior

FREQUENCIES = (0.2, 0.5)
NAMES = ("odds_floor", "best_bin", "dedpul", "elkan_noto_e1", "elkan_noto_e3", "tice", "kernel_mean")


def problems() -> Iterator[tuple[str, Any, Any]]:
    """Name, documents or matrix, and truth."""
    random = np.random.default_rng(0)
    corpus = fetch_20newsgroups_raw("18828")
    rows = random.permutation(len(corpus.texts))[:8000]
    documents = as_documents(corpus.texts).take(rows)
    for group in ("rec.autos", "sci.space", "talk.politics.misc", "comp.graphics"):
        yield "20newsgroups", documents, corpus.has_label(group)[rows]
    corpus = fetch_reuters("top10")
    for topic in ("acq", "crude", "grain", "interest"):
        yield "reuters", as_documents(corpus.texts), corpus.has_label(topic)
    spam = fetch_spambase()
    numbers = np.column_stack(list(spam.columns.values())).astype(float)
    yield "spambase", np.log1p(numbers), np.asarray(spam.labels) == "spam"
    adult = fetch_adult()
    yield "adult", *_adult(adult, random.permutation(len(adult.labels))[:10_000])


def _adult(table: Any, rows: Any) -> tuple[Any, Any]:
    """Numbers as they are and categories as indicator columns."""
    blocks = []
    for values in table.columns.values():
        column = np.asarray(values)[rows]
        if column.dtype.kind in "if":
            blocks.append(column[:, None].astype(float))
        else:
            blocks.append((column[:, None] == np.unique(column.astype(str))[None]).astype(float))
    labels = np.asarray(table.labels)[rows].astype(str)
    return np.hstack(blocks), np.char.find(labels, ">50K") >= 0


def main() -> None:
    warnings.simplefilter("ignore")
    errors: dict[str, list[dict[str, float]]] = {}
    covered: dict[str, list[bool]] = {}
    for name, documents, truth in problems():
        truth = np.asarray(truth, dtype=bool)
        for frequency in FREQUENCIES:
            y = hide_labels(truth.astype(int), frequency, random_state=0)
            finder = Finder().fit(documents, y)
            found = finder.findings_
            counted = found.is_counted
            labels, scores = found.labels.take(counted), found.scores[counted]
            names = [n for n in NAMES if n in METHODS]
            estimate = estimate_prior(labels, scores, panel=tuple(n for n in names if n != "odds_floor"))
            true = truth[counted].mean()
            row = {"odds_floor": abs(estimate.prior - true)}
            row |= {entry.method: abs(entry.prior - true) for entry in estimate.panel}
            errors.setdefault(name, []).append(row)
            covered.setdefault(name, []).append(true in estimate.prior_interval)
            print(f"{name:<14}c {frequency:.1f}  true {true:.3f}  ours {estimate.prior:.3f} "
                  f"({estimate.prior_interval.low:.3f} to {estimate.prior_interval.high:.3f})", flush=True)  # fmt: skip
    print(f"\n{'mean absolute error':<20}" + "".join(f"{n:>16}" for n in NAMES) + f"{'covered':>10}")
    for name, rows in errors.items():
        means = "".join(f"{np.mean([r.get(n, np.nan) for r in rows]):>16.3f}" for n in NAMES)
        print(f"{name:<20}{means}{sum(covered[name]):>6} of {len(covered[name])}")
    averages = [np.mean([np.mean([r.get(n, np.nan) for r in rows]) for rows in errors.values()]) for n in NAMES]
    print(f"{'average':<20}" + "".join(f"{v:>16.3f}" for v in averages))


if __name__ == "__main__":
    main()
