r"""How many positives a node holds: one formula for labelled data, and one for positive and unlabeled data.

A node sees three counts: *a* labelled positives, *b* unlabeled rows and *c* known negatives.  It needs two masses, of
positives and of negatives, in units of rows of the population.

- Labels of both kinds and no unlabeled row (C4.5): the counts themselves.
- P and U (C4.5PosUnl, Eq. (3) of [1]_): :math:`\min(n, \kappa a)` positives of n rows.  The n rows are U alone if U is
  the population, and all of P and U if the two are one draw; :math:`\kappa` is how many positives of the population one
  labelled positive stands for.
- P, U and known negatives: each is a Poisson sample of the node,

  .. math:: a \sim e_1 \mu, \qquad b \sim e_U (\mu + \nu), \qquad c \sim e_0 \nu, \qquad
     e_1 = |P|/\theta, \quad e_U = |U|, \quad e_0 = |N|/(1-\theta)

  with :math:`\theta` the share of positives in U, and :math:`\mu, \nu` take their most likely values: the root of a
  quadratic equation.  Without U this is C4.5's count, and without N it is Eq. (3).

References
----------
.. [1] F. De Comité, F. Denis, R. Gilleron, F. Letouzey. Positive and unlabeled examples help learning. ALT 1999.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from onesided.engine.compiled import compiled

POSITIVE, UNLABELED, NEGATIVE = 0, 1, 2
"""Kinds of rows, as columns of the counts."""

NOTHING = 1e-9

# Places in the tuple that a counting rule is for the kernels (an array would be counted as in use at every call).
IS_JOINT, SHARE, SCALE, EXPOSED_POSITIVE, EXPOSED_UNLABELED, EXPOSED_NEGATIVE, GAIN_POSITIVE, GAIN_NEGATIVE = range(8)
LOG_SCALE = 8


@dataclass(frozen=True)
class Counting:
    """A counting rule: what :func:`masses` needs beside the counts."""

    numbers: tuple[float, ...]
    is_supervised: bool

    @classmethod
    def of_labels(cls) -> Counting:
        """C4.5: positives and negatives are what they are."""
        return cls((0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0), is_supervised=True)

    @classmethod
    def of_samples(
        cls, n_positive: float, n_unlabeled: float, n_negative: float, share: float, sampling: Literal["one", "two"]
    ) -> Counting:
        """C4.5PosUnl: by the share of positives among the unlabeled rows."""
        # A share of exactly 0 or 1 would make the labelled rows impossible.
        least = min(0.5 / n_unlabeled, 0.25)
        share = min(max(share, least), 1 - least)
        exposed = np.array([n_positive / share, n_unlabeled, n_negative / (1 - share)])
        if sampling == "one":
            scale = 1 + n_unlabeled * share / n_positive
            gains = exposed[1] + exposed[[0, 2]]
        else:
            scale = n_unlabeled * share / n_positive
            gains = np.repeat(exposed[1] + exposed[2], 2)
        rule = (n_negative > 0, sampling == "one", scale, *exposed, *gains, log2(scale))
        return cls(tuple(map(float, rule)), is_supervised=False)

    def share_of_positives(self, counts: NDArray[Any]) -> float:
        """The share of positives where these rows are."""
        positive, negative = masses(*counts, self.numbers)
        return float(positive / (positive + negative))


@compiled
def masses(a: Any, b: Any, c: Any, rule: Any) -> Any:
    """Rows of the population that are positive, and that are negative, in a node with these counts."""
    if rule[IS_JOINT] == 0:
        total = b + c + rule[SHARE] * a
        positive = min(total, rule[SCALE] * a)
        return positive, total - positive
    mu, nu = most_likely(a, b, c, rule[EXPOSED_POSITIVE], rule[EXPOSED_UNLABELED], rule[EXPOSED_NEGATIVE])
    return mu * rule[GAIN_POSITIVE], nu * rule[GAIN_NEGATIVE]


@compiled
def most_likely(a: Any, b: Any, c: Any, e_positive: Any, e_unlabeled: Any, e_negative: Any) -> Any:
    r"""The most likely :math:`\mu, \nu`.

    Setting both slopes of the likelihood to zero gives :math:`\mu = a/(A-t)` and :math:`\nu = c/(B-t)` with
    :math:`t = b/(\mu+\nu)`, :math:`A = e_1 + e_U` and :math:`B = e_0 + e_U`, hence a quadratic equation for t.
    """
    A, B = e_positive + e_unlabeled, e_negative + e_unlabeled
    # What is left of differences of weights that should be zero is taken for zero.
    a, b, c = (a if a > NOTHING else 0.0), (b if b > NOTHING else 0.0), (c if c > NOTHING else 0.0)
    if b == 0:
        return a / A, c / B
    if a == 0 and c == 0:  # most likely of the kind that is less often labelled
        return (b / A, 0.0) if A < B else (0.0, b / B)
    slope = a * B + c * A + b * (A + B)
    root = slope * slope - 4 * (a + b + c) * b * A * B
    t = 2 * b * A * B / (slope + sqrt(max(root, 0.0)))
    mu = 0.0 if a == 0 else a / max(A - t, NOTHING)
    nu = 0.0 if c == 0 else c / max(B - t, NOTHING)
    if c == 0:  # nothing pulls the negatives away from zero but the unlabeled rows that positives do not explain
        nu = max(b / t - mu, 0.0)
    elif a == 0:
        mu = max(b / t - nu, 0.0)
    return mu, nu


@compiled
def cases_and_bits(a: Any, b: Any, c: Any, rule: Any, table: Any) -> Any:
    """Rows of the population in a node, and their number times the entropy of the two classes, in bits.

    `table` has x·log2(x) of whole numbers x: logarithms are most of the work of looking for a threshold.
    """
    if rule[IS_JOINT] > 0:
        positive, negative = masses(a, b, c, rule)
        cases = positive + negative
        if positive <= 0 or negative <= 0:
            return cases, 0.0
        return cases, cases * log2(cases) - positive * log2(positive) - negative * log2(negative)
    cases = b + c + rule[SHARE] * a
    positive = rule[SCALE] * a
    negative = cases - positive
    if positive <= 0 or negative <= NOTHING:
        return cases, 0.0
    # κa·log2(κa) = κ·(a·log2(a)) + κa·log2(κ)
    of_positive = rule[SCALE] * times_log(a, table) + positive * rule[LOG_SCALE]
    return cases, times_log(cases, table) - of_positive - times_log(negative, table)


@compiled
def times_log(x: Any, table: Any) -> Any:
    """x·log2(x), and 0 where x is 0."""
    whole = int(x)
    if whole == x and whole < len(table):
        return table[whole]
    return x * log2(x) if x > 0 else 0.0
