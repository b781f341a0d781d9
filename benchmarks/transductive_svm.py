"""The transductive SVM against the supervised one with few labelled rows, and its time.

    ONESIDED_DATA=... python benchmarks/transductive_svm.py accuracy        # Reuters topics, 20 Newsgroups pairs
    python benchmarks/transductive_svm.py time                              # 100,000 unlabeled rows
    python benchmarks/transductive_svm.py other --qns3vm FOLDER             # against QN-S3VM

Labelled rows are a plain random draw with at least two of each kind; F and the error are those of the unlabeled rows,
cut at 0 (the published way) and so that the share of positives is met.  The true share is given to every method, and in
the lines "own share" it is taken from the labelled rows; for the supervised SVM it moves the cut only.
QN-S3VM (Gieseke et al. 2012) is the file `qns3vm.py` of the package `semisupervised` 0.0.28; FOLDER is where it lies.
Times are CPU seconds on one core.
"""

import argparse
import csv
import random
import sys
import warnings
from pathlib import Path
from time import process_time

import numpy as np
from scipy import sparse

from onesided.datasets import fetch_20newsgroups_raw, fetch_reuters, make_text
from onesided.engine.rows import MemoryRows
from onesided.labels import read_labels
from onesided.semi_supervised import TransductiveSVM
from onesided.text import TextVectorizer

RESULTS = Path(__file__).parent / "results" / "transductive_svm.csv"
METHODS = ("multi-switch", "annealing")
PAIRS = [
    ("rec.sport.baseball", "rec.sport.hockey"),
    ("comp.sys.mac.hardware", "comp.sys.ibm.pc.hardware"),
    ("sci.space", "sci.med"),
]
TOPICS = ("earn", "acq", "crude", "money-fx")


def tasks():
    news = fetch_20newsgroups_raw("18828")
    for pair in PAIRS:
        part = news.take(np.isin(news.labels, pair))
        yield pair[0], TextVectorizer().fit_transform(part.texts), part.labels == pair[0]
    reuters = fetch_reuters()
    X = TextVectorizer().fit_transform(reuters.texts)
    for topic in TOPICS:
        yield topic, X, reuters.has_label(topic)


def draw(truth, n_labelled, seed):
    """y with a random sample labelled, both kinds at least twice."""
    rng = np.random.default_rng(seed)
    while True:
        known = rng.choice(len(truth), n_labelled, replace=False)
        if 2 <= truth[known].sum() <= n_labelled - 2:
            y = np.full(len(truth), -1)
            y[known] = truth[known]
            return y


def at_share(scores, pile, share):
    """The highest scores of the pile, so many as the share says."""
    return scores[pile] > np.quantile(scores[pile], 1 - share)


def measures(truth, scores, guessed):
    called = scores > 0

    def f(positive):
        return 2 * np.sum(truth & positive) / (truth.sum() + positive.sum())

    return {"F": f(called), "F at share": f(guessed), "error": np.mean(called != truth)}


def supervised(X, y):
    """Scores of the SVM of the labelled rows: where every transductive method starts."""
    return TransductiveSVM(positive_fraction=0.5)._problem(MemoryRows(X), read_labels(y)).supervised().scores


def accuracy(n_draws):
    cells = []
    for task, X, truth in tasks():
        for n_labelled in (10, 20, 50, 100):
            for seed in range(n_draws):
                y = draw(truth, n_labelled, seed)
                pile = y == -1
                scores = supervised(X, y)
                shares = {"supervised": truth[pile].mean(), "supervised, own share": truth[~pile].mean()}
                fits = {name: (scores, at_share(scores, pile, share), 0.0) for name, share in shares.items()}
                for method in METHODS:
                    for share, name in ((truth[pile].mean(), method), (None, f"{method}, own share")):
                        begin = process_time()
                        model = TransductiveSVM(method, positive_fraction=share, check=False).fit(X, y)
                        seconds = process_time() - begin
                        fits[name] = (model.decision_function(X), model.transduction_[pile] == 1, seconds)
                for name, (scores, called, seconds) in fits.items():
                    found = measures(truth[pile], scores[pile], called)
                    numbers = {key: round(float(value), 4) for key, value in {**found, "seconds": seconds}.items()}
                    cells.append({"task": task, "labelled": n_labelled, "draw": seed, "method": name, **numbers})
        show([cell for cell in cells if cell["task"] == task], task)
    show([cell for cell in cells if cell["task"] in TOPICS], "all Reuters topics")
    show([cell for cell in cells if cell["task"] not in TOPICS], "all pairs of groups")
    with RESULTS.open("w", newline="") as file:
        writer = csv.DictWriter(file, cells[0].keys())
        writer.writeheader()
        writer.writerows(cells)


