"""Folds in which positives, unlabeled rows and known negatives are each spread evenly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import BaseCrossValidator
from sklearn.utils import check_consistent_length

from onesided.exceptions import InputError
from onesided.labels import NEGATIVE, POSITIVE, UNLABELED, Labels, read_labels


class PUStratifiedKFold(BaseCrossValidator):
    """K folds, made of P, U and known negatives separately, whose rows of one group stay together.

    Without groups each fold gets the same number of rows of each kind, give or take one.  With groups
    (duplicates of a document, pages of a site) no group is split; the largest groups are dealt first, each to
    the folds that have least of what it brings.

    Parameters
    ----------
    n_splits : int, default=5
        At most the number of positives (or of groups with a positive).
    shuffle : bool, default=True
        Deal the rows in random order; otherwise in turn, as they come.
    random_state : int, Generator, RandomState or None, default=None
        Seeds the shuffling; NumPy's global random state is never touched.
    pos_label : optional
        The value of `y` that means positive, where the code does not say.

    Examples
    --------
    >>> y = [1, 1, 0, 0, 0, 0]
    >>> for train, test in PUStratifiedKFold(2, shuffle=False).split(y, y):
    ...     print(train, test)
    [1 3 5] [0 2 4]
    [0 2 4] [1 3 5]
    """

    # Under metadata routing `groups` is used whenever it is passed.
    __metadata_request__split = {"groups": True}  # noqa: RUF012

    def __init__(
        self, n_splits: int = 5, *, shuffle: bool = True, random_state: Any = None, pos_label: object = None
    ) -> None:
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state
        self.pos_label = pos_label

    def split(
        self, X: Any, y: Any = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Pairs of row numbers: to train on, and held out.

        Parameters
        ----------
        X : array-like
            Only its length counts.
        y : array-like of shape (n,)
            Labels in any code of :mod:`onesided.labels`.
        groups : array-like of shape (n,), optional
            Rows of one value stay together.
        """
        if y is None:
            raise InputError("PUStratifiedKFold needs y to spread the positives over the folds")
        check_consistent_length(X, y, groups)
        folds = fold_numbers(
            read_labels(y, self.pos_label),
            self.n_splits,
            groups=groups,
            shuffle=self.shuffle,
            random_state=self.random_state,
        )
        for fold in range(self.n_splits):
            yield np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds."""
        return self.n_splits


def fold_numbers(
    labels: Labels,
    n_splits: int = 5,
    *,
    groups: ArrayLike | None = None,
    shuffle: bool = True,
    random_state: Any = None,
) -> NDArray[np.intp]:
    """The fold that holds out each row, as :class:`PUStratifiedKFold` deals them.

    Parameters
    ----------
    labels : Labels
    n_splits, shuffle, random_state
        As in :class:`PUStratifiedKFold`.
    groups : array-like of shape (n,), optional
        Rows of one value get the same fold.

    Returns
    -------
    ndarray of shape (n,)
        Numbers from 0 to `n_splits` - 1.

    Examples
    --------
    >>> fold_numbers(Labels.of_pools(2, 4), 2, shuffle=False)
    array([0, 1, 0, 1, 0, 1])
    """
    if groups is None:
        unit_of_row = np.arange(len(labels))
    else:
        check_consistent_length(labels.codes, groups)
        unit_of_row = np.unique(np.asarray(groups), return_inverse=True)[1].reshape(-1)
    contents = _contents(labels, unit_of_row)
    _require_enough(labels, contents, n_splits, are_groups=groups is not None)
    rng = generator(random_state) if shuffle else None
    fold_of_unit = _deal(contents, n_splits, rng)
    return fold_of_unit[unit_of_row]


def _contents(labels: Labels, unit_of_row: NDArray[np.intp]) -> NDArray[np.intp]:
    """Numbers of positive, unlabeled and negative rows in each unit (a group, or a row by itself)."""
    n_units = int(unit_of_row.max()) + 1
    kinds = (POSITIVE, UNLABELED, NEGATIVE)
    return np.column_stack([np.bincount(unit_of_row[labels.codes == kind], minlength=n_units) for kind in kinds])


def _require_enough(labels: Labels, contents: NDArray[np.intp], n_splits: int, are_groups: bool) -> None:
    if n_splits < 2:
        raise InputError(f"n_splits={n_splits} is too small; there must be at least 2 folds")
    sides = {"positives": contents[:, 0], "unlabeled or negative rows": contents[:, 1:].sum(axis=1)}
    for what, n_rows in sides.items():
        n_units = int(np.count_nonzero(n_rows))
        if n_units < n_splits:
            where = f"{n_rows.sum()} {what} in {n_units} groups" if are_groups else f"{n_units} {what}"
            remedy = f"set n_splits to at most {n_units}, or label more rows" if n_units > 1 else "label more rows"
            raise InputError(f"{where} cannot fill {n_splits} folds; {remedy}")


def _deal(contents: NDArray[np.intp], n_splits: int, rng: np.random.Generator | None) -> NDArray[np.intp]:
    """A fold for each unit: units of equal contents are dealt evenly, the rest to where they are needed most."""
    # One number for each kind of contents: sorting those is far quicker than sorting rows of three.
    base = contents.max(axis=0) + 1
    key = (contents[:, 0] * base[1] + contents[:, 1]) * base[2] + contents[:, 2]
    order = np.arange(len(key)) if rng is None else rng.permutation(len(key))
    order = order[np.argsort(key[order], kind="stable")]
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    blocks = np.split(order, starts[1:])
    # Positives are scarce: units that hold most of them come first, then the largest.
    what = contents[order[starts]]
    first = np.lexsort((-what.sum(axis=1), -what[:, 0]))

    fold_of_unit = np.empty(len(key), dtype=np.intp)
    held = np.zeros((n_splits, 3), dtype=np.intp)
    for kind in first:
        block, brings = blocks[kind], what[kind]
        rounds, left = divmod(len(block), n_splits)
        needy = np.lexsort((held.sum(axis=1), held[:, 1:].sum(axis=1), held @ (brings > 0)))[:left]
        fold_of_unit[block] = np.concatenate([np.tile(np.arange(n_splits), rounds), needy])
        held += rounds * brings
        held[needy] += brings
    if np.any(held[:, 0] == 0) or np.any(held[:, 1:].sum(axis=1) == 0):
        raise InputError(f"the groups are too large for {n_splits} folds that each have both sides; lower n_splits")
    return fold_of_unit


def generator(random_state: Any) -> np.random.Generator:
    """A generator that leaves NumPy's global random state alone, even without a seed."""
    if isinstance(random_state, np.random.RandomState):
        random_state = random_state.randint(2**31)
    return np.random.default_rng(random_state)
