"""The passage that shows why a text was found."""

from hypothesis import given
from hypothesis import strategies as st

from onesided.report.snippet import snippet

TEXTS = st.text(alphabet="abc <>&\n'é", max_size=600)


def shown(pieces):
    return "".join(text for text, _ in pieces)


def marked(pieces):
    return [text for text, is_term in pieces if is_term]


def test_the_densest_passage_is_chosen():
    text = "filler " * 200 + "the orbit of a comet" + " filler" * 200 + " comet"
    pieces = snippet(text, [("comet", 2.0), ("orbit", 1.0)])
    assert marked(pieces) == ["orbit", "comet"]
    assert shown(pieces).startswith("… ")
    assert shown(pieces).endswith(" …")


def test_terms_are_whole_words_in_any_case():
    assert marked(snippet("Cat concatenates cat_food CAT", [("cat", 1.0)])) == ["Cat", "CAT"]


def test_words_of_a_pair_may_be_joined_by_other_signs_and_pairs_come_before_words():
    assert marked(snippet("the k-means of means", [("means", 1.0), ("k means", 0.5)])) == ["k-means", "means"]


def test_signs_of_regular_expressions_in_terms_are_plain_text():
    assert marked(snippet("c++ and (x)", [("c++", 1.0), ("(", 1.0), ("x", 1.0)])) == ["c", "x"]


def test_without_terms_the_beginning_is_shown():
    assert snippet("A short text.", []) == [("A short text.", False)]
    assert snippet("", [("x", 1.0)]) == []


@given(TEXTS, st.lists(st.tuples(st.text(alphabet="abc <é", min_size=1, max_size=4), st.floats(0, 9)), max_size=4))
def test_what_is_shown_is_a_part_of_the_text(text, terms):
    pieces = snippet(text, terms, 100)
    assert shown(pieces).removeprefix("… ").removesuffix(" …") in " ".join(text.split())
    assert len(shown(pieces)) <= 100 + 4
