"""Count matrices of texts: by a vocabulary of words, by one of character n-grams, or by feature hashing.

Each counter offers `learn` (chunks of texts to terms and blocks of counts) and `prepare` (to count known terms).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.utils import murmurhash3_32

from onesided.engine.threads import map_in_threads
from onesided.exceptions import InputError
from onesided.text.blocks import Blocks
from onesided.text.encoders import FixedEncoder, GrowingEncoder, Stream, encode_without_stop_words
from onesided.text.ngrams import count_rows, frequent_keys, look_up, pair_keys
from onesided.text.tokens import Tokenizer

if TYPE_CHECKING:
    import polars as pl

Step = Callable[[int], None]


def document_frequency(blocks: Iterable[sparse.csr_matrix], n_columns: int) -> np.ndarray:
    """Number of rows that hold each column, over all blocks."""
    total = np.zeros(n_columns, dtype=np.int64)
    for block in blocks:
        total += np.bincount(block.indices, minlength=n_columns)
    return total


def occurrences(blocks: Iterable[sparse.csr_matrix], n_columns: int) -> np.ndarray:
    """How often each column occurs, over all blocks."""
    total = np.zeros(n_columns)
    for block in blocks:
        total += np.bincount(block.indices, weights=block.data, minlength=n_columns)
    return total


class WordCounter:
    """Counts word n-grams.

    An n-gram is a pair of integers: its (n-1)-gram and its last word.  Since it can be in no more documents than
    its parts, those with rare parts are dropped before they are counted.
    """

    def __init__(self, tokenizer: Tokenizer, ngram_range: tuple[int, int]) -> None:
        self.tokenizer = tokenizer
        self.shortest, self.longest = ngram_range

    def learn(self, chunks: Iterable[pl.Series], at_least: float, step: Step, counts: Blocks) -> np.ndarray:
        """Terms in at least so many documents (and possibly some in fewer); the counts of each chunk go to `counts`."""
        encoder = GrowingEncoder(self.tokenizer)

        def encode(chunk: pl.Series) -> tuple[Stream, sparse.csr_matrix]:
            stream = encode_without_stop_words(chunk, encoder)
            return stream, count_rows(stream.codes, stream.lengths, int(stream.codes.max(initial=-1)) + 1)

        streams, blocks = [], []
        for stream, block in map_in_threads(encode, chunks):
            if self.longest > 1:
                streams.append(stream)
                blocks.append(block)
            else:
                counts.append(block)
            step(block.shape[0])
        lexicon = encoder.words
        words = lexicon.to_numpy().astype(object)
        if self.longest == 1:
            return words
        for block in blocks:
            block.resize(block.shape[0], len(words))
        if lexicon.str.contains(" ", literal=True).any():
            raise InputError("token_pattern lets words hold a space, which joins the words of n-grams: change it")
        terms, levels = [words], [blocks]
        is_frequent = document_frequency(blocks, len(words)) >= at_least
        streams = [Stream(_only(is_frequent, stream.codes), stream.lengths) for stream in streams]
        prefixes = [stream.codes for stream in streams]
        for order in range(2, self.longest + 1):
            keys = list(map_in_threads(pair_keys, prefixes, streams, [order] * len(streams)))
            table = frequent_keys(keys, at_least)
            prefixes, blocks = [], []
            for prefix, block in map_in_threads(_count_keys, keys, streams, [table] * len(streams)):
                prefixes.append(prefix)
                blocks.append(block)
                step(block.shape[0])
            is_frequent = document_frequency(blocks, len(table)) >= at_least
            prefixes = [_only(is_frequent, prefix) for prefix in prefixes]
            terms.append(terms[-1][table >> 32] + " " + words[table & 0xFFFFFFFF])
            levels.append(blocks)
        kept = slice(self.shortest - 1, None)
        for level in zip(*levels[kept], strict=True):
            counts.append(sparse.hstack(level, format="csr", dtype=np.int32))
        return np.concatenate(terms[kept])

    def prepare(self, terms: np.ndarray) -> Callable[[pl.Series], sparse.csr_matrix]:
        """Make the function that counts known terms in a chunk."""
        if self.longest == 1:
            return self._prepare_words(terms)
        by_order: list[dict[tuple[str, ...], int]] = [{} for _ in range(self.longest)]
        for column, term in enumerate(terms):
            parts = tuple(term.split(" "))
            by_order[len(parts) - 1][parts] = column
            for order in range(2, len(parts)):  # the beginnings that lead to it, kept themselves or not
                by_order[order - 1].setdefault(parts[:order], -1)
        words = sorted({word for level in by_order for parts in level for word in parts})
        code_of: dict[tuple[str, ...], int] = {(word,): code for code, word in enumerate(words)}
        words += [word for word in self.tokenizer.stop_words if (word,) not in code_of]
        encoder = FixedEncoder(self.tokenizer, words)
        columns = [np.full(len(words), -1, np.int32)]
        columns[0][[code_of[parts] for parts in by_order[0]]] = list(by_order[0].values())
        tables: list[np.ndarray] = []
        last = code_of
        for level in by_order[1:]:
            keys = np.array([last[parts[:-1]] << 32 | code_of[parts[-1:]] for parts in level], dtype=np.int64)
            by_key = np.argsort(keys)
            tables.append(keys[by_key])
            columns.append(np.fromiter(level.values(), np.int32, len(level))[by_key])
            grams = list(level)
            last = {grams[place]: code for code, place in enumerate(by_key.tolist())}

        def count(chunk: pl.Series) -> sparse.csr_matrix:
            stream = encode_without_stop_words(chunk, encoder)
            codes = stream.codes
            total = count_rows(_column(columns[0], codes), stream.lengths, len(terms))
            for order, table in enumerate(tables, start=2):
                codes = look_up(pair_keys(codes, stream, order), table)
                total = total + count_rows(_column(columns[order - 1], codes), stream.lengths, len(terms))
            return total

        return count

    def _prepare_words(self, terms: np.ndarray) -> Callable[[pl.Series], sparse.csr_matrix]:
        """The same without n-grams: the code of a word is its column, and stop words have codes behind them."""
        stop_words = set(self.tokenizer.stop_words).difference(terms)
        encoder = FixedEncoder(self.tokenizer, [*terms, *sorted(stop_words)])

        def count(chunk: pl.Series) -> sparse.csr_matrix:
            codes, lengths = encode_without_stop_words(chunk, encoder)
            return count_rows(codes, lengths, len(terms))

        return count


class CharCounter:
    """Counts character n-grams inside words (`char_wb`): a text's counts are the sum of its distinct words' counts."""

    def __init__(self, tokenizer: Tokenizer, ngram_range: tuple[int, int]) -> None:
        self.tokenizer = tokenizer
        self.grams_of = CountVectorizer(analyzer="char_wb", ngram_range=ngram_range, lowercase=False).build_analyzer()

    def count_grams(self, chunk: pl.Series, column_of: Callable[[str], int]) -> tuple[np.ndarray, sparse.csr_matrix]:
        """Columns of the n-grams of each distinct word (as CSR parts), and the words' counts in each text."""
        encoder = GrowingEncoder(self.tokenizer)
        stream = encoder.encode(chunk)
        words = encoder.words.to_list()
        grams = [[column_of(gram) for gram in self.grams_of(word)] for word in words]
        indptr = np.concatenate([[0], np.cumsum([len(row) for row in grams])])
        indices = np.array([column for row in grams for column in row], dtype=np.int32)
        rows = np.repeat(np.arange(len(words)), np.diff(indptr))
        known = indices >= 0
        width = int(indices.max(initial=-1)) + 1
        ones = np.ones(int(known.sum()), np.int32)
        parts = sparse.coo_matrix((ones, (rows[known], indices[known])), shape=(len(words), width)).tocsr()
        counts = (count_rows(*stream, len(words)) @ parts).tocsr()
        return np.array(words, dtype=object), counts

    def learn(self, chunks: Iterable[pl.Series], at_least: float, step: Step, counts: Blocks) -> np.ndarray:
        """All n-grams of the texts; the counts of each chunk go to `counts`."""
        vocabulary: dict[str, int] = {}
        for chunk in chunks:
            block = self.count_grams(chunk, lambda gram: vocabulary.setdefault(gram, len(vocabulary)))[1]
            counts.append(block)
            step(block.shape[0])
        return np.array(list(vocabulary), dtype=object)

    def prepare(self, terms: np.ndarray) -> Callable[[pl.Series], sparse.csr_matrix]:
        """Make the function that counts known terms in a chunk."""
        vocabulary = {term: column for column, term in enumerate(terms)}

        def count(chunk: pl.Series) -> sparse.csr_matrix:
            counts = self.count_grams(chunk, lambda gram: vocabulary.get(gram, -1))[1]
            counts.resize(counts.shape[0], len(terms))
            return counts

        return count


