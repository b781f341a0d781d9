"""Rows of 0 and 1, checked or made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from onesided.exceptions import InputError


def as_bits(X: Any, binarize: float | None = None, names: Sequence[str] | None = None) -> Any:
    """X with values above `binarize` as 1 and others as 0; without a cut, X itself if it has only 0 and 1.

    Parameters
    ----------
    X : array or CSR matrix
    binarize : float or None
    names : sequence of str, optional
        Names of the columns, for the message that refuses one.

    Returns
    -------
    X or a new matrix of its kind

    Examples
    --------
    >>> as_bits(np.array([[0.2, 3.0]]), binarize=1.0)
    array([[0., 1.]])
    >>> as_bits(np.array([[0, 1], [1, 3]]), names=["fever", "age"])
    Traceback (most recent call last):
        ...
    onesided.exceptions.InputError: column 1 ('age') of X holds 3, and a conjunction needs 0 and 1; ...
    """
    if binarize is None:
        _require_bits(X, names)
        return X
    if not sparse.issparse(X):
        return (binarize < X).astype(X.dtype)
    if binarize < 0:
        raise InputError(f"binarize={binarize!r} would make ones of all that sparse X leaves out; use 0 or more")
    bits = X.copy()
    bits.data = (binarize < X.data).astype(X.dtype)
    return bits


def _require_bits(X: Any, names: Sequence[str] | None) -> None:
    values = X.data if sparse.issparse(X) else X
    is_other = (values != 0) & (values != 1)
    if not is_other.any():
        return
    column = int((X.indices[is_other] if sparse.issparse(X) else np.nonzero(is_other)[1])[0])
    name = "" if names is None else f" ({str(names[column])!r})"
    raise InputError(
        f"column {column}{name} of X holds {values[is_other].flat[0]:g}, and a conjunction needs 0 and 1; "
        "binarize=0 would take all values above 0 as 1"
    )
