import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import nnls

from onesided.exceptions import InputError
from onesided.prior import best_bin, dedpul, elkan_noto, estimate_prior, kernel_mean, tice
from onesided.prior.kernel_mean import _nearest, _onto_simplex


@pytest.fixture(scope="module")
def well_apart():
    rng = np.random.default_rng(0)
    return rng.normal(5, 1, 800), np.r_[rng.normal(5, 1, 600), rng.normal(0, 1, 1400)]  # a share of 0.3


@pytest.mark.parametrize(
    ("method", "error"),
    [(best_bin, 0.03), (dedpul, 0.03), (elkan_noto, 0.03), (tice, 0.1), (kernel_mean, 0.05)],
)
def test_all_methods_find_the_share_of_classes_well_apart(well_apart, method, error):
    assert method(*well_apart) == pytest.approx(0.3, abs=error)


def test_elkan_noto_s_estimates_agree_without_overlap_but_for_the_noise_of_a_maximum(well_apart):
    e1, e2, e3 = (elkan_noto(*well_apart, estimator=name) for name in ("e1", "e2", "e3"))
    assert e1 == pytest.approx(e2, abs=0.02)
    assert e3 < e1


def test_best_bin_equals_the_search_over_all_cuts():
    rng = np.random.default_rng(1)
    p, u = rng.integers(0, 12, 60).astype(float), rng.integers(0, 9, 90).astype(float)
    noise = np.sqrt(np.log(40) / 2) * (60**-0.5 + 90**-0.5)
    best = min(((np.mean(u >= t) + 1.01 * noise) / np.mean(p >= t), np.mean(u >= t) / np.mean(p >= t)) for t in p)
    assert best_bin(p, u) == pytest.approx(min(best[1], 1))


def test_em_goes_below_the_kink(well_apart):
    assert dedpul(*well_apart, mode="em") <= dedpul(*well_apart, mode="kink") + 0.05


def test_nearest_point_of_the_hull_is_as_near_as_nnls_finds():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(30, 12))
    kernel = points @ points.T
    target = rng.normal(size=30) / 10
    target += (1 - target.sum()) / 30
    ours = _nearest(kernel, target, np.full(30, 1 / 30), float(np.linalg.eigvalsh(kernel)[-1]))
    heavy = 1e4  # the weights sum to 1
    weights, _ = nnls(np.vstack([points.T, np.full(30, heavy)]), np.r_[points.T @ target, heavy])
    distance = [float((w - target) @ kernel @ (w - target)) for w in (ours, weights)]
    assert distance[0] == pytest.approx(distance[1], rel=1e-3, abs=1e-6)


def test_projection_onto_the_simplex():
    assert _onto_simplex(np.array([0.2, 0.3, 0.5])) == pytest.approx([0.2, 0.3, 0.5])
    assert _onto_simplex(np.array([5.0, 0.0, -3.0])) == pytest.approx([1, 0, 0])


def test_kernel_mean_takes_sparse_features_and_its_seed(well_apart):
    rng = np.random.default_rng(0)
    p, u = (np.c_[side, rng.normal(size=len(side))] for side in well_apart)
    dense = kernel_mean(p, u, max_rows=100, random_state=1)
    assert kernel_mean(sparse.csr_array(p), sparse.csr_array(u), max_rows=100, random_state=1) == pytest.approx(dense)


def test_tice_looks_at_features():
    rng = np.random.default_rng(0)
    truth = rng.random(6000) < 0.4
    X = np.c_[rng.normal(size=6000), rng.normal(4 * truth, 1)]
    labelled = truth & (rng.random(6000) < 0.5)
    found = estimate_prior(labelled, rng.normal(size=6000), features=X, panel=("tice",))
    assert found.panel[0].prior == pytest.approx(0.4, abs=0.1)


def test_tice_refuses_sparse_features():
    with pytest.raises(InputError, match="dense"):
        tice(sparse.eye_array(3).tocsr(), sparse.eye_array(3).tocsr())
