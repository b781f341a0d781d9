import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesided.datasets.hide_labels import hide_labels
from onesided.exceptions import InputError


def truth(n_positive, n_negative):
    return np.repeat([1, 0], [n_positive, n_negative])


@given(st.integers(1, 60), st.integers(0, 60), st.floats(0.05, 1), st.integers(0, 99))
def test_exactly_the_rounded_share_of_positives_is_labelled(n_positive, n_negative, share, seed):
    y = truth(n_positive, n_negative)
    expected = np.rint(n_positive * share)
    if expected == 0:
        with pytest.raises(InputError, match="labels no row"):
            hide_labels(y, share, random_state=seed)
        return
    y_pu = hide_labels(y, share, random_state=seed)
    assert y_pu.sum() == expected
    assert not np.any(y_pu[y == 0])


def test_at_random_every_positive_is_labelled_equally_often():
    y = truth(20, 5)
    often = np.mean([hide_labels(y, 0.3, random_state=seed) for seed in range(2000)], axis=0)
    assert np.abs(often[:20] - 0.3).max() < 5 * np.sqrt(0.3 * 0.7 / 2000)


def test_biased_labels_follow_the_scores_and_keep_the_frequency():
    rng = np.random.default_rng(0)
    y, scores = truth(20_000, 20_000), rng.normal(size=40_000)
    y_pu = hide_labels(y, 0.2, mechanism="biased", scores=scores, strength=2, random_state=0)
    assert abs(y_pu.sum() - 4000) <= 1
    labelled, hidden = scores[y_pu == 1], scores[(y == 1) & (y_pu == 0)]
    assert labelled.mean() - hidden.mean() > 1
    flat = hide_labels(y, 0.2, mechanism="biased", scores=scores, strength=0, random_state=0)
    assert abs(scores[flat == 1].mean()) < 0.1


def test_biased_odds_grow_by_the_stated_strength():
    # Two values of the score, one deviation above and below the mean: log odds must differ by 2 * strength.
    y, scores = truth(40_000, 10), np.resize([0.0, 1.0], 40_010)
    y_pu = hide_labels(y, 0.4, mechanism="biased", scores=scores, strength=0.7, random_state=1)[:40_000]
    low, high = y_pu[0::2].mean(), y_pu[1::2].mean()
    assert np.log(high / (1 - high)) - np.log(low / (1 - low)) == pytest.approx(1.4, abs=0.08)


def test_one_sample_takes_positives_out_of_the_pile_and_two_samples_keep_the_prior():
    y = truth(4000, 8000)
    one = hide_labels(y, 0.5, random_state=0)
    assert y[one == 0].mean() == pytest.approx(2000 / 10_000)
    two, rows = hide_labels(y, 0.5, sampling="two", random_state=0)
    assert y[rows][two == 0].mean() == pytest.approx(1 / 3)
    assert np.all(np.diff(rows) > 0)
    assert two.sum() == 2000


def test_same_seed_same_labels_and_the_global_state_is_untouched():
    y = truth(50, 50)
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    assert np.array_equal(hide_labels(y, random_state=3), hide_labels(y, random_state=3))
    assert not np.array_equal(hide_labels(y, random_state=3), hide_labels(y, random_state=4))
    assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"label_frequency": 0}, "label_frequency=0"),
        ({"label_frequency": 1.5}, "label_frequency=1.5"),
        ({"mechanism": "sar"}, "mechanism='sar'"),
        ({"sampling": 2}, "sampling=2"),
        ({"mechanism": "biased"}, "needs scores="),
        ({"mechanism": "biased", "scores": [1.0]}, "20 rows"),
        ({"mechanism": "biased", "scores": [np.nan] * 20}, "NaN"),
        ({"label_frequency": 0.01}, "labels no row"),
        ({"label_frequency": 1, "sampling": "two"}, "no unlabeled row"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(InputError, match=message):
        hide_labels(truth(10, 10), **options)


def test_pos_label_says_which_class_is_positive():
    y_pu = hide_labels(["spam", "ham", "spam", "ham"], 1.0, pos_label="spam")
    assert y_pu.tolist() == [1, 0, 1, 0]
