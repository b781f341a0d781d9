"""Lists of the nearest rows so far, one a row, nearest first: the compiled part of the search in dense rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.engine.compiled import compiled

GROUP = 16


@compiled
def insert(gap: float, row: int, gaps: Any, near: Any) -> None:
    """Put one row into a list, unless it is there or too far."""
    last = len(gaps) - 1
    for place in range(last + 1):
        if near[place] == row:
            return
    at = last
    while at > 0 and gaps[at - 1] > gap:
        gaps[at], near[at] = gaps[at - 1], near[at - 1]
        at -= 1
    gaps[at], near[at] = gap, row


@compiled
def insert_products(products: Any, halves: Any, who: Any, members: Any, gaps: Any, near: Any) -> None:
    """Offer to each of `who` all `members`, whose gap is half their square less the product."""
    n_members = len(members)
    for i in range(len(who)):
        mine_gaps, mine_near = gaps[who[i]], near[who[i]]
        bar = mine_gaps[-1]
        for begin in range(0, n_members, GROUP):
            end = min(begin + GROUP, n_members)
            least = np.float32(np.inf)  # the least of a group needs no branch, and nearly all are above the bar
            for c in range(begin, end):
                least = min(least, halves[c] - products[i, c])
            if least < bar:
                for c in range(begin, end):
                    gap = halves[c] - products[i, c]
                    if gap < bar:
                        insert(gap, members[c], mine_gaps, mine_near)
                        bar = mine_gaps[-1]


@compiled
def insert_neighbours_of_neighbours(
    vectors: Any, rows: Any, halves: Any, known: Any, graph: Any, begin: int, end: int, gaps: Any, near: Any
) -> None:
    """Offer to each vector from `begin` to `end` the rows in `graph` of its rows in `known`."""
    asked = np.full(len(rows), -1, dtype=np.int32)  # by whom a row was looked at last
    width = rows.shape[1]
    for i in range(begin, end):
        mine_gaps, mine_near = gaps[i], near[i]
        for row in near[i]:
            if row >= 0:
                asked[row] = i
        for neighbour in known[i]:
            if neighbour < 0:
                continue
            for row in graph[neighbour]:
                if row < 0 or asked[row] == i:
                    continue
                asked[row] = i
                product = np.float32(0)
                for c in range(width):
                    product += vectors[i, c] * rows[row, c]
                gap = halves[row] - product
                if gap < mine_gaps[-1]:
                    insert(gap, row, mine_gaps, mine_near)
