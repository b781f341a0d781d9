"""The AUC of every feature equals scikit-learn's, column by column."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.metrics import roc_auc_score

from onesided.datasets import make_text
from onesided.exceptions import InputError
from onesided.feature_selection import auc as module
from onesided.feature_selection import feature_auc
from onesided.feature_selection.auc import scan_compiled, scan_vectorised

FEW_VALUES = st.sampled_from([0.0, 0.0, 0.0, -0.0, 1.0, 2.5, -1.0, -3.0])
ANY_VALUES = st.floats(-1e300, 1e300)
SINGLES = st.floats(-(2.0**100), 2.0**100, width=32)


def one_by_one(X, is_positive):
    return np.array([roc_auc_score(is_positive, column) for column in X.T])


@st.composite
def problems(draw):
    n_rows, n_columns = draw(st.integers(2, 20)), draw(st.integers(1, 5))
    dtype, values = draw(st.sampled_from([(float, FEW_VALUES), (float, ANY_VALUES), (np.float32, SINGLES)]))
    X = draw(arrays(dtype, (n_rows, n_columns), elements=values, fill=st.just(0.0)))
    y = draw(arrays(bool, n_rows, elements=st.booleans()))
    y[:2] = True, False
    return X, y


@given(problems(), st.sampled_from([np.asarray, sparse.csr_array, sparse.csc_matrix, sparse.coo_array]))
@settings(max_examples=200, deadline=None)
def test_every_column_has_the_auc_of_scikit_learn(problem, kind):
    X, y = problem
    np.testing.assert_allclose(feature_auc(kind(X), y), one_by_one(X, y), rtol=0, atol=1e-12)


@given(problems())
@settings(max_examples=100, deadline=None)
def test_the_scans_agree(problem):
    X, y = problem
    results = []
    for scan in (scan_compiled, scan_compiled.py_func, scan_vectorised):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "scan_compiled", scan)
            patch.setattr(module, "scan_vectorised", scan)
            results.append(feature_auc(sparse.csr_array(X), y))
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


@given(problems())
@settings(max_examples=100, deadline=None)
def test_the_keys_are_the_same_without_a_compiler(problem):
    X, y = problem
    keys = []
    for write in (module.write_keys, module.write_keys.py_func, module.write_keys_vectorised):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "write_keys", write)
            patch.setattr(module, "write_keys_vectorised", write)
            keys.append(module._sorted_keys(sparse.csr_array(X), y)[0])
    np.testing.assert_array_equal(keys[0], keys[1])
    np.testing.assert_array_equal(keys[0], keys[2])


def test_stored_zeros_and_repeated_entries_count_as_their_sum():
    X = sparse.csr_array((np.array([1.0, -1.0, 0.0, 2.0]), np.array([0, 0, 1, 1]), np.array([0, 2, 4])), shape=(2, 2))
    np.testing.assert_array_equal(feature_auc(X, [1, 0]), [0.5, 0.0])
    assert X.nnz == 4, "the caller's matrix is left as it is"


def test_doubles_that_differ_less_than_singles_are_not_tied():
    X = np.array([[1.0 + 1e-12], [1.0]])
    assert feature_auc(X, [1, 0])[0] == 1.0


def test_text_in_single_precision_has_the_auc_of_scikit_learn():
    X, y = make_text(n_documents=2000, n_features=3000, random_state=0)
    columns = np.r_[0:50, np.argsort(X.count_nonzero(axis=0))[-50:]]
    np.testing.assert_allclose(feature_auc(X, y)[columns], one_by_one(X[:, columns].toarray(), y), rtol=0, atol=1e-12)


def test_dense_blocks_add_up(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 7)), rng.random(50) < 0.3
    whole = feature_auc(X, y)
    monkeypatch.setattr(module, "DENSE_AT_A_TIME", 100)
    np.testing.assert_array_equal(feature_auc(X, y), whole)


def test_the_third_kind_of_row_is_left_out():
    rng = np.random.default_rng(0)
    X = sparse.random_array((60, 8), density=0.3, rng=rng).tocsr()
    y = np.repeat([1.0, 0.0, np.nan], 20)
    dense, is_positive = X.toarray(), y == 1
    np.testing.assert_allclose(
        feature_auc(X, y, against="negatives"), one_by_one(dense[:40], is_positive[:40]), atol=1e-12
    )
    unlabeled = np.r_[0:20, 40:60]
    np.testing.assert_allclose(feature_auc(X, y), one_by_one(dense[unlabeled], is_positive[unlabeled]), atol=1e-12)


@pytest.mark.parametrize(
    ("y", "against", "message"),
    [
        ([1, 0, 0], "negatives", "no known negative row"),
        ([1, 0, 0], "everything", "'unlabeled' or 'negatives'"),
        ([1, 1, 1], "unlabeled", "every row is positive"),
        ([1, 0], "unlabeled", "3 rows and y has 2"),
    ],
)
def test_what_is_missing_is_named(y, against, message):
    with pytest.raises(InputError, match=message):
        feature_auc(np.eye(3), y, against=against)


def test_missing_values_are_refused():
    with pytest.raises(InputError, match="NaN or infinity"):
        feature_auc(np.array([[1.0], [np.nan]]), [1, 0])
