"""The eight goals: which question answers each, how its number follows from the costs, and the threshold.

A goal is met at its threshold and, where it asks for equal accuracy, only if the accuracy is there as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from harness import Cost

Costs = list[Cost]


@dataclass(frozen=True)
class Goal:
    """One line of the table of goals."""

    part: str
    text: str
    question: str
    how: str
    number: Callable[[Costs], float]
    """Raises LookupError where the costs do not have what it needs."""
    at_least: float | None = None
    at_most: float | None = None
    condition: Callable[[Costs], bool] | None = None
    """The accuracy it asks for."""

    def is_met(self, costs: Costs) -> bool:
        number = self.number(costs)
        if self.at_least is not None and not number >= self.at_least:
            return False
        if self.at_most is not None and not number <= self.at_most:
            return False
        return self.condition is None or self.condition(costs)

    @property
    def threshold(self) -> str:
        return f"≥ {self.at_least:g}" if self.at_least is not None else f"≤ {self.at_most:g}"


def cost_of(costs: Costs, contestant: str, n_rows: int | None = None) -> Cost:
    """The cost of a contestant that ran, at a size or at the largest there is."""
    found = [c for c in costs if c.contestant == contestant and c.cpu is not None and n_rows in (None, c.n_rows)]
    if not found:
        raise LookupError(f"{contestant} at {n_rows} rows was not measured")
    return max(found, key=lambda cost: cost.n_rows)


def best_peer(costs: Costs, n_rows: int) -> Cost:
    """The peer with the fewest CPU seconds."""
    found = [c for c in costs if not c.is_ours and c.cpu is not None and c.n_rows == n_rows]
    if not found:
        raise LookupError(f"no peer at {n_rows} rows was measured")
    return min(found, key=lambda cost: cost.cpu or 0.0)


def faster(n_rows: int, ours: str = "onesided", peer: str | None = None, unit: str = "cpu") -> Callable[[Costs], float]:
    """Seconds of the peer (the fastest one by default) over ours."""

    def number(costs: Costs) -> float:
        other = cost_of(costs, peer, n_rows) if peer else best_peer(costs, n_rows)
        return getattr(other, unit) / getattr(cost_of(costs, ours, n_rows), unit)

    return number


def in_pairs(n_rows: int) -> Callable[[Costs], float]:
    return faster(n_rows, ours="a pair", peer="onesided")


def seconds(contestant: str, n_rows: int) -> Callable[[Costs], float]:
    return lambda costs: float(cost_of(costs, contestant, n_rows).wall or 0)


def memory_gb(contestant: str, n_rows: int) -> Callable[[Costs], float]:
    return lambda costs: float(cost_of(costs, contestant, n_rows).peak_mb or 0) / 1000


def less_memory(n_rows: int, ours: str, peer: str) -> Callable[[Costs], float]:
    return lambda costs: (cost_of(costs, peer, n_rows).peak_mb or 0) / (cost_of(costs, ours, n_rows).peak_mb or 1)


def faster_alike(ours: tuple[str, ...], peers: tuple[str, ...]) -> Callable[[Costs], float]:
    """CPU seconds of the fastest peer over those of ours, each found by the words in its name."""

    def number(costs: Costs) -> float:
        ran = [cost for cost in costs if cost.cpu is not None]
        mine = [cost.cpu or 0 for cost in ran if cost.is_ours and all(word in cost.contestant for word in ours)]
        others = [cost.cpu or 0 for cost in ran if not cost.is_ours and all(word in cost.contestant for word in peers)]
        if not mine or not others:
            raise LookupError(f"{ours} or {peers} was not measured")
        return min(others) / max(mine)

    return number


def accuracy(name: str, n_rows: int, *, at_most: float, of_all: bool = False) -> Callable[[Costs], bool]:
    """Ours have an accuracy of at most so much; `of_all` where it is the peer's difference from ours.

    A peer that misses it stays in the ratio: it only makes the goal harder to meet.
    """

    def holds(costs: Costs) -> bool:
        judged = [cost for cost in costs if cost.n_rows == n_rows and (of_all or cost.is_ours)]
        return all(cost.accuracy.get(name, 0) <= at_most for cost in judged)

    return holds


def at_least_the_peers(name: str, n_rows: int) -> Callable[[Costs], bool]:
    return lambda costs: (
        cost_of(costs, "onesided", n_rows).accuracy[name]
        >= max(c.accuracy.get(name, 0) for c in costs if not c.is_ours and c.n_rows == n_rows)
    )


def largest_over(values: Callable[[Costs, str], float]) -> Callable[[Costs], float]:
    """The worst of a number that each contestant has; LookupError if one has not."""
    return lambda costs: max(values(costs, name) for name in {cost.contestant for cost in costs})


def _growth(costs: Costs, name: str) -> float:
    small, large = (cost_of(costs, name, n_rows).cpu for n_rows in (200_000, 1_000_000))
    return (large or 0) / (small or 1)


def _matrices(costs: Costs, name: str) -> float:
    largest = cost_of(costs, name, 1_000_000)
    return (largest.peak_mb or 0) / (largest.matrix_mb or 1)


def _worst_exponent(costs: Costs) -> float:
    from doubling import exponent

    times: dict[str, dict[int, float]] = {}
    for cost in costs:
        if cost.note.startswith("failed"):
            raise LookupError(f"{cost.contestant}: {cost.note}")
        if cost.cpu is not None:
            times.setdefault(cost.contestant, {})[cost.n_rows] = cost.cpu
    return max(exponent(one) for one in times.values() if len(one) > 1)


def _same_matrix(n_rows: int) -> Callable[[Costs], bool]:
    return lambda costs: all(c.accuracy.get("same matrix", 1) == 1 for c in costs if c.n_rows == n_rows)


CPU, WALL = "CPU seconds of the fastest peer / ours", "wall seconds of the peer / ours"
CPU_OF_PEER, HARMONIC, SPREADING = "CPU seconds of the peer / ours", "HarmonicFunction", "LabelSpreading, kNN"
ONE_CORE, BOTH_CORES, TFIDF = "onesided, one core", "onesided, both cores", "TfidfVectorizer"

GOALS = [
    Goal("1", "Search of 10 penalties × 5 folds, 20,000 rows", "logistic_search", CPU,
         faster(20_000), at_least=5, condition=accuracy("largest excess", 20_000, at_most=1e-3)),
    Goal("1", "Search of 10 penalties × 5 folds, 200,000 rows", "logistic_search", CPU,
         faster(200_000), at_least=8, condition=accuracy("largest excess", 200_000, at_most=1e-3)),
    Goal("2", "RankSVMCV against the biased-SVM grid, F at least equal", "rank_search", CPU,
         faster(20_000), at_least=5, condition=at_least_the_peers("F held out", 20_000)),
    Goal("3", "Iterated SVM of 20 rounds, 20,000 rows", "iterated_svm", CPU,
         faster(20_000), at_least=4, condition=accuracy("excess", 20_000, at_most=1e-3)),
    Goal("3", "Iterated SVM of 20 rounds, 200,000 rows", "iterated_svm", CPU,
         faster(200_000), at_least=7, condition=accuracy("excess", 200_000, at_most=1e-3)),
    Goal("4", "An iteration of naive Bayes EM, in pairs, 200,000 rows", "em_iteration", "CPU seconds / those of a pair",
         in_pairs(200_000), at_most=1.2, condition=accuracy("mean difference", 200_000, at_most=1e-5, of_all=True)),
    Goal("4", "AUC of every feature, in pairs, 200,000 rows", "auc_selector", "CPU seconds / those of a pair",
         in_pairs(200_000), at_most=12, condition=accuracy("difference", 200_000, at_most=1e-9)),
    Goal("5", "Harmonic function of text, with its graph, against LabelSpreading, 20,000 rows", "graph_speed",
         CPU_OF_PEER, faster(20_000, f"{HARMONIC}, text", f"{SPREADING}, text"), at_least=10),
    Goal("5", "The same, memory", "graph_speed", "MB of the peer / ours",
         less_memory(20_000, f"{HARMONIC}, text", f"{SPREADING}, text"), at_least=10),
    Goal("5", "The same of 64 dense columns", "graph_speed", CPU_OF_PEER,
         faster(20_000, f"{HARMONIC}, dense", f"{SPREADING}, dense"), at_least=10),
    Goal("5", "The same, memory", "graph_speed", "MB of the peer / ours",
         less_memory(20_000, f"{HARMONIC}, dense", f"{SPREADING}, dense"), at_least=10),
    Goal("5", "Harmonic function of 200,000 rows of text, seconds", "graph_speed", "wall seconds",
         seconds(f"{HARMONIC}, text", 200_000), at_most=60),
    Goal("5", "Harmonic function of 200,000 dense rows, seconds", "graph_speed", "wall seconds",
         seconds(f"{HARMONIC}, dense", 200_000), at_most=60),
    Goal("5", "Harmonic function of a given graph against LabelPropagation, 20,000 rows", "graph_speed", CPU_OF_PEER,
         faster(20_000, f"{HARMONIC}, given graph", "LabelPropagation, given graph"), at_least=20),
    Goal("5", "The same, 200,000 rows", "graph_speed", CPU_OF_PEER,
         faster(200_000, f"{HARMONIC}, given graph", "LabelPropagation, given graph"), at_least=20),
    Goal("5", "Decision tree against scikit-learn's on the same rows", "tree_speed", CPU,
         faster_alike(("tree of labels",), (": tree,",)), at_least=1),
    Goal("5", "Forest against scikit-learn's on the same rows", "tree_speed", CPU,
         faster_alike(("forest", "labels, to the end"), ("forest", "to the end")), at_least=1),
    Goal("6", "Time at 1,000,000 rows over that at 200,000", "growth", "the largest ratio of CPU seconds",
         largest_over(_growth), at_most=6),
    Goal("6", "Peak memory at 1,000,000 rows, in matrices", "growth", "the largest of all estimators",
         largest_over(_matrices), at_most=2.5),
    Goal("7", "`onesided --help`, seconds", "command_line", "wall seconds", seconds("--help", 0), at_most=0.5),
    Goal("7", "100,000 documents vectorised, one process", "command_line", "CPU seconds of TfidfVectorizer / ours",
         faster(100_000, ONE_CORE, TFIDF), at_least=3, condition=_same_matrix(100_000)),
    Goal("7", "100,000 documents vectorised, both cores", "command_line", WALL,
         faster(100_000, BOTH_CORES, TFIDF, "wall"), at_least=5, condition=_same_matrix(100_000)),
    Goal("7", "`onesided find` on 100,000 documents, seconds", "command_line", "wall seconds",
         seconds("find", 100_000), at_most=180),
    Goal("7", "`onesided find` on 100,000 documents, GB", "command_line", "resident memory of the process",
         memory_gb("find", 100_000), at_most=4),
    Goal("7", "`onesided find` on 1,000,000 documents, GB", "find_million", "resident memory of the process",
         memory_gb("find", 1_000_000), at_most=8),
    Goal("8", "Nothing quadratic: the exponent of a doubling of rows", "doubling", "the largest of all estimators",
         _worst_exponent, at_most=1.5),
]  # fmt: skip
