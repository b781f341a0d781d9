import re
from collections import Counter

import numpy as np
import pytest

from onesided.datasets import docstrings
from onesided.datasets.docstrings import Docstrings, _clean, fetch_docstrings
from onesided.exceptions import InputError


@pytest.fixture(scope="module")
def docs() -> Docstrings:
    return fetch_docstrings()


def test_the_corpus_has_a_few_thousand_texts_of_each_package(docs):
    packages = Counter(name.split(".")[0] for name in docs.names)
    assert len(docs) > 2500
    assert all(packages[package] > 400 for package in ("numpy", "scipy", "sklearn"))
    assert len(docs.texts) == len(docs.names) == len(docs.fields)


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("scipy.stats.ttest_ind", "statistics"),
        ("sklearn.cluster.KMeans", "clustering"),
        ("scipy.special.bdtr", "special functions"),
        ("numpy.linalg.svd", "linear algebra"),
        ("scipy.sparse.linalg.eigsh", "linear algebra"),
        ("scipy.signal.butter", "signal processing"),
    ],
)
def test_well_known_functions_are_there_under_their_field(docs, name, field):
    package, _, own_name = name.rpartition(".")
    matches = [i for i, known in enumerate(docs.names) if re.fullmatch(rf"{package}(\.\w+)*\.{own_name}", known)]
    assert matches, name
    assert {str(docs.fields[i]) for i in matches} == {field}


def test_no_name_and_no_text_occurs_twice(docs):
    assert len(set(docs.names)) == len(set(docs.texts)) == len(docs)


def test_texts_do_not_name_modules(docs):
    path = re.compile(r"(?<![\w.])(?:numpy|scipy|sklearn)\.[a-z]\w*|^ *>>> (?:from|import) ", re.MULTILINE)
    assert [name for name, text in zip(docs.names, docs.texts, strict=True) if path.search(text)] == []


def test_demo_fields_have_enough_members(docs):
    counts = Counter(docs.fields.tolist())
    assert min(counts["clustering"], counts["signal processing"], counts["special functions"]) >= 80


def test_cleaning_removes_the_module_and_keeps_the_words():
    text = _clean(
        """Test of `scipy.stats.norm` with `~sklearn.cluster.KMeans`.

        Read more in the :ref:`User Guide <k_means>`.

        >>> from scipy import stats
        >>> stats.norm.rvs(np.linalg.norm(x))  # not mystats.rvs
        """
    )
    assert text == "Test of `norm` with `KMeans`.\n\n>>> norm.rvs(norm(x))  # not mystats.rvs"


def test_minimum_length_is_respected_and_order_is_stable(docs, monkeypatch):
    monkeypatch.setattr(docstrings, "PACKAGES", ("numpy",))
    longer = fetch_docstrings(min_length=2000)
    assert min(map(len, longer.texts)) >= 2000
    assert set(longer.names) < set(docs.names)
    # the shorter list stands in the same order inside the longer one
    position = {name: i for i, name in enumerate(docs.names)}
    assert np.all(np.diff([position[name] for name in longer.names]) > 0)


def test_missing_sources_are_an_input_error(monkeypatch):
    monkeypatch.setattr(docstrings, "PACKAGES", ("no_such_package",))
    with pytest.raises(InputError, match="no docstrings found"):
        fetch_docstrings()
