"""The window over a library of many documents, in a process of its own: what is slow only where there are many.

`python -m development.bench.many_documents LIBRARY FOLDER` prints what each act cost as one line of JSON. The files in
FOLDER are taken in at the end. Nothing was shown before: imports, pages and pictures are paid for as on a first day.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from insurance_desktop.domain.documents import GivenMetadata

from .heart import Heart
from .waiting import is_calm, wait

if TYPE_CHECKING:
    from insurance_desktop.gui.frame.window import MainWindow
    from insurance_desktop.services.importing.converter import Converter
    from insurance_desktop.services.library.library import Library

DOCUMENTS, TAKEN_IN, NEXT_DOCUMENTS = 1_000, 20, 5
STALL_BAR_MS, FIRST_PAGE_BAR_MS = 50.0, 400.0
FIRST = 1
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Act:
    """What one act cost, in milliseconds: of the clock, of the main thread's own work, and the longest time that the
    event loop could do nothing else, by the clock and by this thread's own work."""

    name: str
    wall_ms: float
    cpu_ms: float
    longest_ms: float
    longest_own_work_ms: float


def fill(library: "Library", converter: "Converter", sample: bytes, count: int) -> None:
    """So many documents, each of a product of its own, of one sample that is converted once; they wait for review."""
    from insurance_desktop.services.importing import ingestion

    conversion = converter.workers.convert(sample, library.pack.name)
    for number in range(1, count + 1):
        content = sample + b"\n%% document %d\n" % number
        name = f"{conversion.printed.product_name} {number:05}"
        printed = replace(conversion.printed, product_name=name, product_code=f"{number:05}", filing_number=None)
        taken = ingestion.store_original(library, f"document-{number:05}.pdf", content, GivenMetadata())
        made = replace(conversion, sha256=hashlib.sha256(content).hexdigest(), printed=printed)
        ingestion.store_conversion(library, taken.document.document_id, made)


def acts_in(library: Path, folder: Path) -> tuple[Act, ...]:
    """Each act once, in a fresh process."""
    command = [sys.executable, "-m", __name__, str(library), str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, env=dict(os.environ), check=True)
    return tuple(Act(**each) for each in json.loads(done.stdout))


def report(acts: tuple[Act, ...]) -> Json:
    """Beside their bars: what the clock says of a stall counts, and of the first page the main thread's own work."""
    first = next(each for each in acts if each.name == "first_review_page")
    longest = max(each.longest_ms for each in acts)
    return {
        "many": {
            "documents": DOCUMENTS,
            "longest_ms": longest,
            "longest_own_work_ms": max(each.longest_own_work_ms for each in acts),
            "bar_ms": STALL_BAR_MS,
            "ok": longest <= STALL_BAR_MS,
        },
        "first_review_page": {
            "cpu_ms": first.cpu_ms,
            "bar_ms": FIRST_PAGE_BAR_MS,
            "ok": first.cpu_ms <= FIRST_PAGE_BAR_MS,
        },
        "acts": [asdict(each) for each in acts],
    }


# --- in the process of its own ------------------------------------------------------------------------------------
class Stopwatch:
    """Measures acts on a window, each until all that it set off is through."""

    def __init__(self) -> None:
        self.acts: list[Act] = []

    @contextmanager
    def act(self, name: str) -> Iterator[None]:
        heart, began, worked = Heart(), perf_counter(), thread_time()
        yield
        wall, own = perf_counter() - began, thread_time() - worked
        heart.stop()
        self.acts.append(Act(name, *(round(1000 * each, 1) for each in (wall, own, heart.longest, heart.busiest))))


