"""LPLP on counts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.naive_bayes import MultinomialNB

from onesided.bayes import LPLP, EMNaiveBayes
from onesided.bayes.representative import best_words, cosine_to, word_scores
from onesided.engine.rows import MemoryRows
from onesided.exceptions import DataWarning, InputError

# Two positives, three unlabeled rows: word 0 is the positives', word 1 everybody's, words 2 and 3 are others'.
X = np.array([[4, 2, 0, 0], [1, 1, 2, 0], [3, 1, 0, 0], [0, 2, 3, 0], [0, 1, 0, 2]], dtype=float)
Y = np.array([1, 1, 0, 0, 0])


def shifted_sites(n_positive, seed=0):
    """P from one site and U from another: the sites share the topic's few telling words and little else."""
    rng = np.random.default_rng(seed)
    n_words, n_rows = 300, 400
    telling = np.zeros(n_words)
    telling[:6] = 1 / 6
    site = rng.dirichlet(np.ones(n_words - 6), size=3)

    def rows(share_telling, language, n):
        words = share_telling * telling + (1 - share_telling) * np.r_[np.zeros(6), language]
        return rng.multinomial(40, words, size=n)

    here = rows(0.2, site[0], n_positive)
    hidden, others = rows(0.2, site[1], n_rows // 4), rows(0.0, 0.7 * site[1] + 0.3 * site[2], 3 * n_rows // 4)
    truth = np.repeat([1, 1, 0], [n_positive, len(hidden), len(others)])
    return np.vstack([here, hidden, others]), truth, np.where(np.arange(len(truth)) < n_positive, 1, 0)


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
def test_words_score_by_frequency_in_p_and_rarity_in_all(container):
    scores = word_scores(MemoryRows(container(X)), Y == 1)
    # N(w, P) by largest frequency: (4/4 + 1/2, 2/4 + 1/2, 2/2, 0), 3.5 in all; in 3, 5, 2 and 1 of 5 documents.
    np.testing.assert_allclose(scores, np.array([1.5, 1, 1, 0]) / 3.5 * np.log(5 / np.array([3, 5, 2, 1])))


def test_a_stored_zero_is_no_occurrence():
    stored = sparse.csr_array((np.array([4.0, 0.0, 1.0]), np.array([0, 1, 1]), np.array([0, 2, 3])), shape=(2, 2))
    np.testing.assert_allclose(word_scores(MemoryRows(stored), np.array([True, False])), [np.log(2), 0])


def test_the_k_best_words_are_k_also_where_they_tie():
    assert best_words(np.array([0.1, 0.3, 0.3, 0.2]), 2).tolist() == [1, 2]
    assert best_words(np.array([0.3, 0.3, 0.3, 0.2]), 2).tolist() == [0, 1]
    assert best_words(np.array([0.0, 0.3, -0.1]), 3).tolist() == [1]


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
def test_similarity_is_the_cosine_with_the_representative_document(container):
    similarity = cosine_to(MemoryRows(container(X)), np.array([0, 2]))
    representative = np.array([1, 0, 1, 0])
    expected = X @ representative / np.linalg.norm(X, axis=1) / np.sqrt(2)
    np.testing.assert_allclose(similarity, expected)
    assert cosine_to(MemoryRows(np.zeros((1, 4))), np.array([0]))[0] == 0


@pytest.mark.parametrize("with_positives", [True, False])
def test_the_first_labels_are_those_of_figure_4(with_positives):
    with pytest.warns(ConvergenceWarning):
        model = LPLP(n_words=2, include_positives=with_positives, max_iter=1, tol=0).fit(X, Y)
    words = np.argsort(-model.word_scores_)[:2]
    similarity = cosine_to(MemoryRows(X), words)[2:]
    chance = similarity / similarity.max()
    is_likely = chance > 0
    assert (model.n_likely_positives_, model.n_first_negatives_) == (is_likely.sum(), (~is_likely).sum()) == (2, 1)
    p_weight = np.full(2, 1.0 if with_positives else 0.0)
    model_0 = MultinomialNB().fit(
        X, np.r_[1, 1, is_likely], sample_weight=np.r_[p_weight, np.where(is_likely, chance, 1.0)]
    )
    by_hand = model_0
    for _ in range(2):  # one model to start EM, one iteration
        share = np.r_[1, 1, by_hand.predict_proba(X[2:])[:, 1]]
        weights = np.r_[p_weight, np.ones(3)]
        by_hand = MultinomialNB().fit(
            np.vstack([X, X]), np.repeat([1, 0], 5), sample_weight=np.r_[weights * share, weights * (1 - share)]
        )
    np.testing.assert_allclose(model.predict_proba(X), by_hand.predict_proba(X), atol=1e-9)


def test_positives_take_part_where_they_are_few():
    few, many = shifted_sites(30), shifted_sites(31)
    assert LPLP().fit(few[0], few[2]).include_positives_
    assert not LPLP().fit(many[0], many[2]).include_positives_
    assert LPLP(include_positives=True).fit(many[0], many[2]).include_positives_


@pytest.mark.parametrize("n_positive", [5, 15, 60])
def test_positives_of_another_site_are_found_where_plain_em_finds_none(n_positive):
    counts, truth, y = shifted_sites(n_positive)
    is_unlabeled = y == 0
    ours = LPLP(n_words=6).fit(counts, y).predict(counts)
    plain = EMNaiveBayes().fit(counts, y).predict(counts)
    assert np.mean(ours[is_unlabeled] == truth[is_unlabeled]) > 0.98
    assert np.mean(plain[is_unlabeled] == truth[is_unlabeled]) < 0.8


def test_the_representative_words_are_the_shared_ones():
    counts, _, y = shifted_sites(15)
    assert set(range(6)) & set(LPLP(n_words=10).fit(counts, y).words_.tolist())


@pytest.mark.filterwarnings("ignore::onesided.exceptions.DataWarning")
@given(arrays(float, (9, 5), elements=st.integers(0, 3).map(float)), st.integers(1, 4), st.booleans())
@settings(max_examples=40, deadline=None)
def test_em_never_lowers_its_log_posterior(counts, n_words, with_positives):
    model = LPLP(n_words=n_words, include_positives=with_positives, max_iter=1000)
    values = model.fit(counts, [1, 1, 0, 0, 0, 0, 0, 0, 0]).log_likelihoods_
    assert np.all(np.diff(values) >= -1e-9 * np.abs(values[:-1]))


@pytest.mark.parametrize("with_positives", [True, False])
def test_columns_without_a_document_change_nothing(with_positives):
    counts, _, y = shifted_sites(15)
    wide = np.hstack([counts, np.zeros((len(counts), 5000), dtype=int)])
    model = LPLP(include_positives=with_positives)
    narrow_scores = model.fit(counts, y).decision_function(counts)
    np.testing.assert_allclose(model.fit(wide, y).decision_function(wide), narrow_scores, atol=1e-8)
    wide[0, -1] = 7
    assert model.decision_function(wide)[0] == pytest.approx(narrow_scores[0])  # a word that no document had


def test_words_of_p_alone_take_no_part_without_p():
    counts, _, y = shifted_sites(15)
    # Rare in P beside the telling words, so that the representative words stay the same.
    own = np.zeros((len(y), 400), dtype=int)
    own[0] = 1
    rows = np.hstack([counts, own])
    model = LPLP(n_words=6, include_positives=False)
    alone, words = model.fit(counts, y).decision_function(counts), model.words_
    wider = model.fit(rows, y)
    np.testing.assert_array_equal(wider.words_, words)
    np.testing.assert_allclose(wider.decision_function(rows), alone, atol=1e-8)


def test_shared_words_are_those_that_an_unlabeled_row_has():
    counts = np.array([[9, 2, 0, 1], [8, 3, 0, 1], [0, 4, 1, 1], [0, 0, 3, 1], [0, 0, 2, 1]])
    y = [1, 1, 0, 0, 0]
    with pytest.warns(DataWarning, match="tell no difference"):
        assert LPLP(n_words=1).fit(counts, y).words_.tolist() == [0]
    assert LPLP(n_words=1, shared_words=True).fit(counts, y).words_.tolist() == [1]


def test_known_negatives_stay_negative():
    counts, truth, y = shifted_sites(15)
    codes = np.where(y == 1, 1.0, np.nan)
    codes[np.flatnonzero(truth == 0)[:50]] = 0.0
    model = LPLP(n_words=6).fit(counts, codes)
    assert model.n_likely_positives_ + model.n_first_negatives_ == len(y) - 15 - 50
    assert np.mean(model.predict(counts) == truth) > 0.98


def test_sparse_equals_dense():
    counts, _, y = shifted_sites(15)
    dense, thin = LPLP().fit(counts, y), LPLP().fit(sparse.csr_array(counts), y)
    np.testing.assert_array_equal(dense.words_, thin.words_)
    np.testing.assert_allclose(
        dense.decision_function(counts), thin.decision_function(sparse.csr_array(counts)), atol=1e-8
    )


def test_no_unlabeled_row_with_the_words_means_em_from_p_against_u():
    counts = np.array([[3, 0, 1], [2, 0, 1], [0, 4, 1], [0, 3, 1], [0, 1, 1]])
    y = [1, 1, 0, 0, 0]
    with pytest.warns(DataWarning, match="tell no difference"):
        model = LPLP(n_words=1, include_positives=False).fit(counts, y)
    plain = EMNaiveBayes(max_iter=500, tol=1e-12).fit(counts, y)
    np.testing.assert_allclose(model.predict_proba(counts), plain.predict_proba(counts), atol=1e-3)
    assert model.include_positives_


def test_words_in_every_unlabeled_row_start_each_row_on_both_sides():
    counts = np.array([[5, 0, 0], [4, 1, 0], [3, 1, 1], [1, 0, 6], [1, 1, 7], [0, 0, 0]])
    codes = [1.0, np.nan, np.nan, np.nan, np.nan, 1.0]
    with pytest.warns(DataWarning, match="leaves no first negatives"):
        model = LPLP(n_words=1).fit(counts, codes)
    assert model.n_first_negatives_ == 0
    assert model.predict(counts)[:5].tolist() == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("wrong", [{"n_words": 0}, {"include_positives": "perhaps"}, {"convergence": "luck"}])
def test_a_wrong_parameter_is_named(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        LPLP(**wrong).fit(X, Y)


def test_labelled_rows_alone_are_refused():
    with pytest.raises(InputError, match="y has none"):
        LPLP().fit(X, ["pos", "pos", "neg", "neg", "neg"])
