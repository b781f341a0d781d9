"""A small run to report on, with everything in it that a report has to say something about."""

import matplotlib as mpl
import numpy as np
import pytest

from onesided.finder import Finder

mpl.use("Agg")

WICKED = "<script>alert('boo')</script> planet orbit star comet moon <b>bold</b> & \"quoted\""


@pytest.fixture(scope="session")
def run():
    """A fitted Finder, its documents and their names."""
    rng = np.random.default_rng(0)
    sky = ["planet", "orbit", "star", "comet", "moon", "telescope", "galaxy", "dust"]
    kitchen = ["bread", "oven", "flour", "soup", "salt", "pepper", "butter", "pan"]
    common = ["large", "small", "often", "found", "there", "seen", "round", "hot", "cold", "slow"]

    def write(words):
        return " ".join(rng.permutation(np.r_[rng.choice(words, 5), rng.choice(common, 7)]))

    texts = [write(sky) for _ in range(60)] + [write(kitchen) for _ in range(240)]
    y = np.r_[np.ones(25), np.zeros(275)]
    odd = [texts[40], "", WICKED, write(kitchen), write(kitchen)]
    finder = Finder(preset="fast").fit(texts + odd, np.r_[y, 0, 0, 0, 1, 1])
    odd_names = ["copy", "empty", "<img src=x onerror=alert(1)>.txt", "stranger1", "stranger2"]
    names = [f"doc{row}" for row in range(len(texts))] + odd_names
    return finder, texts + odd, names


@pytest.fixture(autouse=True)
def close_figures():
    yield
    from matplotlib import pyplot

    pyplot.close("all")
