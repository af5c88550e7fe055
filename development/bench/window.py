"""The measurements, in one run: start, next page, stalls, the long list, memory."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, thread_time

from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication

from insurance_desktop import paths
from insurance_desktop.convert.running.memory_limit import memory_in_use
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.running import Progress, ProgressCallback
from insurance_desktop.gui.application import make_application, make_window, open_workspace
from insurance_desktop.gui.frame.window import MainWindow
from insurance_desktop.gui.pages import LIBRARY, REVIEW, Place
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.services.importing import ingestion
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.machine.display import has_display

from . import many_documents
from .heart import Heart
from .papers import copies_of, hostile_paper, long_paper, table_paper
from .waiting import is_calm, wait

STARTS, TURNS, PAGE_DOWNS = 5, 40, 60
DOCUMENTS, ROWS, PAGES, LISTED = 50, 2_000, 350, 10_000
START_BAR, PAGE_BAR_MS, STALL_BAR_MS, MEMORY_BAR = 4.0, 50.0, 50.0, 400 * 1024 * 1024
DPI = 110
HOSTILE_MS = 30_000
STEPS = ("library", "start", "import", "table", "hostile", "pages", "list", "many")
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Library:
    """What is measured on: its file, and the documents by what they are."""

    path: Path
    folder: Path
    table: int
    long: int
    hostile: int


def bench_window(progress: ProgressCallback) -> Json:
    """Every number beside its bar; made-up documents and the shipped samples in a folder that is gone afterwards."""

    def begin(words: str) -> None:
        progress(Progress(STEPS.index(words), len(STEPS), words))

    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as made:
        begin("library")
        library = make_library(Path(made))
        begin("start")
        start = measure_start(library)
        with open_window(library) as window:
            stalls: dict[str, Heart] = {}
            begin("import")
            stalls["import"] = stall_while(window, lambda: _import(window, library.folder))
            begin("table")
            stalls["table"] = stall_while(window, lambda: _open(window, library.table))
            begin("hostile")
            stalls["hostile"] = stall_while(window, lambda: _open_hostile(window, library.hostile))
            begin("pages")
            turns, memory = measure_pages(window, library.long)
            begin("list")
            downs, own = measure_list(window)
        begin("many")
        acts = measure_many(Path(made) / "many")
    return _report(start, stalls, turns, memory, (downs, own)) | many_documents.report(acts)


def _report(
    start: Json,
    stalls: dict[str, Heart],
    turns: list[float],
    memory: int,
    listing: tuple[list[float], list[float]],
) -> Json:
    downs, own = listing
    p95 = _p95(turns)
    longest = max(each.longest for each in stalls.values())
    found: Json = {
        "platform": QGuiApplication.platformName(),
        "start": start,
        "next_page": {
            "dpi": DPI,
            "turns": len(turns),
            "p50_ms": _ms(statistics.median(turns)),
            "p95_ms": _ms(p95),
            "bar_ms": PAGE_BAR_MS,
            "ok": 1000 * p95 <= PAGE_BAR_MS,
        },
        "stall": {
            "documents": DOCUMENTS,
            "rows": ROWS,
            **{f"{name}_ms": _ms(each.longest) for name, each in stalls.items()},
            "longest_ms": _ms(longest),
            "longest_own_work_ms": _ms(max(each.busiest for each in stalls.values())),
            "bar_ms": STALL_BAR_MS,
            "ok": 1000 * longest <= STALL_BAR_MS,
        },
        "list": {
            "rows": LISTED,
            "frames": len(downs),
            "longest_ms": _ms(max(downs)),
            "longest_own_work_ms": _ms(max(own)),
            "bar_ms": STALL_BAR_MS,
            "ok": 1000 * max(downs) <= STALL_BAR_MS,
        },
        "memory": {"pages": PAGES, "bytes": memory, "bar_bytes": MEMORY_BAR, "ok": memory <= MEMORY_BAR},
    }
    return found


# --- what is measured on ------------------------------------------------------------------------------------------
def make_library(folder: Path) -> Library:
    """A table, a long document, a hostile one, and a sample."""
    papers = {"table": table_paper(ROWS), "long": long_paper(PAGES), "hostile": hostile_paper()}
    for name, content in papers.items():
        (folder / f"{name}.pdf").write_bytes(content)
    sample = min((paths.resource_root() / "samples").glob("*.pdf"))
    files = [*(folder / f"{name}.pdf" for name in papers), sample]
    with open_library(folder / "library.db") as library, Converter() as converter:
        imported = ingestion.import_paths(library, converter, files)
        numbers = [each.document.document_id for each in imported if each.document is not None]
    _remember_place(folder, numbers[-1])
    return Library(folder / "library.db", folder, *numbers[:3])


def _remember_place(folder: Path, document_id: int) -> None:
    """As if the sample's first page had been in front when the window was closed."""
    settings = WindowSettings(folder / "window.ini")
    settings.page = "review"
    settings.keep_place("review", str(folder / "library.db"), f"{document_id}:1")
    settings.save()


