r"""Trees from LAB, POS and UNL: Figure 2 of De Comité, Denis, Gilleron & Letouzey (1999).

In each repetition a test set, UNL and POS are drawn, and LAB grows from the rows that are left; all are disjoint, and
all but POS are plain draws from the data ("for POS, a larger set is drawn and only the selected number of positive
examples are kept").  The majority class is positive.  Errors are counted on the test set.

- *C4.5* learns from LAB alone.
- *published* is C4.5PosUnl as the document has it: POS and UNL in every node, LAB for the share of positives only.
- *ours* is :class:`~onesided.queries.PosUnlTree` as it is by default: all three samples in every node.

References
----------
.. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.datasets import fetch_adult, fetch_kr_vs_kp
from onesided.exceptions import InputError
from onesided.queries.tree import PosUnlTree

METHODS = ("C4.5", "published", "ours")


@dataclass(frozen=True)
class TreeData:
    """Rows as numbers (NaN where a value is missing), which columns are nominal, and the truth."""

    X: NDArray[np.float64]
    is_nominal: NDArray[np.bool_]
    is_positive: NDArray[np.bool_]


@dataclass(frozen=True)
class Sizes:
    """How many rows of each kind; `labelled` are the sizes of LAB."""

    test: int
    positive: int
    unlabeled: int
    labelled: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """The error on the test set, and the number of leaves, of one method with one size of LAB."""

    repetition: int
    n_labelled: int
    method: str
    error: float
    n_leaves: int


KR_VS_KP = Sizes(1000, 600, 600, (10, 20, 30, 50, 70, 100, 150, 200, 300, 350))
"""As published; the data allow some 350 to 500 labelled rows beside the other sets."""
ADULT = Sizes(15_000, 10_000, 10_000, (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000))


def load_kr_vs_kp() -> TreeData:
    """Chess endings; white can win in the majority."""
    table = fetch_kr_vs_kp()
    return _as_numbers(table, table.labels == "won")


def load_adult() -> TreeData:
    """Census rows, training and test part together; the majority earns no more than 50,000 dollars."""
    table = fetch_adult()
    return _as_numbers(table, table.labels == "<=50K")


def figure_2(
    data: TreeData, sizes: Sizes, *, n_repetitions: int = 100, first: int = 0, seed: int = 0,
    methods: Sequence[str] = METHODS,
) -> Iterator[Outcome]:  # fmt: skip
    """The outcomes of each repetition, from number `first` on; a repetition is the same whichever came before.

    Parameters
    ----------
    data : TreeData
    sizes : Sizes
    n_repetitions : int, default=100
    first : int, default=0
        The number of the first repetition: runs can be continued.
    seed : int, default=0
    methods : sequence of str

    Yields
    ------
    Outcome
    """
    for repetition in range(first, first + n_repetitions):
        rng = np.random.default_rng([seed, repetition])
        test, unlabeled, positive, pool = draw_samples(data.is_positive, sizes, rng)
        for n_labelled in sizes.labelled:
            samples = (pool[:n_labelled], positive, unlabeled)
            for method in methods:
                tree = learn(data, samples, method, int(rng.integers(2**31)))
                wrong = (tree.predict(data.X[test]) == 1) != data.is_positive[test]
                yield Outcome(repetition, n_labelled, method, float(wrong.mean()), tree.get_n_leaves())


def draw_samples(
    is_positive: NDArray[np.bool_], sizes: Sizes, rng: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Rows of the test set, UNL, POS, and those left for LAB."""
    order = rng.permutation(len(is_positive))
    test, rest = order[: sizes.test], order[sizes.test :]
    unlabeled, rest = rest[: sizes.unlabeled], rest[sizes.unlabeled :]
    n_seen = int(np.searchsorted(np.cumsum(is_positive[rest]), sizes.positive)) + 1
    positive, pool = rest[:n_seen][is_positive[rest[:n_seen]]], rest[n_seen:]
    if len(positive) < sizes.positive or len(pool) < max(sizes.labelled):
        raise InputError(f"{len(order)} rows are too few for these samples: {sizes}")
    return test, unlabeled, positive, pool


def learn(data: TreeData, samples: tuple[Any, Any, Any], method: str, seed: int) -> PosUnlTree:
    """The tree of one method from the rows of LAB, POS and UNL."""
    labelled, positive, unlabeled = samples
    settings: dict[str, Any] = {"categorical_features": data.is_nominal, "random_state": seed}
    truth = data.is_positive[labelled].astype(int)
    if method == "C4.5":
        if truth.min() == truth.max():  # C4.5 of one class is a leaf, which takes a row of no weight to say here
            rows, weights = labelled[[0, 0]], [1.0, 1e-12]
            return PosUnlTree(supervised=True, **settings).fit(data.X[rows], [truth[0], 1 - truth[0]], weights)
        return PosUnlTree(supervised=True, **settings).fit(data.X[labelled], truth)
    pruning: Any = "published" if method == "published" else "confidence"
    tree = PosUnlTree(pruning=pruning, **settings)
    return tree.fit_samples(data.X[labelled], truth, data.X[positive], data.X[unlabeled])


def _as_numbers(table: Any, is_positive: NDArray[np.bool_]) -> TreeData:
    columns, is_nominal = [], []
    for values in table.columns.values():
        is_nominal.append(values.dtype.kind != "f")
        if is_nominal[-1]:
            places = np.unique(values, return_inverse=True)[1]
            values = np.where(values == "", np.nan, places)
        columns.append(values)
    return TreeData(np.column_stack(columns), np.array(is_nominal), is_positive)
