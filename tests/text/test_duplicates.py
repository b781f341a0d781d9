"""Equal texts share a number."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from onesided.text import duplicate_groups

texts = st.lists(st.text(alphabet="aA b\n\tÄä", max_size=4), max_size=12)


@given(texts, texts)
@settings(deadline=None)  # the first call loads polars
def test_two_texts_share_a_number_if_and_only_if_they_are_equal_when_folded(first, second):
    groups = np.concatenate(duplicate_groups(first, second))
    folded = [" ".join(text.lower().split()) for text in first + second]
    assert [group == -1 for group in groups] == [text == "" for text in folded]
    filled = [text for text in folded if text]
    expected = {text: number for number, text in enumerate(dict.fromkeys(filled))}
    assert groups.tolist() == [expected.get(text, -1) for text in folded]


def test_no_collection_gives_no_groups():
    assert duplicate_groups() == []
