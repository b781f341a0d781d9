"""Reading what people have, folders and tables, and turning text into a sparse matrix."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onesided.text.collection import Collection
    from onesided.text.duplicates import duplicate_groups
    from onesided.text.features import FeatureEncoder
    from onesided.text.reading import read_collection
    from onesided.text.vectorizer import TextVectorizer

__all__ = ["Collection", "FeatureEncoder", "TextVectorizer", "duplicate_groups", "read_collection"]

# Loaded when used: an error in reading must not wait for scikit-learn.
_HOMES = {
    "Collection": "collection",
    "FeatureEncoder": "features",
    "TextVectorizer": "vectorizer",
    "duplicate_groups": "duplicates",
    "read_collection": "reading",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
