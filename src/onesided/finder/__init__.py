"""The main job as one object."""

from onesided.finder.compare import Comparison, compare
from onesided.finder.finder import Finder
from onesided.finder.findings import Findings
from onesided.finder.problem import Problem

__all__ = ["Comparison", "Finder", "Findings", "Problem", "compare"]
