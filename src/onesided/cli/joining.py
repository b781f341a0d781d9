"""Positives and pile as one collection."""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.exceptions import InputError
from onesided.text import Collection
from onesided.text.streamed import StreamedTexts


def join(given: Collection, pile: Collection) -> Collection:
    """Positives and pile as one collection, the positives first."""
    import polars as pl

    if (given.texts is None) != (pile.texts is None):
        with_text, without = (given, pile) if pile.texts is None else (pile, given)
        raise InputError(f"{without.source} has no text and {with_text.source} has; name the text columns with --text")
    for role in ("numeric_columns", "categorical_columns"):
        if getattr(given, role) != getattr(pile, role):
            missing = sorted(set(getattr(pile, role)) ^ set(getattr(given, role)))
            raise InputError(
                f"{given.source} and {pile.source} differ in their columns ({', '.join(missing[:3])}); name "
                "those that both have with --numeric and --categorical"
            )
    return Collection(
        source=f"{given.source} and {pile.source}",
        frame=pl.DataFrame({"id": given.ids + pile.ids}),
        ids=given.ids + pile.ids,
        row_numbers=np.concatenate([given.row_numbers, pile.row_numbers]),
        texts=_texts(given.texts, pile.texts),
        text_columns=pile.text_columns,
        numeric=None if given.numeric is None or pile.numeric is None else np.vstack([given.numeric, pile.numeric]),
        numeric_columns=pile.numeric_columns,
        categorical=None
        if given.categorical is None or pile.categorical is None
        else pl.concat([given.categorical, pile.categorical]),
    )


def _texts(given: Any, pile: Any) -> Any:
    import polars as pl

    if given is None or pile is None:
        return None
    return pile.after(given) if isinstance(pile, StreamedTexts) else pl.concat([given, pile])
