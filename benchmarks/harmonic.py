"""The harmonic function against scikit-learn's label propagation and spreading: answers, time and memory.

    python benchmarks/harmonic.py                    # 20,000 dense rows: fits of rows, and of one given graph
    python benchmarks/harmonic.py --slow rbf         # with LabelSpreading by rbf: 9 GB
    python benchmarks/harmonic.py --labelled 2000 --slow converged      # the same answer as theirs
    python benchmarks/harmonic.py --rows 200000 --ours
    python benchmarks/harmonic.py --text 20000       # sparse rows of synthetic text

Each fit runs in a process of its own, ours and theirs in turn, and medians are shown.  CPU and wall seconds are of the
fit alone (graph included, unless the graph is given); memory is the largest resident size of the process during the
fit less what it was just before (Linux).  scikit-learn's propagation stops by default long before it has converged
(here at its 1,000 steps), so the answers are compared on one given graph, with its tolerance so small that it has;
the graph is the kNN graph of `onesided`.
"""

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from scipy import sparse
from sklearn.semi_supervised import LabelPropagation, LabelSpreading

from onesided.semi_supervised import HarmonicFunction, knn_graph

K = 10
N_CLASSES = 10
N_LABELLED = 200


def data(n, is_text, n_labelled=N_LABELLED):
    """Rows of ten classes, each of five overlapping clusters or topics; and the labels of the first ones."""
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
    y = np.where(np.arange(n) < n_labelled, truth, -1)
    return X, y, truth


def run(job, n, is_text, n_labelled, path):
    """One fit in this process: what it cost, with its answer kept in a file for the comparison."""
    X, y, truth = data(n, is_text, n_labelled)
    graph = knn_graph(X, K) if "graph" in job else None
    before = _reset_peak()
    wall, cpu = perf_counter(), process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = fit(job, X, y, graph)
    wall, cpu = perf_counter() - wall, process_time() - cpu
    accuracy = float(np.mean(model.transduction_[n_labelled:] == truth[n_labelled:]))
    np.save(path, model.label_distributions_)
    mb = (_memory("VmHWM") - before) / 1024
    return {"job": job, "rows": n, "wall": wall, "cpu": cpu, "mb": mb, "right": accuracy, "steps": int(model.n_iter_)}


