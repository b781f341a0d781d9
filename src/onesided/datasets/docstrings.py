"""The docstrings of NumPy, SciPy and scikit-learn: real text that is already on the machine."""

from __future__ import annotations

import ast
import gc
import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from onesided.datasets._docstring_fields import SKIPPED_FOLDERS, field_of
from onesided.exceptions import InputError

PACKAGES = ("numpy", "scipy", "sklearn")

_IMPORT_LINE = re.compile(r"^[ ]*(?:>>>|\.\.\.)[ ]*(?:from|import)[ ].*\n?", re.MULTILINE)
_VERSION_NOTE = re.compile(r"^[ ]*\.\.[ ]+(?:versionadded|versionchanged|deprecated)::.*\n?", re.MULTILINE)
_GUIDE = re.compile(r"^.*:ref:`[^`<]*<[^`>]*>`.*\n?", re.MULTILINE)  # "Read more in the User Guide <k_means>"
_GALLERY = re.compile(r":\w+:`sphx_glr[^`]*`|auto_examples\S*")  # file names of the example gallery
_TEMPLATE = re.compile(r"%\(\w+\)s|\{\w+\}")  # filled in when the package is imported
_MODULE_PATH = re.compile(  # scipy.stats.norm, np.linalg.inv, stats.norm
    r"(?<![\w.])~?(?:(?:numpy|np|scipy|sp|spy|sklearn)(?:\.[a-z_]\w*)*|"
    r"stats|signal|linalg|sparse|spatial|special|optimize|integrate|interpolate|ndimage|cluster|fft|fftpack|polynomial"
    r"|P|poly|ma|io|qmc|csgraph|hierarchy|vq|distance|random|sc|la|sla|splinalg)\.(?=[A-Za-z_])"
)
_URL = re.compile(r"https?://\S+")
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, repr=False)
class Docstrings:
    """Texts with the qualified name and the field of the object that each one documents."""

    texts: list[str]
    names: list[str]
    fields: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return f"Docstrings({len(self):,} texts of {len(np.unique(self.fields))} fields)"


def fetch_docstrings(*, min_length: int = 300) -> Docstrings:
    """Docstrings of the installed NumPy, SciPy and scikit-learn, with the field that each one belongs to.

    A few thousand real documents that need no download.  They are read from the source files without
    importing anything, so the order is the same in every run; the texts themselves change with the installed
    versions.  Public functions, classes and methods count; an object or a text that occurs twice is
    kept once, under the first name.

    The field (statistics, clustering, ...) is known from the module alone.  So that finding a field is an honest
    task, whatever repeats the module's name is taken out of the texts: import lines of the examples, dotted
    module paths (`scipy.stats.norm` and `stats.norm` become `norm`), links into the user guide and the example
    gallery, web addresses, version notes.  The object's own bare name stays, as in "See Also" of its neighbours.

    Parameters
    ----------
    min_length : int, default=300
        Texts that are shorter after cleaning, in characters, are left out.

    Returns
    -------
    Docstrings
        With `texts`, `names` (qualified names) and `fields` (an array of strings).

    Examples
    --------
    >>> docs = fetch_docstrings()
    >>> len(docs) > 2000, "clustering" in docs.fields
    (True, True)
    >>> where = docs.names.index("scipy.cluster.vq.kmeans2")
    >>> str(docs.fields[where]), docs.texts[where].splitlines()[0]
    ('clustering', 'Classify a set of observations into k clusters using the k-means algorithm.')
    """
    texts: list[str] = []
    names: list[str] = []
    fields: list[str] = []
    seen_names: set[str] = set()
    seen_texts: set[str] = set()
    with _no_garbage_collection():
        for module, path in _modules():
            for name, docstring in _documented(module, path):
                if name in seen_names:
                    continue
                seen_names.add(name)
                text = _clean(docstring) if len(docstring) >= min_length else ""
                if len(text) < max(min_length, 1) or text in seen_texts:
                    continue
                seen_texts.add(text)
                texts.append(text)
                names.append(name)
                fields.append(field_of(module))
    if not texts:
        raise InputError("no docstrings found: the source files of NumPy, SciPy and scikit-learn are not installed")
    return Docstrings(texts, names, np.array(fields))


def _modules() -> Iterator[tuple[str, Path]]:
    """Dotted name and file of every module worth reading, sorted by name."""
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root.parent).with_suffix("").parts
            if SKIPPED_FOLDERS.isdisjoint(parts):
                yield ".".join(parts), path


def _documented(module: str, path: Path) -> Iterator[tuple[str, str]]:
    """Public name and docstring of each documented object in a file."""
    source = path.read_text(encoding="utf-8")
    if '"""' in source:
        # scipy.stats._stats_py.ttest_ind is known to everyone as scipy.stats.ttest_ind
        public = ".".join(part for part in module.split(".") if not part.startswith("_"))
        yield from _of_body(ast.parse(source).body, public)


def _of_body(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            name = f"{owner}.{node.name}"
            docstring = ast.get_docstring(node, clean=False)
            if docstring:
                yield name, docstring
            if isinstance(node, ast.ClassDef):
                yield from _of_body(node.body, name)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield from _of_newdoc(node.value, owner)


def _of_newdoc(call: ast.Call, owner: str) -> Iterator[tuple[str, str]]:
    """Compiled functions are documented by calls: add_newdoc([module,] name, text or (attribute, text))."""
    if not (isinstance(call.func, ast.Name) and call.func.id == "add_newdoc"):
        return
    words = []
    for argument in call.args:
        words += argument.elts if isinstance(argument, ast.Tuple) else [argument]
    strings = [word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    path = [part for part in strings[:-1] if "." not in part]
    if len(strings) == len(words) and path and not any(part.startswith("_") for part in path):
        yield ".".join([owner, *path]), strings[-1]


def _clean(docstring: str) -> str:
    """The text without what repeats the module's name (see `fetch_docstrings`)."""
    text = inspect.cleandoc(docstring)
    for pattern in (_IMPORT_LINE, _VERSION_NOTE, _GUIDE, _GALLERY, _TEMPLATE, _URL, _MODULE_PATH):
        text = pattern.sub("", text)
    return _BLANK_LINES.sub("\n\n", text).strip()


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Syntax trees have no cycles, but many nodes: the collector would walk them over and over (4 times the time)."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
