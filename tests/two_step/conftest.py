"""Small text-like data with a known truth."""

import numpy as np
import pytest


@pytest.fixture(scope="session")
def documents():
    """Counts X, labels y (two in five positives labelled) and the truth of 600 documents over 60 words."""
    rng = np.random.default_rng(0)
    is_positive = np.arange(600) % 3 == 0
    common = rng.uniform(0.1, 0.6, 40)
    theirs, ours = np.full(10, 0.1), np.full(10, 0.6)
    rates = np.where(is_positive[:, None], np.r_[common, ours, theirs], np.r_[common, theirs, ours])
    X = rng.poisson(rates).astype(float)
    X[7] = 0  # an empty document is no reason to fail
    y = (is_positive & (rng.uniform(size=600) < 0.4)).astype(int)
    return X, y, is_positive
