"""Naive Bayes with and without EM: accuracy against the number of labelled documents (the curve of Nigam et al., 2000).

    python benchmarks/em_curve.py                           # a few minutes
    python benchmarks/em_curve.py --plot docs/images/em_curve.png

Pairs of groups of 20 Newsgroups (18,828 messages, without headers), one group against the other.  A random 30% of the
pair is the test set; of the rest, as many documents as the table says are labelled, half of each group, and all others
are unlabeled.  "naive Bayes" sees the labelled documents alone, "EM" the unlabeled ones too, "EM, weight 0.1" counts an
unlabeled document as a tenth.  Accuracy in percent on the test set, mean over draws and pairs; the same draws for all.

A second table has classes of three unrelated topics each, where the model of one multinomial a class is wrong.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from onesided.bayes import EMNaiveBayes
from onesided.datasets import fetch_20newsgroups_raw

ONE_TOPIC = (
    (("comp.sys.ibm.pc.hardware",), ("comp.sys.mac.hardware",)),
    (("rec.autos",), ("rec.motorcycles",)),
    (("sci.med",), ("sci.space",)),
    (("talk.politics.guns",), ("talk.politics.mideast",)),
)
SEVERAL_TOPICS = (
    (("rec.autos", "sci.med", "talk.politics.guns"), ("rec.motorcycles", "sci.space", "talk.politics.mideast")),
    (("rec.autos", "sci.space", "comp.graphics"), ("rec.motorcycles", "sci.med", "comp.windows.x")),
    (("sci.crypt", "rec.sport.hockey", "misc.forsale"), ("sci.electronics", "rec.sport.baseball", "alt.atheism")),
)
SIZES = (2, 6, 10, 20, 50, 100, 200, 400, 1000)
SMOOTHING = 0.1
WAYS = ("naive Bayes", "EM", "EM, weight 0.1")


def accuracies(X: Any, truth: Any, train: Any, test: Any, n_labelled: int, rng: np.random.Generator) -> list[float]:
    """Of each way, from `n_labelled` documents."""
    y = np.full(len(train), -1)
    for kind in (0, 1):
        given = rng.permutation(np.flatnonzero(truth[train] == kind))[: n_labelled // 2]
        y[given] = kind
    is_given = y >= 0
    models = (
        MultinomialNB(alpha=SMOOTHING).fit(X[train][is_given], y[is_given]),
        EMNaiveBayes(smoothing=SMOOTHING).fit(X[train], y),
        EMNaiveBayes(smoothing=SMOOTHING, unlabeled_weight=0.1).fit(X[train], y),
    )
    return [100 * float(np.mean(model.predict(X[test]) == truth[test])) for model in models]


def measure(corpus: Any, pairs: Any, n_draws: int) -> np.ndarray:
    """Accuracy by pair, draw, size and way."""
    results = np.empty((len(pairs), n_draws, len(SIZES), len(WAYS)))
    for number, pair in enumerate(pairs):
        some = corpus.take(np.isin(corpus.labels, [group for side in pair for group in side]))
        truth = np.isin(some.labels, pair[1]).astype(int)
        X = CountVectorizer(min_df=2, stop_words="english").fit_transform(some.texts)
        for draw in range(n_draws):
            rng = np.random.default_rng([draw, number])
            order = rng.permutation(len(truth))
            test, train = np.split(order, [round(0.3 * len(order))])
            for place, size in enumerate(SIZES):
                results[number, draw, place] = accuracies(X, truth, train, test, size, rng)
        print(f"{name(pair)}: {len(truth):,} documents, {X.shape[1]:,} words", flush=True)
    return results


def name(pair: Any) -> str:
    return " / ".join(" + ".join(side) for side in pair)


def table(results: np.ndarray, pairs: Any) -> None:
    print(f"\n{'labelled':>8}" + "".join(f"{way:>17}" for way in WAYS) + f"{'EM ahead in':>17}")
    for place, size in enumerate(SIZES):
        cells = results[:, :, place].reshape(-1, len(WAYS))
        ahead = f"{np.sum(cells[:, 1] > cells[:, 0])} of {len(cells)}"
        print(f"{size:>8}" + "".join(f"{mean:>17.1f}" for mean in cells.mean(axis=0)) + f"{ahead:>17}")
    print("\nEM minus naive Bayes, by pair")
    for pair, gain in zip(pairs, (results[..., 1] - results[..., 0]).mean(axis=1), strict=True):
        print("".join(f"{one:>7.1f}" for one in gain), "  ", name(pair))


def plot(results: np.ndarray, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.6), layout="constrained", dpi=100)
    axes = figure.subplots()
    for way, style, mean in zip(WAYS, ("o--", "s-", "^:"), results.mean(axis=(0, 1)).T, strict=True):
        axes.plot(SIZES, mean, style, label=way)
    axes.set(xscale="log", xlabel="labelled documents", ylabel="accuracy, %")
    axes.set_xticks(SIZES, [str(size) for size in SIZES])
    axes.minorticks_off()
    axes.legend(loc="lower right")
    figure.savefig(path)
    print(f"wrote {path}, {path.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    corpus = fetch_20newsgroups_raw("18828")
    for title, pairs in (("one topic a class", ONE_TOPIC), ("three topics a class", SEVERAL_TOPICS)):
        begin = time.process_time()
        print(f"\n{title}")
        results = measure(corpus, pairs, options.draws)
        table(results, pairs)
        print(f"\n{time.process_time() - begin:.0f} CPU s")
        if options.plot and pairs is ONE_TOPIC:
            plot(results, options.plot)


if __name__ == "__main__":
    main()
