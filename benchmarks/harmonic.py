"""The harmonic function against scikit-learn's label propagation and spreading: answers, time and memory.

    python benchmarks/harmonic.py                    # 20,000 dense rows: fits of rows, and of one given graph
    python benchmarks/harmonic.py --rows 200000 --ours
    python benchmarks/harmonic.py --text 20000       # sparse rows of synthetic text

Each fit runs in a process of its own.  CPU and wall seconds are of the fit alone (graph included, unless the graph is
given); memory is the largest resident size of the process during the fit less what it was before.  scikit-learn's
propagation stops by default long before it has converged, so the answers are compared on one given graph, with its
tolerance so small that it has; the graph is the kNN graph of `onesided`.
"""

import argparse
import json
import resource
import subprocess
import sys
import warnings
from time import perf_counter, process_time

import numpy as np
from scipy import sparse
from sklearn.semi_supervised import LabelPropagation, LabelSpreading

from onesided.semi_supervised import HarmonicFunction, knn_graph

K = 10
N_CLASSES = 10
N_LABELLED = 200


def data(n, is_text):
    """Rows of ten classes, each of five overlapping clusters or topics; and the labels of 200."""
    rng = np.random.default_rng(0)
    cluster = rng.integers(5 * N_CLASSES, size=n)
    if is_text:
        words = np.where(rng.random((n, 60)) < 0.5, rng.zipf(1.3, (n, 60)), 2000 + 300 * cluster[:, None]
                         + rng.zipf(1.3, (n, 60)) % 3000) % 30_000  # fmt: skip
        counts = sparse.csr_array((np.ones(n * 60), words.ravel(), np.arange(0, n * 60 + 1, 60)), shape=(n, 30_000))
        counts.sum_duplicates()
        seen = np.bincount(counts.indices, minlength=30_000)
        X = sparse.csr_array(counts.multiply(np.log1p(n / np.maximum(seen, 1))[None, :]))
    else:
        centres, axes = rng.normal(size=(5 * N_CLASSES, 64)), rng.normal(size=(5 * N_CLASSES, 12, 64))
        X = 0.75 * centres[cluster] + 0.3 * rng.normal(size=(n, 64))
        for one in range(5 * N_CLASSES):
            members = cluster == one
            X[members] += 0.5 * rng.normal(size=(members.sum(), 12)) @ axes[one]
    truth = cluster % N_CLASSES
    y = np.where(np.arange(n) < N_LABELLED, truth, -1)
    return X, y, truth


def run(job, n, is_text):
    """One fit; prints what it cost, and keeps its answer in a file for the comparison."""
    X, y, truth = data(n, is_text)
    graph = knn_graph(X, K) if "graph" in job else None
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = perf_counter(), process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = fit(job, X, y, graph)
    wall, cpu = perf_counter() - wall, process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    accuracy = float(np.mean(model.transduction_[N_LABELLED:] == truth[N_LABELLED:]))
    n_iter = int(model.n_iter_)
    np.save(f"{sys.argv[-1]}", model.label_distributions_)
    print(json.dumps({"wall": wall, "cpu": cpu, "mb": (peak - before) / 1024, "accuracy": accuracy, "n_iter": n_iter}))


def fit(job, X, y, graph):
    """The jobs by name."""
    if job == "HarmonicFunction":
        return HarmonicFunction(n_neighbors=K).fit(X, y)
    if job == "HarmonicFunction, given graph":
        return HarmonicFunction(affinity="precomputed").fit(graph, y)
    if job == "LabelPropagation, given graph, converged":
        return LabelPropagation(kernel=lambda A, B=None: sparse.csr_matrix(graph), tol=1e-7, max_iter=100_000).fit(X, y)
    if job == "LabelPropagation, given graph, defaults":
        return LabelPropagation(kernel=lambda A, B=None: sparse.csr_matrix(graph)).fit(X, y)
    if job == "LabelPropagation, kNN":
        return LabelPropagation(kernel="knn", n_neighbors=K).fit(X, y)
    if job == "LabelSpreading, kNN":
        return LabelSpreading(kernel="knn", n_neighbors=K).fit(X, y)
    if job == "LabelSpreading, rbf":
        return LabelSpreading(kernel="rbf", gamma=0.02).fit(X, y)
    raise ValueError(job)


JOBS = [
    "HarmonicFunction",
    "LabelPropagation, kNN",
    "LabelSpreading, kNN",
    "LabelSpreading, rbf",
    "HarmonicFunction, given graph",
    "LabelPropagation, given graph, defaults",
    "LabelPropagation, given graph, converged",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--text", type=int, default=0, help="so many sparse rows instead")
    parser.add_argument("--ours", action="store_true", help="leave scikit-learn out")
    parser.add_argument("--skip", default="", help="jobs with this in their name are left out")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    parser.add_argument("output", nargs="?", default="harmonic")
    arguments = parser.parse_args()
    n, is_text = arguments.text or arguments.rows, bool(arguments.text)
    if arguments.job:
        run(arguments.job, n, is_text)
        return
    print(f"{n:,} rows, {'sparse' if is_text else '64 dense columns'}, {N_LABELLED} labelled, {N_CLASSES} classes")
    print(f"{'':<42} {'wall s':>8} {'CPU s':>8} {'MB':>8} {'right':>7} {'steps':>7}")
    answers = {}
    for job in JOBS:
        if (arguments.ours and "Harmonic" not in job) or (arguments.skip and arguments.skip in job):
            continue
        size = ["--text", str(n)] if is_text else ["--rows", str(n)]
        path = f"{arguments.output}.{len(answers)}.npy"
        done = subprocess.run([sys.executable, __file__, *size, "--job", job, path], capture_output=True, text=True)
        if done.returncode:
            print(f"{job:<42} failed: {done.stderr.strip().splitlines()[-1][:80] if done.stderr else done.returncode}")
            continue
        cost = json.loads(done.stdout.splitlines()[-1])
        answers[job] = np.load(path)
        print(f"{job:<42} {cost['wall']:8.2f} {cost['cpu']:8.2f} {cost['mb']:8.0f} {cost['accuracy']:7.3f} "
              f"{cost['n_iter']:7d}", flush=True)  # fmt: skip
    ours, theirs = "HarmonicFunction, given graph", "LabelPropagation, given graph, converged"
    if theirs in answers:
        difference = np.abs(answers[ours] - answers[theirs]).max()
        print(f"\nlargest difference of probabilities on the given graph: {difference:.1e}")


if __name__ == "__main__":
    main()
