"""Libraries for the services: one with stand-ins for the slow rooms, one of two companies through the real schema."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from stand_ins import PaperWorkers, clause_text, open_with_stand_ins, paper
from two_products import EMBEDDER, documents, medical

from development.bare_library import BareDocument, add_pending, add_verified, open_engine
from insurance_desktop import paths
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.search.engine import SearchEngine


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program notes outside of a library is each test's own: copies of one library have the same notes."""
    monkeypatch.setattr(paths, "state_folder", lambda: tmp_path / "state")


@pytest.fixture
def workers():
    return PaperWorkers()


@pytest.fixture
def workspace(tmp_path, workers):
    with open_with_stand_ins(tmp_path / "library.db", workers) as opened:
        yield opened


@pytest.fixture
def library(workspace):
    return workspace.library


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
def one_document(workspace, inbox):
    """Imports one paper and gives its id; keyword arguments as `paper` takes them."""

    def make(markdown=None, *, file="甲.pdf", **said):
        text = markdown or clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))
        (line,) = import_paths(workspace.library, workspace.converter, [inbox(file, paper(text, **said))])
        return line.document.document_id

    return make


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    """Verified: 平安盈添悦 (annuity), 民生康健 (medical). Pending: 平安福满养老年金. No test changes it."""
    folder: Path = tmp_path_factory.mktemp("search")
    with open_engine(folder / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for document in documents():
                add_verified(connection, document, engine.library.pack, EMBEDDER)
            pending = BareDocument(
                "平安福满养老年金保险", medical()[:1], code="2200", company="平安人寿", category="养老年金保险"
            )
            add_pending(connection, pending, engine.library.pack)
        yield engine


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[SearchEngine]:
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        yield engine
