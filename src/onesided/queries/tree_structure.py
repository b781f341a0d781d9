"""A finished tree: arrays with one entry for each node, the root first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import Counting
from onesided.queries.tree_grow import CODE, DEPTH, FEATURE, GAIN, N_BRANCHES, N_NEGATIVE, N_POSITIVE, OFFSET, PART

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Tree:
    """Each node comes before its branches.

    Attributes
    ----------
    feature : ndarray of int32
        The feature a node asks for; -1 for a leaf.
    threshold : ndarray of float
        Values up to it go to the first branch, others to the second; NaN if there is a branch for each category.
    offset, n_branches : ndarrays of int32
        Where the branches of a node stand in `branches`, and how many they are.
    branches : ndarray of int32
        The node at the end of each branch; -1 if no training row went there: the node itself then answers.
    part : ndarray of float
        The part of the parent's known cases that came here: what a row without a value counts here.
    counts : ndarray of shape (n_nodes, 3)
        Labelled positives, unlabeled rows and known negatives.
    masses : ndarray of shape (n_nodes, 2)
        Rows of the population that are positive and that are negative, by the counting rule.
    value : ndarray of float
        Probability of a positive, (n₁ + 1)/(n + 2).
    gain : ndarray of float
        Information gain of the split in bits times the number of cases.
    depth : ndarray of int32
    """

    feature: NDArray[np.int32]
    threshold: Vector
    offset: NDArray[np.int32]
    n_branches: NDArray[np.int32]
    branches: NDArray[np.int32]
    part: Vector
    counts: Vector
    masses: Vector
    value: Vector
    gain: Vector
    depth: NDArray[np.int32]

    @property
    def n_nodes(self) -> int:
        return len(self.feature)

    @property
    def n_leaves(self) -> int:
        return int(np.count_nonzero(self.feature < 0))

    def branches_of(self, node: int) -> Iterator[tuple[int, int]]:
        """The number of each branch of a node that some training row took, and the node at its end."""
        for way in range(self.n_branches[node]):
            child = int(self.branches[self.offset[node] + way])
            if child >= 0:
                yield way, child

    def importances(self, n_features: int) -> Vector:
        """The share of each feature in the information gained."""
        is_split = self.feature >= 0
        gained = np.bincount(self.feature[is_split], self.gain[is_split], n_features).astype(float)
        return gained / gained.sum() if gained.sum() > 0 else gained

    def predict(self, X: Vector, rows: NDArray[np.intp] | None = None) -> Vector:
        """The probability of a positive for each row of `X` (NaN where a value is missing), or for some of them."""
        rows = np.arange(len(X)) if rows is None else rows
        out = np.zeros(len(rows))
        ways = (self.offset, self.n_branches, self.branches, self.part)
        add_values(X, rows, self.feature, self.threshold, *ways, self.value, out)
        return out


def as_tree(
    whole: NDArray[np.int64],
    numbers: Vector,
    branches: NDArray[np.int64],
    counting: Counting,
    values: Vector,
    value_starts: NDArray[np.int64],
) -> Tree:
    """A tree of the tables that the kernels write."""
    feature = whole[:, FEATURE]
    has_threshold = (feature >= 0) & (whole[:, CODE] >= 0)
    threshold = np.full(len(whole), np.nan)
    threshold[has_threshold] = values[value_starts[feature[has_threshold]] + whole[has_threshold, CODE]]
    counts, masses = numbers[:, :3].copy(), numbers[:, [N_POSITIVE, N_NEGATIVE]]
    return Tree(
        feature.astype(np.int32),
        threshold,
        whole[:, OFFSET].astype(np.int32),
        np.where(feature >= 0, whole[:, N_BRANCHES], 0).astype(np.int32),
        branches.astype(np.int32),
        numbers[:, PART].copy(),
        counts,
        masses,
        smoothed(counts, masses, counting),
        np.where(feature >= 0, numbers[:, GAIN], 0.0),
        whole[:, DEPTH].astype(np.int32),
    )


def in_order(
    whole: NDArray[np.int64], numbers: Vector, branches: NDArray[np.int64]
) -> tuple[NDArray[np.int64], Vector, NDArray[np.int64]]:
    """The tables with only those nodes that can still be reached from the root, in depth-first order."""
    order, depths, offsets = [], [], []
    kept: list[int] = []
    waiting = [(0, 0)]
    while waiting:
        node, depth = waiting.pop()
        order.append(node)
        depths.append(depth)
        offset, n_ways = whole[node, OFFSET], whole[node, N_BRANCHES] if whole[node, FEATURE] >= 0 else 0
        mine = branches[offset : offset + n_ways].tolist()
        offsets.append(len(kept))
        kept += mine
        waiting += [(child, depth + 1) for child in reversed(mine) if child >= 0]
    place = np.full(len(whole) + 1, -1)  # the last entry answers for a branch of -1
    place[order] = np.arange(len(order))
    whole = whole[order]
    whole[:, OFFSET], whole[:, DEPTH] = offsets, depths
    return whole, numbers[order], place[np.array(kept, dtype=np.intp)]


def smoothed(counts: Vector, masses: Vector, counting: Counting) -> Vector:
    r"""Laplace's estimate :math:`(n_1 + 1)/(n + 2)` of the probability of a positive.

    Where the labelled positives stand for more rows than there are, they count in full: that many agree.
    """
    positive, total = masses[:, 0], masses.sum(axis=1)
    if not counting.numbers[0]:
        claimed = counting.numbers[2] * counts[:, 0]
        positive, total = np.where(claimed > total, claimed, positive), np.maximum(claimed, total)
    return (positive + 1) / (total + 2)


@compiled
def add_values(
    X: Any, rows: Any, feature: Any, threshold: Any, offset: Any, n_branches: Any, branches: Any, part: Any,
    value: Any, out: Any,
) -> None:  # fmt: skip
    """Add to `out` the value of the leaf of each row; of several leaves their mean, where a value is missing."""
    nodes, shares = np.empty(len(feature), np.int64), np.empty(len(feature))  # a row comes to a node but once
    for i in range(len(rows)):
        row = rows[i]
        nodes[0], shares[0], n_waiting = 0, 1.0, 1
        while n_waiting > 0:
            n_waiting -= 1
            node, share = nodes[n_waiting], shares[n_waiting]
            is_spread, child = False, node
            while child >= 0 and feature[node] >= 0 and not is_spread:
                x = X[row, feature[node]]
                if np.isnan(x):
                    is_spread = True
                else:
                    if np.isnan(threshold[node]):
                        way = int(x)
                    else:
                        way = 1 if x > threshold[node] else 0
                    child = branches[offset[node] + way]
                    if child >= 0:
                        node = child
            if is_spread:
                for way in range(n_branches[node]):
                    child = branches[offset[node] + way]
                    if child >= 0 and part[child] > 0:
                        nodes[n_waiting], shares[n_waiting] = child, share * part[child]
                        n_waiting += 1
            else:
                out[i] += share * value[node]