class HashingCounter:
    """Counts n-grams by the remainder of a hash: no vocabulary, bounded memory, the same columns on every machine.

    A word's hash is MurmurHash3; an n-gram's mixes its (n-1)-gram's with its last word's (splitmix64's steps).
    """

    def __init__(self, counter: WordCounter | CharCounter, n_features: int) -> None:
        self.counter, self.n_features = counter, n_features

    def count(self, chunk: pl.Series) -> sparse.csr_matrix:
        """Counts of one chunk."""
        counter = self.counter
        if isinstance(counter, CharCounter):
            counts = counter.count_grams(chunk, lambda gram: murmurhash3_32(gram, positive=True) % self.n_features)[1]
            counts.resize(counts.shape[0], self.n_features)
            return counts
        encoder = GrowingEncoder(counter.tokenizer)
        stream = encode_without_stop_words(chunk, encoder)
        of_word = np.array([murmurhash3_32(word, positive=True) for word in encoder.words], dtype=np.uint64)
        hashes = words = of_word[stream.codes]
        ends = np.repeat(np.cumsum(stream.lengths), stream.lengths)
        total = sparse.csr_matrix((len(stream.lengths), self.n_features), dtype=np.int32)
        for order in range(1, counter.longest + 1):
            if order > 1:
                hashes = _mix(hashes[:-1] if len(hashes) else hashes, words[order - 1 :])
            if order < counter.shortest:
                continue
            columns = np.full(len(words), -1, dtype=np.int32)
            inside = np.arange(len(hashes)) + order <= ends[: len(hashes)]
            columns[: len(hashes)][inside] = hashes[inside] % np.uint64(self.n_features)
            total = total + count_rows(columns, stream.lengths, self.n_features)
        return total


def _count_keys(keys: np.ndarray, stream: Stream, table: np.ndarray) -> tuple[np.ndarray, sparse.csr_matrix]:
    """Code of the n-gram that begins at each word, and the counts."""
    codes = look_up(keys, table)
    return codes, count_rows(codes, stream.lengths, len(table))


def _mix(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    mixed = left * np.uint64(0x9E3779B97F4A7C15) + right
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _only(is_kept: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Return the codes with those not kept set to -1."""
    return np.where((codes >= 0) & _column(is_kept, codes), codes, -1)


def _column(of_code: np.ndarray, codes: np.ndarray) -> Any:
    """Look up `of_code[codes]`, also when there is no code at all; a code of -1 gives -1 (or False)."""
    missing = np.array([False if of_code.dtype == bool else -1], dtype=of_code.dtype)
    return np.concatenate([of_code, missing])[codes]  # index -1 is the last place
