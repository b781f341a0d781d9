"""The minimum cut between two sets of nodes, by the maximum flow between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

Side = Literal["smallest-positive", "largest-positive"]

LARGEST_FLOW = 2**29
LARGEST_CAPACITY = 2**30
"""SciPy's flow counts in 32-bit integers, and what is left of an edge is as large as capacity and flow together."""


@dataclass(frozen=True)
class Cut:
    """One side of a minimum cut, the weight of the edges cut, and the flow that proves that none is smaller."""

    is_positive: NDArray[np.bool_]
    value: float
    flow_value: float


def minimum_cut(
    graph: sparse.csr_array,
    is_source: NDArray[np.bool_],
    is_sink: NDArray[np.bool_],
    *,
    to_sink: NDArray[np.float64] | None = None,
    side: Side = "smallest-positive",
) -> Cut:
    """The cut of least weight with all sources on one side and all sinks on the other.

    Parameters
    ----------
    graph : csr_array of shape (n, n)
        Symmetric weights.
    is_source, is_sink : ndarray of bool, shape (n,)
    to_sink : ndarray of shape (n,), optional
        Weight of a further edge from each node to the sinks; read at nodes that are neither source nor sink.
    side : {"smallest-positive", "largest-positive"}, default="smallest-positive"
        Which of several minimum cuts: the one whose side of the sources is contained in that of all others, or the
        one whose side contains that of all others.  Both exist always.

    Returns
    -------
    Cut
        Weights that are whole numbers are cut exactly; others are rounded to about nine digits of the flow.

    Examples
    --------
    >>> path = sparse.csr_array(np.diag([2.0, 1, 1], 1) + np.diag([2.0, 1, 1], -1))
    >>> ends = np.eye(4, dtype=bool)[[0, 3]]
    >>> minimum_cut(path, *ends)
    Cut(is_positive=array([ True,  True, False, False]), value=1.0, flow_value=1.0)
    >>> minimum_cut(path, *ends, side="largest-positive").is_positive
    array([ True,  True,  True, False])
    """
    is_open = ~(is_source | is_sink)
    n_open = int(np.count_nonzero(is_open))
    between = graph[is_open]
    from_source, into_sink = between[:, is_source].sum(axis=1), between[:, is_sink].sum(axis=1)
    if to_sink is not None:
        into_sink = into_sink + to_sink[is_open]
    always_cut = float(graph[is_source][:, is_sink].sum())
    # All sources are one node and all sinks another: flow inside them means nothing.
    weights = sparse.csr_array(
        sparse.block_array(
            [
                [between[:, is_open], into_sink[:, None], None],
                [None, sparse.csr_array((1, 1)), None],
                [from_source[None, :], None, sparse.csr_array((1, 1))],
            ]
        )
    )
    weights.eliminate_zeros()
    sink, source = n_open, n_open + 1
    most = min(from_source.sum(), into_sink.sum())
    scale = _scale(weights.data, most)
    # The lightest edge still joins; one that could carry twice all that can flow may as well carry no more.
    capacities = weights.copy()
    capacities.data = np.clip(np.rint(weights.data * scale), 1, LARGEST_CAPACITY).astype(np.int32)
    flow = maximum_flow(sparse.csr_array(capacities), source, sink)
    left = sparse.csr_array(capacities - flow.flow)
    left.eliminate_zeros()

    is_positive = is_source.copy()
    if side == "smallest-positive":  # what the source still reaches
        reached = breadth_first_order(left, source, return_predecessors=False)
        is_called = np.isin(np.arange(n_open), reached)
    else:  # all but what still reaches the sink
        reached = breadth_first_order(sparse.csr_array(left.T), sink, return_predecessors=False)
        is_called = ~np.isin(np.arange(n_open), reached)
    is_positive[is_open] = is_called
    value = weights[np.append(is_called, [False, True])][:, np.append(~is_called, [True, False])].sum()
    return Cut(is_positive, float(value) + always_cut, float(flow.flow_value / scale) + always_cut)


def _scale(weights: NDArray[np.float64], most: float) -> float:
    """What to multiply weights by before they are rounded to integers."""
    if most <= 0:  # nothing flows
        return 1.0
    if most <= LARGEST_FLOW and np.array_equal(weights, np.rint(weights)):
        return 1.0
    return LARGEST_FLOW / most
