"""Turn known classes into a PU problem: keep the label of some positives, hide all others."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from sklearn.utils import check_random_state

from onesided.exceptions import InputError
from onesided.labels import read_labels


def hide_labels(
    y: ArrayLike,
    label_frequency: float = 0.3,
    *,
    mechanism: Literal["scar", "biased"] = "scar",
    sampling: Literal["one", "two"] = "one",
    scores: ArrayLike | None = None,
    strength: float = 2.0,
    pos_label: object = None,
    random_state: int | np.random.RandomState | None = None,
) -> Any:
    r"""Label a share of the positives and leave every other row unlabeled.

    A positive row keeps its label with probability :math:`e(x)`, where the mean of :math:`e` over the positives is
    `label_frequency`:

    - ``"scar"``: :math:`e(x)` is the same for all positives (selected completely at random);
    - ``"biased"``: :math:`e(x) = 1 / (1 + \exp(-b - \mathrm{strength} \cdot z(x)))` with `z` the scores scaled to
      mean 0 and deviation 1 over the positives, and `b` solved so that the mean is right: positives with a high
      score are labelled more often, as when people first label the plain cases.

    The number of labelled rows is the expected one, rounded, so that repetitions do not differ in size (systematic
    sampling in random order; the probabilities are scaled to the rounded number).

    Parameters
    ----------
    y : array-like of shape (n,)
        The true classes, read by the convention of `onesided.labels`.
    label_frequency : float, default=0.3
        Share of the positives that is labelled, in (0, 1].
    mechanism : {"scar", "biased"}, default="scar"
        How the labelled positives are selected.
    sampling : {"one", "two"}, default="one"
        ``"one"``: one sample, labelled positives leave the pile, so that U has a smaller share of positives than the
        population.  ``"two"``: P is drawn from the positives and U has the population's share; to keep it, the
        same share of the negatives is left out, and no row is used twice.
    scores : array-like of shape (n,), optional
        Needed by ``mechanism="biased"``: rows with higher scores are labelled more often.
    strength : float, default=2.0
        How much the scores matter; 0 is the same as ``"scar"``, negative values prefer low scores.
    pos_label : optional
        The class that means positive.
    random_state : int, RandomState instance or None, default=None
        Seed of the draw.

    Returns
    -------
    y_pu : ndarray of int
        1 labelled positive, 0 unlabeled; one value per row of `y`, or per entry of `rows`.
    rows : ndarray of int
        Only with ``sampling="two"``: the rows to use, in increasing order; `y_pu[i]` belongs to row `rows[i]`.

    Examples
    --------
    >>> hide_labels([1, 1, 1, 1, 0, 0, 0, 0], 0.5, random_state=0)
    array([0, 1, 1, 0, 0, 0, 0, 0])
    >>> y_pu, rows = hide_labels([1, 1, 1, 1, 0, 0, 0, 0], 0.5, sampling="two", random_state=0)
    >>> y_pu, rows
    (array([0, 1, 1, 0, 0, 0]), array([0, 1, 2, 3, 4, 5]))
    """
    if not 0 < label_frequency <= 1:
        raise InputError(f"label_frequency={label_frequency} must lie in (0, 1]")
    if mechanism not in ("scar", "biased"):
        raise InputError(f"mechanism={mechanism!r} is not known: use 'scar' or 'biased'")
    if sampling not in ("one", "two"):
        raise InputError(f"sampling={sampling!r} is not known: use 'one' or 'two'")
    is_positive = read_labels(y, pos_label).is_positive
    rng = check_random_state(random_state)

    positives = np.flatnonzero(is_positive)
    if mechanism == "scar":
        propensity = np.full(len(positives), float(label_frequency))
    else:
        propensity = _propensity(_checked_scores(scores, len(is_positive))[positives], label_frequency, strength)
    labelled = positives[_draw(propensity, rng)]
    if len(labelled) == 0:
        raise InputError(f"label_frequency={label_frequency} of {len(positives)} positives labels no row: raise it")

    y_pu = np.zeros(len(is_positive), dtype=np.int64)
    y_pu[labelled] = 1
    if sampling == "one":
        return y_pu
    negatives = np.flatnonzero(~is_positive)
    kept_share = 1 - len(labelled) / len(positives)
    kept = negatives[_draw(np.full(len(negatives), kept_share), rng)]
    rows = np.sort(np.concatenate([positives, kept]))
    if len(rows) == len(labelled):
        raise InputError("sampling='two' with every positive labelled leaves no unlabeled row: lower label_frequency")
    return y_pu[rows], rows


def _checked_scores(scores: ArrayLike | None, n: int) -> NDArray[np.float64]:
    if scores is None:
        raise InputError("mechanism='biased' needs scores=, one number per row of y")
    values = np.asarray(scores, dtype=np.float64)
    if values.shape != (n,):
        raise InputError(f"scores has shape {values.shape}, but y has {n} rows")
    if not np.all(np.isfinite(values)):
        raise InputError("scores contains NaN or infinity")
    return values


def _propensity(scores: NDArray[np.float64], label_frequency: float, strength: float) -> NDArray[np.float64]:
    """expit(b + strength z), with b found by bisection so that the mean is `label_frequency`."""
    spread = scores.std()
    slope = strength * (scores - scores.mean()) / (spread if spread > 0 else 1.0)
    reach = 40.0 + np.abs(slope).max()  # expit is 0 or 1 to rounding beyond 40
    low, high = -reach, reach
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if expit(slope + middle).mean() < label_frequency else (low, middle)
    return expit(slope + high)


def _draw(propensity: NDArray[np.float64], rng: np.random.RandomState) -> NDArray[np.intp]:
    """Positions drawn with these probabilities, scaled so that their number is the rounded sum."""
    order = rng.permutation(len(propensity))
    steps = np.cumsum(propensity[order])
    if len(steps) == 0:
        return order
    size = np.rint(steps[-1])
    # Stretched so that the last step is whole: then every start of the comb gives the same number of rows.
    steps *= size / steps[-1] if steps[-1] > 0 else 0
    ticks = np.floor(np.append(0.0, steps) + rng.uniform(1e-9, 1 - 1e-9))
    return np.sort(order[np.diff(ticks) > 0])
