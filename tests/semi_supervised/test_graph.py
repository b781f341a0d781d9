"""Graphs of neighbours against all pairs, and the mistakes a given graph may hold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.neighbors import kneighbors_graph
from sklearn.preprocessing import normalize

from onesided.exceptions import DataWarning, InputError
from onesided.semi_supervised import approximate_dense, approximate_text, knn_graph, neighbours
from onesided.semi_supervised.approximate_dense import smallest
from onesided.semi_supervised.graph import SMALLEST_WEIGHT, given_graph, unreached


def texts(n=300, n_words=80, seed=0):
    """Sparse rows of a few counts."""
    return sparse.random_array((n, n_words), density=0.08, format="csr", rng=np.random.default_rng(seed))


def test_the_binary_graph_is_that_of_scikit_learn_made_symmetric():
    X = np.random.default_rng(0).normal(size=(200, 5))
    theirs = kneighbors_graph(X, 4).toarray()
    np.testing.assert_array_equal(knn_graph(X, 4, weights="binary").toarray(), np.maximum(theirs, theirs.T))
    np.testing.assert_array_equal(knn_graph(X, 4, weights="binary", mutual=True).toarray(), theirs * theirs.T)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(3, 40), k=st.integers(1, 6))
def test_neighbours_of_text_are_those_of_all_pairs(seed, n, k):
    X = texts(n, 30, seed)
    W = knn_graph(X, k, weights="cosine").toarray()
    norms = np.sqrt(X.multiply(X).sum(axis=1))
    norms[norms == 0] = 1
    rows = X.toarray() / norms[:, None]
    cosines = rows @ rows.T
    np.fill_diagonal(cosines, -1)
    order = np.argsort(-cosines, axis=1)[:, : min(k, n - 1)]
    values = np.take_along_axis(cosines, order, axis=1)
    for i in range(n):  # ties may be broken either way: compare the weights, of those that are joined
        own = np.sort(W[i])[::-1][: values.shape[1]]
        assert (own >= values[i].clip(0) - 1e-7).all()
    np.testing.assert_allclose(W[W > 0], cosines[W > 0], atol=1e-7)


def test_every_graph_is_symmetric_without_a_diagonal():
    X = np.repeat(np.random.default_rng(0).normal(size=(40, 3)), 5, axis=0)  # every row five times
    for W in (knn_graph(X, 3), knn_graph(X, 3, mutual=True), knn_graph(X, 3, metric="cosine", weights="cosine")):
        assert abs(W - W.T).max() == 0
        assert W.diagonal().max() == 0


def test_duplicates_of_text_are_joined_to_each_other_and_not_to_themselves():
    X = sparse.csr_array(np.repeat(texts(20).toarray(), 4, axis=0))
    W = knn_graph(X, 3)
    assert W.diagonal().max() == 0
    assert (W.sum(axis=1) > 0).all()


def test_rows_with_nothing_in_common_are_not_joined():
    X = sparse.csr_array(np.kron(np.eye(3), np.ones((4, 2))))
    W = knn_graph(X, 6)
    np.testing.assert_array_equal(W.toarray() > 0, np.kron(np.eye(3), np.ones((4, 4))) - np.eye(12) > 0)


def test_a_far_row_stays_joined_by_the_heat_kernel():
    X = np.r_[np.random.default_rng(0).normal(size=(50, 2)), [[1e4, 0.0]]]
    W = knn_graph(X, 5)
    np.testing.assert_array_equal(W[[50]].data, np.full(5, SMALLEST_WEIGHT))


def test_the_approximate_graph_of_dense_rows_has_most_of_the_exact_edges():
    X = np.random.default_rng(0).normal(size=(1500, 20))
    exact, approximate = (knn_graph(X, method=method, weights="binary") for method in ("exact", "approximate"))
    assert exact.multiply(approximate).sum() / exact.sum() > 0.97
    assert abs(approximate - approximate.T).max() == 0


def test_rows_of_text_that_share_rare_words_are_found_among_many_common_ones():
    rng = np.random.default_rng(0)
    X = np.zeros((1000, 2300))
    X[:, :300] = rng.random((1000, 300)) < 0.3  # some ninety common words in each row
    for group in range(200):  # five rows share most of ten rare words
        X[group * 5 : group * 5 + 5, 300 + group * 10 : 310 + group * 10] = rng.random((5, 10)) < 0.8
    X = TfidfTransformer().fit_transform(X)
    exact, approximate = (knn_graph(X, 4, method=method, weights="cosine") for method in ("exact", "approximate"))
    shared = exact.multiply(approximate > 0)
    assert shared.sum() / exact.sum() > 0.95
    assert abs(shared - approximate.multiply(exact > 0)).max() < 1e-6


def test_text_with_few_words_is_found_exactly_by_its_strongest_entries():
    X = texts(200, 60)  # no row has more than 30 words, and few rows more than 50 candidates
    exact, approximate = (knn_graph(X, 10, method=method) for method in ("exact", "approximate"))
    assert abs(exact - approximate).max() < 1e-6


def test_a_word_that_many_rows_share_finds_those_where_it_weighs_most(monkeypatch):
    monkeypatch.setattr(approximate_text, "LONGEST_LIST", 3)
    X = sparse.csr_array(np.column_stack([np.ones(50), np.arange(50, 0, -1)[:, None] * np.eye(50)]))  # one common word
    rows = sparse.csr_array(normalize(X))
    _, found = approximate_text.StrongestEntries(rows).search(sparse.csr_array(([1.0], ([0], [0])), shape=(1, 51)), 3)
    assert set(found[0].tolist()) == {47, 48, 49}


def test_the_search_of_text_is_the_same_without_a_compiler(monkeypatch):
    rows = sparse.csr_array(normalize(sparse.random_array((300, 80), density=0.6, rng=np.random.default_rng(0))))
    queries = rows[:50]
    compiled = approximate_text.StrongestEntries(rows).search(queries, 4)
    monkeypatch.setattr(approximate_text, "IS_COMPILED", False)
    plain = approximate_text.StrongestEntries(rows).search(queries, 4)
    np.testing.assert_allclose(compiled[0], plain[0], atol=1e-7)
    np.testing.assert_array_equal(compiled[1], plain[1])


@pytest.mark.parametrize("is_compiled", [True, False])
def test_the_strongest_entries_of_a_row_are_its_largest_in_falling_order(monkeypatch, is_compiled):
    monkeypatch.setattr(approximate_text, "IS_COMPILED", is_compiled and approximate_text.IS_COMPILED)
    rows = sparse.random_array((40, 30), density=0.4, format="csr", rng=np.random.default_rng(1))
    kept = approximate_text.strongest(rows, 7)
    for i in range(40):
        row = rows[[i]].data
        np.testing.assert_array_equal(kept[[i]].data, np.sort(row)[::-1][:7])
        assert all(rows[i, column] == value for column, value in zip(kept[[i]].indices, kept[[i]].data, strict=True))


def test_duplicates_of_dense_rows_are_joined_by_the_approximate_search_too():
    X = np.repeat(np.random.default_rng(0).normal(size=(5, 20)), 600, axis=0)  # cells far larger than wanted
    W = knn_graph(X, 5, method="approximate")
    assert W.diagonal().max() == 0
    np.testing.assert_array_equal(np.unique(W.data), [1.0])
    assert (np.diff(W.indptr) >= 5).all()


def test_new_dense_rows_find_the_rows_they_are_copies_of():
    X = np.random.default_rng(0).normal(size=(3000, 20)) + 100  # far from the origin: digits must not be lost
    search = neighbours.Neighbours(X, method="approximate")
    search.of_each(5)
    distances, found = search.of(X[:50] + 1e-3, 1)
    assert np.mean(found[:, 0] == np.arange(50)) > 0.95
    assert distances.shape == (50, 1)


def test_the_approximate_search_gives_the_same_answer_twice():
    X = np.random.default_rng(0).normal(size=(2000, 20))
    assert abs(knn_graph(X, method="approximate") - knn_graph(X, method="approximate")).max() == 0


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(1, 400), k=st.integers(1, 8))
def test_the_smallest_numbers_of_a_row_are_found_whatever_its_ties(seed, n, k):
    values = np.random.default_rng(seed).integers(20, size=(7, n)).astype(np.float32)
    k = min(k, n)
    best = smallest(values, k)
    assert all(len(set(row)) == k for row in best.tolist())
    np.testing.assert_array_equal(np.sort(np.take_along_axis(values, best, 1), axis=1), np.sort(values, axis=1)[:, :k])


def test_sparse_rows_by_euclidean_distance_are_searched_exactly_or_not_at_all(monkeypatch):
    with pytest.raises(InputError, match="metric='cosine'"):
        knn_graph(texts(), metric="euclidean", method="approximate")
    monkeypatch.setattr(neighbours, "EXACT_UP_TO", 50)
    with pytest.warns(DataWarning, match="all pairs of 300 rows"):
        knn_graph(texts(), metric="euclidean")
    monkeypatch.setattr(neighbours, "EXACT_AT_MOST", 99)
    with pytest.raises(InputError, match="300 sparse rows"):
        knn_graph(texts(), metric="euclidean")


@pytest.mark.parametrize(
    ("W", "message"),
    [([[0, 1], [2, 0]], "not symmetric"), ([[0, -1], [-1, 0]], "Negative values"), ([[0, 1, 2], [1, 0, 2]], "square")],
)
def test_a_wrong_graph_is_refused(W, message):
    with pytest.raises(InputError, match=message):
        given_graph(np.array(W, dtype=float))


def test_unreached_nodes_are_those_of_parts_without_a_label():
    W = sparse.csr_array(np.kron(np.eye(3), np.ones((2, 2))))
    is_labelled = np.array([True, False, False, False, False, True])
    np.testing.assert_array_equal(unreached(W, is_labelled), [False, False, True, True, False, False])


def test_the_search_of_dense_rows_is_the_same_without_a_compiler(monkeypatch):
    X = np.random.default_rng(0).normal(size=(2500, 20))
    compiled = knn_graph(X, 5, method="approximate")
    monkeypatch.setattr(approximate_dense, "IS_COMPILED", False)
    plain = knn_graph(X, 5, method="approximate")
    assert abs(compiled - plain).max() < 1e-6
