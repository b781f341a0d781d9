"""KM1 and KM2: the share of positives in U from kernel mean embeddings.  Quadratic in the rows: works on a sample."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse, vstack
from sklearn.metrics.pairwise import euclidean_distances

_PRECISION = 0.02  # of the bisection over λ
_LARGEST = 8.0  # λ = 1/(1-θ): shares up to 0.875


def kernel_mean(
    positive: ArrayLike,
    unlabeled: ArrayLike,
    *,
    threshold: Literal["KM1", "KM2"] = "KM2",
    max_rows: int = 400,
    random_state: int | None = 0,
) -> float:
    r"""Share of positives in U, the largest that can be taken away from U's mean embedding and leave a distribution.

    .. math:: d(\lambda) = \min_{w \in \mathrm{conv}\{\phi(x)\}}
        \left\| \lambda\,\bar\phi_U + (1-\lambda)\,\bar\phi_P - w \right\|, \qquad
        \hat\lambda = \inf\{\lambda : d'(\lambda) \ge \nu\}, \qquad \hat\theta = 1 - 1/\hat\lambda

    d is flat up to :math:`1/(1-\theta)` and rises beyond.  KM1 takes :math:`\nu = 1/\sqrt{\min(n_P, n_U)}`, KM2
    :math:`\nu = 0.8\, d'(1) + 0.2\, \|\bar\phi_U - \bar\phi_P\|`.  Gaussian kernel; of five widths around the median
    distance, the one that separates P from U best.

    The cost is quadratic in the rows (memory) times some hundred steps: at most `max_rows` of P and of U
    are used, drawn at random; 400 of each take about a second, 1,600 about half a minute.

    Parameters
    ----------
    positive, unlabeled : array-like or sparse, one row an example (or one score each)
        Features or out-of-fold scores of the labelled positive and of the unlabeled rows.
    threshold : {"KM1", "KM2"}, default="KM2"
        The slope that marks the end of the flat part.
    max_rows : int, default=400
        Largest number of rows used of P, and of U.
    random_state : int, optional
        Seed of the draw.

    Returns
    -------
    float

    References
    ----------
    .. [1] H. G. Ramaswamy, C. Scott, A. Tewari. Mixture proportion estimation via kernel embeddings of
       distributions. ICML 2016.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hidden, negative = rng.normal(4, 1, 300), rng.normal(0, 1, 700)      # a share of 0.3
    >>> abs(kernel_mean(rng.normal(4, 1, 500), np.r_[hidden, negative], max_rows=200) - 0.3) < 0.1
    True
    """
    rng = np.random.default_rng(random_state)
    u, p = (_sample(rows, max_rows, rng) for rows in (unlabeled, positive))
    n_u, n_p = u.shape[0], p.shape[0]
    mean_u, mean_p = np.repeat([1 / n_u, 0.0], [n_u, n_p]), np.repeat([0.0, 1 / n_p], [n_u, n_p])
    difference = mean_u - mean_p
    kernel = _kernel(vstack([u, p]) if issparse(u) else np.vstack([u, p]), difference)
    distance = float(np.sqrt(difference @ kernel @ difference))
    smoothness = float(np.linalg.eigvalsh(kernel)[-1]) if len(kernel) <= 400 else float(kernel.sum(1).max())
    inside = mean_u  # warm start: the last nearest point of the hull

    def slope(factor: float) -> float:
        nonlocal inside
        target = mean_p + factor * difference
        inside = _nearest(kernel, target, inside, smoothness)
        apart = target - inside
        # Envelope theorem: the nearest point does not move at first order.
        length = np.sqrt(max(apart @ kernel @ apart, 1e-18))
        return float(apart @ kernel @ difference / length)

    if threshold == "KM1":
        limit = min(1 / np.sqrt(min(n_u, n_p)), 0.9 * distance)
    else:
        limit = 0.8 * slope(1.025) + 0.2 * distance
    low, high = 1.0, _LARGEST
    while high - low > _PRECISION * low:
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) > limit else (middle, high)
    return float(1 - 2 / (low + high))


def _sample(rows: Any, max_rows: int, rng: np.random.Generator) -> Any:
    table = rows.tocsr() if issparse(rows) else np.asarray(rows, dtype=float)
    table = table.reshape(-1, 1) if table.ndim == 1 else table
    if table.shape[0] <= max_rows:
        return table
    return table[np.sort(rng.choice(table.shape[0], max_rows, replace=False))]


def _kernel(rows: Any, difference: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gaussian kernel of the width under which P and U lie farthest apart."""
    squares = euclidean_distances(rows, squared=True)
    middle = float(np.median(squares)) or float(squares.mean()) or 1.0
    kernels = [np.exp(-squares / (2 * middle * factor**2)) for factor in np.logspace(-1, 1, 5)]
    return max(kernels, key=lambda kernel: float(difference @ kernel @ difference))


def _nearest(
    kernel: NDArray[np.float64], target: NDArray[np.float64], start: NDArray[np.float64], smoothness: float
) -> NDArray[np.float64]:
    """Weights of the convex combination nearest to `target`: projected gradient with momentum and restarts."""
    now, ahead, speed = start, start, 1.0
    for _ in range(300):
        new = _onto_simplex(ahead - kernel @ (ahead - target) / smoothness)
        move = new - now
        if (ahead - new) @ move > 0:  # momentum points uphill: start it again
            speed = 1.0
        faster = (1 + np.sqrt(1 + 4 * speed**2)) / 2
        ahead, now, speed = new + (speed - 1) / faster * move, new, faster
        if np.abs(move).max() < 1e-9:
            break
    return now


def _onto_simplex(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Nearest vector with non-negative entries that sum to 1."""
    ranked = np.sort(values)[::-1]
    excess = (np.cumsum(ranked) - 1) / np.arange(1, len(values) + 1)
    return np.maximum(values - excess[np.count_nonzero(ranked > excess) - 1], 0.0)
