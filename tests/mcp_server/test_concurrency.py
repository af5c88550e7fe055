"""Servers answer while the library is imported into and reviewed: no error, and never a text that was not verified."""

import threading
import time

import pytest
from stress import ask_in_parallel, begin_import, verified_documents

from development.bare_library import open_engine
from insurance_desktop import paths
from insurance_desktop.services.review import decisions

SAMPLES = paths.resource_root() / "samples"


@pytest.fixture
def other_pdfs(tmp_path):
    """The samples with other bytes, so that each is a document of its own."""
    folder = tmp_path / "incoming"
    folder.mkdir()
    for number in range(2):
        for sample in SAMPLES.glob("*.pdf"):
            (folder / f"{sample.stem}-{number}.pdf").write_bytes(sample.read_bytes() + b"\n%% %d\n" % number)
    return folder


class Reviewer:
    """Approves and rejects one document in turns, and remembers when it may have been verified."""

    def __init__(self, library, document_id: int) -> None:
        self._library = library
        self._document_id = document_id
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._review)
        self.verified: list[tuple[float, float]] = []

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *failure) -> None:
        self._stop.set()
        self._thread.join()

    def _review(self) -> None:
        with open_engine(self._library) as engine:
            while not self._stop.is_set():
                began = time.monotonic()
                decisions.approve(engine, self._document_id, reviewer="甲", accept_findings_reason="试")
                self._stop.wait(0.2)
                decisions.reject(engine.library, self._document_id, reviewer="甲", reason="试")
                self.verified.append((began, time.monotonic()))
                self._stop.wait(0.2)

    def may_quote(self, call) -> bool:
        return any(began <= call.ended and call.began <= ended for began, ended in self.verified)


@pytest.mark.requirement("SC-001")
def test_two_servers_quote_only_verified_documents_while_others_are_imported_and_reviewed(sample_library, other_pdfs):
    standing = verified_documents(sample_library)
    assert standing == {1, 2}
    importing = begin_import(sample_library, other_pdfs)
    with Reviewer(sample_library, 3) as reviewer:
        calls = ask_in_parallel(sample_library, servers=2, calls=40)
    report, _ = importing.communicate(timeout=120)
    assert importing.returncode == 0, report
    assert [call.fault for call in calls if call.fault] == []
    assert len(calls) == 80
    assert sum(bool(call.documents) for call in calls) > 25
    assert reviewer.verified
    for call in calls:
        assert call.documents <= standing | ({3} if reviewer.may_quote(call) else set()), call
