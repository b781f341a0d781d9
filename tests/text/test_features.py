"""Text, numbers and categories make one matrix, the same way for both sides."""

import numpy as np
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone

from onesided.exceptions import InputError
from onesided.text import FeatureEncoder, TextVectorizer, read_collection


@pytest.fixture
def pile(tmp_path):
    path = tmp_path / "pile.csv"
    path.write_text(
        "text,age,job,city\na red cat,1,nurse,Rome\na red dog,3,nurse,Rome\nthe dog,5,smith,Oslo\n,7,smith,Bonn\n"
    )
    return read_collection(path, text="text", numeric=["age"], categorical=["job", "city"])


def test_blocks_stand_side_by_side_and_have_names(pile):
    encoder = FeatureEncoder(TextVectorizer(min_df=1))
    X = encoder.fit_transform(pile)
    assert sparse.isspmatrix_csr(X)
    assert X.dtype == np.float32
    names = encoder.get_feature_names_out().tolist()
    assert names[:4] == ["cat", "dog", "red", "the"]
    assert names[4:] == ["age", "job=nurse", "job=smith", "city=Rome", "city=infrequent_sklearn"]
    dense = X.toarray()
    np.testing.assert_allclose(dense[:, 4].mean(), 0, atol=1e-6)
    np.testing.assert_allclose(dense[:, 4].std(), 1, atol=1e-6)
    np.testing.assert_allclose((dense[:, 5:] ** 2).sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose((dense[:, :4] ** 2).sum(axis=1), [1, 1, 1, 0], atol=1e-6)
    assert (encoder.transform(pile) != X).nnz == 0


def test_a_part_gives_the_rows_of_the_part(pile):
    encoder = FeatureEncoder().fit(pile)
    part = encoder.transform(pile.take([2, 0])).toarray()
    np.testing.assert_array_equal(part, encoder.transform(pile).toarray()[[2, 0]])


def test_an_unknown_category_is_one_of_the_others(pile, tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("text,age,job,city\nred,4,nurse,Lima\n")
    new = read_collection(path, text="text", numeric=["age"], categorical=["job", "city"])
    encoder = FeatureEncoder(TextVectorizer(min_df=1)).fit(pile)
    row = dict(zip(encoder.get_feature_names_out(), encoder.transform(new).toarray()[0], strict=True))
    assert row["city=infrequent_sklearn"] == pytest.approx(0.5**0.5)
    assert row["age"] == pytest.approx(0, abs=1e-6)


def test_missing_columns_of_the_other_side_are_named(pile, tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("text,age,job,city\nred,4,nurse,Lima\n")
    encoder = FeatureEncoder().fit(pile)
    with pytest.raises(InputError, match=r"new\.csv: has not the numeric columns age that the other side has"):
        encoder.transform(read_collection(path, text="text", categorical=["job", "city"]))
    with pytest.raises(InputError, match="has not the text"):
        FeatureEncoder().fit(pile).transform(_without_text(path))


def _without_text(path):
    path.write_text("age,job,city\n4,nurse,Lima\n5,nurse,Rome\n")
    return read_collection(path, numeric=["age"], categorical=["job", "city"])


def test_a_table_without_text_needs_no_vectorizer(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("n,g\n1,a\n2,b\n3,a\n4,b\n")
    encoder = clone(FeatureEncoder())
    X = encoder.fit_transform(read_collection(path))
    assert X.shape == (4, 3)
    assert encoder.vectorizer_ is None
    assert pl.DataFrame(X.toarray()).null_count().sum_horizontal().item() == 0
