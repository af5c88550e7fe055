"""A workbench with the vocabulary of the real one, over plain lists: it can be told to wait or to fail."""

import threading
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from insurance_desktop.domain.documents import Document, FindingCounts, ImportedFile
from insurance_desktop.domain.running import Cancelled, Progress
from insurance_desktop.domain.states import ConversionStatus, EditionStatus, ImportAction, ReviewStatus


def document(number: int, **changes) -> Document:
    made = Document(
        document_id=number,
        sha256=f"{number:064x}",
        product_id=number,
        product_code=f"{2000 + number}",
        product_name=f"安心保重大疾病保险{number}",
        company="示例人寿",
        document_type="产品条款",
        product_category="健康保险",
        edition=f"{2000 + number}-1",
        edition_status=EditionStatus.CURRENT,
        publish_time="2026-01-01",
        download_url=None,
        logical_path=f"示例人寿/{2000 + number}/{2000 + number}-1/产品条款.pdf",
        pages=3,
        conversion_status=ConversionStatus.CONVERTED,
        reason=None,
        review_status=ReviewStatus.PENDING,
        version_id=number,
        findings=FindingCounts(),
        imported_at=datetime(2026, 11, 1, 8, tzinfo=UTC),
    )
    return replace(made, **changes)


class FakeWorkbench:
    """`wait_in` holds a call until `let_go`, `fail_in` makes it fail; `on_main_thread` must stay empty."""

    def __init__(self) -> None:
        self.path = Path("nowhere.db")
        self.rows: dict[int, Document] = {}
        self.calls: list[str] = []
        self.on_main_thread: list[str] = []
        self.closed = False
        self._gates: dict[str, threading.Event] = {}
        self._faults: dict[str, Exception] = {}
        self._lock = threading.Lock()

    # --- telling it what to be --------------------------------------------------------------------------------
    def holds(self, *documents: Document) -> None:
        self.rows = {each.document_id: each for each in documents}

    def wait_in(self, name: str) -> None:
        self._gates[name] = threading.Event()

    def let_go(self) -> None:
        for gate in self._gates.values():
            gate.set()

    def fail_in(self, name: str, error: Exception) -> None:
        self._faults[name] = error

    def opened_at(self, path: Path) -> "FakeWorkbench":
        with self._call("open"):
            self.path = path
        return self

    # --- what the window calls --------------------------------------------------------------------------------
    def documents(self) -> tuple[Document, ...]:
        with self._call("documents"):
            return tuple(self.rows.values())

    def import_paths(self, paths, progress, cancel) -> tuple[ImportedFile, ...]:
        with self._call("import_paths", cancel):
            return tuple(
                self._take(path, step, len(paths), progress, cancel) for step, path in enumerate(paths, start=1)
            )

    def resume(self, progress, cancel) -> tuple[ImportedFile, ...]:
        with self._call("resume", cancel):
            for each in self.rows.values():
                if each.conversion_status is ConversionStatus.QUEUED:
                    self.rows[each.document_id] = replace(each, conversion_status=ConversionStatus.CONVERTED)
            return ()

    def close(self) -> None:
        self.closed = True

    # --- inside -----------------------------------------------------------------------------------------------
    def _take(self, path: Path, step: int, total: int, progress, cancel: Callable[[], bool]) -> ImportedFile:
        if cancel():
            raise Cancelled
        progress(Progress(step, total, path.name))
        number = len(self.rows) + 1
        if path.suffix != ".pdf":
            return ImportedFile(str(path), None, ImportAction.FAILED, "不是 PDF。", None)
        self.rows[number] = document(number)
        return ImportedFile(str(path), f"{number:064x}", ImportAction.IMPORTED, None, self.rows[number])

    @contextmanager
    def _call(self, name: str, cancel: Callable[[], bool] = lambda: False):
        with self._lock:
            self.calls.append(name)
            if threading.current_thread() is threading.main_thread():
                self.on_main_thread.append(name)
        gate = self._gates.get(name)
        while gate is not None and not gate.wait(0.01):
            if cancel():
                raise Cancelled
        if name in self._faults:
            raise self._faults[name]
        yield
