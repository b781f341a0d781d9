"""The pages as text: their examples, what these print, and their links.

A fenced `python` block is run, all blocks of a page one after the other in one namespace, with warnings as errors.  A
fenced `text` block right behind it holds what it prints.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")


def pages() -> list[Path]:
    """README and every page of the documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def run(text: str) -> Iterator[tuple[str | None, str]]:
    """For each example of a page: what the page says it prints (None if nothing), and what it does print."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), warnings.catch_warnings():
        warnings.simplefilter("error")
        for example in EXAMPLE.finditer(text):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(example["code"], "example", "exec"), namespace)
            yield example["printed"], printed.getvalue()


def with_outputs(text: str) -> str:
    """The page with what its examples print now."""
    outputs = iter([printed for _, printed in run(text)])

    def renew(example: re.Match[str]) -> str:
        printed = next(outputs)
        block = f"```python\n{example['code']}```\n"
        return f"{block}\n```text\n{printed}```\n" if printed else block

    return EXAMPLE.sub(renew, text)


def broken_links(page: Path) -> list[str]:
    """Relative links of a page that lead nowhere: no such file, or no such heading in it."""
    broken = []
    for target, anchor in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        path = Path(os.path.normpath(page.parent / target)) if target else page
        if not path.exists() or (anchor and anchor not in _anchors(path)):
            broken.append(f"{target}#{anchor}" if anchor else target)
    return broken


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ +(.*)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
