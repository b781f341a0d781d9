"""Stemmed words, and LPLP on raw text."""

import pickle
import sys

import pytest
from sklearn.base import clone

from onesided.bayes import StemmedWords, make_lplp_pipeline
from onesided.bayes.stemming import stemmer
from onesided.exceptions import InputError

PRINTERS = ["The laser printer prints fast", "printers and ink for printing"]
PILE = [
    "an inkjet printer that printed in colour", "print servers share the printers of an office",
    "a camera with a zoom lens", "lenses for the camera", "cameras with flash", "a tripod and a flash",
]  # fmt: skip


def test_words_of_one_stem_are_one_word_and_stop_words_none():
    assert StemmedWords()("The PRINTERS were connected, the printer connects") == [
        "printer",
        "connect",
        "printer",
        "connect",
    ]


def test_stop_words_may_be_given_or_none():
    assert StemmedWords(stop_words=("ink",))("the ink") == ["the"]
    assert StemmedWords(stop_words=None)("the ink") == ["the", "ink"]
    assert StemmedWords("german", stop_words=("die",))("Die Drucker druckten") == ["druck", "druckt"]


def test_the_pipeline_finds_the_printers_in_the_pile():
    model = make_lplp_pipeline(n_words=5).fit(PRINTERS + PILE, [1, 1] + [0] * 6)
    assert model.predict(PILE).tolist() == [1, 1, 0, 0, 0, 0]
    names = model["counts"].get_feature_names_out()
    assert {"print", "printer"} <= set(names[model["lplp"].words_])


def test_the_pipeline_can_be_cloned_and_pickled():
    model = clone(make_lplp_pipeline(n_words=5)).fit(PRINTERS + PILE, [1, 1] + [0] * 6)
    again = pickle.loads(pickle.dumps(model))
    assert again.predict(PILE).tolist() == model.predict(PILE).tolist()


def test_an_unknown_language_or_list_is_named():
    with pytest.raises(InputError, match="language='klingon'"):
        StemmedWords("klingon")("words")
    with pytest.raises(InputError, match="stop_words='german'"):
        StemmedWords(stop_words="german")("words")


def test_without_the_stemmer_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    stemmer.cache_clear()
    with pytest.raises(ImportError, match="pip install snowballstemmer"):
        StemmedWords()("words")
