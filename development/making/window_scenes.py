"""What the pictures of the window show: each scene has a name and brings the window there.

A scene gives back what opens beside the window, where that is what is shown.
"""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from insurance_desktop.domain.pack import BOOKS
from insurance_desktop.domain.product_answers import MOST_COMPARED
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.asking.asking_page import AskingPage
from insurance_desktop.gui.comparing.chosen_products import Chosen
from insurance_desktop.gui.comparing.comparing_page import ComparingPage
from insurance_desktop.gui.evaluation.evaluation_page import EXAM, PARTS, RANKING, SILENCE, EvaluationPage
from insurance_desktop.gui.frame.window import MainWindow
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pages import COLLECTING, LIBRARY, REVIEW, SEARCH, SETTINGS, Place
from insurance_desktop.gui.practising.practising_page import PractisingPage
from insurance_desktop.gui.search.answer_view import View
from insurance_desktop.packs.wording import say

PATIENCE_MS = 180_000
SHORT = 60
"""Signs of a clause that is little but its heading."""
UNANSWERABLE = "火星移民保险怎么理赔？"
ARTICLE, LAW_QUESTION = "保险法第十六条第二款", "被保险人自杀赔不赔？"
EXCLUDED = "酒后驾驶发生交通事故"
ANSWER = "合同写明“自您签收本合同次日起，有 15 日的犹豫期”，并写明“等待期为一千日”。"
CHOICE = "基金份额上市交易，基金募集金额不低于（ ）。A. 二亿元人民币 B. 一亿元人民币 C. 五亿元人民币 D. 三亿元人民币"
"""Typed in the page of practice; B is chosen."""

Scene = tuple[str, Callable[[MainWindow], QWidget | None]]


def scenes(question: str) -> tuple[Scene, ...]:
    return (
        ("library", lambda window: window.show_page(LIBRARY)),
        ("library-several", _several),
        ("library-empty-filter", _nothing_found),
        ("library-progress", _progress),
        ("review", _review),
        ("review-outline", _review_outline),
        ("review-layers", _review_layers),
        ("review-source", _review_source),
        ("review-table", _review_table),
        ("review-versions", _review_versions),
        ("review-notes", lambda window: _review_tab(window, "notes")),
        ("review-corrections", lambda window: _review_tab(window, "corrections")),
        ("review-facts", lambda window: _review_tab(window, "facts")),
        ("review-queue", lambda window: _review_tab(window, "queue")),
        ("question-reject", _question_reject),
        ("question-approve", _question_approve),
        ("question-correct", _question_correct),
        ("search", lambda window: _search(window, question)),
        ("search-none", lambda window: _search(window, UNANSWERABLE)),
        ("search-article", lambda window: _search(window, ARTICLE)),
        ("search-laws", _search_laws),
        ("search-exclusions", _search_exclusions),
        ("search-surrender", _search_surrender),
        ("search-check", _search_check),
        ("search-empty", _search_empty),
        ("ask", lambda window: _ask(window, question)),
        ("ask-none", lambda window: _ask(window, UNANSWERABLE)),
        ("compare", _compare),
        ("crawl", lambda window: window.show_page(COLLECTING)),
        ("evaluation", lambda window: window.show_page("evaluation")),
        ("evaluation-parts", lambda window: _evaluation(window, PARTS)),
        ("evaluation-bar", lambda window: _evaluation(window, SILENCE)),
        ("evaluation-ranking", lambda window: _evaluation(window, RANKING)),
        ("evaluation-exam", lambda window: _evaluation(window, EXAM)),
        ("practise", _practise),
        ("practise-question", _practise_question),
        ("practise-judged", _practise_judged),
        ("practise-type", _practise_type),
        ("connect", lambda window: window.show_page("connect")),
        ("settings", lambda window: window.show_page(SETTINGS)),
        ("settings-components", lambda window: _settings_card(window, window.settings_page.components)),
        ("settings-models", lambda window: _settings_card(window, window.settings_page.models)),
        ("settings-keys", _settings_keys),
        ("settings-links", lambda window: _settings_card(window, window.settings_page.links)),
        ("settings-end", lambda window: _settings_card(window, window.settings_page.licences)),
        ("notice", _notice),
        ("jobs", _jobs),
        ("keys", _keys),
        ("palette", _palette),
    )


def _several(window: MainWindow) -> None:
    window.show_page(LIBRARY)
    window.library.table.selectAll()


def _nothing_found(window: MainWindow) -> None:
    window.show_page(LIBRARY)
    window.library.search.setText(UNANSWERABLE)


def _progress(window: MainWindow) -> None:
    window.show_page(LIBRARY)
    window.library.search.clear()
    window.library.progress_button.setChecked(True)


def _evaluation(window: MainWindow, tab: int) -> None:
    """The newest run on record, where there is one."""
    window.show_page("evaluation")
    page = cast(EvaluationPage, window.page("evaluation"))
    settle(window)
    if page.ranking.table.texts:
        page.ranking.table.picked.emit(0)
        settle(window)
    page.tabs.setCurrentIndex(tab)


