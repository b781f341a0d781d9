"""Work on chunks in threads: polars, NumPy and our kernels release Python's lock where the time goes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from threadpoolctl import threadpool_limits

MOST_THREADS = 4  # more only compete for memory bandwidth


def n_threads() -> int:
    """Cores this process may use, up to a limit."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_THREADS)


def map_in_threads(function: Callable[..., Any], *columns: Iterable[Any]) -> Iterator[Any]:
    """Yield `function` of each chunk in order, as the built-in ``map`` does, several chunks at a time.

    Chunks are asked for only as fast as results are taken, so that a stream of them never piles up in memory.

    Examples
    --------
    >>> list(map_in_threads(len, ["a", "bc"]))
    [1, 2]
    """
    ahead = n_threads() + 1
    with ThreadPoolExecutor(n_threads()) as pool:
        waiting: deque[Future[Any]] = deque()
        for arguments in zip(*columns, strict=True):
            waiting.append(pool.submit(function, *arguments))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def do_in_threads(work: Callable[[Any], None], parts: Iterable[Any]) -> None:
    """Do the work on each part, several at a time, and come back when all is done.

    Each thread has its own matrix products: several threads to one small product would wait for each other.
    """
    with threadpool_limits(limits=1, user_api="blas"):
        for _ in map_in_threads(work, parts):
            pass
