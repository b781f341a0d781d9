import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from onesided.datasets import make_text as make_text_public
from onesided.datasets.make_text import make_text
from onesided.exceptions import InputError


def test_the_function_is_public():
    assert make_text_public is make_text


def test_rows_are_unit_and_as_full_as_asked():
    X, _ = make_text(3000, 20_000, n_nonzeros=40, random_state=0)
    assert np.sqrt((X * X).sum(axis=1)) == pytest.approx(1, abs=1e-5)
    assert X.nnz / X.shape[0] == pytest.approx(40, rel=0.05)
    assert X.has_canonical_format
    assert X.indices.dtype == X.indptr.dtype == np.int32
    assert X.dtype == np.float32


def test_prior_and_label_frequency_are_exact():
    _, y_pu, y = make_text(4000, 5000, prior=0.1, label_frequency=0.25, return_labels="both", random_state=0)
    assert (y.sum(), y_pu.sum(), (y_pu & (1 - y)).sum()) == (400, 100, 0)


def test_word_frequencies_fall_off_like_zipf():
    X, _ = make_text(5000, 10_000, random_state=0)
    frequency = np.sort(np.bincount(X.indices, minlength=10_000))[::-1]
    slope = np.polyfit(np.log(np.arange(200, 2000)), np.log(frequency[200:2000]), 1)[0]
    assert -1.3 < slope < -0.7


def test_classes_overlap_so_that_a_supervised_fit_is_good_but_not_perfect():
    X, y = make_text(return_labels="true", random_state=0)
    X = csr_matrix(X)
    called = LogisticRegression(C=10, max_iter=300).fit(X[:10_000], y[:10_000]).predict(X[10_000:])
    assert 0.82 < f1_score(y[10_000:], called) < 0.90


def test_blocks_do_not_show(monkeypatch):
    X, y = make_text(1000, 2000, return_labels="true", random_state=0)
    monkeypatch.setitem(make_text.__globals__, "BLOCK", 300)
    blocked, again = make_text(1000, 2000, return_labels="true", random_state=0)
    assert blocked.shape == X.shape
    assert np.array_equal(y, again)
    assert np.sqrt((blocked * blocked).sum(axis=1)) == pytest.approx(1, abs=1e-5)


def test_same_seed_same_text():
    first, second, third = (make_text(200, 1000, random_state=seed)[0] for seed in (1, 1, 2))
    assert (first != second).nnz == 0
    assert (first != third).nnz > 0


def test_float64_on_request():
    assert make_text(100, 1000, dtype=np.float64, random_state=0)[0].dtype == np.float64


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prior": 0}, "prior=0"),
        ({"n_documents": 1}, "leaves a class empty"),
        ({"n_features": 100}, "n_features=100"),
        ({"return_labels": "all"}, "return_labels='all'"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(InputError, match=message):
        make_text(**options)
