"""Which texts are the same, case and white space aside."""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.text.tokens import text_chunks

EMPTY = -1
UNEVEN = r"\s{2,}|[^\S ]"  # white space that is not one space: single ones need no work, and they are most


def duplicate_groups(*collections: Any) -> list[np.ndarray]:
    """Number texts so that equal ones share a number, over all collections together.

    Two texts are equal if they are so after folding case and white space; 128 bits of hash stand for each.

    Parameters
    ----------
    *collections : iterables of str
        For instance the positives and the pile.

    Returns
    -------
    list of ndarray of int
        For each collection the group of each text, numbered by first appearance; -1 for empty texts.

    Examples
    --------
    >>> positives, pile = duplicate_groups(["A cat"], ["a dog", " a  CAT\\n", "", "a dog"])
    >>> positives, pile
    (array([0]), array([ 1,  0, -1,  1]))
    >>> np.isin(positives, pile)
    array([ True])
    """
    import polars as pl

    text = pl.col("text").str.to_lowercase().str.replace_all(UNEVEN, " ").str.strip_chars()
    hashes = [pl.DataFrame(schema={"empty": pl.Boolean, "low": pl.UInt64, "high": pl.UInt64})]
    ends = []
    for texts in collections:
        for chunk in text_chunks(texts):
            folded = pl.LazyFrame({"text": chunk}).select(text)
            parts = folded.select(
                (pl.col("text") == "").alias("empty"),
                pl.col("text").hash(seed=1).alias("low"),
                pl.col("text").hash(seed=2).alias("high"),
            )
            hashes.append(parts.collect())
        ends.append(sum(part.height for part in hashes))
    rows = pl.concat(hashes).with_row_index("row")
    filled = rows.filter(~pl.col("empty")).select("row", pl.col("row").min().over("low", "high").alias("first"))
    groups = np.full(rows.height, EMPTY, dtype=np.int64)
    groups[filled["row"].to_numpy()] = np.unique(filled["first"].to_numpy(), return_inverse=True)[1]
    return np.split(groups, ends[:-1]) if collections else []
