"""The product's own benchmark of searching: libraries of many clauses, built as the program builds them and then asked.

Texts are seeded (`made_library`). Vectors are made of real ones, because embedding 120,000 windows takes an hour: the
rate of embedding is measured on a sample and said beside it. Real vectors fill their space unevenly, and a search that
uses this would look bad or good for nothing among evenly made ones: made vectors take mean and spectrum from those of
the clauses that ship with the question memory (5,087 when this was measured). Of 1,653 windows of 795 public passages
128 axes hold 0.943 of the squared length, two of them have a cosine of 0.42 on average, and questions have cosines of
0.31 ± 0.09 with them (the best three of 6,740 windows: over 0.59); of made ones 0.934, 0.41, 0.27 ± 0.09 (the best 96
of 235,000: over 0.57).
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import cast

import numpy as np

from insurance_desktop import paths
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.indexed import PreparedIndex
from insurance_desktop.domain.running import Progress, ProgressCallback, ignore_progress
from insurance_desktop.index.embedding import Embedder, Told, Vectors, shipped_embedder, tell_nobody
from insurance_desktop.index.entries import index_clauses, space_for
from insurance_desktop.index.memory import known_clauses, memory_path
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search import indexing
from insurance_desktop.services.search.engine import Models, SearchEngine

from .embedding import EmbeddingRate, measure_embedding
from .faults import WrongCall
from .made_library import MadeDocument, Vocabulary, made_documents, put_verified
from .searches import Start, Timing, fresh_start, measure, questions_for

LEAST_CLAUSES, MOST_CLAUSES = 100, 1_000_000
BUILD_BAR, MEMORY_BAR, START_BAR = 8000.0, 350 * 1024 * 1024, 1.5
EMBEDDING_BAR = 0.85
QUESTIONS = 60
_AROUND = 0.3
"""How far a made vector lies from the real one that it is made of: the cosine between two such is 0.9."""


@dataclass(frozen=True, slots=True)
class Built:
    """What building took, embedding aside. `duplicate_share`: of the clauses whose text another one has, too."""

    clauses: int
    windows: int
    documents: int
    duplicate_share: float
    file_bytes: int
    prepare_seconds: float
    write_seconds: float

    @property
    def clauses_per_second(self) -> float:
        return self.clauses / (self.prepare_seconds + self.write_seconds)


@dataclass(frozen=True, slots=True)
class ClauseBenchmark:
    """One library's numbers. `recall`: of a full scan's nearest clauses, how many the vector arm found."""

    seed: int
    built: Built
    timings: tuple[Timing, ...]
    recall: float
    first_start: Start
    restart: Start


@dataclass(frozen=True, slots=True)
class ClauseBenchmarks:
    embedding: EmbeddingRate
    libraries: tuple[ClauseBenchmark, ...]


def bench_clauses(
    sizes: Sequence[int],
    *,
    seed: int = 1,
    sample: int = 96,
    questions: int = QUESTIONS,
    progress: ProgressCallback = ignore_progress,
) -> ClauseBenchmarks:
    """Builds and asks a library of each size, `questions` of it (2 at least). WrongCall for a size that is none."""
    for size in sizes:
        if not LEAST_CLAUSES <= size <= MOST_CLAUSES:
            raise WrongCall(f"a library has {LEAST_CLAUSES} to {MOST_CLAUSES} clauses, not {size}")
    progress(Progress(0, len(sizes) + 1, "rate of embedding"))
    embedder = shipped_embedder()
    samples = _sample_texts()
    sampled, rate = measure_embedding(embedder, samples, sample)
    known = known_clauses(memory_path(load_pack(default_pack()).name), embedder.fingerprint)
    real = sampled if known is None else known
    found = []
    for number, size in enumerate(sizes):
        progress(Progress(number + 1, len(sizes) + 1, f"a library of {size} clauses"))
        with tempfile.TemporaryDirectory(prefix="insurance-desktop-bench-") as folder:
            found.append(_bench(Path(folder), size, seed, samples, _Around(embedder, real, seed), questions=questions))
    return ClauseBenchmarks(rate, tuple(found))


class _Around:
    """An embedder that puts passages at random around real ones: same tokenizer, same questions, no waiting.

    A passage is a real one and the difference of two others, in shares that leave mean and spectrum as they are.
    """

    def __init__(self, embedder: Embedder, real: Vectors, seed: int) -> None:
        self._embedder = embedder
        self._mean = real.mean(axis=0)
        self._away = real - self._mean
        self._chance = np.random.default_rng(seed)
        self.seconds = 0.0
        """What it took to make vectors, which is no part of building without embedding."""

    def __getattr__(self, name: str) -> object:
        return getattr(self._embedder, name)

    def passages_counted(self, texts: Sequence[str], told: Told = tell_nobody) -> tuple[Vectors, list[int]]:
        began = perf_counter()
        vectors = self.passages(texts)
        self.seconds += perf_counter() - began
        return vectors, [len(text) for text in texts]

    def passages(self, texts: Sequence[str]) -> Vectors:
        own, more, less = self._away[self._chance.integers(0, len(self._away), (3, len(texts)))]
        vectors = self._mean + own * np.float32((1 - 2 * _AROUND**2) ** 0.5) + (more - less) * np.float32(_AROUND)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def _sample_texts() -> list[str]:
    """The shipped samples' clauses."""
    with ConversionWorkers() as workers:
        files = sorted((paths.resource_root() / "samples").glob("*.pdf"))
        return [clause.text for file in files for clause in workers.convert(file.read_bytes(), default_pack()).clauses]


