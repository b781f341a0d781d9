"""Talking to the user on standard error: what was understood, how far the work is, what to look out for."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from onesided.exceptions import DataWarning

LABEL_WIDTH = 9


class Talk:
    """Lines with a label in front, unless `quiet`; a progress bar only where somebody watches."""

    def __init__(self, quiet: bool = False, verbose: bool = False):
        self.console = Console(file=sys.stderr, quiet=quiet, highlight=False, soft_wrap=True)
        self.quiet, self.verbose = quiet, verbose
        self.warnings: list[str] = []
        self._last = ""

    def say(self, label: str, text: str) -> None:
        """One line; a label that repeats is left blank."""
        shown, self._last = ("" if label == self._last else label), label
        self.console.print(f"{shown:<{LABEL_WIDTH}}", style="bold", end="", markup=False)
        self.console.print(text, markup=False)

    def warn(self, text: str) -> None:
        """Something the user should look at; kept for the report."""
        self.warnings.append(text)
        self.console.print(f"{'':<{LABEL_WIDTH}}! {text}", style="yellow", markup=False)

    @property
    def is_watched(self) -> bool:
        return self.console.is_terminal and not self.quiet

    def busy(self, text: str) -> AbstractContextManager[Any]:
        """Something that moves while work without a known end goes on."""
        return self.console.status(text) if self.is_watched else nullcontext()

    @contextmanager
    def working(self, titles: dict[str, str]) -> Iterator[Callable[[str, int, int], Any]]:
        """A function for progress by stage, and our own warnings as lines."""
        columns = TextColumn("{task.description:<8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        bar = Progress(
            *columns, TimeRemainingColumn(), console=self.console, transient=True, disable=not self.is_watched
        )
        tasks: dict[str, Any] = {}

        def progress(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(titles.get(stage, stage), total=total)
            bar.update(tasks[stage], completed=done, total=total)

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with bar:
                yield progress
        self._tell(caught)

    def _tell(self, caught: list[warnings.WarningMessage]) -> None:
        """Our own warnings; of those that differ by their numbers only (one a fold), the first."""
        alike: dict[str, list[str]] = {}
        for one in caught:
            if issubclass(one.category, DataWarning) or self.verbose:
                alike.setdefault(re.sub(r"[\d.,]+", "#", str(one.message)), []).append(str(one.message))
        for messages in alike.values():
            if self.verbose or len(messages) == 1:
                for message in messages:
                    self.warn(message)
            else:
                self.warn(f"{messages[0]} (and {len(messages) - 1} more like it; -v shows all)")