@contextmanager
def open_window(library: Library) -> Iterator[MainWindow]:
    application = make_application()
    window = make_window(application, WindowSettings(library.folder / "fresh.ini"), open_workspace, library.path)
    window.show()
    try:
        window.open_library(library.path)
        wait(lambda: window.context.is_listed and is_calm(window))
        yield window
    finally:
        window.context.jobs.suspend_all()
        window.context.close()
        window.close()


# --- start --------------------------------------------------------------------------------------------------------
def measure_start(library: Library) -> Json:
    """Both kinds of start by turns, each in a fresh process; medians count."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(library.folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once
    bare, ours = [], []
    for _ in range(STARTS + 1):
        bare.append(_seconds_until_shown(environment, "bare"))
        paths_of_it = (str(library.path), str(library.folder / "window.ini"))
        ours.append(_seconds_until_shown(environment, "window", *paths_of_it))
    without_first = (statistics.median(bare[1:]), statistics.median(ours[1:]))  # the first one fills the caches
    ratio = without_first[1] / without_first[0]
    return {
        "runs": STARTS,
        "bare_seconds": round(without_first[0], 3),
        "window_seconds": round(without_first[1], 3),
        "ratio": round(ratio, 2),
        "bar": START_BAR,
        "ok": ratio <= START_BAR,
    }


def _seconds_until_shown(environment: dict[str, str], *words: str) -> float:
    command = [sys.executable, "-m", f"{__package__}.starting", *words]
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        said = process.stdout.readline() if process.stdout else b""
        seconds = perf_counter() - began
    if said.strip() != b"shown":
        raise RuntimeError(f"{' '.join(words[:1])}: the window did not open")
    return seconds


# --- stalls -------------------------------------------------------------------------------------------------------
def stall_while(window: MainWindow, act: Callable[[], Callable[[], bool]]) -> Heart:
    """Listens from `act` until what it returns is true and the window is calm."""
    heart = Heart()
    done = act()
    wait(lambda: done() and is_calm(window))
    heart.stop()
    return heart


def _import(window: MainWindow, folder: Path) -> Callable[[], bool]:
    """The library page is in front, as it is when files are dropped."""
    sample = min((paths.resource_root() / "samples").glob("*.pdf")).read_bytes()
    before = len(window.context.documents)
    window.show_page(LIBRARY)
    window.context.imports.take_in(copies_of(sample, DOCUMENTS, folder))
    return lambda: len(window.context.documents) >= before + DOCUMENTS


def _open(window: MainWindow, document_id: int) -> Callable[[], bool]:
    window.show_page(REVIEW)
    window.open_place(Place(document_id))
    return lambda: window.review.opened is not None and window.review.opened.document_id == document_id


def _open_hostile(window: MainWindow, document_id: int) -> Callable[[], bool]:
    """Drawing it is given up after a while; until then the window must live."""
    opened = _open(window, document_id)
    deadline = QDeadlineTimer(HOSTILE_MS)
    return lambda: opened() or deadline.hasExpired()


def measure_many(folder: Path) -> tuple[many_documents.Act, ...]:
    """Over a library of many documents, in a process that shows it for the first time."""
    folder.mkdir()
    sample = min((paths.resource_root() / "samples").glob("*.pdf")).read_bytes()
    with open_library(folder / "library.db") as library, Converter() as converter:
        many_documents.fill(library, converter, sample, many_documents.DOCUMENTS)
    copies_of(sample, many_documents.TAKEN_IN, folder)
    return many_documents.acts_in(folder / "library.db", folder)


# --- pages, memory, list ------------------------------------------------------------------------------------------
def measure_pages(window: MainWindow, document_id: int) -> tuple[list[float], int]:
    """Seconds from the key to the painted page, its picture having been fetched before; and the bytes held then."""
    ready = _open(window, document_id)
    wait(lambda: ready() and window.review.page.view.paper.has_picture and is_calm(window))
    seconds = []
    for _ in range(TURNS):
        seconds.append(_turn_page(window))
        wait(lambda: is_calm(window))
    return seconds, memory_in_use(os.getpid())


def _turn_page(window: MainWindow) -> float:
    """Seconds to the next page, painted."""
    pane = window.review.page
    wanted = pane.page + 1
    began = perf_counter()
    pane.turn(1)
    wait(lambda: pane.page == wanted and pane.view.paper.has_picture, calm=0)
    pane.view.viewport().repaint()
    return perf_counter() - began


def measure_list(window: MainWindow) -> tuple[list[float], list[float]]:
    """Seconds of each Page Down through ten thousand rows, painting included, and of this thread's own work in it."""
    window.show_page(LIBRARY)
    table = window.library.table
    window.library.model.show(_many(window.context.documents[0]))
    QApplication.processEvents()
    seconds, own = [], []
    for _ in range(PAGE_DOWNS):
        began, worked = perf_counter(), thread_time()
        for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
            QApplication.sendEvent(table, QKeyEvent(kind, Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier))
        QApplication.sendPostedEvents()
        table.viewport().repaint()
        seconds.append(perf_counter() - began)
        own.append(thread_time() - worked)
        QApplication.processEvents()
    return seconds, own


def _many(one: Document) -> tuple[Document, ...]:
    return tuple(replace(one, document_id=number, pages=number % 90) for number in range(1, LISTED + 1))


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[min(int(0.95 * len(seconds)), len(seconds) - 1)]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
