import numpy as np
import pytest

from onesided.exceptions import InputError
from onesided.prior import Audit, audit_cut_quality, audits_needed, draw_audit, estimate_from_audit


@pytest.fixture(scope="module")
def biased():
    """Only the easy positives are labelled: every assumption about labelling fails."""
    rng = np.random.default_rng(0)
    truth = rng.random(8000) < 0.25
    scores = rng.normal(1.5 * truth, 1)
    return truth, truth & (scores > 2), scores


@pytest.mark.parametrize("n_strata", [1, 3])
def test_the_estimate_of_an_audit_is_unbiased_however_positives_were_labelled(biased, n_strata):
    truth, labelled, scores = biased
    hidden = np.count_nonzero(truth & ~labelled)
    estimates = []
    for seed in range(150):
        audit = draw_audit(labelled, scores, 80, n_strata=n_strata, random_state=seed)
        estimates.append(estimate_from_audit(labelled, scores, audit, truth[audit.rows]).n_hidden)
    error = np.std(estimates) / np.sqrt(len(estimates))
    assert np.mean(estimates) == pytest.approx(hidden, abs=4 * error)


def test_intervals_of_audits_cover(biased):
    truth, labelled, scores = biased
    called = scores > 1.0
    facts = {
        "n_hidden": np.count_nonzero(truth & ~labelled),
        "recall": called[truth].mean(),
        "precision": truth[called].mean(),
    }
    covered = {name: [] for name in facts}
    for seed in range(100):
        audit = draw_audit(labelled, scores, 80, threshold=1.0, random_state=seed)
        found = estimate_from_audit(labelled, scores, audit, truth[audit.rows])
        quality = audit_cut_quality(labelled, scores, audit, truth[audit.rows], 1.0)
        covered["n_hidden"].append(facts["n_hidden"] in found.n_hidden_interval)
        covered["recall"].append(facts["recall"] in quality.recall_interval)
        covered["precision"].append(facts["precision"] in quality.precision_interval)
    for name, hits in covered.items():
        assert np.mean(hits) >= 0.9, name


def test_an_audit_of_every_row_leaves_no_doubt(biased):
    truth, labelled, scores = (part[:500] for part in biased)
    audit = draw_audit(labelled, scores, np.count_nonzero(~labelled), random_state=0)
    found = estimate_from_audit(labelled, scores, audit, truth[audit.rows])
    quality = audit_cut_quality(labelled, scores, audit, truth[audit.rows], 0.7)
    assert found.n_hidden == pytest.approx(np.count_nonzero(truth & ~labelled))
    assert found.n_hidden_interval.width == pytest.approx(0, abs=1e-6)
    assert quality.recall == pytest.approx(np.mean(scores[truth] > 0.7))
    assert quality.precision == pytest.approx(truth[scores > 0.7].mean())


def test_the_draw_has_its_seed_and_takes_unlabeled_rows_once(biased):
    _, labelled, scores = biased
    one, again, other = (draw_audit(labelled, scores, 60, random_state=seed) for seed in (1, 1, 2))
    assert one.rows.tolist() == again.rows.tolist() != other.rows.tolist()
    assert len(set(one.rows)) == 60
    assert not labelled[one.rows].any()


def test_chances_of_inclusion_are_those_of_the_draw(biased):
    _, labelled, scores = (part[:300] for part in biased)
    drawn, chance = np.zeros(300), np.zeros(300)
    for seed in range(200):
        audit = draw_audit(labelled, scores, 30, random_state=seed)
        drawn[audit.rows] += 1 / 200
        chance[audit.rows] = audit.inclusion
    assert drawn[~labelled] == pytest.approx(chance[~labelled], abs=0.15)
    assert np.sum(1 / audit.inclusion) == pytest.approx(np.count_nonzero(~labelled), rel=1e-9)


def test_a_design_of_ones_own_is_weighted_by_its_chances(biased):
    truth, labelled, scores = biased
    rng = np.random.default_rng(0)
    pool = np.flatnonzero(~labelled)
    chance = np.where(scores[pool] > 1, 0.2, 0.02)
    estimates = []
    for _ in range(200):
        drawn = rng.random(len(pool)) < chance
        audit = Audit(pool[drawn], chance[drawn], np.array([]))
        estimates.append(estimate_from_audit(labelled, scores, audit, truth[audit.rows]).n_hidden)
    assert np.mean(estimates) == pytest.approx(np.count_nonzero(truth & ~labelled), rel=0.05)


def test_strata_narrow_the_interval_of_the_precision(sample):
    truth, labelled, scores = sample
    widths = [
        np.median(
            [
                audit_cut_quality(labelled, scores, audit, truth[audit.rows], 1.0).precision_interval.width
                for seed in range(30)
                for audit in [draw_audit(labelled, scores, 100, n_strata=n_strata, threshold=1.0, random_state=seed)]
            ]
        )
        for n_strata in (1, 3)
    ]
    assert widths[1] < 0.9 * widths[0]


def test_the_number_of_audits_is_the_smallest_that_suffices():
    from onesided.prior import share_interval

    n = audits_needed(0.15, share=0.2)
    assert share_interval(0.2 * n, n).width <= 0.15 < share_interval(0.2 * (n - 1), n - 1).width
    assert audits_needed(0.1) > audits_needed(0.2) > audits_needed(0.2, n_unlabeled=100)


def test_mistakes_are_named(biased):
    truth, labelled, scores = biased
    audit = draw_audit(labelled, scores, 20, random_state=0)
    with pytest.raises(InputError, match="cannot be drawn"):
        draw_audit(labelled, scores, 10**6)
    with pytest.raises(InputError, match="20 rows were drawn"):
        estimate_from_audit(labelled, scores, audit, truth[:19])
    with pytest.raises(InputError, match="labelled in y"):
        estimate_from_audit(labelled | (np.arange(8000) == audit.rows[0]), scores, audit, truth[audit.rows])
    with pytest.raises(InputError, match="width"):
        audits_needed(2.0)
