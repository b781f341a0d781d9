"""AUC of every feature: time against a loop of `roc_auc_score`, and equality with it on a sample of columns.

    python benchmarks/auc_selector.py                       # 200,000 × 100,000, about a minute
    python benchmarks/auc_selector.py --rows 20000 --columns 50000

The loop is timed on a random sample of columns and extrapolated to all of them.  Times are CPU seconds, the best of
three; a "pair" is one product X @ w and one X.T @ v, the unit in which costs are compared across machines.
"""

import argparse
from time import process_time

import numpy as np
from sklearn.metrics import roc_auc_score

from onesided.datasets import make_text
from onesided.feature_selection import AUCSelector, auc, feature_auc


def seconds(job, repeats=3):
    times = []
    for _ in range(repeats):
        begin = process_time()
        job()
        times.append(process_time() - begin)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--columns", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=100, help="columns for the loop")
    arguments = parser.parse_args()

    X, y = make_text(arguments.rows, arguments.columns, random_state=0)
    rng = np.random.default_rng(0)
    w, v = (rng.random(size, dtype=np.float32) for size in X.shape[::-1])
    pair = seconds(lambda: (X @ w, X.T @ v))
    print(f"{X.shape[0]:,} × {X.shape[1]:,}, {X.nnz:,} non-zeros, {y.sum():,} positives; a pair takes {pair:.3f} s\n")

    sample = rng.permutation(X.shape[1])[: arguments.sample]
    columns = X.tocsc()[:, sample]
    expected = []

    def loop():
        expected[:] = [roc_auc_score(y, columns[:, [j]].toarray().ravel()) for j in range(len(sample))]

    def row(name, cpu, note=""):
        print(f"{name:<38} {cpu:9.2f} s {cpu / pair:9.0f} pairs  {note}")

    loop_of_all = seconds(loop, 1) / len(sample) * X.shape[1]
    row("loop of roc_auc_score", loop_of_all, f"extrapolated from {len(sample)} columns")
    feature_auc(X[:1000], y[:1000])  # compiles, once for each machine
    row("feature_auc", seconds(lambda: feature_auc(X, y)), "numba" if auc.IS_COMPILED else "no numba")
    doubled = X.astype(np.float64) * (1 / 3)
    row("feature_auc, float64", seconds(lambda: feature_auc(doubled, y), 1))
    row("AUCSelector.fit, with input checks", seconds(lambda: AUCSelector(k=1000).fit(X, y)))
    auc.IS_COMPILED = False
    row("feature_auc without numba", seconds(lambda: feature_auc(X, y)))
    difference = np.abs(feature_auc(X, y)[sample] - expected).max()
    print(f"\nlargest difference from roc_auc_score on the sampled columns: {difference:.1e}")


if __name__ == "__main__":
    main()
