r"""How many rows of a leaf are wrong, looked at with suspicion: the upper confidence limit, as C4.5 takes it.

*Labels* (and the published C4.5PosUnl): e wrong rows of n are e successes of a binomial variable; the limit is exact
for e = 0, and Wilson's with a correction for continuity from e = 1 on [1]_.

*Positive and unlabeled rows*: the number of wrong rows is itself a difference of two noisy counts.  Of 100 rows that
all seem positive some 10 may be wrong, where the binomial limit is sure of 1.4.  So the limit comes from the
likelihood of all counts of the leaf (:mod:`onesided.queries.tree_counts`): the largest wrong mass whose likelihood,
the other mass being fitted to it, is within :math:`z^2/2` of the best.  Half a row is added to the count of the wrong
side, which makes the limit about the binomial one where labels alone decide.

References
----------
.. [1] J. R. Quinlan. C4.5: programs for machine learning. Morgan Kaufmann 1993, section 4.2.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from onesided.engine.compiled import compiled
from onesided.queries.tree_counts import (
    EXPOSED_NEGATIVE,
    EXPOSED_POSITIVE,
    EXPOSED_UNLABELED,
    GAIN_NEGATIVE,
    GAIN_POSITIVE,
    most_likely,
)

N_STEPS = 20
CONFIDENCE, DEVIATES, IS_BINOMIAL = range(3)
"""Places in the tuple of what pruning needs: the confidence, its normal deviate, which limit."""


@compiled
def suspected_errors(a: Any, b: Any, c: Any, positive: Any, negative: Any, suspicion: Any, rule: Any) -> Any:
    """The upper limit of the wrong rows of a leaf with these counts and masses."""
    cases = positive + negative
    if cases <= 0:
        return 0.0
    if suspicion[IS_BINOMIAL] > 0:
        wrong = min(positive, negative)
        return wrong + added_errors(cases, wrong, suspicion[CONFIDENCE], suspicion[DEVIATES])
    if positive > negative:
        return rule[GAIN_NEGATIVE] * wrong_mass_limit(
            a, b, c, rule[EXPOSED_POSITIVE], rule[EXPOSED_UNLABELED], rule[EXPOSED_NEGATIVE], suspicion[DEVIATES]
        )
    return rule[GAIN_POSITIVE] * wrong_mass_limit(
        c, b, a, rule[EXPOSED_NEGATIVE], rule[EXPOSED_UNLABELED], rule[EXPOSED_POSITIVE], suspicion[DEVIATES]
    )


@compiled
def added_errors(cases: Any, wrong: Any, confidence: Any, deviates: Any) -> Any:
    """C4.5's addition to `wrong` errors among `cases`."""
    if wrong < 1:
        none = cases * (1 - confidence ** (1 / cases))
        if wrong <= 0:
            return none
        return none + wrong * (binomial_addition(cases, 1.0, deviates) - none)
    return binomial_addition(cases, wrong, deviates)


@compiled
def binomial_addition(cases: Any, wrong: Any, deviates: Any) -> Any:
    """From one error on: Wilson's limit of the rate, half an error added."""
    if wrong + 0.5 >= cases:
        return max(cases - wrong, 0.0)
    rate, square = (wrong + 0.5) / cases, deviates * deviates / cases
    limit = (rate + square / 2 + deviates * sqrt(rate / cases * (1 - rate) + square / (4 * cases))) / (1 + square)
    return limit * cases - wrong


@compiled
def wrong_mass_limit(right: Any, mixed: Any, wrong: Any, e_right: Any, e_mixed: Any, e_wrong: Any, z: Any) -> Any:
    """The largest mass of the wrong side that these counts, with these exposures, allow."""
    if e_wrong > 0:
        wrong += 0.5
    else:
        mixed += 0.5
    _, best = most_likely(right, mixed, wrong, e_right, e_mixed, e_wrong)
    least = profile(right, mixed, wrong, e_right, e_mixed, e_wrong, best) - 0.5 * z * z
    # The profile is concave: from a step to the right of its top, Newton's method comes down on the limit.
    mass = best + (z + 0.1) * sqrt(mixed + wrong + 1) / (e_mixed + e_wrong)
    for _ in range(N_STEPS):
        short = profile(right, mixed, wrong, e_right, e_mixed, e_wrong, mass) - least
        step = short / profile_slope(right, mixed, wrong, e_right, e_mixed, e_wrong, mass)
        mass = max(mass - step, best)
        if abs(step) <= 1e-6 * mass:
            break
    return mass


@compiled
def fitted(right: Any, mixed: Any, e_right: Any, e_mixed: Any, mass: Any) -> Any:
    """The most likely mass of the right side, given that of the wrong one."""
    A = e_right + e_mixed
    slope = A * mass - right - mixed
    return (-slope + sqrt(slope * slope + 4 * A * right * mass)) / (2 * A)


@compiled
def profile(right: Any, mixed: Any, wrong: Any, e_right: Any, e_mixed: Any, e_wrong: Any, mass: Any) -> Any:
    """Log-likelihood of a wrong mass, the right one being fitted to it."""
    other = fitted(right, mixed, e_right, e_mixed, mass)
    value = -e_right * other - e_mixed * (other + mass) - e_wrong * mass
    if right > 0:
        value += right * log(max(other, 1e-300))
    if mixed > 0:
        value += mixed * log(max(other + mass, 1e-300))
    if wrong > 0:
        value += wrong * log(max(mass, 1e-300))
    return value


@compiled
def profile_slope(right: Any, mixed: Any, wrong: Any, e_right: Any, e_mixed: Any, e_wrong: Any, mass: Any) -> Any:
    """Slope of the profile."""
    other = fitted(right, mixed, e_right, e_mixed, mass)
    slope = -e_mixed - e_wrong
    if mixed > 0:
        slope += mixed / max(other + mass, 1e-300)
    if wrong > 0:
        slope += wrong / max(mass, 1e-300)
    return slope
