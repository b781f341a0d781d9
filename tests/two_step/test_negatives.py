"""The first step: facts of each way to reliable negatives, on data small enough to check by hand."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB

from onesided.exceptions import DataWarning, InputError
from onesided.labels import read_labels
from onesided.two_step import NaiveBayesNegatives, OneDNF, Rocchio, Spy

STEPS = [
    Spy(),
    Spy(em=True),
    Spy(n_draws=3),
    OneDNF(min_ratio=2),
    Rocchio(),
    Rocchio(n_clusters=4),
    NaiveBayesNegatives(),
]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_reliable_negatives_are_unlabeled_rows_and_mostly_negative(documents, step):
    X, y, is_positive = documents
    found = step.find(X, read_labels(y), random_state=0)
    assert not found.mask[y == 1].any()
    assert len(found) == found.mask.sum() > 10
    assert is_positive[found.mask].mean() < 0.5 * is_positive[y == 0].mean()


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_sparse_rows_give_the_same_negatives_as_dense_ones(documents, step):
    X, y, _ = documents
    dense = step.find(X, read_labels(y), random_state=0)
    stored = step.find(sparse.csr_array(X), read_labels(y), random_state=0)
    np.testing.assert_array_equal(dense.mask, stored.mask)
    np.testing.assert_allclose(dense.scores, stored.scores, atol=1e-9)


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_known_negatives_are_never_counted_among_the_unlabeled(documents, step):
    X, y, is_positive = documents
    codes = np.where(y == 1, 1, -1)
    codes[np.flatnonzero(~is_positive)[:20]] = 0  # known negatives beside -1 = unlabeled
    found = step.find(X, read_labels(codes), random_state=0)
    assert not found.mask[codes != -1].any()
    assert found.record["n_unlabeled"] == np.sum(codes == -1)


def test_the_spy_threshold_leaves_the_noise_level_of_the_spies_below(documents):
    X, y, _ = documents
    labels, noise = read_labels(y), 0.3
    found = Spy(share=0.4, noise=noise).find(X, labels, random_state=3)
    spies = np.random.RandomState(3).choice(np.flatnonzero(y), found.record["n_spies"], replace=False)
    assert found.record["n_spies"] == round(0.4 * y.sum())
    assert np.sum(found.scores[spies] < 0) == int(noise * len(spies))  # scores are measured from the threshold


def test_spy_scores_are_the_log_odds_of_naive_bayes_with_the_spies_unlabeled(documents):
    X, y, _ = documents
    found = Spy(smoothing=1.0).find(X, read_labels(y), random_state=3)
    hidden = y.copy()
    hidden[np.random.RandomState(3).choice(np.flatnonzero(y), found.record["n_spies"], replace=False)] = 0
    theirs = np.diff(MultinomialNB().fit(X, hidden).predict_joint_log_proba(X))[:, 0]
    np.testing.assert_allclose(found.scores + found.record["thresholds"][0], theirs, atol=1e-9)


def test_more_draws_of_spies_never_add_a_reliable_negative(documents):
    X, y, _ = documents
    one, many = (Spy(n_draws=n).find(X, read_labels(y), random_state=0) for n in (1, 5))
    assert np.all(one.mask | ~many.mask)
    assert len(many) < len(one)
    assert len(many.record["thresholds"]) == 5


def test_other_seeds_hide_other_spies(documents):
    X, y, _ = documents
    first, again, other = (Spy().find(X, read_labels(y), random_state=seed).scores for seed in (0, 0, 1))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_spy_refuses_a_single_positive_and_warns_about_a_handful():
    X = np.random.default_rng(0).poisson(1.0, (30, 5)).astype(float)
    with pytest.raises(InputError, match=r"at least 2 positive rows.*rocchio"):
        Spy().find(X, read_labels([1] + [0] * 29))
    with pytest.warns(DataWarning, match="4 positive rows, enough for 1 spies"):
        Spy(noise=0.5).find(X, read_labels([1] * 4 + [0] * 26), random_state=0)


@pytest.mark.parametrize("wrong", [{"share": 0}, {"share": 1}, {"noise": -0.1}, {"n_draws": 0}], ids=str)
def test_spy_names_the_parameter_that_is_out_of_range(documents, wrong):
    X, y, _ = documents
    with pytest.raises(InputError, match=next(iter(wrong))):
        Spy(**wrong).find(X, read_labels(y))


def test_one_dnf_takes_documents_without_a_word_more_frequent_among_positives():
    #              cat dog the
    X = np.array([[1., 0., 1.],
                  [1., 0., 1.],
                  [2., 1., 1.],                                             # contains "cat"
                  [0., 1., 1.],
                  [0., 3., 1.]])  # fmt: skip
    found = OneDNF().find(X, read_labels([1, 1, 0, 0, 0]))
    assert found.mask.tolist() == [False, False, False, True, True]
    assert found.record["n_positive_words"] == 1  # "the" is as frequent on both sides


def test_one_dnf_counts_documents_not_occurrences():
    X = np.array(
        [[9.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    )  # word 0: in 1 of 2 and in 2 of 3 documents
    found = OneDNF().find(X, read_labels([1, 1, 0, 0, 0]))
    assert found.mask.tolist() == [False, False, True, True, False]


def test_one_dnf_without_negatives_warns_names_min_ratio_and_takes_the_lowest_scores():
    X = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 2.0], [0.0, 1.0, 1.0]])
    with pytest.warns(DataWarning, match=r"no reliable negative among 4 .* the 2 of the lowest .*min_ratio"):
        found = OneDNF().find(X, read_labels([1, 1, 0, 0, 0, 0]))
    assert found.record["n_found"] == 0
    assert np.flatnonzero(found.mask).tolist() == [4, 5]  # half of their words are positive words


def test_a_larger_ratio_gives_one_dnf_more_negatives(documents):
    X, y, _ = documents
    sizes = [len(OneDNF(min_ratio=ratio).find(X, read_labels(y))) for ratio in (1.3, 2, 3)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_hardly_any_reliable_negatives_is_worth_a_warning():
    X = np.ones((300, 2))
    X[:100, 1], X[100:, 1] = 1, 0
    X[299] = 0
    with pytest.warns(DataWarning, match="only 1 reliable negatives among 290"):
        OneDNF().find(np.c_[X, np.r_[np.ones(299), 0]], read_labels([1] * 10 + [0] * 290))


def test_taking_all_unlabeled_rows_is_worth_a_warning():
    X = np.array([[3.0, 0.0], [3.0, 0.0], [0.0, 3.0], [0.0, 3.0]])
    with pytest.warns(DataWarning, match="took all 2 unlabeled rows"):
        NaiveBayesNegatives().find(X, read_labels([1, 1, 0, 0]))


def test_rocchio_compares_cosines_with_the_two_prototypes(documents):
    X, y, _ = documents
    found = Rocchio().find(X, read_labels(y))
    unit = X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-300)
    mean_positive, mean_other = unit[y == 1].mean(axis=0), unit[y == 0].mean(axis=0)
    positive, negative = 16 * mean_positive - 4 * mean_other, 16 * mean_other - 4 * mean_positive
    gap = unit @ (positive / np.linalg.norm(positive)) - unit @ (negative / np.linalg.norm(negative))
    np.testing.assert_allclose(found.scores, gap, atol=1e-12)
    np.testing.assert_array_equal(found.mask, (gap <= 0) & (y == 0))


def test_clustering_only_takes_rocchio_negatives_away(documents):
    X, y, _ = documents
    plain, clustered = (Rocchio(n_clusters=k).find(X, read_labels(y), random_state=0) for k in (None, 5))
    assert np.all(plain.mask | ~clustered.mask)
    assert clustered.record["n_before_clustering"] == len(plain)


def test_clustering_keeps_what_lies_near_some_negative_prototype():
    rng = np.random.default_rng(0)
    kinds = np.array([[9.0, 1, 0, 0], [1, 9, 0, 0], [0, 0, 9, 1], [0, 0, 1, 9]])  # 0 is positive, 3 others
    which = np.r_[np.zeros(20, int), np.repeat([0, 1, 2, 3], 20)]
    X = rng.poisson(kinds[which]).astype(float)
    found = Rocchio(n_clusters=3).find(X, read_labels([1] * 20 + [0] * 80), random_state=0)
    assert set(which[found.mask]) == {1, 2, 3}


def test_naive_bayes_takes_what_it_calls_negative(documents):
    X, y, _ = documents
    found = NaiveBayesNegatives(smoothing=1.0).find(X, read_labels(y))
    np.testing.assert_array_equal(found.mask, (MultinomialNB().fit(X, y).predict(X) == 0) & (y == 0))
