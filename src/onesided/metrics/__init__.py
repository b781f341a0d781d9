"""Criteria that need no negatives, their curves and their scorers."""

from onesided.metrics.lee_liu import lee_liu_curve, lee_liu_score

__all__ = ["lee_liu_curve", "lee_liu_score"]
