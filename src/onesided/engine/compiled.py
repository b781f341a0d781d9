"""Compile a kernel where numba is installed; leave it as readable Python where it is not.

The plain twin of a compiled kernel is the function itself (`kernel.py_func`), so the two cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    import numba
except ImportError:  # pragma: no cover - the tests run both ways by calling py_func
    numba = None

IS_COMPILED = numba is not None


def compiled(function: Callable[..., Any]) -> Any:
    """`function`, compiled and cached by numba if it is there."""
    if numba is None:
        function.py_func = function  # type: ignore[attr-defined]
        return function
    return numba.njit(cache=True, fastmath={"contract", "nsz"})(function)
