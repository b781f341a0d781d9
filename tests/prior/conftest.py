"""Two normal classes whose labels and truth are known."""

import numpy as np
import pytest


def two_normals(n, prior, label_frequency, distance, seed):
    """True labels, PU labels and scores of one sample of the population."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < prior
    return truth, truth & (rng.random(n) < label_frequency), rng.normal(distance * truth, 1)


@pytest.fixture(scope="session")
def make_normals():
    return two_normals


@pytest.fixture(scope="session")
def sample():
    return two_normals(6000, 0.3, 0.4, 2.0, seed=3)
