"""Displays hold the numbers they draw, and draw them where they are told to."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from sklearn.dummy import DummyClassifier

from onesided.datasets import make_text
from onesided.exceptions import InputError
from onesided.linear import BiasedSVMCV, RankSVMCV, WeightedLogisticRegression
from onesided.prior import cut_quality, estimate_prior
from onesided.report import (
    CutQualityDisplay,
    PathDisplay,
    PriorPanelDisplay,
    ScoreDistributionDisplay,
    TopFeaturesDisplay,
    facts,
)


@pytest.fixture(scope="module")
def scored():
    rng = np.random.default_rng(0)
    is_positive = rng.random(2000) < 0.3
    return is_positive & (rng.random(2000) < 0.5), rng.normal(2.0 * is_positive, 1)


@pytest.fixture(scope="module")
def text():
    return make_text(n_documents=600, n_features=400, random_state=0)


@pytest.fixture
def ax():
    return Figure().add_subplot()


def words(ax):
    """Everything that is written into the axes."""
    legend = ax.get_legend()
    labels = [] if legend is None else [label.get_text() for label in legend.get_texts()]
    ticks = [tick.get_text() for tick in ax.get_yticklabels()]
    return " | ".join([ax.get_xlabel(), ax.get_ylabel(), *labels, *ticks])


def test_each_side_of_the_scores_sums_to_one(scored, ax):
    y, scores = scored
    display = ScoreDistributionDisplay.from_predictions(y, scores, threshold=1.0, ax=ax)
    assert display.ax_ is ax
    assert display.figure_ is ax.figure
    heights = [patch.get_data().values.sum() for patch in ax.patches]
    np.testing.assert_allclose(heights, 1.0)
    assert f"unlabeled ({(~y).sum():,})" in words(ax)
    assert f"positives, held out ({y.sum():,})" in words(ax)


def test_infinite_scores_of_empty_documents_are_left_out(ax):
    display = ScoreDistributionDisplay.from_predictions([1, 0, 0], [1.0, 0.0, -np.inf], ax=ax)
    assert display.unlabeled.tolist() == [0.0]


def test_an_estimator_is_cut_at_zero(text, ax):
    X, y = text
    display = ScoreDistributionDisplay.from_estimator(WeightedLogisticRegression().fit(X, y), X, y, ax=ax)
    assert display.threshold == 0.0


def test_the_curve_of_cuts_has_the_numbers_of_cut_quality(scored, ax):
    y, scores = scored
    prior = estimate_prior(y, scores)
    drawn = CutQualityDisplay.from_predictions(y, scores, prior_estimate=prior, threshold=1.0, ax=ax)
    assert drawn.n_chosen == np.count_nonzero(scores[~y] > 1.0)
    middle = len(drawn.quality.threshold) // 2
    expected = cut_quality(y, scores, drawn.quality.threshold[middle], prior)
    assert drawn.quality.recall[middle] == expected.recall
    assert drawn.quality.n_called[middle] == expected.n_called
    assert np.all(np.diff(drawn.quality.n_called) > 0)
    assert drawn.quality.n_called[-1] == np.count_nonzero(~y)


def test_rows_with_equal_scores_are_called_together(ax):
    y = np.repeat([1, 0], [20, 60])
    scores = np.r_[np.repeat([2.0, 1.0], 10), np.repeat([2.0, 1.0, 0.0], 20)]
    assert CutQualityDisplay.from_predictions(y, scores, ax=ax).quality.n_called.tolist() == [20, 40, 60]


def test_where_nearly_anything_is_possible_only_the_band_is_drawn(ax):
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], [8, 300])
    display = CutQualityDisplay.from_predictions(y, rng.normal(y, 1), ax=ax)
    is_wide = display.quality.precision_in_unlabeled_interval.width > 0.75
    drawn = ax.lines[1].get_ydata()
    assert is_wide.any()
    np.testing.assert_array_equal(np.isnan(drawn), is_wide)


def test_one_cut_makes_no_curve(scored):
    y, scores = scored
    with pytest.raises(InputError, match="array of thresholds"):
        CutQualityDisplay(cut_quality(y, scores, 1.0, estimate_prior(y, scores)))


def test_the_path_marks_the_best_setting(text, ax):
    X, y = text
    model = RankSVMCV(random_state=0, cv=3).fit(X, y)
    display = PathDisplay.from_estimator(model, ax=ax)
    assert display.parameter == "C"
    assert f"C={model.best_params_['C']:g}" in words(ax)
    assert len(ax.lines[0].get_xdata()) == len(model.cv_results_["mean_test_score"])
    assert np.all(np.diff(ax.lines[0].get_xdata()) > 0)


def test_a_grid_of_two_parameters_has_a_line_for_each_value_of_the_other(text, ax):
    X, y = text
    model = BiasedSVMCV(Cs=[0.01, 0.1, 1], ratios=[2, 8], n_fine=0, random_state=0, cv=3).fit(X, y)
    PathDisplay.from_estimator(model, ax=ax)
    assert len(ax.lines) == 2 + 1
    assert f"ratio={model.best_params_['ratio']:g}" in words(ax)


def test_a_path_needs_a_search(text):
    X, y = text
    with pytest.raises(InputError, match="no cv_results_"):
        PathDisplay.from_estimator(WeightedLogisticRegression().fit(X, y))
    with pytest.raises(InputError, match="'D' was not searched"):
        PathDisplay({"param_C": [1, 2], "mean_test_score": [1, 2], "std_test_score": [1, 1]}, "D")


def test_the_panel_names_every_method(scored, ax):
    display = PriorPanelDisplay.from_predictions(*scored, ax=ax)
    assert len(display.names) == 1 + len(display.estimate.panel)
    assert all(name in words(ax) for name in display.names)
    low, high = ax.lines[0].get_xdata()
    assert (low, high) == (display.estimate.n_hidden_interval.low, display.estimate.n_hidden_interval.high)


def test_a_number_that_cannot_be_told_is_not_drawn(ax):
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], [5, 300])
    display = PriorPanelDisplay.from_predictions(y, rng.normal(y, 1), ax=ax)
    assert not display.estimate.can_tell
    assert not any(len(line.get_ydata()) == 1 and line.get_ydata()[0] == 0 for line in ax.lines)


def test_the_largest_weights_are_shown_in_order():
    display = TopFeaturesDisplay([0.5, -3.0, 0.1, 2.0], ["a", "b", "c", "d"], n_features=3)
    assert display.names == ["d", "a", "b"]
    assert display.weights.tolist() == [2.0, 0.5, -3.0]


def test_names_with_dollars_and_great_length_are_drawn_as_they_are():
    figure = Figure()
    TopFeaturesDisplay([1.0, 2.0], ["$x$", "y" * 100]).plot(figure.add_subplot())
    figure.canvas.draw()
    assert figure.axes[0].get_yticklabels()[1].get_text() == r"\$x\$"


def test_weights_need_a_linear_model_and_a_name_each():
    with pytest.raises(InputError, match="no weights"):
        TopFeaturesDisplay.from_estimator(DummyClassifier())
    with pytest.raises(InputError, match="2 weights and 1 names"):
        TopFeaturesDisplay([1, 2], ["a"])


def test_without_axes_a_new_figure_is_made(scored):
    before = len(pyplot.get_fignums())
    ScoreDistributionDisplay.from_predictions(*scored)
    assert len(pyplot.get_fignums()) == before + 1


def test_findings_are_shown_with_their_cut(run):
    finder, _, _ = run
    found = finder.findings_
    display = CutQualityDisplay.from_findings(found)
    assert display.n_chosen == found.quality.n_called
    scores = ScoreDistributionDisplay.from_findings(found)
    assert np.count_nonzero(scores.unlabeled > scores.threshold) == found.quality.n_called
    assert TopFeaturesDisplay.from_estimator(finder).names[0] in finder.features_.names()


def test_facts_are_those_of_the_findings(run):
    finder, _, _ = run
    known = facts(finder.findings_)
    assert known["n_hidden"] == finder.findings_.prior.n_hidden
    assert known["n_chosen"] == finder.findings_.is_chosen.sum()
    assert (known["n_duplicates"], known["n_empty"]) == (1, 1)
