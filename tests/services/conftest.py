import pytest
from stand_ins import PaperWorkers, clause_text, open_with_stand_ins, paper

from insurance_desktop.services.ingesting import import_paths


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
