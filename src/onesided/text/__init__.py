"""Reading what people have, folders and tables, and turning text into a sparse matrix."""

from onesided.text.vectorizer import TextVectorizer

__all__ = ["TextVectorizer"]
