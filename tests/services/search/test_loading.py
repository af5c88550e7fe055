"""What a first question waits for is loaded while it is still read, once, and only for a question that is ranked."""

import threading

import pytest
from two_products import EMBEDDER, documents

from development.bare_library import add_verified
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.index import background
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.embedding_cache import EmbeddingCache
from insurance_desktop.services.search.engine import Models, SearchEngine


class Noticed(EmbeddingCache):
    """Says when it is loaded."""

    def __init__(self):
        super().__init__(EMBEDDER)
        self.loaded = threading.Semaphore(0)

    def load(self):
        super().load()
        self.loaded.release()


@pytest.fixture
def stocked(tmp_path, monkeypatch):
    monkeypatch.setattr(background.os, "cpu_count", lambda: 2)
    noticed = Noticed()
    with open_library(tmp_path / "library.db") as library:
        with library.database.write() as connection:
            add_verified(connection, documents()[0], library.pack, EMBEDDER)
        yield SearchEngine(library, Models(embedder=lambda _: noticed, reranker=lambda _: None)), noticed


def test_models_are_loaded_once_and_only_for_what_is_ranked(stocked):
    engine, noticed = stocked
    assert search(engine, SearchRequest("第2.3条")).results
    search(engine, SearchRequest("身故赔多少", mode="keyword"))
    assert not noticed.loaded.acquire(blocking=False)
    assert search(engine, SearchRequest("身故赔多少")).results
    assert noticed.loaded.acquire(timeout=60)
    search(engine, SearchRequest("身故赔多少"))
    engine.begin_loading()
    assert not noticed.loaded.acquire(blocking=False)
