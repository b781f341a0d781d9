"""`--report`: the answer as one HTML page."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from onesided.cli.output import check_place, naming
from onesided.cli.sides import Sides
from onesided.exceptions import InputError
from onesided.finder import Finder


def check_report(path: Path | None, *taken: str | Path | None) -> None:
    """Refuse, before any work, what could not be written after it."""
    if path is None:
        return
    missing = [name for name in ("matplotlib", "jinja2") if find_spec(name) is None]
    if missing:
        raise InputError(f"--report needs {' and '.join(missing)}; install with: pip install 'onesided[report]'")
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{path}: the report is a page; give it a name that ends in .html")
    check_place(path, *taken)


def write_page(path: Path, finder: Finder, sides: Sides, warnings: list[str]) -> None:
    """Write the report of a run."""
    from onesided.report import write_report

    command = shlex.join(["onesided", *sys.argv[1:]])
    with naming(path):
        write_report(finder, sides.documents, path, ids=sides.documents.ids, command=command, skipped=sides.skipped,
                     warnings=warnings)  # fmt: skip
