"""The documented counts, on the real files (skipped where they are not at hand)."""

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from onesided import datasets
from onesided.datasets._files import find_file, is_reference_copy
from onesided.datasets._sources import SOURCES
from onesided.datasets.reuters import TOP10
from onesided.exceptions import InputError

pytestmark = pytest.mark.usefixtures("real_data")


@pytest.fixture(autouse=True, scope="module")
def _cache(tmp_path_factory):
    """Parse here and now, and leave the user's own cache alone."""
    before = os.environ.get("ONESIDED_CACHE")
    os.environ["ONESIDED_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    os.environ.pop("ONESIDED_CACHE")
    if before is not None:
        os.environ["ONESIDED_CACHE"] = before


def need(name: str) -> Path:
    try:
        path = find_file(name, download=False)
    except InputError as error:
        pytest.skip(str(error))
    if not is_reference_copy(name):
        pytest.skip(f"{path} is another copy than the one the counts were measured on")
    return path


@pytest.mark.parametrize(("version", "size"), [("19997", 19_997), ("18828", 18_828), ("bydate", 18_846)])
def test_newsgroups(version, size):
    need(f"20news-{version}")
    news = datasets.fetch_20newsgroups_raw(version)
    groups = Counter(news.labels.tolist())
    assert (len(news), len(groups)) == (size, 20)
    if version == "19997":
        assert groups.pop("soc.religion.christian") == 997
        assert set(groups.values()) == {1000}
        assert not any(text.startswith("Xref:") for text in news.texts)
    if version == "bydate":
        assert Counter(news.splits.tolist()) == {"train": 11_314, "test": 7_532}


def test_reuters():
    need("reuters")
    news = datasets.fetch_reuters("all")
    assert Counter(news.splits.tolist()) == {"train": 9603, "test": 3299, "unused": 8676}
    is_train, is_test = news.splits == "train", news.splits == "test"
    sizes = [(np.sum(news.has_label(t) & is_train), np.sum(news.has_label(t) & is_test)) for t in TOP10]
    assert sizes == [
        (2877, 1087), (1650, 719), (538, 179), (433, 149), (389, 189),
        (369, 117), (347, 131), (212, 71), (197, 89), (181, 56),
    ]  # fmt: skip
    assert len({topic for labels in news.labels.tolist() for topic in labels.split()}) == 120
    assert len(datasets.fetch_reuters()) == np.any([news.has_label(topic) for topic in TOP10], axis=0).sum()


def test_webkb():
    need("webkb")
    pages = datasets.fetch_webkb()
    assert Counter(pages.labels.tolist()) == {
        "student": 1641, "faculty": 1124, "course": 930, "project": 504, "department": 182, "staff": 137, "other": 3764
    }  # fmt: skip
    assert Counter(pages.groups.tolist()) == {
        "cornell": 867, "texas": 827, "washington": 1205, "wisconsin": 1263, "misc": 4120
    }  # fmt: skip
    assert not any("<!WA" in text or text.startswith(("MIME-Version", "Date:", "Server:")) for text in pages.texts)
    assert len(datasets.fetch_webkb(["student", "faculty", "course", "project"])) == 4199


def test_course_cotrain():
    need("course-cotrain")
    pages = datasets.fetch_course_cotrain()
    assert Counter(pages.labels.tolist()) == {"course": 230, "non-course": 821}
    assert len(pages.fulltext) == len(pages.inlinks) == len(set(zip(pages.names, pages.labels, strict=True))) == 1051


def test_adult():
    need("adult-train")
    need("adult-test")
    table = datasets.fetch_adult()
    counts = Counter(zip(table.splits.tolist(), table.labels.tolist(), strict=True))
    assert counts == {
        ("train", "<=50K"): 24_720, ("train", ">50K"): 7841, ("test", "<=50K"): 12_435, ("test", ">50K"): 3846
    }  # fmt: skip
    words = [values for values in table.columns.values() if values.dtype.kind == "U"]
    is_incomplete = np.any([values == "" for values in words], axis=0)
    assert (is_incomplete[:32_561].sum(), is_incomplete[32_561:].sum()) == (2399, 1221)


def test_kr_vs_kp():
    need("kr-vs-kp")
    assert Counter(datasets.fetch_kr_vs_kp().labels.tolist()) == {"won": 1669, "nowin": 1527}


def test_spambase():
    need("spambase")
    table = datasets.fetch_spambase()
    assert Counter(table.labels.tolist()) == {"spam": 1813, "mail": 2788}
    assert len(table.columns) == 57


def test_multi_domain():
    need("multi-domain")
    reviews = datasets.fetch_multi_domain()
    counts = Counter(zip(reviews.groups.tolist(), reviews.labels.tolist(), strict=True))
    assert counts == {
        (domain, label): 1000
        for domain in ("books", "dvd", "electronics", "kitchen")
        for label in ("positive", "negative")
    }
    assert min(map(len, reviews.texts)) > 20


def test_every_file_of_the_table_is_described():
    for name, source in SOURCES.items():
        assert len(source.sha256) == 64, name
        assert source.home, name
        assert bool(source.address) == bool(source.address_sha256), name
