"""Files in the format of LIBSVM and SVMlight: a label and `feature:value` pairs a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_svmlight_file

from onesided.datasets._files import cache_folder, data_folder
from onesided.exceptions import InputError

FOLDER = "libsvm"
ENDINGS = ("", ".gz", ".bz2", ".txt", ".svm")


def find_libsvm(name: str) -> Path | None:
    """The file `libsvm/<name>` (also packed by gzip or bzip2) in the folder of data files or the cache, if any."""
    for folder in (data_folder(), cache_folder()):
        for ending in ENDINGS if folder else ():
            if folder and (path := folder / FOLDER / f"{name}{ending}").is_file():
                return path
    return None


def fetch_libsvm(name: str) -> tuple[Any, NDArray[np.bool_]]:
    """Rows and which of them are positive, from a file of two classes in the format of LIBSVM.

    Parameters
    ----------
    name : str
        The file is `libsvm/<name>` in the folder named by ONESIDED_DATA, plain or packed: ccat, gcat, real-sim.

    Returns
    -------
    X : CSR matrix
    is_positive : array of bool
        Rows with a label above 0.
    """
    path = find_libsvm(name)
    if path is None:
        raise InputError(
            f"{FOLDER}/{name} is missing: it is not shipped; put a file of that name in the format of LIBSVM"
            f" (.gz and .bz2 are read too) in the folder {FOLDER} of the folder named by ONESIDED_DATA"
        )
    try:
        X, y = load_svmlight_file(str(path))
    except ValueError as error:
        raise InputError(
            f"{path} is not in the format of LIBSVM (a label and feature:value pairs a line): {error}"
        ) from None
    if len(np.unique(y)) != 2:
        raise InputError(f"{path} has {len(np.unique(y))} different labels; two are needed, with the positive above 0")
    return X, y > 0
