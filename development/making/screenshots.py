"""Pictures of every page, light and dark, in Chinese and English, at 100 and 150 %, for looking at and for the README.

`python -m development.making.screenshots --library FILE --out FOLDER [--question TEXT] [--only SCENE…]`, on a
display (Xvfb will do; Qt's offscreen platform works too, if it finds a Chinese font). The library is only read: no
decision is made. Questions are answered as where nobody has set a language model, and remembered nowhere for long.
Language and scale are set when a program starts, so each pair of them is a process of its own.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QSize
from PySide6.QtWidgets import QApplication, QWidget

from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.product_answers import MOST_COMPARED
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.application import make_application, make_window, open_workspace
from insurance_desktop.gui.asking.asking_page import AskingPage
from insurance_desktop.gui.comparing.chosen_products import Chosen
from insurance_desktop.gui.comparing.comparing_page import ComparingPage
from insurance_desktop.gui.evaluation.evaluation_page import PARTS, RANKING, SILENCE, EvaluationPage
from insurance_desktop.gui.frame.window import MainWindow
from insurance_desktop.gui.pages import COLLECTING, LIBRARY, REVIEW, SEARCH, SETTINGS, Place
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import LANGUAGES, say, sentence, speak

SIZE = QSize(1280, 800)
THEMES = ("light", "dark")
LOOKS = tuple((language, scale) for language in LANGUAGES for scale in (100, 150))
PATIENCE_MS = 60_000
QUESTION, UNANSWERABLE = "犹豫期有几天？", "火星移民保险怎么理赔？"
ARTICLE, LAW_QUESTION = "保险法第十六条第二款", "被保险人自杀赔不赔？"
REVIEWERS = {"zh": "王敏", "en": "Wang Min"}

Scene = tuple[str, Callable[[MainWindow], QWidget | None]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--only", nargs="*", help="scenes whose name begins so")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--scale", type=int, default=100)
    wanted = parser.parse_args(arguments)
    wanted.out.mkdir(parents=True, exist_ok=True)
    if wanted.language is None:
        return max(_take_look(sys.argv[1:] if arguments is None else arguments, *look) for look in LOOKS)
    speak(wanted.language)
    try:
        for picture in take_all(wanted):
            sys.stdout.write(f"{picture}\n")
    except (WorkbenchError, TimeoutError) as error:
        sys.stderr.write(f"{sentence(error) if isinstance(error, WorkbenchError) else error}\n")
        return 1
    return 0


def _take_look(words: Sequence[str], language: str, scale: int) -> int:
    command = [sys.executable, "-m", "development.making.screenshots", *words]
    return subprocess.run([*command, "--language", language, "--scale", str(scale)], check=False).returncode


def take_all(wanted: argparse.Namespace) -> Iterator[Path]:
    """One window for all pictures of a language and a scale; it is closed at the end."""
    application = make_application(wanted.scale)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder}  # conversations and settings of a person
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.reviewer = REVIEWERS[wanted.language]
        settings.language, settings.scale = wanted.language, wanted.scale
        window = make_window(application, settings, open_workspace, wanted.library)
        window.resize(SIZE)
        window.show()
        try:
            window.ask()
            yield from _in_both_lights(window, "start", lambda _: None, wanted)
            window.open_library(wanted.library)
            _wait(lambda: window.context.is_listed and bool(window.context.documents))
            for name, arrange in _scenes(wanted.question):
                if not wanted.only or name.startswith(tuple(wanted.only)):
                    yield from _in_both_lights(window, name, arrange, wanted)
        finally:
            window.context.close()
            window.close()


def _in_both_lights(
    window: MainWindow, name: str, arrange: Callable[[MainWindow], QWidget | None], wanted: argparse.Namespace
) -> Iterator[Path]:
    for theme in THEMES:
        window.context.theme.choose(theme)
        shown = arrange(window) or window
        _settle(window)
        file = wanted.out / f"{name}-{theme}-{wanted.language}-{wanted.scale}.png"
        shown.grab().save(str(file), "PNG")
        if shown is not window:
            shown.close()
        yield file


def _scenes(question: str) -> tuple[Scene, ...]:
    return (
        ("library", lambda window: window.show_page(LIBRARY)),
        ("library-several", _several),
        ("review", _review),
        ("review-outline", _review_outline),
        ("review-layers", _review_layers),
        ("review-source", _review_source),
        ("review-table", _review_table),
        ("review-versions", _review_versions),
        ("search", lambda window: _search(window, question)),
        ("search-none", lambda window: _search(window, UNANSWERABLE)),
        ("search-article", lambda window: _search(window, ARTICLE)),
        ("search-laws", _search_laws),
        ("ask", lambda window: _ask(window, question)),
        ("ask-none", lambda window: _ask(window, UNANSWERABLE)),
        ("compare", _compare),
        ("crawl", lambda window: window.show_page(COLLECTING)),
        ("evaluation", lambda window: window.show_page("evaluation")),
        ("evaluation-parts", lambda window: _evaluation(window, PARTS)),
        ("evaluation-bar", lambda window: _evaluation(window, SILENCE)),
        ("evaluation-ranking", lambda window: _evaluation(window, RANKING)),
        ("connect", lambda window: window.show_page("connect")),
        ("settings", lambda window: window.show_page(SETTINGS)),
        ("settings-keys", _settings_keys),
        ("jobs", _jobs),
        ("keys", _keys),
    )


def _several(window: MainWindow) -> None:
    window.show_page(LIBRARY)
    window.library.table.selectAll()


def _evaluation(window: MainWindow, tab: int) -> None:
    """The newest run on record, where there is one."""
    window.show_page("evaluation")
    page = cast(EvaluationPage, window.page("evaluation"))
    _settle(window)
    if page.ranking.table.texts:
        page.ranking.table.picked.emit(0)
        _settle(window)
    page.tabs.setCurrentIndex(tab)


def _settings_keys(window: MainWindow) -> None:
    window.show_page(SETTINGS)
    window.settings_page.show_keys()


def _jobs(window: MainWindow) -> QWidget | None:
    """One that has ended: nothing is changed in the library for a picture."""
    window.context.write(say("gui.job_resume"), lambda _workspace: None, lambda _: None)
    window.show_jobs()
    return window.jobs_window


def _keys(window: MainWindow) -> QWidget | None:
    window.show_keys()
    return window.key_list


def _review(window: MainWindow) -> None:
    """The first readable document, its findings, and the first of them marked."""
    readable = [
        each
        for each in window.context.documents
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
    if opened is not None and opened.review.clauses:
        window.review.tabs.setCurrentWidget(window.review.tabs.clauses)
        window.review.outline.picked.emit(len(opened.review.clauses) // 2)
        window.review.outline.follow(len(opened.review.clauses) // 2)


def _review_layers(window: MainWindow) -> None:
    """What can be made to stand out, all at once."""
    for switch in (window.review.layers.misread, window.review.layers.exclusions, window.review.layers.ledger):
        switch.setChecked(True)


def _review_source(window: MainWindow) -> None:
    for switch in (window.review.layers.misread, window.review.layers.exclusions, window.review.layers.ledger):
        switch.setChecked(False)
    window.review.text.source.click()


def _review_table(window: MainWindow) -> None:
    window.review.text.reading.click()
    window.review.text.toggle_tables()


def _review_versions(window: MainWindow) -> None:
    """Beside another edition where there is one, else against the converted text."""
    window.review.text.reading.click()
    window.review.tabs.setCurrentWidget(window.review.tabs.records)
    compare = window.review.tabs.versions.compare_edition
    if compare.isVisible():
        compare.click()
    else:
        window.review.text.toggle_difference()


def _search(window: MainWindow, question: str) -> None:
    window.review.text.reading.click()
    window.show_page(SEARCH)
    window.search.question.setText(question)
    window.search.ask()


def _search_laws(window: MainWindow) -> None:
    window.show_page(SEARCH)
    laws = window.search.laws
    window.search.tabs.setCurrentWidget(laws)
    laws.look_up(LAW_QUESTION)


def _ask(window: MainWindow, question: str) -> None:
    window.show_page("ask")
    page = cast(AskingPage, window.page("ask"))
    page.begin_anew()
    page.question.setText(question)
    page.ask()


def _compare(window: MainWindow) -> None:
    """As many verified products as stand side by side."""
    window.show_page("compare")
    page = cast(ComparingPage, window.page("compare"))
    verified = {each.product_name for each in window.context.documents if each.review_status is ReviewStatus.VERIFIED}
    page.chosen.put([Chosen(name, name) for name in sorted(filter(None, verified))[:MOST_COMPARED]])


def _settle(window: MainWindow) -> None:
    """Until no job is under way and the text is written."""
    _wait(lambda: window.context.jobs.is_idle and not window.review.text.view.writer.is_writing)


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
