"""From coded columns to a tree: grow, prune, tidy up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from onesided.queries.tree_codes import Codes
from onesided.queries.tree_counts import Counting
from onesided.queries.tree_grow import grow
from onesided.queries.tree_prune import collapse, prune
from onesided.queries.tree_structure import Tree, as_tree, in_order

Vector = NDArray[np.float64]
NO_LIMIT = 2**31
LONGEST_TABLE = 2**20


@dataclass(frozen=True)
class Options:
    """How to grow and prune; the meaning is that of the parameters of `PosUnlTree`."""

    criterion: Literal["gain_ratio", "gain"] = "gain_ratio"
    min_cases: float = 2
    threshold_cost: bool = True
    max_depth: int | None = None
    max_features: int | None = None
    pruning: Literal["confidence", "published"] | None = "confidence"
    confidence: float = 0.25
    subtree_raising: bool = True

    @property
    def numbers(self) -> tuple[float, ...]:
        """What the kernels read."""
        features = NO_LIMIT if self.max_features is None else self.max_features
        depth = NO_LIMIT if self.max_depth is None else self.max_depth
        is_ratio = self.criterion == "gain_ratio"
        return tuple(map(float, (self.min_cases, is_ratio, self.threshold_cost, features, depth)))


def build_tree(
    table: Codes, kinds: NDArray[np.uint8], weights: Vector, counting: Counting, options: Options, seed: int = 1
) -> Tree:
    """A tree of the rows that have a weight.

    Parameters
    ----------
    table : Codes
    kinds : ndarray of shape (n,)
        What each row is: 0 a labelled positive, 1 unlabeled, 2 a known negative.
    weights : ndarray of shape (n,)
    counting : Counting
    options : Options
    seed : int
        Draws the features, if not all of them are looked at in each node; at least 1.

    Returns
    -------
    Tree
    """
    rows = np.flatnonzero(weights > 0).astype(np.uint32)
    kept = weights[rows]
    whole, numbers, branches = grow(
        table.codes, table.n_codes, table.is_nominal, table.values, table.starts, kinds, rows.copy(), kept.copy(),
        options.numbers, counting.numbers, times_log_table(kept), seed,
    )  # fmt: skip
    if options.pruning is not None:
        collapse(whole, numbers, branches)
        is_binomial = counting.is_supervised or options.pruning == "published"
        suspicion = (float(options.confidence), float(ndtri(1 - options.confidence)), float(is_binomial))
        whole, numbers, branches = prune(
            table.codes, table.n_codes, kinds, rows, kept, whole, numbers, branches, suspicion, counting.numbers,
            options.subtree_raising,
        )  # fmt: skip
        whole, numbers, branches = in_order(whole, numbers, branches)
    return as_tree(whole, numbers, branches, counting, table.values, table.starts)


def times_log_table(weights: Vector) -> Vector:
    """x·log2(x) of the whole numbers that sums of weights reach, if these are whole; longer tables would not pay."""
    x = np.arange(min(int(weights.sum()) + 2, LONGEST_TABLE), dtype=np.float64)
    return x * np.log2(np.maximum(x, 1.0))
