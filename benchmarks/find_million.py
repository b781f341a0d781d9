"""`onesided find` on a million documents of 1 KB, as a user waits for it: does it end, and in how much memory.

The pile is made as in `command_line.py`, and is more than this program keeps in memory by itself on a small machine:
there it stays on disk.  One run, since it takes minutes; F is by the truth, over the rows above the suggested cut.
"""

from __future__ import annotations

from command_line import find
from harness import Cost, Tell

TITLE = "find on a million documents"
ACCURACY = "F of the rows above the cut"


def measure(full: bool, tell: Tell) -> list[Cost]:
    return [find(1_000_000 if full else 100_000, 1, tell)]
