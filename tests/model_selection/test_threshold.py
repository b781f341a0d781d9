import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics import error_frequency_sum, lee_liu_score, pu_f1
from onesided.model_selection import best_threshold


@st.composite
def folded_rows(draw):
    """Labels, scores with ties, weights and folds, each fold with a positive and an unlabeled row."""
    n_folds = draw(st.integers(1, 3))
    extra = draw(st.lists(st.tuples(st.sampled_from([1, 0, -1]), st.integers(0, n_folds - 1)), max_size=12))
    pairs = [(code, fold) for fold in range(n_folds) for code in (1, 0)] + extra
    codes, folds = map(np.array, zip(*pairs, strict=True))
    scores = np.array(draw(st.lists(st.integers(-3, 3), min_size=len(codes), max_size=len(codes)))) / 4
    weights = np.array(draw(st.lists(st.integers(1, 3), min_size=len(codes), max_size=len(codes))), dtype=float)
    return Labels(codes.astype(np.int8), np.array([0, 1])), scores, weights, folds


def every_cut(scores):
    return [scores.min() - 1, *np.unique(scores)]


def mean_over_folds(metric, labels, scores, weights, folds, threshold, **options):
    each = [
        metric(labels.take(folds == k), scores[folds == k] > threshold, sample_weight=weights[folds == k], **options)
        for k in np.unique(folds)
    ]
    return np.mean(each)


@given(folded_rows(), st.sampled_from(["one", "two"]))
def test_no_cut_has_a_larger_mean_criterion_over_the_folds(rows, sampling):
    labels, scores, weights, folds = rows
    found = best_threshold(labels, scores, folds=folds, sampling=sampling, sample_weight=weights)
    slow = [mean_over_folds(lee_liu_score, *rows, t, sampling=sampling) for t in every_cut(scores)]
    here = mean_over_folds(lee_liu_score, *rows, found.threshold, sampling=sampling)
    assert found.value == pytest.approx(max(slow))
    assert here == pytest.approx(max(slow))
    assert found.n_called_positive == np.sum(scores > found.threshold)


@given(folded_rows())
def test_no_cut_has_a_smaller_sum_of_error_frequencies(rows):
    labels, scores, weights, folds = rows
    found = best_threshold(labels, scores, folds=folds, criterion="error_frequency_sum", sample_weight=weights)
    slow = [mean_over_folds(error_frequency_sum, *rows, t) for t in every_cut(scores)]
    assert found.value == pytest.approx(min(slow))
    assert mean_over_folds(error_frequency_sum, *rows, found.threshold) == pytest.approx(min(slow))


@given(folded_rows())
def test_pooled_scores_are_one_fold(rows):
    labels, scores, weights, folds = rows
    pooled = best_threshold(labels, scores, sample_weight=weights)
    assert pooled == best_threshold(labels, scores, folds=np.zeros_like(folds), sample_weight=weights)


def test_a_function_of_recall_and_share_called_can_be_the_criterion():
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], [50, 450])
    scores = rng.normal(size=500) + 1.5 * (np.arange(500) < 100)
    found = best_threshold(y, scores, criterion=lambda r, q: 2 * 0.2 * r / (0.2 + q))
    slow = [pu_f1(y, scores > t, prior=0.2) for t in every_cut(scores)]
    assert found.value == pytest.approx(max(slow))


def test_the_threshold_of_float32_scores_cuts_them_as_it_was_found():
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], [20, 200])
    scores = (1 + 1e-6 * rng.normal(size=220)).astype(np.float32)  # neighbouring floats
    found = best_threshold(y, scores)
    assert found.value == lee_liu_score(y, scores > found.threshold)
    assert found.value == lee_liu_score(y, scores.astype(float) > found.threshold)


def test_a_confidence_bound_is_not_lured_by_a_single_positive_on_top():
    scores = np.r_[10.0, np.linspace(2.4, 2.8, 9), np.linspace(-5, 2.9, 4990)]
    labels = Labels.of_pools(10, 4990)
    assert best_threshold(labels, scores).recall == pytest.approx(0.1)
    assert best_threshold(labels, scores, confidence=0.9).recall > 0.8


def test_confidence_of_a_half_is_the_recall_itself():
    rng = np.random.default_rng(1)
    labels, scores = Labels.of_pools(10, 90), rng.normal(size=100)
    assert best_threshold(labels, scores, confidence=0.5).threshold == best_threshold(labels, scores).threshold


def test_equal_scores_give_one_cut_that_calls_everything():
    found = best_threshold([1, 0, 0], [2.0, 2.0, 2.0])
    assert (found.n_called_positive, found.threshold < 2, found.value) == (3, True, 1.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"folds": [0, 0, 0, 1]}, "no positive row in fold 1"),
        ({"folds": [0, 1, 0, 0]}, "no unlabeled row in fold 1"),
        ({"folds": [0, 1]}, "4 rows"),
        ({"criterion": "f1"}, "criterion='f1'"),
        ({"confidence": 1.2}, "confidence=1.2"),
        ({"sampling": "three"}, "sampling='three'"),
    ],
)
def test_mistakes_are_named(options, message):
    sampling = {"sampling": "two", **options}
    with pytest.raises(InputError, match=message):
        best_threshold([1, 1, 0, 0], [4, 3, 2, 1], **sampling)