def _practise(window: MainWindow) -> None:
    """With the books, where the library has some."""
    books = window.context.packs_of(BOOKS)
    if books and window.context.pack not in books:
        window.choose_pack(books[0])
        settle(window)
    window.show_page("practise")


def _practise_question(window: MainWindow) -> None:
    _practise(window)
    page = cast(PractisingPage, window.page("practise"))
    if window.context.packs_of(BOOKS):
        page.add_typed(CHOICE)


def _practise_judged(window: MainWindow) -> None:
    page = cast(PractisingPage, window.page("practise"))
    if page.queue and page.view.judged is None:
        page.view.rows[1].mark.click()
        page.view.choose()


def _practise_type(window: MainWindow) -> QWidget | None:
    page = cast(PractisingPage, window.page("practise"))
    page.type_question(CHOICE)
    return page.sheet


def _settings_card(window: MainWindow, card: QWidget) -> None:
    window.show_page(SETTINGS)
    settle(window)
    window.settings_page.area.verticalScrollBar().setValue(card.y())


def _notice(window: MainWindow) -> None:
    """As it comes up over a page."""
    window.show_page(LIBRARY)
    window.context.noticed.emit(
        Notice("error", say("gui.read_only"), say("gui.read_only_hint"), say("gui.read_only_hint"))
    )


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


def _palette(window: MainWindow) -> QWidget | None:
    window.show_palette()
    return window.palette_sheet


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
        settle(window)
        window.review.tabs.setCurrentWidget(window.review.findings)
        window.review.findings.step(1)


def _review_outline(window: MainWindow) -> None:
    """A clause in the middle that is more than its heading, marked on both sides."""
    opened = window.review.opened
    window.show_page(REVIEW)
    if opened is not None and opened.review.clauses:
        clauses = opened.review.clauses
        later = range(len(clauses) // 2, len(clauses))
        shown = next((number for number in later if len(clauses[number].text) > SHORT), later[0])
        window.review.tabs.setCurrentWidget(window.review.tabs.clauses)
        window.review.outline.picked.emit(shown)
        window.review.outline.follow(shown)


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


def _review_tab(window: MainWindow, name: str) -> None:
    window.show_page(REVIEW)
    window.review.text.reading.click()
    tabs = window.review.tabs
    tabs.setCurrentIndex(next(at for at in range(tabs.count()) if _holds(tabs.widget(at), getattr(tabs, name))))


def _holds(outer: QWidget | None, inner: QWidget) -> bool:
    return outer is not None and (outer is inner or outer.isAncestorOf(inner))


def _question_reject(window: MainWindow) -> QWidget | None:
    window.show_page(REVIEW)
    window.review.reject.click()
    return window.review.decisions.question


def _question_approve(window: MainWindow) -> QWidget | None:
    window.show_page(REVIEW)
    window.review.approve.click()
    return window.review.decisions.question


def _question_correct(window: MainWindow) -> QWidget | None:
    window.show_page(REVIEW)
    window.review.correct.click()
    settle(window)
    return window.review.decisions.question


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


def _search_exclusions(window: MainWindow) -> None:
    view = window.search.exclusions
    view.scenario.setText(EXCLUDED)
    _in_front(window, view).ask()


def _search_surrender(window: MainWindow) -> None:
    window.search.product.setText(_products(window)[0])
    view = window.search.surrender
    view.operation.setCurrentIndex(0)
    _in_front(window, view).ask()


def _search_check(window: MainWindow) -> None:
    window.search.product.clear()
    window.search.checking.paper.setPlainText(ANSWER)
    _in_front(window, window.search.checking).ask()


def _search_empty(window: MainWindow) -> None:
    window.show_page(SEARCH)
    window.search.tabs.setCurrentWidget(window.search.asking)
    window.search.asking.forget_answer()
    window.search.question.clear()


def _in_front(window: MainWindow, view: View) -> View:
    window.show_page(SEARCH)
    window.search.tabs.setCurrentWidget(view)
    return view


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
    page.chosen.put([Chosen(name, name) for name in _products(window)[:MOST_COMPARED]])


def _products(window: MainWindow) -> list[str]:
    verified = {each.product_name for each in window.context.documents if each.review_status is ReviewStatus.VERIFIED}
    return sorted(filter(None, verified))


def settle(window: MainWindow) -> None:
    """Until no job is under way and the text is written."""
    wait(lambda: window.context.jobs.is_idle and not window.review.text.view.writer.is_writing)


def wait(ready: Callable[[], bool]) -> None:
    """Turn the event loop until `ready`, and a few turns more for what that set off."""
    deadline = QDeadlineTimer(PATIENCE_MS)
    calm = 0
    while calm < 5:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        calm = calm + 1 if ready() else 0
        if deadline.hasExpired():
            raise TimeoutError("the window did not come to rest")
