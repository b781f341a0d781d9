"""Reading what people have, folders and tables, and turning text into a sparse matrix."""

from onesided.text.collection import Collection
from onesided.text.duplicates import duplicate_groups
from onesided.text.reading import read_collection
from onesided.text.vectorizer import TextVectorizer

__all__ = ["Collection", "TextVectorizer", "duplicate_groups", "read_collection"]
