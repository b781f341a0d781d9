import numpy as np
import pytest

from onesided.exceptions import InputError
from onesided.metrics import positive_share_in_unlabeled
from onesided.prior import METHODS, estimate_prior, odds_floor, share_upper_bound


def test_the_prior_and_the_number_hidden_lie_in_their_intervals(sample):
    truth, labelled, scores = sample
    found = estimate_prior(labelled, scores)
    assert truth.mean() in found.prior_interval
    assert np.count_nonzero(truth & ~labelled) in found.n_hidden_interval
    assert found.prior == pytest.approx(0.3, abs=0.03)
    assert found.can_tell


def test_prior_share_and_number_hidden_say_the_same(sample):
    _, labelled, scores = sample
    one = estimate_prior(labelled, scores, sampling="one", panel=False)
    two = estimate_prior(labelled, scores, sampling="two", panel=False)
    assert one.share_in_unlabeled == two.share_in_unlabeled == two.prior
    assert one.n_hidden == pytest.approx(one.share_in_unlabeled * one.n_unlabeled)
    back = positive_share_in_unlabeled(one.prior, one.n_positive, one.n_unlabeled, "one")
    assert back == pytest.approx(one.share_in_unlabeled)
    assert one.label_frequency == pytest.approx(0.4, abs=0.05)


def test_intervals_cover_over_many_data_sets(make_normals):
    covered = []
    for seed in range(30):
        truth, labelled, scores = make_normals(3000, 0.1 + 0.01 * seed, 0.3, (1.0, 2.0)[seed % 2], seed)
        found = estimate_prior(labelled, scores, panel=False)
        covered.append(np.count_nonzero(truth & ~labelled) in found.n_hidden_interval)
    assert np.mean(covered) >= 0.9


def test_more_positives_make_a_narrower_interval(make_normals):
    widths = [
        estimate_prior(*make_normals(20_000, 0.3, c, 2.0, 0)[1:], panel=False).share_interval.width for c in (0.02, 0.5)
    ]
    assert widths[1] < widths[0] / 2


def test_an_increasing_change_of_the_scores_changes_nothing(sample):
    _, labelled, scores = sample
    plain, bent = (estimate_prior(labelled, s) for s in (scores, np.exp(3 * scores)))
    assert bent.share_in_unlabeled == pytest.approx(plain.share_in_unlabeled, abs=1e-9)
    for a, b in zip(plain.panel, bent.panel, strict=True):
        assert b.share_in_unlabeled == pytest.approx(a.share_in_unlabeled, abs=1e-9)


@pytest.mark.parametrize(("positive", "other"), [(1, -1), ("P", "U"), (True, False), (1.0, np.nan)])
def test_every_label_code_gives_the_same_answer(sample, positive, other):
    _, labelled, scores = sample
    y = np.array([positive if one else other for one in labelled[:3000]])
    assert estimate_prior(y, scores[:3000], panel=False).prior == pytest.approx(
        estimate_prior(labelled[:3000].astype(int), scores[:3000], panel=False).prior
    )


def test_useless_scores_and_few_positives_cannot_tell():
    rng = np.random.default_rng(0)
    found = estimate_prior(np.arange(2000) < 8, rng.normal(size=2000))
    assert not found.can_tell
    assert any("Cannot tell yet" in note for note in found.notes)
    assert found.share_interval.width > 0.3


def test_every_estimate_states_the_bound_that_needs_no_assumption(sample):
    truth, labelled, scores = sample
    found = estimate_prior(labelled, scores, panel=False)
    assert truth[~labelled].mean() <= found.share_upper_bound
    assert found.share_interval.high <= found.share_upper_bound
    assert any("no lower bound" in note for note in found.notes)


def test_a_panel_that_disagrees_says_so(make_normals):
    _, labelled, scores = make_normals(20_000, 0.2, 0.5, 1.0, 0)
    found = estimate_prior(labelled, scores, panel=("elkan_noto_e1",))
    assert not found.agree
    assert any("disagree" in note and "elkan_noto_e1" in note for note in found.notes)


@pytest.mark.parametrize("method", ["best_bin", "dedpul"])
def test_other_methods_have_a_bootstrap_interval(sample, method):
    _, labelled, scores = sample
    found = estimate_prior(labelled, scores, method=method, n_bootstrap=20, panel=False, random_state=0)
    again = estimate_prior(labelled, scores, method=method, n_bootstrap=20, panel=False, random_state=0)
    assert found.method == method
    assert found.share_interval.low <= found.share_in_unlabeled <= found.share_interval.high
    assert 0 < found.share_interval.width < 0.3
    assert again.share_interval == found.share_interval


