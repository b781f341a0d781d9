"""Peak memory of one contestant, in a process of its own.

    python benchmarks/memory.py logistic_search onesided 20000

The question has `memory_job(contestant, n_rows)`, which reads the data and returns the job.  A small job first
loads and compiles all that is needed; what counts is the largest resident size after that, the data included.
"""

from __future__ import annotations

import importlib
import json
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

SMALL = 2_000


def peak(question: str, contestant: str, n_rows: int) -> dict[str, Any]:
    """Megabytes beyond the interpreter and libraries, and seconds, of one run in a child process."""
    command = [sys.executable, str(Path(__file__)), question, contestant, str(n_rows)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        return {"error": lines[-1] if lines else f"ended with {done.returncode}"}
    return json.loads(done.stdout.splitlines()[-1])


def resident_mb() -> float:
    """Resident memory now."""
    return _status("VmRSS")


def highest_mb() -> float:
    """Highest resident memory so far."""
    return _status("VmHWM")


def _status(name: str) -> float:
    # Not getrusage where it can be had: there a child begins with the highest value of its parent.
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith(name))
        return int(line.split()[1]) * 1024 / 1e6
    scale = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1e6


def main(question: str, contestant: str, n_rows: int) -> None:
    module = importlib.import_module(question)
    warnings.simplefilter("ignore")
    module.memory_job(contestant, SMALL)()
    before = resident_mb()
    job = module.memory_job(contestant, n_rows)
    cpu, wall = time.process_time(), time.perf_counter()
    job()
    costs = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall, "mb": highest_mb() - before}
    print(json.dumps(costs))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
