import numpy as np
import pytest
from scipy.special import expit

from onesided.datasets import hide_labels, make_text
from onesided.exceptions import InputError
from onesided.prior.selection import MIN_POSITIVES, scar_test
from onesided.prior.two_logistics import fit_two_logistics


def two_classes(n, seed, n_features=3, distance=3.0, prior=0.3):
    rng = np.random.default_rng(seed)
    is_positive = rng.random(n) < prior
    X = rng.normal(size=(n, n_features))
    X[:, 0] += distance * is_positive
    return X, is_positive


def alarms(mechanism, seeds, **test_options):
    found = []
    for seed in seeds:
        X, is_positive = two_classes(2000, seed)
        y = hide_labels(is_positive, 0.4, mechanism=mechanism, scores=X[:, 1], strength=1.5, random_state=seed)
        found.append(scar_test(X, y, n_resamples=19, random_state=seed, **test_options).is_alarm)
    return sum(found)


def test_random_selection_is_seldom_called_biased():
    assert alarms("scar", range(20)) <= 3  # 1 expected; 4 or more would come once in 60 times


def test_bias_across_the_class_direction_is_found():
    assert alarms("biased", range(8)) >= 7


@pytest.mark.parametrize("is_biased", [False, True])
def test_sparse_text_is_judged_by_its_leading_directions(is_biased):
    X, _, truth = make_text(3000, 2000, prior=0.4, return_labels="both", random_state=0)
    common_words = np.asarray(X[:, np.argsort(X.sum(axis=0))[-20:]].sum(axis=1))
    mechanism = "biased" if is_biased else "scar"
    y = hide_labels(truth, 0.4, mechanism=mechanism, scores=common_words, strength=3.0, random_state=0)
    assert scar_test(X, y, n_resamples=19).is_alarm == is_biased


@pytest.mark.parametrize("is_biased", [False, True])
def test_same_seed_gives_the_same_answer(is_biased):
    X, is_positive = two_classes(1000, 0)
    y = is_positive & (X[:, 1] > 0) if is_biased else hide_labels(is_positive, 0.4, random_state=0)
    first, again = (scar_test(X, y, n_resamples=19, random_state=1) for _ in range(2))
    assert first == again
    assert first.is_alarm == is_biased


def test_scale_shift_and_rotation_of_the_features_do_not_matter():
    X, is_positive = two_classes(1500, 2)
    y = hide_labels(is_positive, 0.4, random_state=2)
    mixing = np.random.default_rng(0).normal(size=(3, 3))
    plain, mixed = (scar_test(rows, y, n_resamples=19) for rows in (X, 100 * X @ mixing + 7))
    assert mixed.n_confident == pytest.approx(plain.n_confident, rel=0.2)
    assert mixed.is_alarm == plain.is_alarm


def test_known_negatives_are_left_out():
    X, is_positive = two_classes(1000, 4)
    y = hide_labels(is_positive, 0.4, random_state=4).astype(float)
    y[y == 0] = np.nan
    known = np.flatnonzero(~is_positive)[:50]
    y_known = y.copy()
    y_known[known] = 0
    kept = np.setdiff1d(np.arange(1000), known)
    assert scar_test(X, y_known, n_resamples=19) == scar_test(X[kept], y[kept], n_resamples=19)


def test_scores_alone_are_one_column():
    X, is_positive = two_classes(1000, 5)
    y = hide_labels(is_positive, 0.4, random_state=5)
    assert scar_test(X[:, 0], y, n_resamples=19) == scar_test(X[:, :1], y, n_resamples=19)


def test_words_say_what_was_seen_and_what_to_do():
    X, is_positive = two_classes(1500, 6)
    fair = scar_test(X, hide_labels(is_positive, 0.4, random_state=6), n_resamples=19)
    biased = scar_test(X, is_positive & (X[:, 1] > 0), n_resamples=19)
    assert "no proof" in str(fair)
    assert "do not look like a random sample" in str(biased)
    assert all("draw_audit" in str(found) for found in (fair, biased))


@pytest.mark.parametrize(
    ("options", "message"),
    [({"level": 0}, "level"), ({"n_resamples": 10}, "n_resamples"), ({"n_components": 0}, "n_components")],
)
def test_impossible_options_are_named(options, message):
    X, is_positive = two_classes(300, 7)
    with pytest.raises(InputError, match=message):
        scar_test(X, is_positive, **options)


def test_too_few_positives_are_refused():
    X = np.random.default_rng(0).normal(size=(100, 2))
    with pytest.raises(InputError, match="too few"):
        scar_test(X, np.arange(100) < MIN_POSITIVES - 1)


def test_constant_features_are_refused():
    with pytest.raises(InputError, match="constant"):
        scar_test(np.ones((100, 2)), np.arange(100) < 50)


def test_the_fit_is_where_the_likelihood_is_flat():
    rng = np.random.default_rng(8)
    columns = np.column_stack([np.ones(3000), rng.normal(size=(3000, 2))])
    is_labelled = rng.random(3000) < expit(1.5 * columns[:, 2]) * expit(-1 + 2 * columns[:, 1])
    penalty = np.full(3, 0.1)
    model = fit_two_logistics(
        columns, columns, is_labelled, (penalty, penalty), (np.array([0, 0, 0.1]), np.array([0, 0.1, 0])), tol=1e-9
    )

    def objective(coefficients):
        g = expit(columns @ coefficients[:3]) * expit(columns @ coefficients[3:])
        return np.log(np.where(is_labelled, g, 1 - g)).sum() - 0.05 * coefficients @ coefficients

    found = np.concatenate([model.labelling, model.positive])
    assert model.log_likelihood == pytest.approx(objective(found))
    slopes = [(objective(found + 1e-5 * unit) - objective(found - 1e-5 * unit)) / 2e-5 for unit in np.eye(6)]
    np.testing.assert_allclose(slopes, 0, atol=0.01)
