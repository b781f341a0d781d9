"""Two views of the same rows: which part of X each of two learners sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import clone
from sklearn.utils import check_array, check_consistent_length

from onesided.exceptions import InputError

REMEDY = (
    "give two column lists, slices, masks or transformers, a ColumnTransformer with two parts, or 'random'; "
    "or X as a pair of matrices"
)


class Views(Protocol):
    """Cuts X into two matrices with the same rows."""

    def split(self, X: Any) -> tuple[Any, Any]:
        """The two matrices."""

    def one(self, X: Any, which: int) -> Any:
        """One of the two; where X comes as a pair, this matrix alone will do."""


def is_pair(X: Any) -> bool:
    """Whether X is two matrices, and not a list of two rows."""
    return isinstance(X, tuple | list) and len(X) == 2 and all(len(getattr(part, "shape", ())) == 2 for part in X)


def reads_columns(X: Any, views: Any) -> bool:
    """Whether the views are columns of one matrix of numbers, which the caller checks first."""
    if is_pair(X) or hasattr(views, "transformers"):
        return False
    return not (_is_sequence_of_two(views) and all(hasattr(one, "transform") for one in views))


def make_views(X: Any, views: Any, random: np.random.RandomState, names: Sequence[str] | None = None) -> Views:
    """Understand the parameter `views`; transformers are cloned and fitted to all of X.

    Parameters
    ----------
    X : matrix, pair of matrices, or what the transformers read
    views : the parameter of the same name of `CoTraining`
    random : RandomState
        For "random".
    names : list of str, optional
        The names of the columns of X.

    Returns
    -------
    Views

    Examples
    --------
    >>> X = np.array([[1, 2, 3], [4, 5, 6]])
    >>> first, second = make_views(X, (slice(0, 2), [2]), np.random.RandomState(0)).split(X)
    >>> first.tolist(), second.tolist()
    ([[1, 2], [4, 5]], [[3], [6]])
    """
    if is_pair(X):
        if views is not None:
            raise InputError("X is a pair of matrices, which are the views: leave views=None")
        return PairOfMatrices(X)
    if views is None:
        raise InputError(f"views=None, and X is one matrix: {REMEDY}")
    if hasattr(views, "transformers"):
        return PartsOfColumnTransformer(X, views)
    if not reads_columns(X, views):
        return Transformed(X, views)
    if isinstance(views, str) and views == "random":
        order = random.permutation(X.shape[1])
        return Columns(X.shape[1], (np.sort(order[: len(order) // 2]), np.sort(order[len(order) // 2 :])))
    if not _is_sequence_of_two(views):
        raise InputError(f"views={views!r} is not a pair: {REMEDY}")
    return Columns(X.shape[1], views, names)


class PairOfMatrices:
    """X comes as two matrices."""

    def __init__(self, X: Any):
        self.widths = tuple(part.shape[1] for part in X)

    def split(self, X: Any) -> tuple[Any, Any]:
        if not is_pair(X):
            raise InputError("X must be a pair of matrices, as it was in fit")
        check_consistent_length(*X)
        return self.one(X[0], 0), self.one(X[1], 1)

    def one(self, X: Any, which: int) -> Any:
        X = check_array(X[which] if is_pair(X) else X, accept_sparse="csr")
        if X.shape[1] != self.widths[which]:
            raise InputError(f"view {which} has {X.shape[1]} columns, and had {self.widths[which]} in fit")
        return X


class Columns:
    """Two sets of columns of one matrix: numbers, names, a slice or a mask each."""

    def __init__(self, n_columns: int, views: Sequence[Any], names: Sequence[str] | None = None):
        self.columns = tuple(_column_numbers(one, n_columns, names, which) for which, one in enumerate(views))

    def split(self, X: Any) -> tuple[Any, Any]:
        return self.one(X, 0), self.one(X, 1)

    def one(self, X: Any, which: int) -> Any:
        return X[:, self.columns[which]]


class Transformed:
    """What each of two transformers makes of X; X may be anything that they read, such as texts or a table."""

    def __init__(self, X: Any, transformers: Sequence[Any]):
        self.transformers = tuple(clone(one).fit(X) for one in transformers)

    def split(self, X: Any) -> tuple[Any, Any]:
        return self.one(X, 0), self.one(X, 1)

    def one(self, X: Any, which: int) -> Any:
        return _matrix(self.transformers[which].transform(X))


class PartsOfColumnTransformer:
    """What the two parts of a ColumnTransformer make of their columns."""

    def __init__(self, X: Any, transformer: Any):
        if len(transformer.transformers) != 2 or transformer.remainder != "drop":
            raise InputError("a ColumnTransformer as views needs two parts, the two views, and remainder='drop'")
        self.transformer = clone(transformer).fit(X)

    def split(self, X: Any) -> tuple[Any, Any]:
        return self.one(X, 0), self.one(X, 1)

    def one(self, X: Any, which: int) -> Any:
        name = self.transformer.transformers[which][0]
        return _matrix(self.transformer.transform(X))[:, self.transformer.output_indices_[name]]


def _is_sequence_of_two(views: Any) -> bool:
    return isinstance(views, Sequence) and not isinstance(views, str) and len(views) == 2


def _column_numbers(columns: Any, n_columns: int, names: Sequence[str] | None, which: int) -> NDArray[np.intp]:
    wanted = columns if isinstance(columns, slice) else np.atleast_1d(np.asarray(columns))
    if isinstance(wanted, np.ndarray):
        if wanted.dtype.kind in "UTO":
            wanted = _numbers_of_names(wanted, names)
        if wanted.dtype.kind == "b" and len(wanted) != n_columns:
            raise InputError(f"views[{which}] is a mask of {len(wanted)} columns, and X has {n_columns}")
        if wanted.size == 0:
            wanted = slice(0, 0)
        elif wanted.dtype.kind not in "iub" or wanted.ndim != 1:
            raise InputError(f"views[{which}]={columns!r} does not name columns: {REMEDY}")
    try:
        numbers = np.arange(n_columns)[wanted]
    except IndexError:
        raise InputError(f"views[{which}] names a column that X, with {n_columns} columns, does not have") from None
    if len(numbers) == 0:
        raise InputError(f"views[{which}] holds no column of X, which has {n_columns} feature(s)")
    return numbers


def _numbers_of_names(wanted: NDArray[Any], names: Sequence[str] | None) -> NDArray[np.intp]:
    if names is None:
        raise InputError("views gives names of columns, and X has none: pass a table, or numbers of columns")
    place = {name: number for number, name in enumerate(names)}
    missing = [name for name in wanted if name not in place]
    if missing:
        raise InputError(f"views names {missing[0]!r}, which is not a column of X")
    return np.array([place[name] for name in wanted], dtype=np.intp)


def _matrix(X: Any) -> Any:
    return sparse.csr_array(X) if sparse.issparse(X) else np.asarray(X)
