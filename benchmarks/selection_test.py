"""Does the selection test alarm where it should, and only there?  Simulated data with known labelling.

Each data set draws n (2,000 to 10,000, even on a log scale), 2 to 10 features, a prior (0.1 to 0.5), a label frequency
(0.1 to 0.6) and a distance between the classes (1.5 to 4 standard deviations).  Labels are hidden at random, or with a
preference of some strength along the class direction or across it (`hide_labels(mechanism="biased")`).

    python benchmarks/selection_test.py --n-datasets 100           # normal classes, false alarms and power
    python benchmarks/selection_test.py --shapes --n-datasets 50   # classes that are not normal
    python benchmarks/selection_test.py --text --n-datasets 50     # sparse text
    python benchmarks/selection_test.py --peers                    # the same normal classes by the peers installed
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from scipy.stats import binomtest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from onesided.datasets import hide_labels, make_text
from onesided.prior.selection import scar_test

SEED = 0
DISTANCES = (1.5, 2.0, 3.0, 4.0)
SHAPES = ("heavy tails", "tight positives", "wide positives", "negative clusters", "positive clusters", "skewed")


def draws(number, part):
    return np.random.default_rng([SEED, number, part])


def classes(number, shape="normal"):
    """Features, truth, and the scores of both kinds of bias: along the class direction, and across it."""
    rng = draws(number, 0)
    n, n_features = int(np.exp(rng.uniform(np.log(2_000), np.log(10_000)))), int(rng.choice([2, 3, 5, 10]))
    prior, frequency, distance = rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.6), float(rng.choice(DISTANCES))
    is_positive = rng.random(n) < prior
    X = rng.standard_t(4, size=(n, n_features)) if shape == "heavy tails" else rng.normal(size=(n, n_features))
    if shape in ("tight positives", "wide positives"):
        X[is_positive] *= 0.6 if shape == "tight positives" else 1.5
    X[:, 0] += distance * is_positive
    if shape == "negative clusters":
        X[~is_positive, 1] += 3.0 * rng.integers(-1, 2, np.count_nonzero(~is_positive))
    if shape == "positive clusters":
        X[is_positive, 1] += 3.0 * rng.integers(0, 2, np.count_nonzero(is_positive)) - 1.5
    if shape == "skewed":
        X = np.exp(X / 2)
    along, across = X[:, 0].copy(), X[:, 1].copy()
    turn, _ = np.linalg.qr(rng.normal(size=(n_features, n_features)))
    return X @ turn, is_positive, frequency, {"along": along, "across": across}


def text(number):
    """Sparse text; along: the words that tell positives; across: the words most common in the language."""
    rng = draws(number, 1)
    n, prior, frequency = int(rng.integers(2_000, 10_000)), rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.6)
    X, _, truth = make_text(n, 5_000, prior=prior, return_labels="both", random_state=number)
    is_positive = truth == 1
    difference = np.asarray(X[is_positive].mean(axis=0)).ravel() - np.asarray(X[~is_positive].mean(axis=0)).ravel()
    common = np.argsort(np.asarray(X.mean(axis=0)).ravel())[-20:]
    return (
        X,
        is_positive,
        frequency,
        {
            "along": np.asarray(X @ difference).ravel(),
            "across": np.asarray(X[:, common].sum(axis=1)).ravel(),
        },
    )


def show(name, alarms, seconds):
    count, n = int(np.sum(alarms)), len(alarms)
    around = binomtest(count, n).proportion_ci(method="wilson")
    print(f"{name:<44} {count:4d} of {n:4d}  {count / n:6.1%}  ({around.low:.1%} to {around.high:.1%})  "
          f"{seconds / n:5.2f} s each", flush=True)  # fmt: skip


def ours(n_resamples):
    return lambda X, y, seed: scar_test(X, y, n_resamples=n_resamples, random_state=seed).is_alarm


def peers():
    """Alarms of other packages at their own defaults, where they are installed."""
    try:
        from pu_toolbox.preprocessing.profiling import scar_diagnostic

        yield "pu_toolbox", lambda X, y, seed: scar_diagnostic(X, y, random_state=seed)["status"] == "at_risk"
    except ImportError as error:
        print(f"pu_toolbox: {error}")
    try:
        from pulearn.propensity.diagnostics import scar_sanity_check

        def pulearn(X, y, seed):
            chance = cross_val_predict(LogisticRegression(), X, y, cv=5, method="predict_proba")[:, 1]
            return scar_sanity_check(y, s_proba=chance, X=X, random_state=seed, warn_on_violation=False).violates_scar

        yield "pulearn", pulearn
    except ImportError as error:
        print(f"pulearn: {error}")


def run(name, make, n_datasets, biases, is_alarm):
    for direction, strength in biases:
        start, alarms = time.perf_counter(), []
        for number in range(n_datasets):
            X, is_positive, frequency, scores = make(number)
            if direction is None:
                y = hide_labels(is_positive, frequency, random_state=number)
            else:
                y = hide_labels(is_positive, frequency, mechanism="biased", scores=scores[direction],
                                strength=strength, random_state=number)  # fmt: skip
            alarms.append(is_alarm(X, y, number))
        kind = "at random (false alarms)" if direction is None else f"biased {direction}, strength {strength:g}"
        show(f"{name}: {kind}", alarms, time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n-datasets", type=int, default=100)
    parser.add_argument("--n-resamples", type=int, default=99)
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--peers", action="store_true")
    options = parser.parse_args()
    test = ours(options.n_resamples)
    biases = [(None, 0), *(("across", strength) for strength in (0.5, 1.0, 2.0)), ("along", 1.0), ("along", 2.0)]
    if options.shapes:
        for shape in SHAPES:
            run(shape, lambda number, shape=shape: classes(number, shape), options.n_datasets,
                [(None, 0), ("across", 1.0)], test)  # fmt: skip
    elif options.text:
        run("text", text, options.n_datasets,
            [(None, 0), ("across", 1.0), ("across", 2.0), ("along", 2.0)], test)  # fmt: skip
    elif options.peers:
        for name, alarm in peers():
            run(name, classes, options.n_datasets, biases, alarm)
    else:
        run("normal", classes, options.n_datasets, biases, test)


if __name__ == "__main__":
    main()
