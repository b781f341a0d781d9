"""What `y` means where every class has labelled rows: -1 or missing is unlabeled, everything else is a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.multiclass import check_classification_targets

from onesided.exceptions import InputError
from onesided.labels import as_column, is_missing

UNLABELED = -1


@dataclass(frozen=True)
class PartialLabels:
    """For each row the number of its class in `classes`, or `UNLABELED`."""

    codes: NDArray[np.intp]
    classes: NDArray[Any]

    @property
    def is_unlabeled(self) -> NDArray[np.bool_]:
        return self.codes == UNLABELED

    @property
    def counts(self) -> NDArray[np.intp]:
        """How many rows of each class are labelled."""
        return np.bincount(self.codes[~self.is_unlabeled], minlength=len(self.classes))


def read_partial_labels(y: ArrayLike) -> PartialLabels:
    """Decode `y` as `sklearn.semi_supervised` does: -1 is unlabeled; so is a missing value (NaN, None, NA, "").

    Parameters
    ----------
    y : array-like of shape (n,)
        Numbers, booleans or words.  There may be any number of classes, but at least two.

    Returns
    -------
    PartialLabels

    Examples
    --------
    >>> read_partial_labels([1, 0, -1, -1]).codes.tolist()
    [1, 0, -1, -1]
    >>> labels = read_partial_labels(["tea", None, "milk", "coffee"])
    >>> labels.classes.tolist(), labels.codes.tolist()
    (['coffee', 'milk', 'tea'], [2, -1, 1, 0])
    """
    values = as_column(y)
    is_unlabeled = is_missing(values)
    if values.dtype.kind == "O":
        is_unlabeled |= np.array([str(value) == "-1" for value in values], dtype=bool)
    elif values.dtype.kind in "UT":  # a list of words and -1 is words to NumPy
        is_unlabeled |= values == "-1"
    elif values.dtype.kind in "if":
        is_unlabeled |= values == UNLABELED
    given = values[~is_unlabeled]
    if values.dtype.kind == "O":
        if 0 < sum(isinstance(value, str) for value in given) < len(given):
            raise InputError("y mixes words and numbers: use one kind, and -1 or a missing value for unlabeled rows")
        given = np.array(given.tolist())
    if given.dtype.kind == "f" and len(given):
        if np.isinf(given).any():
            raise InputError("Input y contains infinity; use -1 or a missing value for unlabeled rows")
        check_classification_targets(given)
    classes, which = np.unique(given, return_inverse=True)
    if len(classes) < 2:
        found = "no labelled row" if len(classes) == 0 else f"only one class, {classes.tolist()[0]!r},"
        raise InputError(f"y has {found} beside the unlabeled rows (-1 or missing): label some rows of each class")
    codes = np.full(len(values), UNLABELED, dtype=np.intp)
    codes[~is_unlabeled] = which
    return PartialLabels(codes, classes)
