"""What every question shares: contestants take turns in one process, and their costs are kept as medians.

A *question* is a module beside this one with

- `TITLE` and `ACCURACY`, the accuracy at which all are compared, in words;
- `measure(full, tell)`, which returns a list of `Cost`; `tell` takes a line on the progress.

Ours and the peers run in turns (A B C A B C …), so that whatever else the machine does slows all of them.  The ratios
that the goals name are of CPU seconds, which other work on the machine changes little; wall seconds stand beside them.
BLAS and OpenMP are kept to one thread, ours and theirs alike: see `interleaved`.
"""

from __future__ import annotations

import resource
import statistics
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

Tell = Callable[[str], None]
Job = Callable[[], Any]
OURS = "onesided"
LONG = 120.0
"""CPU seconds beyond which a job is run once."""


@dataclass
class Cost:
    """What one contestant needed at one size."""

    contestant: str
    n_rows: int
    n_columns: int
    cpu: float | None = None
    """Median of CPU seconds, of all threads and child processes; None where it failed."""
    wall: float | None = None
    n_runs: int = 0
    peak_mb: float | None = None
    """Largest resident memory of a process of its own, data included, the interpreter and libraries not."""
    matrix_mb: float | None = None
    accuracy: dict[str, float] = field(default_factory=dict)
    is_ours: bool = False
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Runs:
    """Seconds of each run of one job, and what the last one returned."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    result: Any = None

    def time(self, job: Job) -> None:
        cpu, wall = cpu_seconds(), time.perf_counter()
        self.result = job()
        self.wall.append(time.perf_counter() - wall)
        self.cpu.append(cpu_seconds() - cpu)

    def cost(self, contestant: str, shape: tuple[int, int], **facts: Any) -> Cost:
        return Cost(
            contestant, *shape, statistics.median(self.cpu), statistics.median(self.wall), len(self.cpu), **facts
        )


def cpu_seconds() -> float:
    """CPU time of this process and of its finished children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def interleaved(
    jobs: Mapping[str, Job], n_rounds: int, *, tell: Tell, drop_slower_than: float = 0.0
) -> dict[str, Runs]:
    """Run the jobs in turns, `n_rounds` times, after they have been run once elsewhere (compiled, data in memory).

    A run of more than two minutes is not repeated.  `drop_slower_than` also leaves out, after the first round, peers
    that are so many times slower than the fastest peer: they could not become the best one.  Both keep their one run,
    and the table says so.
    """
    runs = {name: Runs() for name in jobs}
    dropped: set[str] = set()
    for number in range(n_rounds):
        for name, job in jobs.items():
            if name in dropped:
                continue
            with threadpool_limits(limits=1), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                runs[name].time(job)
            tell(f"round {number + 1}/{n_rounds}  {name}: {runs[name].cpu[-1]:.2f} s")
        peers = [name for name in jobs if not name.startswith(OURS)]
        if number == 0 and drop_slower_than and peers:
            fastest = min(runs[name].cpu[0] for name in peers)
            dropped = {name for name in peers if runs[name].cpu[0] > drop_slower_than * fastest}
        dropped |= {name for name, run in runs.items() if run.cpu[0] > LONG}
    return runs


def loosest(settings: Iterable[tuple[Any, Callable[[], Any]]], is_good: Callable[[Any], bool]) -> tuple[Any, Any]:
    """The first setting, from loose to tight, whose result is good; the tightest if none is: (setting, result)."""
    chosen: tuple[Any, Any] | None = None
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for setting, job in settings:
            chosen = setting, job()
            if is_good(chosen[1]):
                break
    if chosen is None:
        raise ValueError("there is no setting to choose from")
    return chosen


def pairs(X: Any, n_pairs: int) -> Job:
    """A job of so many *pairs*, the unit of cost: X @ w and X.T @ v, by SciPy, in the type of X."""
    rng = np.random.default_rng(0)
    w, v = (rng.random(size).astype(X.dtype) for size in X.shape[::-1])

    def job() -> None:
        for _ in range(n_pairs):
            X @ w
            X.T @ v

    return job
