"""Rows on disk give what the same rows in memory give."""

import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from onesided.engine import disk_rows
from onesided.engine.disk_rows import DiskRows, MatrixFile, is_mapped, rows_of
from onesided.engine.losses import SquaredHinge
from onesided.engine.newton import minimise
from onesided.engine.rows import MemoryRows


def on_disk(X, n_rows_a_block=7):
    file = MatrixFile(X.dtype)
    for begin in range(0, X.shape[0], n_rows_a_block):
        file.append(X[begin : begin + n_rows_a_block])
    return file.matrix(X.shape[1])


@pytest.fixture
def X():
    return sparse.random(60, 20, density=0.2, format="csr", dtype=np.float32, random_state=0)


def test_the_mapped_matrix_is_the_matrix(X):
    mapped = on_disk(X)
    assert is_mapped(mapped.data)
    assert is_mapped(mapped.indices)
    assert mapped.dtype == np.float32
    assert (mapped != X).nnz == 0


@given(seed=st.integers(0, 1000), n_rows=st.integers(1, 30), size=st.integers(1, 9), dtype=st.sampled_from("fd"))
@settings(max_examples=40, deadline=None)
def test_products_are_those_in_memory(seed, n_rows, size, dtype):
    X = sparse.random(n_rows, 6, density=0.4, format="csr", dtype=dtype, random_state=seed)
    random = np.random.default_rng(seed)
    weights, numbers = random.normal(size=6), random.normal(size=n_rows)
    memory, disk = MemoryRows(X), DiskRows(on_disk(X, size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk_rows, "ROWS_AT_A_TIME", size)
        np.testing.assert_array_equal(disk.times(weights), memory.times(weights))
        np.testing.assert_array_equal(disk.squared_norms, memory.squared_norms)
        tolerance = 1e-14 if dtype == "d" else 1e-5
        expected = memory.transposed_times(numbers)
        np.testing.assert_allclose(disk.transposed_times(numbers), expected, rtol=0, atol=tolerance)


def test_part_of_the_rows_are_files_of_their_own(X, monkeypatch):
    monkeypatch.setattr(disk_rows, "ROWS_AT_A_TIME", 7)
    rows = DiskRows(on_disk(X))
    for wanted in (np.arange(60) % 3 == 0, np.array([5, 3, 3, 40])):
        part = rows.take(wanted)
        assert is_mapped(part.X.data)
        assert (X[wanted] != part.X).nnz == 0


def test_the_solver_finds_the_same_weights(X, monkeypatch):
    monkeypatch.setattr(disk_rows, "ROWS_AT_A_TIME", 11)
    X = X.astype(np.float64)
    signs = np.where(np.arange(60) < 20, 1.0, -1.0)
    found = [
        minimise(SquaredHinge(signs, np.ones(60)), rows, ridge=1.0, tol=1e-10)
        for rows in (MemoryRows(X), DiskRows(on_disk(X)))
    ]
    np.testing.assert_allclose(found[1].scores, found[0].scores, atol=1e-9)


def test_only_a_matrix_that_memory_cannot_hold_is_gone_through_in_blocks(X, monkeypatch):
    mapped = on_disk(X)
    assert isinstance(rows_of(mapped), MemoryRows)
    monkeypatch.setattr(disk_rows, "memory_size", lambda: mapped.data.nbytes)
    assert isinstance(rows_of(mapped), DiskRows)
    assert isinstance(rows_of(X), MemoryRows)


def test_the_files_go_when_the_matrix_does(X):
    mapped = on_disk(X)
    folder = mapped.file.folder
    assert folder.exists()
    del mapped
    gc.collect()
    assert not folder.exists()


def test_a_matrix_without_entries_has_its_shape():
    file = MatrixFile(np.float32)
    file.append(sparse.csr_matrix((3, 0), dtype=np.float32))
    assert file.matrix(5).shape == (3, 5)
    assert file.matrix(5).nnz == 0
