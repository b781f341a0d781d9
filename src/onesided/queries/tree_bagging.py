"""Many trees of bags of rows, and what each row's own trees have not seen of it: the out-of-bag scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from onesided.queries.tree_build import Options, build_tree
from onesided.queries.tree_codes import Codes
from onesided.queries.tree_counts import Counting
from onesided.queries.tree_structure import Tree

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Bagged:
    """The trees, and the mean out-of-bag value of each training row (NaN for a row that was in every bag)."""

    trees: list[Tree]
    out_of_bag: Vector


def bag_trees(
    X: Vector,
    table: Codes,
    kinds: NDArray[np.uint8],
    weights: Vector,
    counting: Counting,
    options: Options,
    n_trees: int,
    rng: np.random.Generator,
    n_jobs: int | None = None,
    most: int | None = None,
) -> Bagged:
    """Grow `n_trees` trees; the answer is the same for any number of jobs.

    A bag is drawn with replacement from each kind of rows by itself, so that every bag has as many labelled positives
    as there are (`most` of each kind at most): the counting rule stays right.
    """
    seeds = rng.integers(1, 2**31 - 1, size=n_trees)
    # Threads: the kernels hold no lock, and the columns need not be copied.
    members = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")(
        delayed(_member)(X, table, kinds, weights, counting, options, int(seed), most) for seed in seeds
    )
    trees, total, n_votes = [], np.zeros(len(X)), np.zeros(len(X))
    for tree, outside, values in members:
        trees.append(tree)
        total[outside] += values
        n_votes[outside] += 1
    with np.errstate(invalid="ignore"):
        return Bagged(trees, total / n_votes)


def _member(
    X: Vector,
    table: Codes,
    kinds: NDArray[np.uint8],
    weights: Vector,
    counting: Counting,
    options: Options,
    seed: int,
    most: int | None,
) -> tuple[Tree, NDArray[np.intp], Vector]:
    """A tree, the rows it has not seen, and what it says of them."""
    times = draw_bag(kinds, weights > 0, np.random.default_rng(seed), most)
    tree = build_tree(table, kinds, weights * times, counting, options, seed)
    outside = np.flatnonzero(times == 0)
    return tree, outside, tree.predict(X, outside)


def draw_bag(
    kinds: NDArray[np.uint8], is_used: NDArray[np.bool_], rng: np.random.Generator, most: int | None = None
) -> NDArray[np.intp]:
    """How often each row is in the bag."""
    times = np.zeros(len(kinds), dtype=np.intp)
    for kind in range(3):
        rows = np.flatnonzero((kinds == kind) & is_used)
        if len(rows):
            n_drawn = len(rows) if most is None else min(len(rows), most)
            times += np.bincount(rng.choice(rows, n_drawn), minlength=len(kinds))
    return times


def mean_of_trees(trees: list[Tree], X: Vector, n_jobs: int | None) -> Vector:
    """The mean of the values that the trees give each row."""
    values = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")(
        delayed(tree.predict)(X) for tree in trees
    )
    return sum(values, np.zeros(len(X))) / len(trees)
