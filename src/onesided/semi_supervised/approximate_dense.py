"""Approximate nearest neighbours of many dense rows: random partitions, then the neighbours of neighbours."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import gen_batches

from onesided.engine.compiled import IS_COMPILED
from onesided.engine.threads import do_in_threads
from onesided.semi_supervised import nearest_lists
from onesided.semi_supervised.approximate_text import Found

Rows = NDArray[np.float32]
Places = NDArray[np.intp]

N_PARTITIONS = 6
SMALLEST_CELL = 300
"""Rows of a cell, in the mean, at least; √n if that is more."""
LARGEST_CELL = 4
"""Times the mean size.  A larger cell (of duplicates, say) is cut, so that none costs the square of the rows."""
MOST_REFINEMENTS, ENOUGH_CHANGE = 4, 0.05
"""Neighbours of neighbours are looked at so often at most, and only while that changes so many of the neighbours."""
BLOCK = 500_000
"""Numbers a thread works on at a time: 2 MB, which stay in its cache."""
COMPILED_BLOCK = 5000
"""Rows a thread looks at the neighbours of neighbours of at a time."""


class Partition(NamedTuple):
    """Random rows as centres, and the rows nearest to each: of cell c `members[starts[c] : starts[c + 1]]`."""

    centres: Rows
    cells: Places
    members: Places
    starts: Places


class RandomPartitions:
    """Finds the near rows of dense rows without comparing all pairs.

    Several times, random rows become centres and every row goes to its nearest one; rows of one cell are compared by
    a matrix product, which is as fast as the machine can be.  What one partition cuts apart another mostly leaves
    together, and the neighbours of the neighbours so found make up for most of the rest.  With √n centres the cost is
    of the order n √n.  The answer is always the same.
    """

    def __init__(self, rows: Any):
        # Near the origin the product form of the distance loses fewest digits.
        self._given = rows
        self._mean = np.mean(rows, axis=0)
        self._rows = np.asarray(rows - self._mean, dtype=np.float32)
        self._halves = _half_squares(self._rows)
        rng = np.random.default_rng(0)
        n = len(self._rows)
        n_cells = max(1, int(n / max(SMALLEST_CELL, np.sqrt(n))))
        self._partitions = [_partition(self._rows, rng.choice(n, n_cells, replace=False)) for _ in range(N_PARTITIONS)]
        self._graph: Places | None = None

    def search(self, queries: Any, k: int) -> Found:
        """Distances and indices of about the nearest k rows of each query; infinite where fewer were found."""
        is_own = queries is self._given
        vectors = self._rows if is_own else np.asarray(queries - self._mean, dtype=np.float32)
        gaps = np.full((len(vectors), k), np.inf, dtype=np.float32)
        near = np.full((len(vectors), k), -1, dtype=np.intp)
        for partition in self._partitions:
            cells = partition.cells if is_own else _assign(vectors, partition.centres)
            self._compare_in_cells(vectors, cells, partition, gaps, near)
        is_first = self._graph is None  # the rows themselves
        for _ in range(MOST_REFINEMENTS):
            before = near.copy()
            if is_first:
                self._graph = before
            self._compare_with_neighbours_of_neighbours(vectors, before, gaps, near)
            n_changed = sum(np.count_nonzero((near[:, [j]] != before).all(axis=1)) for j in range(k))
            if n_changed <= ENOUGH_CHANGE * near.size:
                break
        return self._measured(vectors, near)

    def _compare_in_cells(self, vectors: Rows, cells: Places, partition: Partition, gaps: Rows, near: Places) -> None:
        order = np.argsort(cells, kind="stable")
        ends = np.searchsorted(cells[order], np.arange(len(partition.starts)))

        largest = LARGEST_CELL * max(1, len(partition.members) // len(partition.centres))

        def compare(cell: int) -> None:
            members = partition.members[partition.starts[cell] : partition.starts[cell + 1]]
            asking = order[ends[cell] : ends[cell + 1]]
            if len(members) == 0 or len(asking) == 0:
                return
            n_parts = -(-len(members) // largest)
            for part in range(n_parts):
                compare_part(asking[part::n_parts], members[part::n_parts])

        def compare_part(asking: Places, members: Places) -> None:
            transposed, halves = self._rows[members].T, self._halves[members]
            for block in gen_batches(len(asking), max(1, BLOCK // len(members))):
                who = asking[block]
                products = vectors[who] @ transposed
                if IS_COMPILED:
                    nearest_lists.insert_products(products, halves, who, members, gaps, near)
                    continue
                distances = np.subtract(halves, products, out=products)
                best = smallest(distances, min(near.shape[1], len(members)))
                _merge(who, np.take_along_axis(distances, best, axis=1), members[best], gaps, near)

        do_in_threads(compare, range(len(partition.starts) - 1))

    def _compare_with_neighbours_of_neighbours(self, vectors: Rows, known: Places, gaps: Rows, near: Places) -> None:
        graph = self._graph
        assert graph is not None

        def compare(block: slice) -> None:
            if IS_COMPILED:
                nearest_lists.insert_neighbours_of_neighbours(
                    vectors, self._rows, self._halves, known, graph, block.start, block.stop, gaps, near
                )
                return
            who = np.arange(len(vectors))[block]
            candidates = np.where(known[block, :, None] >= 0, graph[known[block]], -1).reshape(len(who), -1)
            candidates = np.sort(candidates, axis=1)
            candidates[:, 1:][candidates[:, 1:] == candidates[:, :-1]] = -1
            products = np.matmul(self._rows[candidates], vectors[block, :, None])[:, :, 0]
            distances = np.where(candidates >= 0, self._halves[candidates] - products, np.inf)
            best = smallest(distances, min(near.shape[1], distances.shape[1]))
            _merge(who, np.take_along_axis(distances, best, axis=1), np.take_along_axis(candidates, best, axis=1),
                   gaps, near)  # fmt: skip

        size = COMPILED_BLOCK if IS_COMPILED else max(1, BLOCK // (near.shape[1] * graph.shape[1] * vectors.shape[1]))
        do_in_threads(compare, gen_batches(len(vectors), size))

    def _measured(self, vectors: Rows, near: Places) -> Found:
        """Exact distances of those found, from their differences, and in their order."""
        distances = np.empty(near.shape)
        for block in gen_batches(len(vectors), max(1, BLOCK // (near.shape[1] * vectors.shape[1]))):
            differences = self._rows[near[block]] - vectors[block, None, :]
            distances[block] = np.sqrt(np.einsum("ijk,ijk->ij", differences, differences))
        distances[near < 0] = np.inf
        order = np.argsort(distances, axis=1, kind="stable")
        return np.take_along_axis(distances, order, axis=1), np.maximum(np.take_along_axis(near, order, axis=1), 0)


def _partition(rows: Rows, chosen: Places) -> Partition:
    cells = _assign(rows, rows[chosen])
    members = np.argsort(cells, kind="stable")
    starts = np.searchsorted(cells[members], np.arange(len(chosen) + 1))
    return Partition(rows[chosen], cells, members, starts)


def _assign(vectors: Rows, centres: Rows) -> Places:
    """The nearest centre of each vector."""
    halves = _half_squares(centres)
    cells = np.empty(len(vectors), dtype=np.intp)

    def assign(block: slice) -> None:
        cells[block] = np.argmin(halves - vectors[block] @ centres.T, axis=1)

    do_in_threads(assign, gen_batches(len(vectors), max(1, BLOCK // len(centres))))
    return cells


def _half_squares(rows: Rows) -> Rows:
    return np.einsum("ij,ij->i", rows, rows) / 2


def smallest(values: Rows, k: int) -> Places:
    """Columns of the k smallest numbers of each row (in any order)."""
    n = values.shape[1]
    width = n // (4 * k)
    if width < 2:
        return np.argpartition(values, k - 1, axis=1)[:, :k]
    # The k-th smallest of the least of some groups is no less than the k-th smallest of all: few numbers are below it.
    n_groups = n // width
    least = values[:, : width * n_groups].reshape(len(values), width, n_groups).min(axis=1)
    bound = np.partition(least, k - 1, axis=1)[:, k - 1]
    rows, columns = np.divmod(np.flatnonzero(values <= bound[:, None]), n)
    order = np.lexsort((values[rows, columns], rows))
    firsts = np.searchsorted(rows, np.arange(len(values)))
    return columns[order][firsts[:, None] + np.arange(k)]


def _merge(who: Places, gaps_new: Rows, near_new: Places, gaps: Rows, near: Places) -> None:
    """Take the nearest of what is known and what is new, each once."""
    k = near.shape[1]
    all_near = np.concatenate([near[who], near_new], axis=1)
    all_gaps = np.concatenate([gaps[who], gaps_new], axis=1)
    is_known = (near_new[:, :, None] == near[who][:, None, :]).any(axis=2)
    all_gaps[:, k:][is_known] = np.inf
    best = np.argpartition(all_gaps, k - 1, axis=1)[:, :k]
    gaps[who] = np.take_along_axis(all_gaps, best, axis=1)
    near[who] = np.where(np.isfinite(gaps[who]), np.take_along_axis(all_near, best, axis=1), -1)
