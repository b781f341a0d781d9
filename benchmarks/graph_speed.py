"""The harmonic function against scikit-learn's label propagation and spreading, with the graph and on a given graph.

Ten classes of five overlapping clusters or topics each, 200 labelled rows, ten neighbours; sparse rows of 60 words
(`text`) and 64 dense columns (`dense`).  The given graph is our kNN graph of the dense rows.  scikit-learn's
propagation stops by default at 1,000 steps, long before it has converged there, which with so few labels does its
answer good; in the full run it is also given 2,000 labels and all the steps it wants, so that the answers can be
compared.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from harness import Cost, Job, Tell, interleaved
from memory import peak
from scipy import sparse
from sklearn.semi_supervised import LabelPropagation, LabelSpreading

from onesided.semi_supervised import HarmonicFunction, knn_graph

TITLE = "Harmonic function of a graph of neighbours"
ACCURACY = "share of the unlabeled rows that are right; on a given graph the difference from the converged answer"
K, N_CLASSES, N_LABELLED, MANY_LABELLED = 10, 10, 200, 2000
HARMONIC, SPREADING = "HarmonicFunction", "LabelSpreading, kNN"
GIVEN, PROPAGATION = "HarmonicFunction, given graph", "LabelPropagation, given graph"
GIVEN_MORE, CONVERGED = (f"{name}, {MANY_LABELLED:,} labels" for name in (GIVEN, f"{PROPAGATION}, converged"))


def measure(full: bool, tell: Tell) -> list[Cost]:
    costs = _with_graph("text", 20_000, (HARMONIC, SPREADING), 5, tell)
    costs += _with_graph("dense", 20_000, (HARMONIC, SPREADING), 5, tell)
    costs += _on_graph(20_000, (GIVEN, PROPAGATION), 5, tell)
    if full:
        costs += _on_graph(20_000, (GIVEN_MORE, CONVERGED), 5, tell)
        costs += _with_graph("text", 200_000, (HARMONIC,), 5, tell)
        costs += _with_graph("dense", 200_000, (HARMONIC,), 5, tell)
        costs += _on_graph(200_000, (GIVEN, PROPAGATION), 5, tell)
    return costs


def _with_graph(kind: str, n_rows: int, names: tuple[str, ...], n_rounds: int, tell: Tell) -> list[Cost]:
    X, truth = data(kind, n_rows)
    y = labels(truth, N_LABELLED)
    makers = {HARMONIC: HarmonicFunction, SPREADING: partial(LabelSpreading, kernel="knn")}
    jobs: dict[str, Job] = {f"{name}, {kind}": partial(makers[name](n_neighbors=K).fit, X, y) for name in names}
    return _costs(jobs, n_rounds, truth, X.shape, tell)


def _on_graph(n_rows: int, names: tuple[str, ...], n_rounds: int, tell: Tell) -> list[Cost]:
    X, truth = data("dense", n_rows)
    graph = knn_graph(X, K)
    propagation = partial(LabelPropagation, kernel=lambda A, B=None: sparse.csr_matrix(graph))
    harmonic = HarmonicFunction(affinity="precomputed")
    few, many = labels(truth, N_LABELLED), labels(truth, MANY_LABELLED)
    known: dict[str, Job] = {
        GIVEN: partial(harmonic.fit, graph, few),
        PROPAGATION: partial(propagation().fit, X, few),
        GIVEN_MORE: partial(harmonic.fit, graph, many),
        CONVERGED: partial(propagation(tol=1e-5, max_iter=200_000).fit, X, many),
    }
    return _costs({name: known[name] for name in names}, n_rounds, truth, graph.shape, tell)


def _costs(jobs: dict[str, Job], n_rounds: int, truth: Any, shape: tuple[int, int], tell: Tell) -> list[Cost]:
    runs = interleaved(jobs, n_rounds, tell=tell)
    costs = []
    for name, run in runs.items():
        model = run.result
        accuracy = {"right": float(np.mean(model.transduction_[MANY_LABELLED:] == truth[MANY_LABELLED:]))}
        if name == CONVERGED:
            apart = np.abs(model.label_distributions_ - runs[GIVEN_MORE].result.label_distributions_)
            accuracy["difference"] = float(apart.max())
        memory = peak("graph_speed", name, shape[0]) if shape[0] != shape[1] else {}
        costs.append(run.cost(
            name, shape, accuracy=accuracy, is_ours=name.startswith(HARMONIC), peak_mb=memory.get("mb"),
            note=f"{model.n_iter_} steps",
        ))  # fmt: skip
    return costs


def data(kind: str, n_rows: int) -> tuple[Any, Any]:
    """Rows and their classes."""
    rng = np.random.default_rng(0)
    n_clusters = 5 * N_CLASSES
    cluster = rng.integers(n_clusters, size=n_rows)
    if kind == "text":
        n_words, length = 30_000, 60
        common, own = rng.zipf(1.3, (n_rows, length)), rng.zipf(1.3, (n_rows, length)) % 3000
        words = np.where(rng.random((n_rows, length)) < 0.5, common, 2000 + 300 * cluster[:, None] + own) % n_words
        starts = np.arange(0, words.size + 1, length, dtype=np.int32)
        counts = sparse.csr_array(
            (np.ones(words.size), words.ravel().astype(np.int32), starts), shape=(n_rows, n_words)
        )
        counts.sum_duplicates()
        seen = np.bincount(counts.indices, minlength=n_words)
        counts.data *= np.log1p(n_rows / np.maximum(seen, 1))[counts.indices]
        return counts, cluster % N_CLASSES
    centres, axes = rng.normal(size=(n_clusters, 64)), rng.normal(size=(n_clusters, 12, 64))
    X = 0.75 * centres[cluster] + 0.3 * rng.normal(size=(n_rows, 64))
    for one in range(n_clusters):
        members = cluster == one
        X[members] += 0.5 * rng.normal(size=(members.sum(), 12)) @ axes[one]
    return X, cluster % N_CLASSES


def labels(truth: Any, n_labelled: int) -> Any:
    return np.where(np.arange(len(truth)) < n_labelled, truth, -1)


def memory_job(contestant: str, n_rows: int) -> Any:
    name, kind = contestant.rsplit(", ", 1)
    X, truth = data(kind, n_rows)
    model = HarmonicFunction(n_neighbors=K) if name == HARMONIC else LabelSpreading(kernel="knn", n_neighbors=K)
    return partial(model.fit, X, labels(truth, N_LABELLED))
