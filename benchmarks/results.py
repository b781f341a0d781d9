"""Results as files: one JSON for a question, with the machine, versions, date and commit it was measured with.

Those of a full run are kept under version control; a small run writes beside them, in `small/`, and never over them.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness import Cost

HERE = Path(__file__).parent
FOLDER = HERE / "results"
PACKAGES = ("onesided", "numpy", "scipy", "scikit-learn", "polars", "numba", "lightgbm", "pulearn")


@dataclass
class Result:
    """The answer to one question."""

    question: str
    title: str
    accuracy: str
    is_full: bool
    costs: list[Cost]
    machine: dict[str, Any]
    versions: dict[str, str]
    date: str
    commit: str
    seconds: float

    def save(self, folder: Path = FOLDER) -> Path:
        path = _path(self.question, self.is_full, folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        facts = {**vars(self), "costs": [cost.as_json() for cost in self.costs]}
        path.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return path


def load(question: str, is_full: bool, folder: Path = FOLDER) -> Result | None:
    """What is stored, or None."""
    path = _path(question, is_full, folder)
    if not path.exists():
        return None
    facts = json.loads(path.read_text(encoding="utf-8"))
    return Result(**{**facts, "costs": [Cost(**cost) for cost in facts["costs"]]})


def _path(question: str, is_full: bool, folder: Path) -> Path:
    return (folder if is_full else folder / "small") / f"{question}.json"


def machine() -> dict[str, Any]:
    """Cores, processor and memory; nothing that names the machine."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cores": os.cpu_count(),
        "processor": model,
        "memory_gb": round(pages / 2**30),
        "system": platform.system(),
        "load": round(os.getloadavg()[0], 1),
    }


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def commit() -> str:
    """The commit measured, with + where the sources had changes."""
    try:
        name = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True,
                              check=True).stdout.strip()  # fmt: skip
        changes = subprocess.run(["git", "status", "--porcelain", "../src"], cwd=HERE, capture_output=True, text=True,
                                 check=True).stdout.strip()  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return name + ("+" if changes else "")


def today() -> str:
    return datetime.now(UTC).date().isoformat()
