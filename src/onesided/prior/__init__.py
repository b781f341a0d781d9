"""How many positives are hidden, and how good a cut is, without a single known negative."""

from onesided.prior.auc import auc_quality
from onesided.prior.audit import Audit, audits_needed, draw_audit
from onesided.prior.audit_estimates import audit_cut_quality, estimate_from_audit
from onesided.prior.best_bin import best_bin
from onesided.prior.cut import CutQuality, cut_quality
from onesided.prior.dedpul import dedpul
from onesided.prior.elkan_noto import elkan_noto
from onesided.prior.estimate import PanelEntry, PriorEstimate, estimate_prior
from onesided.prior.interval import Interval, share_interval
from onesided.prior.kernel_mean import kernel_mean
from onesided.prior.known_negatives import known_negatives
from onesided.prior.methods import COSTS, METHODS
from onesided.prior.odds_floor import OddsFloor, odds_floor
from onesided.prior.selection import SelectionTest, scar_test
from onesided.prior.tice import tice
from onesided.prior.upper_bound import share_upper_bound

__all__ = [
    "COSTS",
    "METHODS",
    "Audit",
    "CutQuality",
    "Interval",
    "OddsFloor",
    "PanelEntry",
    "PriorEstimate",
    "SelectionTest",
    "auc_quality",
    "audit_cut_quality",
    "audits_needed",
    "best_bin",
    "cut_quality",
    "dedpul",
    "draw_audit",
    "elkan_noto",
    "estimate_from_audit",
    "estimate_prior",
    "kernel_mean",
    "known_negatives",
    "odds_floor",
    "scar_test",
    "share_interval",
    "share_upper_bound",
    "tice",
]
