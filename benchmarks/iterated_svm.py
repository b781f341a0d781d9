"""SVMs in a row: warm dual coordinate descent against scikit-learn's LinearSVC from a cold start each round.

    python benchmarks/iterated_svm.py                               # 20,000 × 50,000
    python benchmarks/iterated_svm.py --rows 200000 --columns 100000

The rounds are those of SVM-I, solved to a gap of 1e-6, from 2% of the unlabeled rows as reliable negatives; a few rows
that fall otherwise would lead to other rounds, so both solvers are given the same sequence of negatives.  Times are CPU
seconds of the fits; the excess is that of the last objective over the best of all.
"""

import argparse
import warnings
from time import process_time

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from onesided.datasets import make_text
from onesided.labels import read_labels
from onesided.two_step import SVM, Rocchio


def sequence(X, labels, loss, n_rounds):
    """The negatives of each round."""
    svm, solution, masks = SVM(C=1.0, loss=loss, tol=1e-6), None, []
    rows, unlabeled = svm._rows(X), np.flatnonzero(labels.is_unlabeled)
    lowest = np.argsort(Rocchio().find(X, labels).scores[unlabeled])[: len(unlabeled) // 50]
    reliable = np.zeros(len(labels), dtype=bool)
    reliable[unlabeled[lowest]] = True
    while len(masks) < n_rounds:
        masks.append(reliable)
        solution = svm._solve(rows, labels, reliable, 1.0, start=solution)
        found = labels.is_unlabeled & ~reliable & (solution.scores <= 0)
        if not found.any():
            break
        reliable = reliable | found
    return masks


def warm(X, labels, masks, loss, tol):
    svm, solution = SVM(C=1.0, loss=loss, tol=tol), None
    rows = svm._rows(X)
    for mask in masks:
        solution = svm._solve(rows, labels, mask, 1.0, start=solution)
    return solution.weights, solution.intercept


def cold(X, labels, masks, loss, tol):
    for mask in masks:
        part = np.flatnonzero(labels.is_positive | mask)
        svm = LinearSVC(loss=loss, dual=True, tol=tol).fit(X[part], labels.signs[part])
        svm.decision_function(X)  # the scores of all rows choose the next negatives
    return svm.coef_[0], svm.intercept_[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)

    X, y = make_text(options.rows, options.columns, label_frequency=0.4, random_state=0)
    labels = read_labels(y)
    print(f"{X.shape[0]:,} × {X.shape[1]:,}, {labels.n_positive:,} positives")
    for loss in ("hinge", "squared_hinge"):
        masks = sequence(X, labels, loss, options.rounds)
        price = (labels.is_positive | masks[-1]).astype(float)

        def objective(weights, intercept, loss=loss, price=price):
            short = np.maximum(0, 1 - labels.signs * (X @ weights + intercept))
            return 0.5 * (weights @ weights + intercept**2) + price @ (short if loss == "hinge" else short**2)

        print(f"\n{loss}: {len(masks)} rounds, from {masks[0].sum():,} to {masks[-1].sum():,} negatives")
        results = []
        for solver, tol in [(warm, 1e-2), (warm, 1e-3), (warm, 1e-4), (cold, 1e-1), (cold, 1e-2), (cold, 1e-4)]:
            begin = process_time()
            classifier = solver(X, labels, masks, loss, tol)
            results.append((solver, tol, process_time() - begin, objective(*classifier)))
        best = min(value for *_, value in results)
        for solver, tol, seconds, value in results:
            name = "warm coordinate descent, gap" if solver is warm else "LinearSVC cold, tol"
            print(f"  {name:29} {tol:.0e} {seconds:7.2f} s, excess {value / best - 1:.1e}")


if __name__ == "__main__":
    main()
