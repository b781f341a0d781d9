"""One split into a part to train on and a part to test on."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import _safe_indexing, check_consistent_length

from onesided.exceptions import InputError
from onesided.labels import NEGATIVE, POSITIVE, UNLABELED, read_labels
from onesided.model_selection.splits import generator


def pu_train_test_split(
    X: Any, y: Any, *, test_size: float = 0.25, random_state: Any = None, pos_label: object = None
) -> tuple[Any, Any, Any, Any]:
    """One split in which positives, unlabeled rows and known negatives are held out in the same share.

    Parameters
    ----------
    X : array-like, sparse matrix or data frame
    y : array-like of shape (n,)
        Labels in any code of :mod:`onesided.labels`.
    test_size : float, default=0.25
        Share of the rows to hold out, of each kind at least one and not all (where it has two).
    random_state, pos_label
        As in :class:`PUStratifiedKFold`.

    Returns
    -------
    X_train, X_test, y_train, y_test

    Examples
    --------
    >>> X, y = [[i] for i in range(12)], [1] * 4 + [0] * 8
    >>> *_, y_test = pu_train_test_split(X, y, random_state=0)
    >>> y_test
    [1, 0, 0]
    """
    if not 0 < test_size < 1:
        raise InputError(f"test_size={test_size!r} is not a share; it lies between 0 and 1")
    check_consistent_length(X, y)
    labels = read_labels(y, pos_label)
    if labels.n_positive < 2:
        raise InputError("1 positive cannot be in both parts; label more rows")
    rng = generator(random_state)
    is_test = np.zeros(len(labels), dtype=bool)
    for kind in (POSITIVE, UNLABELED, NEGATIVE):
        rows = np.flatnonzero(labels.codes == kind)
        n_test = int(np.clip(round(test_size * len(rows)), 1, max(len(rows) - 1, 1)))
        is_test[rng.permutation(rows)[:n_test]] = True
    train, test = np.flatnonzero(~is_test), np.flatnonzero(is_test)
    return _safe_indexing(X, train), _safe_indexing(X, test), _safe_indexing(y, train), _safe_indexing(y, test)
