"""Pictures of every page, light and dark, at two window sizes, for looking at and for the README.

`python -m insurance_desktop.tools.screenshots --library FILE --out FOLDER [--question TEXT]`, on a display (Xvfb
will do; Qt's offscreen platform works too, if it finds a Chinese font). The library is only read: no decision is made.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QSize
from PySide6.QtWidgets import QApplication

from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.gui.application import make_application, make_window
from insurance_desktop.gui.desk import Place
from insurance_desktop.gui.pages import LIBRARY, REVIEW, SEARCH
from insurance_desktop.gui.settings import WindowSettings
from insurance_desktop.gui.window import MainWindow
from insurance_desktop.gui.workbench import Workbench
from insurance_desktop.packs.wording import say, sentence

SIZES = (QSize(1280, 800), QSize(1920, 1080))
THEMES = ("light", "dark")
PATIENCE_MS = 60_000

Scene = tuple[str, Callable[[MainWindow], None]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--question", default=say("gui.sample_question"))
    wanted = parser.parse_args(arguments)
    wanted.out.mkdir(parents=True, exist_ok=True)
    try:
        for picture in take_all(wanted.library, wanted.out, wanted.question):
            sys.stdout.write(f"{picture}\n")
    except (WorkbenchError, TimeoutError) as error:
        sys.stderr.write(f"{sentence(error) if isinstance(error, WorkbenchError) else error}\n")
        return 1
    return 0


def take_all(library: Path, out: Path, question: str) -> Iterator[Path]:
    """One window for all pictures; it is closed at the end."""
    application = make_application()
    with tempfile.TemporaryDirectory() as folder:
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.reviewer = say("gui.sample_reviewer")
        window = make_window(application, settings, Workbench.open, library)
        window.show()
        try:
            yield from _start_page(window, out)
            window.open_library(library)
            _wait(lambda: window.desk.is_open and bool(window.desk.documents))
            _settle(window)
            for theme in THEMES:
                window.desk.theme.choose(theme)
                yield from _pages(window, out, theme, question)
        finally:
            window.desk.close()
            window.close()


def _start_page(window: MainWindow, out: Path) -> Iterator[Path]:
    window.ask()
    for theme in THEMES:
        window.desk.theme.choose(theme)
        yield _grab(window, out / f"start-{theme}-{SIZES[0].width()}.png", SIZES[0])


def _pages(window: MainWindow, out: Path, theme: str, question: str) -> Iterator[Path]:
    for name, arrange in _scenes(question):
        arrange(window)
        _settle(window)
        for size in SIZES:
            yield _grab(window, out / f"{name}-{theme}-{size.width()}.png", size)


def _scenes(question: str) -> tuple[Scene, ...]:
    return (
        ("library", lambda window: window.show_page(LIBRARY)),
        ("review", _review),
        ("review-outline", _review_outline),
        ("review-source", _review_source),
        ("search", lambda window: _search(window, question)),
        ("search-none", lambda window: _search(window, say("gui.sample_unanswerable"))),
    )


def _review(window: MainWindow) -> None:
    """The first readable document, its findings, and the first of them marked."""
    readable = [
        each
        for each in window.desk.documents
        if each.conversion_status in (ConversionStatus.CONVERTED, ConversionStatus.NEEDS_ATTENTION)
    ]
    window.show_page(REVIEW)
    if readable:
        chosen = max(readable, key=lambda each: (each.findings.blocking + each.findings.warning, -each.document_id))
        window.open_place(Place(chosen.document_id))
        _settle(window)
        window.review.tabs.setCurrentWidget(window.review.findings)
        window.review.findings.step(1)


def _review_outline(window: MainWindow) -> None:
    """Some clause in the middle, marked on both sides."""
    opened = window.review.opened
    window.show_page(REVIEW)
    if opened is not None and opened.sheet.clauses:
        window.review.tabs.setCurrentWidget(window.review.clauses)
        window.review.outline.picked.emit(len(opened.sheet.clauses) // 2)
        window.review.outline.follow(len(opened.sheet.clauses) // 2)


def _review_source(window: MainWindow) -> None:
    window.review.text.source.click()


def _search(window: MainWindow, question: str) -> None:
    window.review.text.reading.click()
    window.show_page(SEARCH)
    window.search.question.setText(question)
    window.search.ask()


def _grab(window: MainWindow, file: Path, size: QSize) -> Path:
    window.resize(size)
    _settle(window)
    window.grab().save(str(file), "PNG")
    return file


def _settle(window: MainWindow) -> None:
    """Until no job is under way and the text is written."""
    _wait(lambda: window.desk.jobs.is_idle and not window.review.text.view.writer.is_writing)


def _wait(ready: Callable[[], bool]) -> None:
    """Turn the event loop until `ready`, and a few turns more for what that set off."""
    deadline = QDeadlineTimer(PATIENCE_MS)
    calm = 0
    while calm < 5:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        calm = calm + 1 if ready() else 0
        if deadline.hasExpired():
            raise TimeoutError("the window did not come to rest")


if __name__ == "__main__":
    sys.exit(main())
