"""Times searches in a library that is there: each arm alone and all together, beside plain numpy and other programs."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from os import getpid
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from insurance_desktop.convert.running.memory_limit import memory_in_use
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.index import tokens
from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.questions import Question, take_apart
from insurance_desktop.index.second_stage import CLAUSES_READ
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.search.arms import NEIGHBOURS, Arms, arms_of, gather
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.embedding_cache import EmbeddingCache
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.passages import reading_with
from insurance_desktop.services.search.vector_arm import stored
from insurance_desktop.store.clauses import window_vectors
from insurance_desktop.store.clauses.search_index import BIGRAM_COLUMNS, WORD_COLUMNS, IndexScope
from insurance_desktop.store.database import Connection

LIMITS_MS = {"hybrid_unscoped": 12.0, "vector_scoped": 1.0, "lexical_common": 6.0}
"""The bars of the product's own issue; they hold without embedding the question."""

_DOT = 1.5
"""The vector arm over everything may take this many times a plain dot product."""

_WARMING, _SCANNED, _MOST_AFTER_A_START = 10, 20, 8
_MOST_FOR_BM25 = 10_000
"""rank_bm25 keeps its index in Python objects: more clauses than this would take the machine's memory."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of one kind of search; `skipped` says why there are none. `bar`: what p50 should stay under.

    `clauses`: how many it looks at, where these are not all of the library.
    """

    name: str
    p50_ms: float | None = None
    p95_ms: float | None = None
    bar_ms: float | None = None
    skipped: str | None = None
    clauses: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """A fresh process: seconds until its first answer, and what it held after some more."""

    seconds: float
    memory_bytes: int
    with_cache: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions to time with, their vectors, a document for each, and others that hold common words alone."""

    texts: tuple[str, ...]
    common: tuple[str, ...]
    vectors: Vectors
    documents: tuple[int, ...]


def questions_for(engine: SearchEngine, connection: Connection, count: int, seed: int) -> Asked:
    """Seeded questions of the pack's street words, and of the library's most common ones."""
    library, chance = engine.library, random.Random(seed)
    street = sorted({word for group in library.pack.synonyms for word in group.street})
    trade = sorted({word for group in library.pack.synonyms for word in group.trade})
    texts = tuple("".join((*chance.choices(street, k=2), chance.choice(trade))) for _ in range(count))
    words = sorted({word for term in trade for word in tokens.words(term)})
    counted = engine.index.keywords.counts(connection, words, WORD_COLUMNS)
    most = sorted(counted, key=lambda word: -counted[word])[:40]
    common = tuple("".join(chance.sample(most, k=4)) for _ in range(count))
    documents = [row[0] for row in connection.rows("SELECT DISTINCT document_id FROM clauses")]
    vectors = np.stack([engine.embedder.question(take_apart(text, library.pack).text) for text in texts])
    return Asked(texts, common, vectors, tuple(chance.choices(documents, k=count)))


def measure(engine: SearchEngine, asked: Asked) -> tuple[list[Timing], float]:
    """The timings of a library's searches, and which share of a full scan's nearest clauses the vector arm finds."""
    with engine.library.database.read() as connection:
        arms = arms_of(engine, connection)
        if arms is None:
            raise ValueError("a library without an index has nothing to measure")
        rows = connection.rows("SELECT id FROM documents WHERE review_status = 'VERIFIED' ORDER BY id")
        measuring = _Measuring(engine, connection, arms, IndexScope(tuple(row[0] for row in rows), whole_space=True))
        timings = [*measuring.arms_alone(asked), *measuring.all_together(asked)]
        dot, recall = measuring.beside_numpy(asked)
        timings += [dot, measuring.beside_rank_bm25(asked), measuring.beside_chroma(asked)]
    bars = LIMITS_MS | {"vector_unscoped": _DOT * (dot.p50_ms or 0.0)}
    return [replace(each, bar_ms=bars.get(each.name)) for each in timings], recall


@dataclass(frozen=True, slots=True)
class _Measuring:
    engine: SearchEngine
    connection: Connection
    arms: Arms
    whole: IndexScope

    def arms_alone(self, asked: Asked) -> Iterator[Timing]:
        one = [IndexScope((document,)) for document in asked.documents]
        yield _timed("vector_unscoped", (partial(self._vector, vector, self.whole) for vector in asked.vectors))
        yield _timed("vector_scoped", map(partial, [self._vector] * len(one), asked.vectors, one))
        yield _timed("lexical_unscoped", (partial(self._lexical, text, self.whole) for text in asked.texts))
        yield _timed("lexical_common", (partial(self._lexical, text, self.whole) for text in asked.common))
        yield _timed("lexical_scoped", map(partial, [self._lexical] * len(one), asked.texts, one))

    def all_together(self, asked: Asked) -> Iterator[Timing]:
        questions = [take_apart(text, self.engine.library.pack) for text in asked.texts]
        embedder = EmbeddingCache(self.arms.embedder)
        told = replace(self.arms, embedder=embedder)
        for question in questions:
            embedder.questions([embedder.fitting(text) for text in (question.text, *question.parts)])
        whole = partial(gather, self.connection, scope=self.whole, arms=told)
        yield _timed("hybrid_unscoped", (partial(whole, each) for each in questions))
        one = [IndexScope((document,)) for document in asked.documents]
        calls = [
            partial(gather, self.connection, each, scope, arms=told) for each, scope in zip(questions, one, strict=True)
        ]
        yield _timed("hybrid_scoped", calls)
        yield _timed("question_embedding", (partial(self.arms.embedder.question, each.text) for each in questions))
        if self.engine.models.reranker is not None:
            yield _timed("reranking", map(partial, [self._read] * len(questions), questions, asked.documents))
        plain = [SearchRequest(text) for text in asked.texts]
        scoped = [replace(each, document_id=document) for each, document in zip(plain, asked.documents, strict=True)]
        yield _timed("search_unscoped_with_embedding", (partial(search, self.engine, each) for each in plain))
        yield _timed("search_scoped_with_embedding", (partial(search, self.engine, each) for each in scoped))

    def _read(self, question: Question, document: int) -> None:
        """The second stage alone: as many clauses as it reads for one question."""
        read = reading_with(
            self.connection, self.arms.space_id, self.engine.models.reranker, self.arms.embedder, question
        )
        rows = self.connection.rows(
            "SELECT id FROM clauses WHERE document_id = ? ORDER BY id LIMIT ?", (document, CLAUSES_READ)
        )
        if read is not None:
            read([row[0] for row in rows])

    def _vector(self, vector: Vectors, scope: IndexScope) -> dict[int, float]:
        return dict(self.arms.windows.nearest(self.connection, self.arms.space_id, vector, scope, limit=NEIGHBOURS))

    def _lexical(self, text: str, scope: IndexScope) -> None:
        question = take_apart(text, self.engine.library.pack)
        for words, columns in ((question.words, WORD_COLUMNS), (question.bigrams, BIGRAM_COLUMNS)):
            self.arms.keywords.scores(self.connection, words, columns, scope, title_weight=2.0, limit=NEIGHBOURS)

    def beside_numpy(self, asked: Asked) -> tuple[Timing, float]:
        """A plain product over the same matrix, and how much of what it finds nearest the vector arm finds."""
        owners = window_vectors.owners(self.connection, self.arms.space_id)
        matrix = np.zeros((len(owners), asked.vectors.shape[1]), dtype=np.float32)
        for places, rows in stored(self.connection, self.arms.space_id, owners):
            matrix[places] = rows
        timing = _timed("numpy_dot_product", (partial(np.dot, matrix, vector) for vector in asked.vectors))
        found = 0.0
        for vector in asked.vectors[:_SCANNED]:
            nearest = np.argsort(-(matrix @ vector), kind="stable")[:NEIGHBOURS]
            scanned = set(owners[nearest, 1].tolist())
            found += len(scanned & self._vector(vector, self.whole).keys()) / len(scanned)
        return timing, found / min(len(asked.vectors), _SCANNED)

    def beside_rank_bm25(self, asked: Asked) -> Timing:
        name = "peer_rank_bm25"
        module = _module("rank_bm25")
        if module is None:
            return Timing(name, skipped="rank_bm25 is not installed (extra bench)")
        texts = self.connection.rows("SELECT index_text FROM clauses ORDER BY id LIMIT ?", (_MOST_FOR_BM25,))
        index = module.BM25Okapi([tokens.words(text) for (text,) in texts])
        timing = _timed(name, (partial(index.get_scores, tokens.words(text)) for text in asked.texts[:_SCANNED]))
        return replace(timing, clauses=len(texts))

    def beside_chroma(self, asked: Asked) -> Timing:
        name = "peer_chroma"
        module = _module("chromadb")
        if module is None:
            return Timing(name, skipped="chromadb is not installed (extra bench)")
        collection = module.EphemeralClient().create_collection("bench", metadata={"hnsw:space": "cosine"})
        for chunk in window_vectors.chunks(self.connection, self.arms.space_id):
            ids = np.frombuffer(chunk.ids, dtype=np.int64)
            rows = np.frombuffer(chunk.vectors, dtype=np.float32).reshape(len(ids), -1)
            kept = np.flatnonzero(ids)
            collection.add(ids=[str(each) for each in ids[kept].tolist()], embeddings=rows[kept])
        query = partial(collection.query, n_results=NEIGHBOURS)
        return _timed(name, (partial(query, query_embeddings=vector[None, :]) for vector in asked.vectors))


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def _timed(name: str, calls: Iterable[Callable[[], object]]) -> Timing:
    """The calls once each, after the first ones have warmed what stays warm in a running process."""
    calls = list(calls)
    warming = min(_WARMING, len(calls) // 2)
    for call in calls[:warming]:
        call()
    taken = []
    for call in calls[warming:]:
        began = perf_counter()
        call()
        taken.append((perf_counter() - began) * 1000)
    return Timing(name, round(float(np.quantile(taken, 0.5)), 3), round(float(np.quantile(taken, 0.95)), 3))


def fresh_start(path: Path, cache: Path, text: str, questions: int, *, with_cache: bool) -> Start:
    """A new process opens the library, answers a question, and some more of so many; what it holds at the end."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    began = perf_counter()
    more = min(questions - 1, _MOST_AFTER_A_START)
    process = context.Process(target=_answer_once, args=(theirs, path, cache, text, more))
    process.start()
    ours.recv()
    seconds = perf_counter() - began
    memory = ours.recv()
    process.join()
    return Start(round(seconds, 3), memory, with_cache)


def _answer_once(pipe: Pipe, path: Path, cache: Path, text: str, more: int) -> None:
    with open_reader(path) as library, SearchEngine(library, cache=cache) as engine:
        pipe.send(search(engine, SearchRequest(text)).status)
        for number in range(more):
            search(engine, SearchRequest(text[number % len(text) :]))
        pipe.send(memory_in_use(getpid()))
