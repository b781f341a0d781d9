"""The answer as pictures and as one page."""

from onesided.report.cut_quality import CutQualityDisplay
from onesided.report.facts import facts
from onesided.report.html import write_report
from onesided.report.path import PathDisplay
from onesided.report.prior_panel import PriorPanelDisplay
from onesided.report.score_distribution import ScoreDistributionDisplay
from onesided.report.top_features import TopFeaturesDisplay

__all__ = [
    "CutQualityDisplay",
    "PathDisplay",
    "PriorPanelDisplay",
    "ScoreDistributionDisplay",
    "TopFeaturesDisplay",
    "facts",
    "write_report",
]