def show(cells, title):
    print(f"\n{title}\n{'':26}" + "".join(f"{n:>23} labelled" for n in (10, 20, 50, 100)))
    print(f"{'':26}" + "     F  at share  error  sec" * 4)
    for name in dict.fromkeys(cell["method"] for cell in cells):
        line = f"{name:26}"
        for n in (10, 20, 50, 100):
            mine = [cell for cell in cells if cell["method"] == name and cell["labelled"] == n]
            means = [np.mean([cell[key] for cell in mine]) for key in ("F", "F at share", "error", "seconds")]
            line += " {:5.3f}     {:5.3f}  {:5.3f} {:4.1f}".format(*means)
        print(line, flush=True)


def time(n_rows):
    X, truth = make_text(n_rows + 100, 50_000, random_state=0, return_labels="true")
    y = draw(truth.astype(bool), 100, 0)
    pile = y == -1
    TransductiveSVM(check=False).fit(X[:500], draw(truth[:500].astype(bool), 100, 0))  # compiles
    begin = process_time()
    scores = supervised(X, y)
    print(f"{pile.sum():,} unlabeled rows, {X.nnz:,} non-zeros")
    show_time("supervised", process_time() - begin, truth[pile], scores[pile], "")
    for method, check in (("multi-switch", False), ("multi-switch", True), ("annealing", False)):
        begin = process_time()
        model = TransductiveSVM(method, positive_fraction=0.25, check=check, random_state=0).fit(X, y)
        name = method + (" with check" if check else "")
        show_time(name, process_time() - begin, truth[pile], model.decision_function(X)[pile], f"{model.n_iter_} fits")


def show_time(name, seconds, truth, scores, more):
    found = measures(truth.astype(bool), scores, at_share(scores, slice(None), truth.mean()))
    print(f"{name:26} {seconds:7.2f} s, F {found['F']:.3f}, at share {found['F at share']:.3f}  {more}", flush=True)


def other(folder, sizes):
    sys.path.insert(0, folder)
    from qns3vm import QN_S3VM_Sparse

    for n_rows in sizes:
        X, truth = make_text(n_rows + 100, 50_000, random_state=0, return_labels="true", dtype=np.float64)
        truth = truth.astype(bool)
        y = draw(truth, 100, 0)
        pile = np.flatnonzero(y == -1)
        print(f"\n{len(pile):,} unlabeled rows")
        for method in ("multi-switch", "annealing", "switch"):
            if method == "switch" and n_rows > 2000:
                continue
            begin = process_time()
            model = TransductiveSVM(method, positive_fraction=0.25, check=False, max_rounds=100_000).fit(X, y)
            seconds = process_time() - begin
            show_time(method, seconds, truth[pile], model.decision_function(X)[pile], f"{model.n_iter_} fits")
        known = np.flatnonzero(y >= 0)
        matrix = sparse.csr_matrix(X)
        begin = process_time()
        theirs = QN_S3VM_Sparse(matrix[known], [1 if v else -1 for v in y[known]], matrix[pile], random.Random(0),
                                lam=0.001, lamU=1.0, estimate_r=0.25 * 2 - 1)  # fmt: skip
        theirs.train()
        seconds = process_time() - begin
        scores = np.ravel(theirs.getPredictions(matrix[pile], real_valued=True))
        show_time("QN-S3VM", seconds, truth[pile], scores, "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("accuracy", "time", "other"))
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--rows", type=int, nargs="+", default=[100_000])
    parser.add_argument("--qns3vm", help="folder of qns3vm.py, of the package semisupervised")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.what == "accuracy":
        accuracy(options.draws)
    elif options.what == "time":
        time(options.rows[0])
    else:
        other(options.qns3vm, options.rows)


if __name__ == "__main__":
    main()
