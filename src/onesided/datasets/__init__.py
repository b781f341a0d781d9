"""Data sets to try things on, and ways to hide labels.

`fetch_docstrings` and `make_text` need no files.  The other loaders look for their file in the folder named by the
environment variable ONESIDED_DATA, then in the cache folder (ONESIDED_CACHE, else ``~/.cache/onesided``), then at the
official address where one is known.  Files are parsed once; the result is cached.  A file in your own folder is taken
as it is: its checksum is not enforced, and the documented counts hold for the original content only.
"""

from onesided.datasets._documents import Documents
from onesided.datasets.docstrings import Docstrings, fetch_docstrings
from onesided.datasets.hide_labels import hide_labels
from onesided.datasets.make_text import make_text
from onesided.datasets.newsgroups import fetch_20newsgroups_raw
from onesided.datasets.reuters import fetch_reuters
from onesided.datasets.reviews import fetch_imdb, fetch_multi_domain
from onesided.datasets.swde import fetch_swde
from onesided.datasets.uci import Table, fetch_adult, fetch_kr_vs_kp, fetch_spambase
from onesided.datasets.webkb import TwoViews, fetch_course_cotrain, fetch_webkb

__all__ = [
    "Docstrings",
    "Documents",
    "Table",
    "TwoViews",
    "fetch_20newsgroups_raw",
    "fetch_adult",
    "fetch_course_cotrain",
    "fetch_docstrings",
    "fetch_imdb",
    "fetch_kr_vs_kp",
    "fetch_multi_domain",
    "fetch_reuters",
    "fetch_spambase",
    "fetch_swde",
    "fetch_webkb",
    "hide_labels",
    "make_text",
]