def test_known_negatives_count_in_the_population_of_one_sample(sample):
    truth, labelled, scores = sample
    y = np.where(labelled, 1, -1)
    y[np.flatnonzero(~truth)[:500]] = 0
    found = estimate_prior(y, scores, panel=False)
    assert found.n_negative == 500
    assert truth.mean() in found.prior_interval


@pytest.mark.parametrize("scores", [np.zeros(100), np.r_[np.ones(30), np.zeros(70)]])
def test_tied_scores_give_an_answer_without_warnings(scores):
    found = estimate_prior(np.arange(100) < 20, scores)
    assert 0 <= found.share_interval.low <= found.share_in_unlabeled <= found.share_interval.high <= 1


def test_the_upper_bound_holds_for_any_negatives():
    rng = np.random.default_rng(0)
    holds = []
    for seed in range(100):
        positive, hidden = rng.normal(2, 1, 200), rng.normal(2, 1, 300)
        negative = rng.normal(0, 2, 700) if seed % 2 else rng.normal(2, 1, 700)  # the latter just like positives
        holds.append(share_upper_bound(positive, np.r_[hidden, negative]) >= 0.3)
    assert np.mean(holds) >= 0.95


def test_negatives_that_look_like_positives_only_raise_the_estimate():
    rng = np.random.default_rng(0)
    found = odds_floor(rng.normal(2, 1, 500), np.r_[rng.normal(2, 1, 1000), rng.normal(0, 1, 1000)])
    assert 0.5 in found.interval  # 300 real positives and 700 that only look so: no telling


def test_mistakes_are_named(sample):
    _, labelled, scores = sample
    with pytest.raises(InputError, match="method='magic'"):
        estimate_prior(labelled, scores, method="magic")
    with pytest.raises(InputError, match="sampling='three'"):
        estimate_prior(labelled, scores, sampling="three")
    with pytest.raises(InputError, match="'magic'"):
        estimate_prior(labelled, scores, panel=("magic",))
    with pytest.raises(InputError, match="NaN or infinity"):
        estimate_prior(labelled, np.where(labelled, np.nan, scores))
    with pytest.raises(InputError, match="no unlabeled row"):
        estimate_prior(["pos", "neg", "neg"], [1.0, 2.0, 3.0])


def test_all_methods_are_shares(sample):
    _, labelled, scores = sample
    for name, method in METHODS.items():
        assert 0 <= method(scores[labelled][:300], scores[~labelled][:600]) <= 1, name


def test_negatives_that_do_not_thin_out_at_the_top_are_noticed():
    rng = np.random.default_rng(0)
    scores = np.r_[rng.normal(1, 1, 1000), rng.normal(1, 1, 1000), rng.normal(0, 3, 6000)]
    found = estimate_prior(np.arange(8000) < 1000, scores, panel=False)
    assert not found.can_tell
    assert any("do not thin out" in note for note in found.notes)


def test_no_rise_is_seen_where_there_is_none(make_normals):
    alarms = 0
    for seed in range(60):
        _, labelled, scores = make_normals(3000, 0.3, 0.5, 4.0, seed)
        alarms += any("thin out there" in note for note in estimate_prior(labelled, scores, panel=False).notes)
    assert alarms <= 1


def test_typical_known_negatives_are_heard_in_the_panel(sample):
    truth, labelled, scores = sample
    y = np.where(labelled, 1, -1)
    y[np.flatnonzero(~truth)[:400]] = 0
    said = {entry.method: entry.prior for entry in estimate_prior(y, scores).panel}
    assert said["known_negatives"] == pytest.approx(truth.mean(), abs=0.03)


def test_an_estimate_of_a_small_share_is_resolved(make_normals):
    truth, labelled, scores = make_normals(100_000, 0.01, 0.5, 3.0, 0)
    found = estimate_prior(labelled, scores, panel=False)
    assert np.count_nonzero(truth & ~labelled) in found.n_hidden_interval
    assert found.share_interval.low < found.share_in_unlabeled < found.share_interval.high
    assert found.share_interval.width < 0.01


def test_an_unlabeled_pile_without_positives_is_told(make_normals):
    _, labelled, scores = make_normals(5000, 0.3, 1.0, 3.0, 0)
    found = estimate_prior(labelled, scores, panel=False)
    assert found.share_interval.low < 0.002
    assert found.share_in_unlabeled < 0.02


@pytest.mark.parametrize(("n", "prior", "distance"), [(3000, 0.4, 1.0), (20_000, 0.02, 2.0), (20_000, 0.5, 4.0)])
def test_the_grid_of_shares_is_fine_enough(make_normals, n, prior, distance):
    _, labelled, scores = make_normals(n, prior, 0.3, distance, 0)
    found = odds_floor(scores[labelled], scores[~labelled])
    inside = np.count_nonzero((found.shares >= found.interval.low) & (found.shares <= found.interval.high))
    assert inside >= 8
    assert np.diff(found.shares).max() <= found.interval.width / 7