def measure(library: Path, folder: Path) -> list[Act]:
    """A day in short: open, choose all, filter, read, come back to the queue, take files in."""
    from insurance_desktop.gui.application import make_application, make_window, open_workspace
    from insurance_desktop.gui.window_settings import WindowSettings

    watch = Stopwatch()
    application = make_application()
    files = sorted(folder.glob("*.pdf"))
    window = make_window(application, WindowSettings(folder / "many.ini"), open_workspace, library)
    window.show()
    try:
        settled: list[bool] = []
        window.context.settled.connect(lambda: settled.append(True))
        with watch.act("opening"):  # with what waits until the first page stands
            window.open_library(library)
            wait(lambda: bool(settled) and window.context.jobs.is_idle)
        _look_through_list(window, watch)
        _read(window, watch)
        _take_in(window, watch, files)
    finally:
        window.context.jobs.suspend_all()
        window.context.close()
        window.close()
    return watch.acts


def _look_through_list(window: "MainWindow", watch: Stopwatch) -> None:
    page = window.library
    table, whole = page.table, page.model.total
    table.setFocus()

    def is_idle() -> bool:
        return window.context.jobs.is_idle  # to ask the review page would make it

    with watch.act("choose_all"):
        _press(table, Qt.Key.Key_A, "", Qt.KeyboardModifier.ControlModifier)
        wait(lambda: len(page.selected()) == whole and is_idle())
    with watch.act("list_again_all_chosen"):
        window.context.refresh()
        wait(is_idle)
    _press(table, Qt.Key.Key_Down, "")
    wait(lambda: len(page.selected()) == 1 and is_idle())
    with watch.act("filter_list"):
        _type(page.search, "0012")
        wait(lambda: page.model.rowCount() < whole and is_idle())
    with watch.act("filter_list_away"):
        page.search.clear()
        wait(lambda: page.model.rowCount() == whole and is_idle())
    with watch.act("list_again"):
        window.context.refresh()
        wait(is_idle)


def _read(window: "MainWindow", watch: Stopwatch) -> None:
    from insurance_desktop.gui.pages import REVIEW, Place

    def opened(number: int) -> bool:
        review = window.review
        is_there = review.opened is not None and review.opened.document_id == number
        return is_there and review.page.view.paper.has_picture and is_calm(window)

    with watch.act("first_review_page"):
        window.show_page(REVIEW)
        window.open_place(Place(FIRST))
        wait(lambda: opened(FIRST))
    with watch.act("next_documents"):
        for number in range(FIRST + 1, FIRST + 1 + NEXT_DOCUMENTS):
            window.open_place(Place(number))
            wait(partial(opened, number))
    with watch.act("queue_again"):
        window.context.refresh()
        wait(lambda: is_calm(window))
    with watch.act("filter_queue"):
        _type(window.review.queue.words, "0012")
        wait(lambda: is_calm(window))
    with watch.act("filter_queue_away"):
        window.review.queue.words.clear()
        wait(lambda: is_calm(window))


def _take_in(window: "MainWindow", watch: Stopwatch, files: list[Path]) -> None:
    """One half with the list in front, the other with a document."""
    from insurance_desktop.gui.pages import LIBRARY, REVIEW

    half = len(files) // 2
    for name, page, part in (("import_list", LIBRARY, files[:half]), ("import_review", REVIEW, files[half:])):
        before = len(window.context.documents)
        window.show_page(page)
        with watch.act(name):
            window.context.imports.take_in(part)
            wait(partial(_holds, window, before + len(part)))


def _holds(window: "MainWindow", count: int) -> bool:
    return len(window.context.documents) >= count and is_calm(window)


def _type(field: QWidget, words: str) -> None:
    """Key by key, each with all that Qt does for it before the next."""
    field.setFocus()
    for sign in words:
        _press(field, Qt.Key(ord(sign.upper())), sign)
        QApplication.processEvents()


def _press(widget: QWidget, key: Qt.Key, text: str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, held, text))


if __name__ == "__main__":
    sys.stdout.write(json.dumps([asdict(each) for each in measure(Path(sys.argv[1]), Path(sys.argv[2]))]) + "\n")
