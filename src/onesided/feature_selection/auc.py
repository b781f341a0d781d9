r"""The AUC of every feature in one sort.

A pair of a positive and another row counts +1, 0 or -1 by the sign of the difference of their values, so that

.. math:: A_j = \tfrac12 + \frac{S_j}{2\, n_P\, n_O}, \qquad
    S_j = \sum_{i \in P} \sum_{k \in O} \operatorname{sign}(x_{ij} - x_{kj})

with ties at half, as they should be.  Pairs of two implicit zeros, nearly all of them in text, count nothing and are
never looked at; a stored value against all implicit zeros of the other side is one product.  The rest, stored
against stored values, is a scan over the entries sorted by (column, value).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from onesided.engine.compiled import IS_COMPILED, compiled
from onesided.exceptions import InputError
from onesided.labels import Labels, read_labels, require_two_sides

Keys = NDArray[np.uint64]
Signs = NDArray[np.int64]

VALUE_BITS, SIDE_BIT, ZERO = np.uint64(32), np.uint64(1), np.uint32(1 << 31)
DENSE_AT_A_TIME = 1 << 22
"""Numbers of a dense array that are sorted together: bounds the memory beside the array."""
ENTRIES_AT_A_TIME = 1 << 16
"""Entries made into keys together: what is made on the way stays in the cache."""


def feature_auc(
    X: Any, y: ArrayLike | Labels, *, against: str = "unlabeled", pos_label: object = None
) -> NDArray[np.float64]:
    """For each column, the chance that a positive row has a larger value than another row, ties at half.

    The cost is a sort of the non-zeros: about ten products of the matrix with a vector.  Nothing is densified, and
    values may be negative.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, n_features)
        Finite numbers.
    y : array-like of shape (n,) or Labels
        Labels in any code of :mod:`onesided.labels`.
    against : {"unlabeled", "negatives"}, default="unlabeled"
        The rows that the positives are held against; the third kind, if there is one, is left out.
    pos_label : optional
        The value of y that means positive, where the convention does not say.

    Returns
    -------
    ndarray of shape (n_features,)
        0.5 where a column says nothing; below it where positives have the smaller values.

    References
    ----------
    .. [1] S. Sellamanickam, P. Garg, S. K. Selvaraj. A pairwise ranking based approach to learning with positive
       and unlabeled examples. CIKM 2011, section 4.

    Examples
    --------
    >>> X = np.array([[0, 2, 1], [0, 1, 0], [0, 0, 0], [0, 0, 1]])
    >>> feature_auc(X, [1, 1, 0, 0]).tolist()
    [0.5, 1.0, 0.5]
    """
    labels = y if isinstance(y, Labels) else read_labels(y, pos_label)
    is_positive, is_other = labels.is_positive, other_side(labels, against)
    if X.shape[0] != len(labels):
        raise InputError(f"X has {X.shape[0]} rows and y has {len(labels)}; give one label for each row")
    X = sparse.csr_array(X) if sparse.issparse(X) else np.asarray(X)
    is_used = is_positive | is_other
    if not is_used.all():
        X, is_positive = X[is_used], is_positive[is_used]
    if sparse.issparse(X):
        signs = _signs(X, is_positive)
    else:
        width = max(DENSE_AT_A_TIME // max(len(X), 1), 1)
        parts = [X[:, begin : begin + width] for begin in range(0, X.shape[1], width)]
        signs = np.concatenate([_signs(sparse.csr_array(part), is_positive) for part in parts])
    n_positive = int(np.count_nonzero(is_positive))
    return 0.5 + signs / (2.0 * n_positive * (len(is_positive) - n_positive))


def other_side(labels: Labels, against: str) -> NDArray[np.bool_]:
    """The rows to hold the positives against; an error that says what is missing if there are none."""
    if against == "unlabeled":
        if labels.n_unlabeled == 0:
            require_two_sides(labels)
            raise InputError("y has no unlabeled row; compare with the known negatives: against='negatives'")
        is_other = labels.is_unlabeled
    elif against == "negatives":
        if labels.n_negative == 0:
            raise InputError(
                "y has no known negative row; mark them with 0 beside missing values for unlabeled rows, or compare "
                "with the unlabeled rows: against='unlabeled'"
            )
        is_other = labels.is_negative
    else:
        raise InputError(f"against={against!r} is not known; it is 'unlabeled' or 'negatives'")
    if labels.n_positive == 0:
        raise InputError("y has no positive row; mark at least one")
    return is_other


def _signs(X: sparse.csr_array, is_positive: NDArray[np.bool_]) -> Signs:
    """S of every column."""
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if not np.isfinite(X.data).all():
        raise InputError("X has NaN or infinity, which have no place in an order; fill them in first")
    keys, zero = _sorted_keys(X, is_positive)
    scan = scan_compiled if IS_COMPILED else scan_vectorised
    n_positive = int(np.count_nonzero(is_positive))
    return scan(keys, zero, n_positive, len(is_positive) - n_positive, X.shape[1])


def _sorted_keys(X: sparse.csr_array, is_positive: NDArray[np.bool_]) -> tuple[Keys, np.uint32]:
    """A key (column, value, side) for every entry, sorted, and the value in it that stands for zero."""
    if X.data.dtype == np.float32:
        values, zero = X.data.view(np.int32), ZERO
    elif _fit_in_single(X.data):
        values, zero = X.data.astype(np.float32).view(np.int32), ZERO
    else:
        distinct, which = np.unique(np.append(X.data, 0), return_inverse=True)
        values, zero = which[:-1].astype(np.uint32), np.uint32(np.searchsorted(distinct, 0))
    keys = np.empty(X.nnz, dtype=np.uint64)
    write = write_keys if IS_COMPILED else write_keys_vectorised
    write(X.indptr, X.indices, values, values.dtype == np.int32, is_positive, keys)
    keys.sort()
    return keys, zero


def _fit_in_single(values: NDArray[Any]) -> bool:
    with np.errstate(over="ignore"):
        return all(np.array_equal(values[block].astype(np.float32), values[block]) for block in _blocks(len(values)))


def _blocks(n: int) -> list[slice]:
    return [slice(begin, min(begin + ENTRIES_AT_A_TIME, n)) for begin in range(0, n, ENTRIES_AT_A_TIME)]


@compiled
def write_keys(indptr: Any, indices: Any, values: Any, are_bits: bool, is_positive: Any, keys: Keys) -> None:
    """The key of every entry, from the rank of its value or, if `are_bits`, from the bits of a single float.

    Such bits, as whole numbers, are in order if positive and in the reverse order if negative.
    """
    for i in range(len(is_positive)):
        side = np.uint64(is_positive[i])
        for k in range(indptr[i], indptr[i + 1]):
            value = np.int64(values[k])
            if are_bits:
                value = 0x80000000 + (value if value >= 0 else -0x80000000 - value)  # of both zeros the same
            keys[k] = (np.uint64(indices[k]) << np.uint64(33)) | (np.uint64(value) << np.uint64(1)) | side


def write_keys_vectorised(
    indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any], are_bits: bool, is_positive: NDArray[np.bool_],
    keys: Keys,
) -> None:  # fmt: skip
    """The same without a compiler."""
    for block in _blocks(len(keys)):
        value = values[block].astype(np.int64)
        if are_bits:
            value = 0x80000000 + np.where(value >= 0, value, -0x80000000 - value)
        keys[block] = indices[block]
        keys[block] <<= VALUE_BITS
        keys[block] |= value.astype(np.uint64)
        keys[block] <<= SIDE_BIT
    for rows in _blocks(len(is_positive)):
        starts = indptr[rows.start : rows.stop + 1]
        keys[starts[0] : starts[-1]] |= np.repeat(is_positive[rows], np.diff(starts))


@compiled
def scan_compiled(keys: Keys, zero: np.uint32, n_positive: int, n_other: int, n_columns: int) -> Signs:
    """S of every column from the sorted keys (column, value, side)."""
    signs = np.zeros(n_columns, dtype=np.int64)
    at = 0
    while at < len(keys):
        column = keys[at] >> np.uint64(33)
        positives = others = 0  # stored entries of the column so far
        positives_sign = others_sign = 0  # how many of them are above zero, less those below
        total = 0
        while at < len(keys) and keys[at] >> np.uint64(33) == column:
            group = keys[at] >> np.uint64(1)
            tied_positives = tied_others = 0
            while at < len(keys) and keys[at] >> np.uint64(1) == group:
                if keys[at] & np.uint64(1):
                    tied_positives += 1
                else:
                    tied_others += 1
                at += 1
            total += tied_positives * others - tied_others * positives
            positives += tied_positives
            others += tied_others
            value = group & np.uint64(0xFFFFFFFF)
            sign = int(value > zero) - int(value < zero)
            positives_sign += sign * tied_positives
            others_sign += sign * tied_others
        signs[column] = total + positives_sign * (n_other - others) - others_sign * (n_positive - positives)
    return signs


def scan_vectorised(keys: Keys, zero: np.uint32, n_positive: int, n_other: int, n_columns: int) -> Signs:
    """The same without a compiler: sums over groups of equal (column, value) instead of a loop over entries."""
    groups = keys >> SIDE_BIT
    edges = np.append(np.flatnonzero(np.diff(groups, prepend=groups[:1] ^ SIDE_BIT)), len(keys))
    groups = groups[edges[:-1]]
    columns = (groups >> VALUE_BITS).astype(np.intp)
    positives_until = np.append(0, np.cumsum(keys & SIDE_BIT, dtype=np.int64))[edges]
    others_until = edges - positives_until
    tied_positives, tied_others = np.diff(positives_until), np.diff(others_until)
    first = np.searchsorted(columns, np.arange(n_columns + 1))  # first group of each column, and the end
    stored_positives, stored_others = np.diff(positives_until[first]), np.diff(others_until[first])
    positives_before = positives_until[:-1] - positives_until[first[columns]]
    others_before = others_until[:-1] - others_until[first[columns]]
    signs = np.sign((groups & np.uint64(0xFFFFFFFF)).astype(np.int64) - int(zero))
    parts = tied_positives * (others_before + signs * (n_other - stored_others[columns]))
    parts -= tied_others * (positives_before + signs * (n_positive - stored_positives[columns]))
    return np.diff(np.append(0, np.cumsum(parts))[first])
