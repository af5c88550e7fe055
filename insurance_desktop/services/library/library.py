"""The composition root: one open library with everything that works on it. Heavy parts load on first use."""

import os
import threading
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.store.database import Database, open_database

if TYPE_CHECKING:
    from insurance_desktop.convert.running.rendering import PageRenderer
    from insurance_desktop.convert.running.workers import ConversionWorkers
    from insurance_desktop.index.embedding import Embedder
    from insurance_desktop.index.matching import PhraseVectors
    from insurance_desktop.index.reranker import Reranker
    from insurance_desktop.services.search.clause_lookup import PrintedNames
    from insurance_desktop.services.search.keyword_arm import KeywordArm
    from insurance_desktop.services.search.question_memory import KeptMemory
    from insurance_desktop.services.search.ranking_approval import Configuration
    from insurance_desktop.services.search.vector_arm import NearestWindows
from insurance_desktop.services.products.product_names import ProductNames

T = TypeVar("T")

MOST_WORKERS = 4
"""Conversions at once; each may take 3 GB, and one core stays free for the window and the writer."""


class OnFirstUse(Generic[T]):
    """A part that is made when somebody needs it, once, whatever thread asks."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: T | None = None

    def get(self) -> T:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def close(self) -> None:
        """Close the part if it was made and can be closed."""
        with self._lock:
            closing = getattr(self._made, "close", None)
            if closing is not None:
                closing()
            self._made = None


def system_time() -> datetime:
    return datetime.now(UTC)


def shipped_embedder() -> "Embedder":
    from insurance_desktop.index import embedding  # noqa: PLC0415 (ONNX Runtime loads on first use)

    return embedding.shipped_embedder()


def shipped_reranker() -> "Reranker | None":
    from insurance_desktop.index import reranker  # noqa: PLC0415 (ONNX Runtime loads on first use)

    return reranker.shipped_reranker()


def conversion_workers() -> "ConversionWorkers":
    from insurance_desktop.convert.running.ocr import OcrReader  # noqa: PLC0415 (readers never convert)
    from insurance_desktop.convert.running.workers import ConversionWorkers  # noqa: PLC0415 (readers never convert)

    return ConversionWorkers(count=min(MOST_WORKERS, max(1, (os.cpu_count() or 2) - 1)), ocr=OcrReader())


def page_renderer() -> "PageRenderer":
    from insurance_desktop.convert.running.rendering import PageRenderer  # noqa: PLC0415 (only the page view draws)

    return PageRenderer()


def phrase_vectors(embedder: "Embedder") -> "PhraseVectors":
    from insurance_desktop.index.matching import PhraseVectors  # noqa: PLC0415 (as the embedder that it asks)

    return PhraseVectors(embedder)


def ranking_configuration(library: "Library") -> "Configuration":
    from insurance_desktop.services.search.ranking_approval import configuration_of  # noqa: PLC0415 (the gate works on libraries)

    return configuration_of(library)


def nearest_windows(library: Path, folder: Path | None) -> "NearestWindows":
    from insurance_desktop.services.search.vector_arm import NearestWindows  # noqa: PLC0415 (numpy loads on first use)

    return NearestWindows(library, folder)


def kept_memory() -> "KeptMemory":
    from insurance_desktop.services.search.question_memory import KeptMemory  # noqa: PLC0415 (it reads libraries)

    return KeptMemory()


def loading_of(library: "Library") -> "tuple[Callable[[], None], ...]":
    from insurance_desktop.services.search.loading import begin_loading  # noqa: PLC0415 (it works on libraries)

    return begin_loading(library)


def keyword_arm() -> "KeywordArm":
    from insurance_desktop.services.search.keyword_arm import KeywordArm  # noqa: PLC0415 (the words of jieba load on first use)

    return KeywordArm()


def printed_names() -> "PrintedNames":
    from insurance_desktop.services.search.clause_lookup import PrintedNames  # noqa: PLC0415 (25 ms, for who looks a clause up)

    return PrintedNames()


@entity
class Parts:
    """How a library gets its heavy parts; tests bring their own."""

    embedder: "Callable[[], Embedder]" = shipped_embedder
    reranker: "Callable[[], Reranker | None]" = shipped_reranker
    workers: "Callable[[], ConversionWorkers]" = conversion_workers
    renderer: "Callable[[], PageRenderer]" = page_renderer
    clock: Callable[[], datetime] = system_time
    cache: Callable[[], Path] = paths.cache_folder


@dataclass(frozen=True)
class Library:
    """An open library. Give it to any thread; close it once."""

    path: Path
    database: Database
    pack: DomainPack
    parts: Parts = field(default_factory=Parts)
    names: ProductNames = field(default_factory=ProductNames, repr=False)
    _embedder: "OnFirstUse[Embedder]" = field(init=False, repr=False)
    _reranker: "OnFirstUse[Reranker | None]" = field(init=False, repr=False)
    _phrases: "OnFirstUse[PhraseVectors]" = field(init=False, repr=False)
    _configuration: "OnFirstUse[Configuration]" = field(init=False, repr=False)
    _windows: "OnFirstUse[NearestWindows]" = field(init=False, repr=False)
    _keywords: "OnFirstUse[KeywordArm]" = field(init=False, repr=False)
    _printed: "OnFirstUse[PrintedNames]" = field(init=False, repr=False)
    _kept_memory: "OnFirstUse[KeptMemory]" = field(init=False, repr=False)
    _loading: "OnFirstUse[tuple[Callable[[], None], ...]]" = field(init=False, repr=False)
    _workers: "OnFirstUse[ConversionWorkers]" = field(init=False, repr=False)
    _renderer: "OnFirstUse[PageRenderer]" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_embedder", OnFirstUse(self.parts.embedder))
        object.__setattr__(self, "_reranker", OnFirstUse(self.parts.reranker))
        object.__setattr__(self, "_phrases", OnFirstUse(lambda: phrase_vectors(self.embedder)))
        object.__setattr__(self, "_configuration", OnFirstUse(lambda: ranking_configuration(self)))
        object.__setattr__(self, "_windows", OnFirstUse(lambda: nearest_windows(self.path, self.parts.cache())))
        object.__setattr__(self, "_keywords", OnFirstUse(keyword_arm))
        object.__setattr__(self, "_printed", OnFirstUse(printed_names))
        object.__setattr__(self, "_kept_memory", OnFirstUse(kept_memory))
        object.__setattr__(self, "_loading", OnFirstUse(lambda: loading_of(self)))
        object.__setattr__(self, "_workers", OnFirstUse(self.parts.workers))
        object.__setattr__(self, "_renderer", OnFirstUse(self.parts.renderer))

    @property
    def embedder(self) -> "Embedder":
        return self._embedder.get()

    @property
    def reranker(self) -> "Reranker | None":
        """What reads the first clauses together with the question; None for a model that comes without one."""
        return self._reranker.get()

    @property
    def phrases(self) -> "PhraseVectors":
        """Vectors of short texts, kept while the library is open."""
        return self._phrases.get()

    @property
    def configuration(self) -> "Configuration":
        """What this program ranks with."""
        return self._configuration.get()

    @property
    def windows(self) -> "NearestWindows":
        """The vector arm, in step with the file."""
        return self._windows.get()

    @property
    def keywords(self) -> "KeywordArm":
        """The keyword arm, which remembers how common words are."""
        return self._keywords.get()

    @property
    def printed(self) -> "PrintedNames":
        """How the numbers and titles of its clauses are printed."""
        return self._printed.get()

    @property
    def kept_memory(self) -> "KeptMemory":
        """The questions that reviewers kept in this library, as known ones."""
        return self._kept_memory.get()

    def begin_loading(self) -> None:
        """Has other cores load what a question is ranked with, before it is needed."""
        self._loading.get()

    @property
    def workers(self) -> "ConversionWorkers":
        return self._workers.get()

    @property
    def renderer(self) -> "PageRenderer":
        return self._renderer.get()

    def asked_with(self, embedder: "Embedder") -> "Library":
        """The same open file asked with another embedder; not to be closed, this one still holds the file."""
        other = replace(self, parts=replace(self.parts, embedder=lambda: embedder))
        for name in ("_reranker", "_windows", "_keywords", "_printed", "_loading", "_workers", "_renderer"):
            object.__setattr__(other, name, getattr(self, name))
        return other

    def without_kept(self, question: str) -> "Library":
        """The same open file with a memory that does not know this question: for measuring; not to be closed."""
        inner = self.kept_memory
        other = copy(self)
        object.__setattr__(other, "_kept_memory", OnFirstUse(lambda: inner.without(question)))
        return other

    def now(self) -> str:
        """The time as the file holds it: UTC, ISO 8601, whole seconds."""
        return self.parts.clock().astimezone(UTC).isoformat(timespec="seconds")

    def close(self) -> None:
        """Close the file, so that it can be carried away, and stop the worker processes.

        The file first: a conversion whose worker is stopped under it must not end as FAILED, it is still QUEUED.
        """
        self.database.close()
        self._workers.close()
        self._renderer.close()
        self._embedder.close()
        self._windows.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_library(
    path: Path, *, create: bool = True, pack: DomainPack | None = None, parts: Parts | None = None
) -> Library:
    """Open a library to work on it: made where there is none, brought to the newest schema (after a backup)."""
    database = open_database(path, create=create)
    return Library(database.path, database, pack or load_pack(), parts or Parts())


def open_reader(
    path: Path, *, pack: DomainPack | None = None, parts: Parts | None = None, names: ProductNames | None = None
) -> Library:
    """Open a library to read: nothing is made, migrated or written. `names` where not every product may be named."""
    database = open_database(path, read_only=True)
    return Library(database.path, database, pack or load_pack(), parts or Parts(), names or ProductNames())
