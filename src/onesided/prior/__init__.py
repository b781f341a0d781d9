"""How many positives are hidden, and how good a cut is, without a single known negative."""

from onesided.prior.best_bin import best_bin
from onesided.prior.cut import CutQuality, auc_quality, cut_quality
from onesided.prior.elkan_noto import elkan_noto
from onesided.prior.estimate import PanelEntry, PriorEstimate, estimate_prior
from onesided.prior.interval import Interval, share_interval
from onesided.prior.methods import METHODS
from onesided.prior.odds_floor import OddsFloor, odds_floor
from onesided.prior.upper_bound import share_upper_bound

__all__ = [
    "METHODS",
    "CutQuality",
    "Interval",
    "OddsFloor",
    "PanelEntry",
    "PriorEstimate",
    "auc_quality",
    "best_bin",
    "cut_quality",
    "elkan_noto",
    "estimate_prior",
    "odds_floor",
    "share_interval",
    "share_upper_bound",
]
