from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from onesided.exceptions import InputError
from onesided.metrics import pu_auc, pu_f1, pu_precision, pu_recall
from onesided.prior import auc_quality, cut_quality, estimate_prior


@pytest.mark.parametrize("sampling", ["one", "two"])
def test_estimates_are_those_of_the_metrics(sample, sampling):
    _, labelled, scores = sample
    found = estimate_prior(labelled, scores, sampling=sampling, panel=False)
    quality = cut_quality(labelled, scores, 1.0, found)
    given = {"prior": found.prior, "sampling": sampling}
    assert quality.recall == pytest.approx(pu_recall(labelled, scores > 1.0))
    assert quality.precision == pytest.approx(pu_precision(labelled, scores > 1.0, **given))
    assert quality.f1 == pytest.approx(pu_f1(labelled, scores > 1.0, **given))
    assert auc_quality(labelled, scores, found)[0] == pytest.approx(pu_auc(labelled, scores, **given))


def test_the_truth_lies_in_the_intervals(sample):
    truth, labelled, scores = sample
    found = estimate_prior(labelled, scores, panel=False)
    quality = cut_quality(labelled, scores, 1.2, found)
    called = scores > 1.2
    hits = called & ~labelled
    assert called[truth].mean() in quality.recall_interval
    assert truth[called].mean() in quality.precision_interval
    assert truth[hits].mean() in quality.precision_in_unlabeled_interval
    assert np.count_nonzero(truth & hits) in quality.n_found_interval
    assert quality.n_called == np.count_nonzero(hits)
    assert roc_auc_score(truth, scores) in auc_quality(labelled, scores, found)[1]


def test_several_cuts_at_once_equal_one_at_a_time(sample):
    _, labelled, scores = sample
    found = estimate_prior(labelled, scores, panel=False)
    cuts = [-10.0, 0.0, 1.0, 2.0, 10.0]
    together = cut_quality(labelled, scores, cuts, found)
    for place, cut in enumerate(cuts):
        alone = cut_quality(labelled, scores, cut, found)
        assert together.f1[place] == pytest.approx(alone.f1)
        assert together.precision_interval[place].high == pytest.approx(alone.precision_interval.high)
        assert together.n_called[place] == alone.n_called


def test_cuts_beyond_the_scores_are_answered(sample):
    _, labelled, scores = sample
    found = estimate_prior(labelled, scores, panel=False)
    none, everything = (cut_quality(labelled, scores, cut, found) for cut in (100.0, -100.0))
    assert (none.recall, none.n_called, none.f1) == (0, 0, 0)
    assert everything.recall == 1
    assert everything.precision == pytest.approx(found.prior)


def test_fewer_positives_make_wider_intervals(sample):
    _, labelled, scores = sample
    few = labelled & (np.cumsum(labelled) <= 30)
    kept = few | ~labelled
    wide = cut_quality(few[kept], scores[kept], 1.0, estimate_prior(few[kept], scores[kept], panel=False))
    narrow = cut_quality(labelled, scores, 1.0, estimate_prior(labelled, scores, panel=False))
    assert wide.recall_interval.width > 3 * narrow.recall_interval.width
    assert wide.precision_interval.width > narrow.precision_interval.width


def test_known_negatives_above_the_cut_lower_the_precision(sample):
    truth, labelled, scores = sample
    y = np.where(labelled, 1, -1)
    known = np.flatnonzero(~truth)[:1000]
    y[known] = 0
    found = estimate_prior(y, scores, panel=False)
    quality = cut_quality(y, scores, 1.0, found)
    assert truth[scores > 1.0].mean() in quality.precision_interval
    assert quality.precision == pytest.approx(pu_precision(y, (scores > 1.0).astype(int), prior=found.prior), rel=0.05)


def test_a_cut_that_is_no_number_is_refused(sample):
    _, labelled, scores = sample
    with pytest.raises(InputError, match="threshold"):
        cut_quality(labelled, scores, np.nan, estimate_prior(labelled, scores, panel=False))


def test_intervals_cover_with_some_thirty_positives(make_normals):
    covered = {"recall": [], "precision": [], "f1": []}
    for seed in range(40):
        truth, labelled, scores = make_normals(4000, 0.25, 0.03, (1.0, 2.0, 3.0)[seed % 3], seed)
        quality = cut_quality(labelled, scores, 1.5, estimate_prior(labelled, scores, panel=False))
        called = scores > 1.5
        recall, precision = called[truth].mean(), truth[called].mean()
        facts = {"recall": recall, "precision": precision, "f1": 2 * recall * precision / (recall + precision)}
        for name, value in facts.items():
            covered[name].append(value in getattr(quality, name + "_interval"))
    for name, hits in covered.items():
        assert np.mean(hits) >= 0.875, name  # 35 of 40: below, a true coverage of 0.95 is ruled out


def test_a_larger_share_never_lowers_precision_or_f(sample):
    _, labelled, scores = sample
    found = estimate_prior(labelled, scores, panel=False)
    more = replace(found, share_in_unlabeled=0.9)
    low, high = (cut_quality(labelled, scores, 1.5, estimate) for estimate in (found, more))
    assert high.precision >= low.precision
    assert high.f1 >= low.f1
