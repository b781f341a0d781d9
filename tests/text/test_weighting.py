"""Weighted rows by bits are those that sorting gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from onesided.engine.compiled import IS_COMPILED
from onesided.text import weighting
from onesided.text.ordering import PLACE_OF_BIT, _lowest, weigh_rows
from onesided.text.weighting import weigh


@given(seed=st.integers(0, 10**6), n_columns=st.sampled_from([1, 63, 64, 65, 4095, 4096, 9000]))
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("norm", ["l2", "l1", None])
def test_bits_order_columns_as_sorting_does(norm, seed, n_columns):
    rng = np.random.default_rng(seed)
    counts = sparse.random(5, n_columns, density=rng.random(), format="csr", random_state=rng)
    counts.data = rng.integers(1, 9, size=counts.nnz).astype(np.int32)
    counts = sparse.csr_matrix(counts, dtype=np.int32)
    kept = rng.random(n_columns) < 0.7
    kept[0] = True
    new_column = np.full(n_columns, -1, dtype=np.int32)
    new_column[kept] = rng.permutation(int(kept.sum()))
    idf = 1.0 + rng.random(int(kept.sum()))
    options = {"sublinear_tf": bool(seed % 2), "norm": norm, "dtype": np.float64}
    found = weigh(counts, new_column, idf, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weighting, "IS_COMPILED", False)
        expected = weigh(counts, new_column, idf, **options)
    np.testing.assert_array_equal(found.indptr, expected.indptr)
    np.testing.assert_array_equal(found.indices, expected.indices)
    np.testing.assert_allclose(found.data, expected.data, rtol=1e-12)


def test_every_single_bit_has_its_place():
    assert sorted(PLACE_OF_BIT) == list(range(64))
    with np.errstate(over="ignore"):
        assert [int(_lowest.py_func(np.uint64(3 << place & 2**64 - 1))) for place in range(64)] == list(range(64))


@pytest.mark.skipif(not IS_COMPILED, reason="without numba there is one way only")
def test_the_plain_kernel_does_what_the_compiled_one_does():
    counts, columns, indptr = np.array([2, 1, 3], np.int32), np.array([70, 3, 3], np.int32), np.array([0, 2, 3])
    new_column = np.arange(71, dtype=np.int32)
    filled = []
    for kernel in (weigh_rows, weigh_rows.py_func):
        out = np.empty(3), np.empty(3, np.int32), np.zeros(3, np.int32)
        with np.errstate(over="ignore"):
            assert kernel(counts, columns, indptr, new_column, np.arange(4.0), np.ones(71), 2, *out) == 3
        filled.append(out)
    np.testing.assert_allclose(filled[0][0], [0.2**0.5, 0.8**0.5, 1.0])
    for ours, theirs in zip(*filled, strict=True):
        np.testing.assert_allclose(ours, theirs)
