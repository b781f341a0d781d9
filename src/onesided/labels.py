"""What `y` means: which rows are positive, unlabeled or known to be negative.

This is the only module that looks at raw labels.  The convention:

- missing (NaN, None, NA) is always unlabeled;
- two numbers: the larger is positive, the other unlabeled (`1/0`, `1/-1`, `True/False`);
- beside an explicit unknown (a missing value, or -1 in the codes `1, 0, -1`), the smaller number is a
  known negative;
- strings go by plain names (`positive`, `unlabeled`, `negative` and their abbreviations) and never by
  alphabetical order ("P" sorts before "U");
- `pos_label` settles everything else.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import DataConversionWarning

from onesided.exceptions import InputError

POSITIVE, UNLABELED, NEGATIVE = 1, 0, -1

_NAMES = {
    **dict.fromkeys(("positive", "pos", "p"), POSITIVE),
    **dict.fromkeys(("unlabeled", "unlabelled", "u", "unknown", "?"), UNLABELED),
    **dict.fromkeys(("negative", "neg", "n"), NEGATIVE),
}


@dataclass(frozen=True)
class Labels:
    """One code a row (`POSITIVE`, `UNLABELED`, `NEGATIVE`) and the two values that `predict` gives back.

    `classes` is (the other value, the positive value), whatever their order in the alphabet: the positive
    class comes last, as `decision_function` and the columns of `predict_proba` need it.
    """

    codes: NDArray[np.int8]
    classes: NDArray[Any]

    @classmethod
    def of_pools(cls, n_positive: int, n_unlabeled: int) -> Labels:
        """Labels of the positives followed by the unlabeled rows."""
        codes = np.repeat(np.array([POSITIVE, UNLABELED], dtype=np.int8), [n_positive, n_unlabeled])
        return cls(codes, np.array([0, 1]))

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        return self.codes == POSITIVE

    @property
    def is_unlabeled(self) -> NDArray[np.bool_]:
        return self.codes == UNLABELED

    @property
    def is_negative(self) -> NDArray[np.bool_]:
        return self.codes == NEGATIVE

    @property
    def n_positive(self) -> int:
        return int(np.count_nonzero(self.codes == POSITIVE))

    @property
    def n_unlabeled(self) -> int:
        return int(np.count_nonzero(self.codes == UNLABELED))

    @property
    def n_negative(self) -> int:
        return int(np.count_nonzero(self.codes == NEGATIVE))

    @property
    def signs(self) -> NDArray[np.float64]:
        """+1 on the positives, -1 on everything else."""
        return np.where(self.codes == POSITIVE, 1.0, -1.0)

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: ArrayLike) -> Labels:
        """The labels of some rows (indices or a mask)."""
        return Labels(self.codes[np.asarray(rows)], self.classes)

    def as_y(self) -> NDArray[np.float64]:
        """The labels in the plainest code: 1 positive, 0 negative, missing unlabeled."""
        return np.select([self.is_positive, self.is_negative], [1.0, 0.0], np.nan)

    def balanced(self, sample_weight: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Weights under which the positives count as much as all other rows together (each of those once)."""
        weights = np.ones(len(self)) if sample_weight is None else np.asarray(sample_weight, dtype=float)
        is_positive = self.is_positive
        inside, outside = weights[is_positive].sum(), weights[~is_positive].sum()
        if inside <= 0:
            raise InputError("sample_weight is zero on every positive row")
        return np.where(is_positive, weights * (outside / inside), weights)

    def decode(self, is_called_positive: NDArray[np.bool_]) -> NDArray[Any]:
        """The user's own label values for a yes/no answer per row."""
        return self.classes[np.asarray(is_called_positive, dtype=np.intp)]


def read_labels(y: ArrayLike, pos_label: object = None) -> Labels:
    """Decode `y` by the convention above.

    Parameters
    ----------
    y : array-like of shape (n,)
        Numbers, booleans, strings or missing values.
    pos_label : optional
        The value that means positive, where the convention does not say.

    Returns
    -------
    Labels

    Examples
    --------
    >>> read_labels([1, 0, 0, 1]).n_unlabeled
    2
    >>> read_labels([1, 0, -1, -1]).codes.tolist()          # 0 beside -1: known negative
    [1, -1, 0, 0]
    >>> read_labels([1.0, float("nan")]).codes.tolist()
    [1, 0]
    >>> read_labels(["P", "U", "U"]).codes.tolist()
    [1, 0, 0]
    >>> read_labels(["spam", "?", "?"], pos_label="spam").codes.tolist()
    [1, 0, 0]
    """
    values = as_column(y)
    missing = is_missing(values)
    kinds, which = np.unique(values[~missing], return_inverse=True)
    if len(kinds) == 0:
        raise InputError("y has no labelled row: every value is missing; mark the positive rows, for example with 1")
    numbers = _as_numbers(kinds)
    if numbers is not None and not np.all(np.isfinite(numbers)):
        raise InputError("y contains infinity; use 1 for positive and 0 or a missing value for unlabeled rows")
    has_missing = bool(missing.any())
    if pos_label is not None:
        meaning = _by_pos_label(kinds, numbers, has_missing, pos_label)
    elif numbers is not None:
        meaning = _by_size(kinds, numbers, has_missing)
    else:
        meaning = _by_name(kinds, has_missing)

    codes = np.full(len(values), UNLABELED, dtype=np.int8)
    codes[~missing] = meaning[which]
    return Labels(codes, _classes(kinds, numbers, meaning))


