"""Multinomial naive Bayes with fractional labels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB

from onesided.bayes.multinomial import column_sums, fit_counts, from_counts
from onesided.engine.rows import MemoryRows
from onesided.exceptions import InputError


@pytest.fixture
def counts():
    return np.random.default_rng(0).poisson(0.7, size=(60, 25)).astype(float)


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("smoothing", [1.0, 0.1])
def test_hard_labels_give_scikit_learns_multinomial_nb(counts, container, smoothing):
    labels = np.arange(60) % 3 == 0
    rows = MemoryRows(container(counts))
    model = fit_counts(rows, labels.astype(float), column_sums(rows), smoothing=smoothing)
    theirs = MultinomialNB(alpha=smoothing).fit(counts, labels)
    np.testing.assert_allclose(model.log_positive, theirs.feature_log_prob_[1], rtol=0, atol=1e-10)
    np.testing.assert_allclose(model.log_negative, theirs.feature_log_prob_[0], rtol=0, atol=1e-10)
    np.testing.assert_allclose(model.scores(rows), np.diff(theirs.predict_joint_log_proba(counts))[:, 0], atol=1e-10)


def test_fractional_labels_equal_a_row_on_both_sides_with_weights(counts):
    rng = np.random.default_rng(1)
    share, weights = rng.uniform(size=60), rng.uniform(0.1, 2, size=60)
    rows = MemoryRows(counts)
    model = fit_counts(rows, share, column_sums(rows, weights), weights=weights)
    theirs = MultinomialNB().fit(
        np.vstack([counts, counts]), np.repeat([True, False], 60),
        sample_weight=np.r_[weights * share, weights * (1 - share)],
    )  # fmt: skip
    np.testing.assert_allclose(model.scores(rows), np.diff(theirs.predict_joint_log_proba(counts))[:, 0], atol=1e-10)


def test_rows_of_weight_zero_are_left_out(counts):
    share, weights = np.linspace(0, 1, 60), np.repeat([1.0, 0.0], 30)
    everything, part = MemoryRows(counts), MemoryRows(counts[:30])
    model = fit_counts(everything, share, column_sums(everything, weights), weights=weights)
    expected = fit_counts(part, share[:30], column_sums(part))
    np.testing.assert_allclose(model.scores(everything), expected.scores(everything), atol=1e-10)


@given(
    counts=arrays(float, (7, 4), elements=st.integers(0, 30).map(float)),
    share=arrays(float, 7, elements=st.floats(0, 1)),
    smoothing=st.floats(1e-3, 10),
)
@settings(max_examples=50, deadline=None)
def test_the_model_is_made_of_probabilities(counts, share, smoothing):
    rows = MemoryRows(counts)
    model = fit_counts(rows, share, column_sums(rows), smoothing=smoothing)
    assert np.exp(model.log_positive).sum() == pytest.approx(1, abs=1e-12)
    assert np.exp(model.log_negative).sum() == pytest.approx(1, abs=1e-12)
    assert np.exp(model.log_prior_positive) + np.exp(model.log_prior_negative) == pytest.approx(1, abs=1e-12)
    assert np.isfinite(model.scores(rows)).all()


def test_a_side_without_rows_keeps_finite_scores(counts):
    rows = MemoryRows(counts)
    assert np.isfinite(fit_counts(rows, np.ones(60), column_sums(rows)).scores(rows)).all()


def test_a_document_without_words_has_the_prior_odds():
    model = from_counts(np.array([1.0, 2.0]), np.array([3.0, 0.0]), 1.0, 3.0)
    assert model.scores(MemoryRows(np.zeros((1, 2))))[0] == pytest.approx(np.log(1 / 3))


def test_no_smoothing_is_refused():
    with pytest.raises(InputError, match="smoothing"):
        from_counts(np.ones(2), np.ones(2), 1.0, 1.0, smoothing=0.0)
