"""Files in the format of LIBSVM."""

import gzip

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from onesided.datasets.libsvm import fetch_libsvm, find_libsvm
from onesided.exceptions import InputError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ONESIDED_DATA", str(tmp_path))
    monkeypatch.setenv("ONESIDED_CACHE", str(tmp_path / "cache"))
    (tmp_path / "libsvm").mkdir()
    return tmp_path / "libsvm"


def test_rows_and_classes_are_those_that_were_written(folder):
    X, y = np.array([[1.0, 0.0, 2.5], [0.0, 3.0, 0.0]]), np.array([1, -1])
    dump_svmlight_file(X, y, str(folder / "ccat"), zero_based=False)
    read, is_positive = fetch_libsvm("ccat")
    np.testing.assert_array_equal(read.toarray(), X)
    np.testing.assert_array_equal(is_positive, [True, False])


def test_a_packed_file_is_read_too(folder):
    (folder / "gcat.gz").write_bytes(gzip.compress(b"+1 1:0.5\n-1 2:1\n"))
    assert find_libsvm("gcat") == folder / "gcat.gz"
    assert fetch_libsvm("gcat")[0].shape == (2, 2)


def test_what_is_missing_is_named_with_the_remedy(folder):
    assert find_libsvm("real-sim") is None
    with pytest.raises(InputError, match=r"libsvm/real-sim is missing.*ONESIDED_DATA"):
        fetch_libsvm("real-sim")


@pytest.mark.parametrize(("text", "says"), [("a b c\n", "not in the format"), ("1 1:1\n2 1:2\n3 1:1\n", "3 different")])
def test_a_file_of_another_kind_is_refused(folder, text, says):
    (folder / "ccat").write_text(text)
    with pytest.raises(InputError, match=says):
        fetch_libsvm("ccat")
