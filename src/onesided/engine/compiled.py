"""Compile a kernel where numba is installed; leave it as readable Python where it is not.

The plain twin of a compiled kernel is the function itself (`kernel.py_func`), so the two cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

IS_COMPILED = find_spec("numba") is not None


def compiled(function: Callable[..., Any]) -> Any:
    """`function`, compiled and cached by numba if it is there."""
    if not IS_COMPILED:
        setattr(function, "py_func", function)  # noqa: B010 - mypy knows no attributes of functions
        return function
    import numba

    return numba.njit(cache=True, nogil=True, fastmath={"contract", "nsz", "reassoc", "arcp"})(function)
