"""Data sets to try things on, and ways to hide labels."""

from onesided.datasets.docstrings import Docstrings, fetch_docstrings
from onesided.datasets.hide_labels import hide_labels
from onesided.datasets.make_text import make_text

__all__ = ["Docstrings", "fetch_docstrings", "hide_labels", "make_text"]
