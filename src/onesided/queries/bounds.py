r"""How exact an answered query is, and how many rows it takes.

A query is answered by :math:`\hat D(f)(\hat D_f(A) - \hat D_f(B)) + \hat D(B)`.  With the first factor known to within
:math:`\alpha` and the three shares to within :math:`\beta`, the answer is right to within
:math:`\alpha + \beta(3 + 2\alpha)`.  Labelled rows serve for :math:`\alpha` alone, however many queries there are: that
is what positive and unlabeled rows save.

The sizes come from Hoeffding's inequality and a union over the queries.  They hold for every distribution, so they are
larger than what is needed in practice.

References
----------
.. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from onesided.exceptions import InputError


def accuracy(prior_error: float, share_error: float) -> float:
    r"""How far an answer may be off: :math:`\alpha + \beta(3 + 2\alpha)`.

    Parameters
    ----------
    prior_error : float
        α, the error of the estimated share of positives D(f).
    share_error : float
        β, the error of each share counted on positive or unlabeled rows.

    Returns
    -------
    float

    Examples
    --------
    >>> round(accuracy(0.05, 0.01), 4)
    0.081
    """
    alpha, beta = _error(prior_error, "prior_error"), _error(share_error, "share_error")
    return alpha + beta * (3 + 2 * alpha)


def share_error_needed(tolerance: float, prior_error: float = 0.0) -> float:
    r"""The β that gives answers within `tolerance`: :math:`(\tau - \alpha)/(3 + 2\alpha)`.

    Examples
    --------
    >>> round(share_error_needed(0.081, prior_error=0.05), 4)
    0.01
    """
    alpha = _error(prior_error, "prior_error")
    _require_room(tolerance, "prior_error", alpha, alpha)
    return (tolerance - alpha) / (3 + 2 * alpha)


def prior_error_needed(tolerance: float, share_error: float = 0.0) -> float:
    r"""The α that gives answers within `tolerance`: :math:`(\tau - 3\beta)/(1 + 2\beta)`.

    Examples
    --------
    >>> round(prior_error_needed(0.081, share_error=0.01), 4)
    0.05
    """
    beta = _error(share_error, "share_error")
    _require_room(tolerance, "share_error", beta, 3 * beta)
    return (tolerance - 3 * beta) / (1 + 2 * beta)


def sample_size(error: float, *, n_shares: int = 1, delta: float = 0.05) -> int:
    r"""Rows after which `n_shares` shares counted on them are all within `error`: Hoeffding and a union.

    .. math:: n \ge \frac{\ln(2K/\delta)}{2\varepsilon^2}

    Parameters
    ----------
    error : float in (0, 1)
        ε above.
    n_shares : int, default=1
        K above.
    delta : float in (0, 1), default=0.05
        Chance that a share is further off.

    Returns
    -------
    int

    Examples
    --------
    >>> sample_size(0.05), sample_size(0.05, n_shares=1000)
    (738, 2120)
    """
    if not 0 < error < 1:
        raise InputError(f"error={error!r} is not between 0 and 1")
    return math.ceil(_surprise(n_shares, delta) / (2 * error**2))


def error_of_size(n_rows: int, *, n_shares: int = 1, delta: float = 0.05) -> float:
    """The error that `n_rows` guarantee: `sample_size` the other way round (1: nothing).

    Examples
    --------
    >>> round(error_of_size(738), 4)
    0.05
    """
    if n_rows < 0:
        raise InputError(f"n_rows={n_rows!r} is negative")
    return min(1.0, math.sqrt(_surprise(n_shares, delta) / (2 * n_rows))) if n_rows else 1.0


class SampleSizes(NamedTuple):
    """Rows of LAB, POS and UNL."""

    n_labelled: int
    n_positive: int
    n_unlabeled: int


def sample_sizes(
    tolerance: float, *, n_queries: int = 1, delta: float = 0.05, prior_error: float | None = None
) -> SampleSizes:
    """Rows of each kind after which `n_queries` queries are all answered within `tolerance`.

    Half of `delta` goes to the share of positives, which is one number whatever the queries are; the other half is
    shared among the three shares of every query, two of them counted on positives and one on unlabeled rows.

    Parameters
    ----------
    tolerance : float in (0, 1)
        τ, how far an answer may be off.
    n_queries : int, default=1
    delta : float in (0, 1), default=0.05
        Chance that an answer is further off.
    prior_error : float, optional
        The part α of the tolerance that is left to the share of positives: half of it unless given.  The larger, the
        fewer labelled and the more positive and unlabeled rows; 0 means that the share is known.

    Returns
    -------
    SampleSizes

    Examples
    --------
    >>> sample_sizes(0.1, n_queries=1000)
    SampleSizes(n_labelled=877, n_positive=23811, n_unlabeled=23811)

    Where the other rows cost nothing, labels get most of the tolerance.  Their number does not grow with the
    queries, as it does where labels have to answer all of them:

    >>> sample_sizes(0.1, n_queries=1000, prior_error=0.09).n_labelled, sample_size(0.1, n_shares=1000)
    (271, 530)
    """
    if not 0 < tolerance < 1:
        raise InputError(f"tolerance={tolerance!r} is not between 0 and 1")
    if n_queries < 1:
        raise InputError(f"n_queries={n_queries!r}: there is at least one")
    alpha = tolerance / 2 if prior_error is None else prior_error
    beta = share_error_needed(tolerance, alpha)
    n_pool = sample_size(beta, n_shares=3 * n_queries, delta=delta / 2)
    return SampleSizes(sample_size(alpha, delta=delta / 2) if alpha > 0 else 0, n_pool, n_pool)


def _error(error: float, name: str) -> float:
    if not 0 <= error <= 1:
        raise InputError(f"{name}={error!r} is not between 0 and 1")
    return float(error)


def _require_room(tolerance: float, name: str, error: float, spent: float) -> None:
    if not spent < tolerance <= 1:
        raise InputError(
            f"tolerance={tolerance!r} leaves nothing beside {name}={error!r}; it is above {spent:.6g} and at most 1"
        )


def _surprise(n_shares: int, delta: float) -> float:
    """ln(2K/δ): a share may be off to either side, and δ is divided among all of them."""
    if n_shares < 1:
        raise InputError(f"n_shares={n_shares!r}: there is at least one")
    if not 0 < delta < 1:
        raise InputError(f"delta={delta!r} is not between 0 and 1")
    return math.log(2 * n_shares / delta)
