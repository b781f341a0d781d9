"""The gradient descent with momentum of Lee & Liu (2003), kept to regenerate their tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from onesided.engine.losses import Loss
from onesided.engine.newton import Solution
from onesided.engine.rows import Rows

MOMENTUM = 0.99
EPOCHS = 500


def gradient_descent(
    loss: Loss,
    rows: Rows,
    *,
    penalty: float,
    decay: float | None = None,
    intercept: bool = True,
    n_epochs: int = EPOCHS,
) -> Solution:
    r"""`n_epochs` of :math:`w \leftarrow (1-c)\,w + \eta\,(\Delta_t + \gamma \Delta_{t-1})`, from w = 0.

    Δ is the negative gradient of the loss, η = 1/n and γ = 0.99.  c is a decay per epoch; where none is given,
    it is the one whose fixed point minimises loss + penalty·‖w‖²: there c·w = η(1+γ)Δ and Δ = 2·penalty·w.
    """
    n_rows, n_features = rows.shape
    rate = 1 / n_rows
    if decay is None:
        decay = 2 * penalty * rate * (1 + MOMENTUM)
    weights, bias, before = np.zeros(n_features), 0.0, np.zeros(n_features + intercept)
    scores: NDArray[np.float64] = np.zeros(n_rows)
    for _ in range(n_epochs):
        _, slope = loss.at(scores)
        downhill = -np.append(rows.transposed_times(slope), [slope.sum()] * intercept)
        step = rate * (downhill + MOMENTUM * before)
        weights = (1 - decay) * weights + step[:n_features]
        bias = (1 - decay) * bias + (step[n_features] if intercept else 0.0)
        before = downhill
        scores = rows.times(weights) + bias
    return Solution(weights, bias, scores=scores, value=loss.at(scores)[0], n_iter=n_epochs)
