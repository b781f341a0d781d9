"""The main job as one object."""

from onesided.finder.finder import Finder
from onesided.finder.findings import Findings

__all__ = ["Finder", "Findings"]