def _bench(
    folder: Path, size: int, seed: int, samples: Sequence[str], embedder: _Around, *, questions: int
) -> ClauseBenchmark:
    cache = folder / "cache"
    models = Models(embedder=lambda _: cast(Embedder, embedder))
    with open_library(folder / "library.db") as library, SearchEngine(library, models, cache=cache) as engine:
        built = _build(engine, size, seed, samples, embedder)
    text = random.Random(seed).choice(library.pack.synonyms).street[0]
    first = fresh_start(library.path, cache, text, questions, with_cache=False)
    again = fresh_start(library.path, cache, text, questions, with_cache=True)
    with open_library(folder / "library.db") as library, SearchEngine(library, models, cache=cache) as engine:
        with library.database.read() as connection:
            asked = questions_for(engine, connection, questions, seed)
        timings, recall = measure(engine, asked)
    return ClauseBenchmark(seed, built, tuple(timings), recall, first, again)


def _build(engine: SearchEngine, size: int, seed: int, samples: Sequence[str], embedder: _Around) -> Built:
    engine.embedder.count_tokens(engine.library.pack.name)  # loads the tokenizer: a start, not a rate
    making = _Making(engine, size, seed, samples)
    began = perf_counter()
    indexing.write_together(engine, making.prepared())
    write = perf_counter() - began - making.seconds
    return Built(
        clauses=making.clauses,
        windows=making.windows,
        documents=making.documents,
        duplicate_share=round(1 - len(making.texts) / making.clauses, 5),
        file_bytes=engine.library.path.stat().st_size,
        prepare_seconds=making.prepare_seconds - embedder.seconds,
        write_seconds=write,
    )


class _Making:
    """Documents that nobody wrote, stored as verified and prepared for the index, and what that took."""

    def __init__(self, engine: SearchEngine, size: int, seed: int, samples: Sequence[str]) -> None:
        self._engine = engine
        self._made = made_documents(Vocabulary(samples, engine.library.pack, seed), size, seed)
        self.texts: set[str] = set()
        self.clauses = self.windows = self.documents = 0
        self.seconds = self.prepare_seconds = 0.0

    def prepared(self) -> Iterator[PreparedIndex]:
        began = perf_counter()
        for made in self._made:
            found = self._prepared(made)
            self.texts.update(clause.text for clause in made.clauses)
            self.clauses, self.documents = self.clauses + len(found.clauses), self.documents + 1
            self.windows += sum(len(row.windows) for row in found.clauses)
            self.seconds += perf_counter() - began
            yield found
            began = perf_counter()

    def _prepared(self, made: MadeDocument) -> PreparedIndex:
        library, embedder = self._engine.library, self._engine.embedder
        with library.database.write() as connection:
            document, version_id = put_verified(connection, made, library.pack)
        began = perf_counter()
        rows = index_clauses(made.clauses, (), (), document.sha256, embedder=embedder, synonyms=library.pack.synonyms)
        self.prepare_seconds += perf_counter() - began
        space = space_for(library.pack.name, embedder)
        return PreparedIndex(document.document_id, version_id, space, rows, ())
