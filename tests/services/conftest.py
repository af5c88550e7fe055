"""Libraries for the services: one with stand-ins for the slow rooms, one of two companies through the real schema."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from stand_ins import PaperWorkers, clause_text, open_with_stand_ins, paper
from two_products import EMBEDDER, documents, medical

from development.bare_library import BareDocument, add_pending, add_verified
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import Library, Parts, open_library


@pytest.fixture
def workers():
    return PaperWorkers()


@pytest.fixture
def library(tmp_path, workers):
    with open_with_stand_ins(tmp_path / "library.db", workers) as opened:
        yield opened


@pytest.fixture
def inbox(tmp_path):
    """A folder whose papers a test names: `inbox("甲.pdf", paper(…))` writes one and says where."""
    folder = tmp_path / "inbox"
    folder.mkdir()

    def put(name, content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    put.folder = folder
    return put


@pytest.fixture
def one_document(library, inbox):
    """Imports one paper and gives its id; keyword arguments as `paper` takes them."""

    def make(markdown=None, *, file="甲.pdf", **said):
        text = markdown or clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))
        return import_paths(library, [inbox(file, paper(text, **said))])[0].document.document_id

    return make


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Verified: 平安盈添悦 (annuity), 民生康健 (medical). Pending: 平安福满养老年金. No test changes it."""
    folder: Path = tmp_path_factory.mktemp("search")
    with open_library(folder / "library.db", parts=Parts(embedder=lambda: EMBEDDER)) as library:
        with library.database.write() as connection:
            for document in documents():
                add_verified(connection, document, library.pack, EMBEDDER)
            pending = BareDocument(
                "平安福满养老年金保险", medical()[:1], code="2200", company="平安人寿", category="养老年金保险"
            )
            add_pending(connection, pending, library.pack)
        yield library


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Library]:
    with open_library(tmp_path / "library.db", parts=Parts(embedder=lambda: EMBEDDER)) as library:
        yield library