def _reset_peak():
    """Forget the largest resident size so far (Linux), and give the present one."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")
    return _memory("VmRSS")


def _memory(which):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(which))


def fit(job, X, y, graph):
    """The jobs by name."""
    if job == "HarmonicFunction":
        return HarmonicFunction(n_neighbors=K).fit(X, y)
    if job == "HarmonicFunction, given graph":
        return HarmonicFunction(affinity="precomputed").fit(graph, y)
    if job == "LabelPropagation, given graph, converged":
        return LabelPropagation(kernel=lambda A, B=None: sparse.csr_matrix(graph), tol=1e-5, max_iter=200_000).fit(X, y)
    if job == "LabelPropagation, given graph, defaults":
        return LabelPropagation(kernel=lambda A, B=None: sparse.csr_matrix(graph)).fit(X, y)
    if job == "LabelPropagation, kNN":
        return LabelPropagation(kernel="knn", n_neighbors=K).fit(X, y)
    if job == "LabelSpreading, kNN":
        return LabelSpreading(kernel="knn", n_neighbors=K).fit(X, y)
    if job == "LabelSpreading, rbf":
        return LabelSpreading(kernel="rbf", gamma=0.02).fit(X, y)
    raise ValueError(job)


OURS, GIVEN = "HarmonicFunction", "HarmonicFunction, given graph"
SPREADING, RBF = "LabelSpreading, kNN", "LabelSpreading, rbf"
DEFAULTS, CONVERGED = "LabelPropagation, given graph, defaults", "LabelPropagation, given graph, converged"
JOBS = [OURS, SPREADING, GIVEN, DEFAULTS, "LabelPropagation, kNN"]
SLOW = {"rbf": RBF, "converged": CONVERGED}
"""These take gigabytes or minutes, and run once, if asked for."""
GOALS = [  # what, ours, theirs, at least so many times less
    ("cpu", OURS, SPREADING, 10),
    ("mb", OURS, SPREADING, 10),
    ("cpu", OURS, RBF, 10),
    ("mb", OURS, RBF, 10),
    ("cpu", GIVEN, DEFAULTS, 20),
    ("cpu", GIVEN, CONVERGED, 20),
]


def rows(n=20_000, is_text=False, *, n_labelled=N_LABELLED, repeats=5, slow=(), only_ours=False):
    """The cost of each fit, one row a job: medians over `repeats` rounds in which every job has its turn."""
    jobs = [job for job in JOBS if not (only_ours and "Harmonic" not in job) and not (is_text and "graph" in job)]
    costs, answers = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for job in [*(jobs * repeats), *(SLOW[name] for name in slow)]:
            command = [
                sys.executable,
                __file__,
                "--text" if is_text else "--rows",
                str(n),
                "--labelled",
                str(n_labelled),
            ]
            command += ["--job", job, "--answer", f"{folder}/answer.npy"]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            costs.setdefault(job, []).append(json.loads(done.stdout.splitlines()[-1]))
            answers[job] = np.load(f"{folder}/answer.npy")
    table = [{key: _middle([one[key] for one in found]) for key in found[0]} for found in costs.values()]
    for row in table:
        if CONVERGED in answers and row["job"] == GIVEN:
            row["difference"] = float(np.abs(answers[GIVEN] - answers[CONVERGED]).max())
    return table


def _middle(values):
    return values[0] if isinstance(values[0], str) else float(np.median(values))


def goals(table):
    """Each goal whose two jobs were run, with the ratio reached."""
    found = {row["job"]: row for row in table}
    for what, ours, theirs, wanted in GOALS:
        if ours in found and theirs in found:
            ratio = found[theirs][what] / max(found[ours][what], 1e-9)
            yield f"{what} of {ours} beside {theirs}", ratio, wanted


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--text", type=int, default=0, help="so many sparse rows instead")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--ours", action="store_true", help="leave scikit-learn out")
    parser.add_argument("--labelled", type=int, default=N_LABELLED)
    parser.add_argument("--slow", nargs="*", default=[], choices=SLOW, help="also LabelSpreading by rbf (9 GB at 20,000"
                        " rows), and LabelPropagation until converged (minutes, with few labels)")  # fmt: skip
    parser.add_argument("--job", help=argparse.SUPPRESS)
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    options = parser.parse_args()
    n, is_text = options.text or options.rows, bool(options.text)
    if options.job:
        print(json.dumps(run(options.job, n, is_text, options.labelled, options.answer)))
        return
    print(f"{n:,} rows, {'sparse' if is_text else '64 dense columns'}, {options.labelled} labelled, "
          f"{N_CLASSES} classes; medians of {options.repeats}")  # fmt: skip
    print(f"{'':<42} {'wall s':>8} {'CPU s':>8} {'MB':>8} {'right':>7} {'steps':>7}")
    table = rows(
        n, is_text, n_labelled=options.labelled, repeats=options.repeats, slow=options.slow, only_ours=options.ours
    )
    for row in table:
        print(f"{row['job']:<42} {row['wall']:8.2f} {row['cpu']:8.2f} {row['mb']:8.0f} {row['right']:7.3f} "
              f"{row['steps']:7.0f}")  # fmt: skip
        if "difference" in row:
            print(f"  largest difference of probabilities from converged LabelPropagation: {row['difference']:.1e}")
    for name, ratio, wanted in goals(table):
        print(f"{'pass' if ratio >= wanted else 'SHORT'}  {name}: {ratio:.1f} times less, goal {wanted}")


if __name__ == "__main__":
    main()
