"""Criteria against sums over rows written out one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesided.exceptions import InputError
from onesided.labels import Labels
from onesided.metrics import (
    error_frequency_sum,
    lee_liu_curve,
    lee_liu_score,
    pu_accuracy,
    pu_auc,
    pu_f1,
    pu_precision,
    pu_recall,
)


@st.composite
def scored_rows(draw):
    """Codes (1, 0, -1 for P, U, N), scores with many ties, and weights; P and U are never empty."""
    extra = draw(st.lists(st.sampled_from([1, 0, -1]), max_size=15))
    codes = np.array([1, 0, *extra], dtype=np.int8)
    n = len(codes)
    scores = np.array(draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n)), dtype=float) / 3
    weights = np.array(draw(st.lists(st.integers(1, 4), min_size=n, max_size=n)), dtype=float)
    return Labels(codes, np.array([0, 1])), scores, weights


def slow_rates(labels, called, weights, sampling):
    hit = sum(w for c, f, w in zip(labels.codes, called, weights, strict=True) if c == 1 and f)
    all_positive = sum(w for c, w in zip(labels.codes, weights, strict=True) if c == 1)
    inside = [sampling == "one" or c == 0 for c in labels.codes]
    hit_all = sum(w for i, f, w in zip(inside, called, weights, strict=True) if i and f)
    return hit / all_positive, hit_all / sum(w for i, w in zip(inside, weights, strict=True) if i)


@given(scored_rows(), st.sampled_from(["one", "two"]), st.floats(-1, 1))
def test_lee_liu_is_squared_recall_over_the_share_called_positive(rows, sampling, threshold):
    labels, scores, weights = rows
    called = scores > threshold
    r, q = slow_rates(labels, called, weights, sampling)
    expected = 0.0 if q == 0 else r * r / q
    assert lee_liu_score(labels, called, sampling=sampling, sample_weight=weights) == pytest.approx(expected)


@given(scored_rows(), st.sampled_from(["one", "two"]), st.booleans())
def test_the_curve_holds_the_score_of_every_cut(rows, sampling, single):
    labels, scores, weights = rows
    scores = scores.astype(np.float32) if single else scores
    thresholds, values = lee_liu_curve(labels, scores, sampling=sampling, sample_weight=weights)
    assert thresholds.dtype == scores.dtype
    assert len(thresholds) == len(np.unique(scores)) + 1
    sets = {tuple(scores > t) for t in thresholds}
    assert len(sets) == len(thresholds)  # every cut is another set of rows
    slow = [lee_liu_score(labels, scores > t, sampling=sampling, sample_weight=weights) for t in thresholds]
    np.testing.assert_allclose(values, slow, rtol=1e-12)


def test_a_cut_between_neighbouring_floats_still_splits_them():
    low = np.float64(1.0)
    scores = np.array([low, np.nextafter(low, 2)])
    thresholds, _ = lee_liu_curve([0, 1], scores)
    assert (scores > thresholds[1]).tolist() == [False, True]


@given(scored_rows(), st.sampled_from(["one", "two"]))
def test_auc_is_the_share_of_pairs_in_order_with_ties_half(rows, sampling):
    labels, scores, weights = rows
    won = whole = 0.0
    for i in np.flatnonzero(labels.codes == 1):
        for j in np.flatnonzero(labels.codes != 1 if sampling == "one" else labels.codes == 0):
            pair = weights[i] * weights[j]
            whole += pair
            won += pair * (1.0 if scores[i] > scores[j] else 0.5 if scores[i] == scores[j] else 0.0)
    assert pu_auc(labels, scores, sampling=sampling, sample_weight=weights) == pytest.approx(won / whole)


@given(scored_rows(), st.floats(-1, 1))
def test_error_frequencies_are_counted_on_each_side(rows, threshold):
    labels, scores, weights = rows
    called, positive = scores > threshold, labels.codes == 1
    expected = weights[positive & ~called].sum() / weights[positive].sum()
    expected += weights[~positive & called].sum() / weights[~positive].sum()
    assert error_frequency_sum(labels, called, sample_weight=weights) == pytest.approx(expected)


@given(scored_rows(), st.floats(-1, 1), st.sampled_from(["one", "two"]))
def test_whole_weights_equal_repeated_rows(rows, threshold, sampling):
    labels, scores, weights = rows
    again = np.repeat(np.arange(len(scores)), weights.astype(int))
    for metric, options in [
        (lee_liu_score, {}),
        (pu_precision, {"prior": 0.9}),
        (pu_f1, {"prior": 0.9}),
        (pu_accuracy, {"prior": 0.9}),
    ]:
        weighted = metric(labels, scores > threshold, sample_weight=weights, sampling=sampling, **options)
        repeated = metric(labels.take(again), (scores > threshold)[again], sampling=sampling, **options)
        assert weighted == pytest.approx(repeated)


CODES = {
    "1/0": ([1, 1, 0, 0, 0], [1, 0, 1, 0, 0], None),
    "1/-1": ([1, 1, -1, -1, -1], [1, -1, 1, -1, -1], None),
    "booleans": ([True, True, False, False, False], [True, False, True, False, False], None),
    "missing": ([1, 1, np.nan, np.nan, np.nan], [1, 0, 1, 0, 0], None),
    "words": (["P", "P", "U", "U", "U"], ["P", "U", "P", "U", "U"], None),
    "reversed words": (["a", "a", "z", "z", "z"], ["a", "z", "a", "z", "z"], "a"),
    "numbers as text": (["1", "1", "0", "0", "0"], [1, 0, 1, 0, 0], None),
    "objects": (np.array([1, 1, None, None, None], dtype=object), np.array([1, 0, 1, 0, 0], dtype=object), None),
    "mask of predictions": (["P", "P", "U", "U", "U"], [True, False, True, False, False], None),
    "positives called False": ([False, False, True, True, True], [False, True, False, True, True], False),
}


@pytest.mark.parametrize("code", CODES)
def test_every_code_of_labels_and_predictions_reads_the_same(code):
    y, y_pred, pos_label = CODES[code]
    assert lee_liu_score(y, y_pred, pos_label=pos_label) == pytest.approx(0.25 / 0.4)
    assert pu_recall(y, y_pred, pos_label=pos_label) == 0.5


@pytest.mark.parametrize(("called", "score"), [(1, 1.0), (0, 0.0)])
def test_predictions_of_one_value_are_read_by_the_positive_value(called, score):
    assert lee_liu_score([1, 0, 0], [called] * 3) == score


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lee_liu_score([0, 0, 0], [1, 0, 0]), "PUStratifiedKFold"),
        (lambda: lee_liu_score(Labels(np.zeros(3, np.int8), np.array([0, 1])), [1, 0, 0]), "no positive row among 3"),
        (lambda: lee_liu_score([1, 0, 0], [0.3, 0.2, 0.1]), "looks like scores"),
        (lambda: lee_liu_score([1, 0, 0], [1, 0]), "3 rows"),
        (lambda: lee_liu_score([1, 0, 0], [1, 0, 0], sampling="both"), "sampling='both'"),
        (lambda: lee_liu_score([1, 0, 0], [1, 0, 0], sample_weight=[1, -1, 1]), "sample_weight"),
        (lambda: lee_liu_score([1, 0, 0], [1, 0, 0], sample_weight=[0, 1, 1]), "positives"),
        (lambda: pu_auc([1, 0, 0], [1, np.nan, 0]), "row 1"),
        (lambda: pu_auc([1, 0, 0], np.ones((3, 2))), "one score a row"),
        (lambda: pu_f1([1, 0, 0], [1, 0, 0], prior=1.5), "prior=1.5"),
    ],
)
def test_mistakes_are_named_with_their_remedy(call, message):
    with pytest.raises(InputError, match=message):
        call()
