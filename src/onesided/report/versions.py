"""What a run needs to be run again."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from onesided._version import __version__

PACKAGES = ("numpy", "scipy", "scikit-learn", "polars", "numba")


def versions() -> dict[str, str]:
    """Versions of everything that computes, by name; what is not installed is left out."""
    found = {"onesided": __version__, "Python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