def as_column(y: ArrayLike) -> NDArray[Any]:
    """Labels as a one-dimensional array, whatever table or list they came in."""
    if hasattr(y, "to_numpy") and not isinstance(y, np.ndarray):  # pandas, polars: keeps NA as None or NaN
        y = y.to_numpy()
    values = np.asarray(y)
    if values.ndim == 2 and values.shape[1] == 1:
        warnings.warn("A column-vector y was passed when a 1d array was expected; its one column is used",
                      DataConversionWarning, stacklevel=4)  # fmt: skip
        values = values[:, 0]
    if values.ndim != 1:
        raise InputError(f"y should be a 1d array, got an array of shape {values.shape} instead")
    if values.dtype.kind == "c":
        raise InputError("Complex data not supported in y")
    return values


def is_missing(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which labels are NaN, None, NA or empty."""
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind == "O":
        # NaN differs from itself; pandas.NA is neither equal nor unequal to anything.
        return np.array([v is None or type(v).__name__ == "NAType" or v != v or v == "" for v in values], dtype=bool)
    if values.dtype.kind in "UT":
        return np.asarray(values == "", dtype=bool)
    return np.zeros(len(values), dtype=bool)


def _as_numbers(kinds: NDArray[Any]) -> NDArray[np.float64] | None:
    """The distinct values as numbers, also where a file gave them as text; None if they are words."""
    try:
        return kinds.astype(np.float64)
    except (TypeError, ValueError):
        return None


def _by_size(kinds: NDArray[Any], numbers: NDArray[np.float64], has_missing: bool) -> NDArray[np.int8]:
    order = np.argsort(numbers)
    meaning = np.empty(len(kinds), dtype=np.int8)
    if len(kinds) == 1:
        meaning[:] = POSITIVE
    elif len(kinds) == 2:
        meaning[order] = [NEGATIVE if has_missing else UNLABELED, POSITIVE]
    elif sorted(numbers.tolist()) == [-1, 0, 1] and not has_missing:
        meaning[order] = [UNLABELED, NEGATIVE, POSITIVE]
    elif np.any(numbers % 1):
        raise InputError(f"Unknown label type: continuous. y has {_count(kinds)}; mark positives with 1, others with 0")
    else:
        raise InputError(
            f"Only binary classification is supported, and y has {_count(kinds)}: "
            "say which one is positive with pos_label="
        )
    return meaning


def _by_name(kinds: NDArray[Any], has_missing: bool) -> NDArray[np.int8]:
    names = [str(kind).strip().lower() for kind in kinds]
    if all(name in _NAMES for name in names):
        return np.array([_NAMES[name] for name in names], dtype=np.int8)
    if len(kinds) == 1 and has_missing:
        return np.array([POSITIVE], dtype=np.int8)
    raise InputError(f"y has {_count(kinds)}, and words have no order: say which one is positive with pos_label=")


def _by_pos_label(
    kinds: NDArray[Any], numbers: NDArray[np.float64] | None, has_missing: bool, pos_label: object
) -> NDArray[np.int8]:
    is_positive: NDArray[np.bool_] = np.array([kind == pos_label or str(kind) == str(pos_label) for kind in kinds])
    if not is_positive.any():
        raise InputError(f"pos_label={pos_label!r} is not in y, which has {_count(kinds)}")
    if numbers is not None:
        is_unknown = (numbers == -1) & (len(kinds) > 2)
    else:
        is_unknown = np.array([_NAMES.get(str(kind).strip().lower()) == UNLABELED for kind in kinds])
    is_unknown &= ~is_positive
    others = NEGATIVE if has_missing or is_unknown.any() else UNLABELED
    return np.where(is_positive, POSITIVE, np.where(is_unknown, UNLABELED, others)).astype(np.int8)


def _classes(kinds: NDArray[Any], numbers: NDArray[np.float64] | None, meaning: NDArray[np.int8]) -> NDArray[Any]:
    """(other, positive): what is not positive is given back as the negative value, else the unlabeled one."""
    if not np.any(meaning == POSITIVE):
        raise InputError(f"y has only one class: {_count(kinds)} and none means positive")
    positive = kinds[meaning == POSITIVE][0]
    for code in (NEGATIVE, UNLABELED):
        if np.any(meaning == code):
            return np.array([kinds[meaning == code][0], positive], dtype=kinds.dtype)
    other = "unlabeled" if numbers is None else (0 if positive != 0 else -1)
    return np.array([other, positive]) if numbers is None else np.array([other, positive], dtype=kinds.dtype)


def _count(kinds: NDArray[Any]) -> str:
    shown = ", ".join(repr(kind.item() if hasattr(kind, "item") else kind) for kind in kinds[:5])
    return f"{len(kinds)} distinct value{'s' if len(kinds) > 1 else ''} ({shown}{', ...' if len(kinds) > 5 else ''})"


def require_two_sides(labels: Labels) -> Labels:
    """`labels`, if there are positives and something to hold them against; else an error that says what is missing."""
    if labels.n_positive == len(labels):
        raise InputError("y has only one class: every row is positive; add the unlabeled rows")
    if labels.n_positive == 0:
        raise InputError("y has only one class: no row is positive")
    return labels
