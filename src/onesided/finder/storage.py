"""Model files: a zip of JSON, plain arrays and skops parts, none of which runs code when loaded."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from onesided._version import __version__
from onesided.exceptions import InputError
from onesided.finder.calibration import Calibration
from onesided.finder.cut import Scale
from onesided.finder.features import Features
from onesided.text import FeatureEncoder, TextVectorizer
from onesided.writing import written_at_once

if TYPE_CHECKING:
    from onesided.finder.finder import Finder

FORMAT = "onesided-model-1"


def save_finder(finder: Finder, path: str | PathLike[str]) -> None:
    """Write the parts of a fitted finder; an interrupted save leaves the old file."""
    import skops.io

    about = {
        "format": FORMAT,
        "version": __version__,
        "parameters": {k: v for k, v in finder.get_params(deep=False).items() if k != "vectorizer"},
        "scale": vars(finder.scale_),
        "classes": finder.classes_.tolist(),
        "calibration": vars(finder.calibration_),
        "for_tables": finder.features_.for_tables,
    }
    encoder, vectorizer = copy.copy(finder.features_.encoder), None
    if isinstance(encoder, FeatureEncoder):
        # The vocabulary goes into plain arrays: object by object it would take minutes and megabytes.
        vectorizer, encoder.vectorizer_, encoder.vectorizer = encoder.vectorizer_, None, None
    parts = {"estimator": finder.estimator_, "encoder": encoder}
    with written_at_once(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", json.dumps(about))
        for name, part in parts.items():
            if part is not None:
                archive.writestr(f"{name}.skops", skops.io.dumps(_without_training_data(part)))
        if vectorizer is not None:
            buffer = io.BytesIO()
            np.savez(buffer, **vectorizer.to_state())
            archive.writestr("vectorizer.npz", buffer.getvalue())


def load_finder(path: str | PathLike[str]) -> Finder:
    """Read a model file; only scikit-learn's and this package's own classes are accepted in it."""
    from onesided.finder.finder import Finder

    path = Path(path)
    if not path.exists():
        raise InputError(f"{path}: no such model file; make one with 'onesided train'")
    try:
        with zipfile.ZipFile(path) as archive:
            return _rebuild(Finder, archive, path)
    except InputError:
        raise
    except (zipfile.BadZipFile, ArithmeticError, AttributeError, EOFError, LookupError, TypeError, ValueError) as error:
        message = f"{path}: not a model file of onesided, or a damaged one; make one with 'onesided train'"
        raise InputError(message) from error


def _rebuild(kind: type[Finder], archive: zipfile.ZipFile, path: Path) -> Finder:
    about = json.loads(archive.read("about.json"))
    if about.get("format") != FORMAT:
        raise InputError(
            f"{path}: written in the format {about.get('format')!r}, which this version does not read (it reads "
            f"{FORMAT}); train the model again"
        )
    names = set(archive.namelist())
    finder = kind(**about["parameters"])
    finder.estimator_ = _load_part(archive.read("estimator.skops"), path)
    finder.scale_ = Scale(**about["scale"])
    finder.classes_ = np.array(about["classes"])
    finder.calibration_ = Calibration.__new__(Calibration)
    vars(finder.calibration_).update({key: float(value) for key, value in about["calibration"].items()})
    finder.features_ = Features.__new__(Features)
    encoder: Any = _load_part(archive.read("encoder.skops"), path) if "encoder.skops" in names else None
    if "vectorizer.npz" in names:
        state = dict(np.load(io.BytesIO(archive.read("vectorizer.npz")), allow_pickle=False))
        encoder.vectorizer_ = TextVectorizer.from_state(state)
    finder.features_.encoder = encoder
    finder.features_.for_tables = bool(about.get("for_tables", False))
    return finder


def _without_training_data(part: Any) -> Any:
    """A shallow copy without the folds and out-of-fold scores of the training rows."""
    part = copy.copy(part)
    for name in ("cv", "cv_scores_", "cv_folds_"):
        if name in vars(part):
            setattr(part, name, None) if name == "cv" else delattr(part, name)
    return part


def _load_part(data: bytes, path: Path) -> Any:
    import skops.io

    unknown = skops.io.get_untrusted_types(data=data)
    foreign = [name for name in unknown if not _is_own_class(name)]
    if foreign:
        raise InputError(f"{path}: holds objects of foreign types ({', '.join(foreign[:3])}); they are not loaded")
    return skops.io.loads(data, trusted=unknown)


def _is_own_class(name: str) -> bool:
    """Whether a dotted name is a class of this package: functions, and what its modules import, are not."""
    module, _, attribute = name.rpartition(".")
    if not module.startswith("onesided."):
        return False
    try:
        found = getattr(import_module(module), attribute, None)
    except ImportError:
        return False
    return isinstance(found, type) and found.__module__.startswith("onesided.")
