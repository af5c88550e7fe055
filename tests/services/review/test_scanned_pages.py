"""Scanned pages are read when a person asks: what was read is kept as suggestions, and nothing of it is text."""

import shutil
from pathlib import Path

import pytest
from scans import SURE, UNSURE, a_scan, reading_engine
from stand_ins import CharacterEmbedder, open_workspace_with

from insurance_desktop.convert.running.ocr import OcrReader
from insurance_desktop.domain.errors import NotFound, SourceError
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.scanned_pages import pages_without_words, read_scanned_pages


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """A file with a scan of three pages; no test opens it but as a copy."""
    folder = tmp_path_factory.mktemp("scan")
    (folder / "scan.pdf").write_bytes(a_scan(3))
    with open_workspace_with(folder / "library.db", embedder=CharacterEmbedder) as workspace:
        import_paths(workspace.library, workspace.converter, [folder / "scan.pdf"])
    return folder / "library.db"


@pytest.fixture
def library(imported, tmp_path):
    with open_library(Path(shutil.copy(imported, tmp_path))) as opened:
        yield opened


@pytest.fixture
def reader():
    made = OcrReader(engine=reading_engine)
    yield made
    made.close()


def without_a_model():
    def read(picture):
        raise RuntimeError("no model")

    return read


@pytest.mark.requirement("US2", "FR-006")
def test_every_page_without_text_is_read_and_none_becomes_text(library, reader):
    before = decisions.show(library, 1)
    assert pages_without_words(before.findings) == (1, 2, 3)
    told = []
    found = read_scanned_pages(library, 1, reader=reader, progress=told.append)
    assert [(each.page, [line.text for line in each.lines]) for each in found.suggestions] == [
        (page, [SURE, UNSURE]) for page in (1, 2, 3)
    ]
    assert [(each.done, each.total) for each in told] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    after = decisions.show(library, 1)
    assert after.suggestions == found.suggestions
    assert (after.markdown, after.findings, after.document) == (before.markdown, before.findings, before.document)


def test_what_was_read_before_it_was_stopped_is_kept_and_not_read_again(library, reader):
    with pytest.raises(Cancelled):
        read_scanned_pages(library, 1, reader=reader, cancel=lambda: True)
    assert [each.page for each in decisions.show(library, 1).suggestions] == [1]
    told = []
    read_scanned_pages(library, 1, reader=reader, progress=told.append)
    assert told[-1].total == 2
    assert [each.page for each in decisions.show(library, 1).suggestions] == [1, 2, 3]


def test_a_page_that_cannot_be_read_is_told_with_its_reason(library):
    reader = OcrReader(engine=without_a_model)
    try:
        found = read_scanned_pages(library, 1, reader=reader)
    finally:
        reader.close()
    assert not found.suggestions
    assert [each.page for each in found.faults] == [1, 2, 3]
    assert all(each.reason for each in found.faults)


def test_without_a_reader_of_pictures_it_says_so(library, monkeypatch):
    monkeypatch.setattr(OcrReader, "is_installed", False)
    with pytest.raises(SourceError) as refused:
        read_scanned_pages(library, 1)
    assert refused.value.key == "convert.ocr_not_there"


def test_no_such_document(library, reader):
    with pytest.raises(NotFound):
        read_scanned_pages(library, 99, reader=reader)
