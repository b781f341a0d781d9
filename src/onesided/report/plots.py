"""The pictures of the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from onesided.finder import Finder
from onesided.report.cut_quality import CutQualityDisplay
from onesided.report.facts import facts
from onesided.report.path import PathDisplay
from onesided.report.prior_panel import PriorPanelDisplay
from onesided.report.score_distribution import ScoreDistributionDisplay
from onesided.report.svg import inline_svg
from onesided.report.top_features import TopFeaturesDisplay

LOW, TALL = (4.0, 2.4), (4.0, 3.6)


@dataclass(frozen=True)
class Plot:
    """A picture with the sentence that says what it shows."""

    title: str
    picture: str
    caption: str


def plots_of(finder: Finder) -> list[Plot]:
    """The pictures that this model allows."""
    from markupsafe import Markup

    found = finder.findings_
    known = facts(found)

    def plot(title: str, name: str, draw: Any, caption: str, **options: Any) -> Plot:
        # The drawing is ours and matplotlib escapes what it writes into it, so the page takes it as it is.
        return Plot(title, Markup(inline_svg(draw, name, **options)), caption)

    # fmt: off
    plots = [
        plot("How far to read", "cut", lambda ax: CutQualityDisplay.from_findings(found, ax=ax),
             "Recall: the share of all positives found. Precision: the share of right ones among the rows called."),
        plot("Scores", "scores", lambda ax: ScoreDistributionDisplay.from_findings(found, ax=ax),
             "Your positives (ticks), each scored by a model that did not see it, and the pile. "
             f"Half of them rank in the top {known['held_out_half_in_top']:.1%} of the pile, "
             f"90% in the top {known['held_out_90_percent_in_top']:.1%}."),
        plot("How many are hidden", "prior", lambda ax: PriorPanelDisplay(found.prior).plot(ax),
             "The estimate with its interval, what simpler methods say, and a bound that holds whatever the negatives "
             "look like.", size=LOW),
    ]
    if len(getattr(finder.estimator_, "cv_results_", {}).get("mean_test_score", ())) > 1:
        plots.append(plot("Settings tried", "path", lambda ax: PathDisplay.from_estimator(finder, ax=ax),
                          "The criterion by cross-validation on positives and pile alone; larger is better.", size=LOW))
    if hasattr(finder.estimator_, "coef_"):
        plots.append(plot("What counts", "terms", lambda ax: TopFeaturesDisplay.from_estimator(finder, ax=ax),
                          "The largest weights of the model.", size=TALL))
    # fmt: on
    return plots
