"""Files that appear under their name only when they are complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import IO


@contextmanager
def written_at_once(path: str | PathLike[str]) -> Iterator[IO[bytes]]:
    """A binary file to write; it replaces `path` when the block ends well, and leaves no trace when it does not.

    Whatever stops the writing (an error, a full disk, Ctrl-C), the file that was there before is untouched.
    """
    path = Path(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # noqa: PTH101 - mkstemp makes private files; this one is the user's
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
