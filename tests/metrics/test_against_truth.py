"""Estimates from positive and unlabeled rows against the truth of simulated data."""

import numpy as np
import pytest
from sklearn import metrics as true

from onesided.exceptions import InputError
from onesided.metrics import (
    positive_share_in_unlabeled,
    pu_accuracy,
    pu_auc,
    pu_average_precision,
    pu_f1,
    pu_precision,
    pu_recall,
)

PRIOR, N = 0.2, 200_000


def simulate(sampling, known_negatives, seed=0):
    """Codes 1/0/NaN for P/N/U; scores; and truth and scores of the population that is judged."""
    rng = np.random.default_rng(seed)
    truth = rng.random(N) < PRIOR
    score = np.round(rng.normal(size=N) + 1.5 * truth, 2)  # rounded: many ties
    labelled = rng.random(N) < np.where(truth, 0.3, 0.1 if known_negatives else 0.0)
    if sampling == "one":
        y = np.where(labelled, truth.astype(float), np.nan)
        return y, score, truth, score
    extra = np.r_[np.ones(20_000), np.zeros(3000 if known_negatives else 0)]  # drawn apart from the population
    extra_score = np.round(rng.normal(size=len(extra)) + 1.5 * extra, 2)
    return np.r_[extra, np.full(N, np.nan)], np.r_[extra_score, score], truth, score


@pytest.mark.parametrize("known_negatives", [False, True])
@pytest.mark.parametrize("sampling", ["one", "two"])
@pytest.mark.parametrize("threshold", [-1.0, 0.0, 0.5, 1.0, 1.5])
def test_estimates_at_a_cut_are_within_two_hundredths_of_the_truth(sampling, known_negatives, threshold):
    y, score, truth, judged = simulate(sampling, known_negatives)
    called, really = score > threshold, judged > threshold
    options = {"prior": PRIOR, "sampling": sampling}
    assert pu_recall(y, called) == pytest.approx(true.recall_score(truth, really), abs=0.02)
    assert pu_precision(y, called, **options) == pytest.approx(true.precision_score(truth, really), abs=0.02)
    assert pu_f1(y, called, **options) == pytest.approx(true.f1_score(truth, really), abs=0.02)
    assert pu_accuracy(y, called, **options) == pytest.approx(true.accuracy_score(truth, really), abs=0.02)


@pytest.mark.parametrize("known_negatives", [False, True])
@pytest.mark.parametrize("sampling", ["one", "two"])
def test_estimates_of_a_ranking_are_within_two_hundredths_of_the_truth(sampling, known_negatives):
    y, score, truth, judged = simulate(sampling, known_negatives)
    options = {"prior": PRIOR, "sampling": sampling}
    assert pu_auc(y, score, **options) == pytest.approx(true.roc_auc_score(truth, judged), abs=0.02)
    average = true.average_precision_score(truth, judged)
    assert pu_average_precision(y, score, **options) == pytest.approx(average, abs=0.02)


@pytest.mark.parametrize("sampling", ["one", "two"])
def test_precision_at_a_far_cut_is_right_on_average_and_as_noisy_as_the_recall_it_rests_on(sampling):
    # Few labelled positives lie so high: one draw is off by the standard error of their recall, not by a bias.
    errors, noise = [], 0.0
    for seed in range(25):
        y, score, truth, judged = simulate(sampling, known_negatives=False, seed=seed)
        recall, precision = true.recall_score(truth, judged > 2.5), true.precision_score(truth, judged > 2.5)
        errors.append(pu_precision(y, score > 2.5, prior=PRIOR, sampling=sampling) - precision)
        noise = precision * np.sqrt((1 - recall) / recall / np.sum(y == 1))
    assert abs(np.mean(errors)) < 4 * noise / 5
    assert np.std(errors) < 1.5 * noise


def test_the_wrong_scheme_is_visibly_wrong():
    y, score, truth, judged = simulate("one", known_negatives=False)
    assert abs(pu_auc(y, score, prior=PRIOR, sampling="two") - true.roc_auc_score(truth, judged)) > 0.02


def test_negatives_that_were_not_labelled_at_random_still_give_the_true_area():
    y, score, truth, judged = simulate("one", known_negatives=False)
    y[~truth & (score < -1)] = 0  # only easy negatives were labelled
    assert pu_auc(y, score, prior=PRIOR) == pytest.approx(true.roc_auc_score(truth, judged), abs=0.02)


@pytest.mark.parametrize("seed", range(20))
def test_with_every_positive_labelled_all_estimates_equal_the_supervised_ones(seed):
    rng = np.random.default_rng(seed)
    truth = np.r_[True, False, rng.random(28) < 0.4]
    score = np.round(rng.normal(size=30) + truth, 1)
    called, prior = score > 0.5, truth.mean()
    y = truth.astype(int)
    assert pu_precision(y, called, prior=prior) == pytest.approx(true.precision_score(truth, called, zero_division=0))
    assert pu_f1(y, called, prior=prior) == pytest.approx(true.f1_score(truth, called, zero_division=0))
    assert pu_accuracy(y, called, prior=prior) == pytest.approx(true.accuracy_score(truth, called))
    assert pu_auc(y, score, prior=prior) == pytest.approx(true.roc_auc_score(truth, score))
    average = true.average_precision_score(truth, score)
    assert pu_average_precision(y, score, prior=prior) == pytest.approx(average)


@pytest.mark.parametrize("seed", range(5))
def test_a_labelled_half_equal_to_the_hidden_half_gives_the_exact_truth(seed):
    rng = np.random.default_rng(seed)
    once = np.round(rng.normal(size=20) + 1, 1)
    score = np.r_[once, once, np.round(rng.normal(size=60), 1)]  # labelled, hidden, negative
    truth = np.repeat([True, False], [40, 60])
    y = np.repeat([1, 0], [20, 80])
    assert pu_auc(y, score, prior=0.4) == pytest.approx(true.roc_auc_score(truth, score))
    assert pu_average_precision(y, score, prior=0.4) == pytest.approx(true.average_precision_score(truth, score))
    assert pu_f1(y, score > 0.5, prior=0.4) == pytest.approx(true.f1_score(truth, score > 0.5))


def test_share_in_unlabeled_counts_the_positives_that_are_left():
    assert positive_share_in_unlabeled(0.3, 10, 90) == pytest.approx(20 / 90)
    assert positive_share_in_unlabeled(0.1, 10, 90) == 0
    assert positive_share_in_unlabeled(0.3, 10, 90, sampling="two") == 0.3


def test_less_than_a_row_too_few_is_rounding_and_more_is_an_error():
    assert positive_share_in_unlabeled(0.205, 21, 79) == 0
    with pytest.raises(InputError, match=r"prior=0.1 means 10 positives among 100 rows, but 20 are labelled already"):
        positive_share_in_unlabeled(0.1, 20, 80)


def test_a_prior_that_leaves_no_negatives_is_an_error():
    with pytest.raises(InputError, match="no negatives to outrank"):
        pu_auc([1, 0, 0], [3, 2, 1], prior=1.0)
