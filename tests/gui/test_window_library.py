"""The library page, by what a person sees and does."""

import pytest
from fake_services import document, finding
from input_method import compose
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog

from insurance_desktop.domain.documents import FindingCounts
from insurance_desktop.domain.errors import NotALibrary, UsageError
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus, Severity
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.pages import LIBRARY, REVIEW, Place
from insurance_desktop.services.machine import account
from insurance_desktop.services.review.document_facts import UnreadPages


def drop(window, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy = Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(400, 300), copy, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.dragEnterEvent(enter)
    sign_shown = window.drop_sign.isVisible()
    window.dropEvent(
        QDropEvent(QPointF(400, 300), copy, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    )
    return enter.isAccepted() and sign_shown


def shown(page):
    return [page.model.at(row).document_id for row in range(page.model.rowCount())]


def cells(page, row=0):
    return [page.model.index(row, column).data() for column in range(page.model.columnCount())]


@pytest.mark.requirement("US2")
def test_every_state_is_a_word_of_its_own(services, window, qtbot):
    services.holds(
        document(1),
        document(2, review_status=ReviewStatus.VERIFIED, indexed_clauses=42),
        document(3, review_status=ReviewStatus.REJECTED),
        document(4, conversion_status=ConversionStatus.FAILED, reason="文件已加密。"),
        document(5, findings=FindingCounts(blocking=2, warning=1)),
    )
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.library.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    rows = [" ".join(cells(window.library, row)) for row in range(5)]
    for row, words in enumerate(["未核验", "已核验", "已驳回", "转换失败", "阻断 2"]):
        assert words in rows[row]


def test_an_empty_library_names_the_next_step(window):
    assert window.library.empty.isVisible()
    assert not window.library.table.isVisible()


def test_files_dropped_anywhere_are_imported_and_appear(window, services, qtbot, tmp_path):
    with qtbot.waitSignal(window.context.noticed) as notice:
        assert drop(window, tmp_path / "a.pdf", tmp_path / "b.pdf")
    qtbot.waitUntil(lambda: len(shown(window.library)) == 2)
    assert notice.args[0].kind == "good"
    assert "新增 2 份" in window.notice.message.text()
    assert "核验" in window.notice.hint.text()


def test_the_keyboard_goes_from_the_next_step_to_the_table_that_takes_its_place(window, services, qtbot, tmp_path):
    window.library.arrive()
    assert window.library.first_files.hasFocus()
    window.context.imports.take_in((tmp_path / "条款.pdf",))
    qtbot.waitUntil(lambda: window.library.model.rowCount() == 1)
    assert window.library.table.hasFocus()


def test_a_file_that_cannot_be_read_is_named_with_its_reason(window, qtbot, tmp_path):
    with qtbot.waitSignal(window.context.noticed):
        drop(window, tmp_path / "a.pdf", tmp_path / "notes.txt")
    assert "失败 1 份" in window.notice.message.text()
    assert "notes.txt" in window.notice.hint.text()
    assert window.notice.copy.isVisible()


def test_an_import_shows_its_progress_and_can_be_stopped(window, services, qtbot, tmp_path):
    services.wait_in("import_paths")
    drop(window, tmp_path / "a.pdf")
    qtbot.waitUntil(window.status.stop.isVisible)
    assert "正在导入" in window.status.running.text()
    with qtbot.waitSignal(window.context.noticed):
        qtbot.mouseClick(window.status.stop, Qt.MouseButton.LeftButton)
    assert "已停止" in window.notice.message.text()
    qtbot.waitUntil(lambda: not window.status.stop.isVisible())


def test_words_narrow_the_table_and_the_chosen_document_stays_chosen(window, services, qtbot):
    services.holds(*(document(number) for number in range(1, 30)))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    page = window.library
    page.table.selectRow(page.model.places[17])
    page.search.setFocus()
    qtbot.keyClicks(page.search, "2017")
    assert shown(page) == [17]
    assert page.current().document_id == 17
    qtbot.keyClicks(page.search, " nothing")
    assert page.nothing_found.isVisible()
    page._clear_filter()
    assert len(shown(page)) == 29
    assert page.current().document_id == 17


def test_the_status_filter_shows_only_what_waits(window, services, qtbot):
    services.holds(document(1), document(2, review_status=ReviewStatus.VERIFIED))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.library.status.setCurrentIndex(1)
    assert shown(window.library) == [1]
    assert "待核验 1 份" in window.status.waiting_link.text()


def test_enter_on_a_row_asks_for_its_review(window, services, qtbot):
    services.holds(document(1), document(2))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.library.table.selectRow(window.library.model.places[2])
    window.library.table.setFocus()
    with qtbot.waitSignal(window.context.place_wanted) as place:
        qtbot.keyClick(window.library.table, Qt.Key.Key_Return)
    assert place.args[0].document_id == 2


def test_ten_thousand_documents_are_listed_filtered_and_paged_without_a_stall(window, services, qtbot):
    services.holds(*(document(number) for number in range(1, 10_001)))
    with qtbot.waitSignal(window.context.listed, timeout=20_000):
        window.context.refresh()
    assert window.library.model.rowCount() == 10_000
    for _ in range(20):
        qtbot.keyClick(window.library.table, Qt.Key.Key_PageDown)
    assert window.library.table.currentIndex().row() > 100
    qtbot.keyClicks(window.library.search, "2777")
    assert window.library.model.rowCount() < 100


def test_documents_that_a_kill_left_in_the_queue_are_taken_up(closed_window, services, qtbot, tmp_path):
    services.holds(document(1, conversion_status=ConversionStatus.QUEUED))
    closed_window.open_library(tmp_path / "library.db")
    qtbot.waitUntil(lambda: "resume" in services.calls and closed_window.context.jobs.is_idle)
    assert closed_window.context.documents[0].conversion_status is ConversionStatus.CONVERTED


def test_no_service_is_ever_called_on_the_main_thread(window, services, qtbot, tmp_path):
    drop(window, tmp_path / "a.pdf")
    qtbot.waitUntil(lambda: window.context.jobs.is_idle and len(services.rows) == 1)
    assert {"open", "documents", "import_paths"} <= set(services.calls)
    assert services.on_main_thread == []


def test_a_file_of_another_program_is_explained_and_another_can_be_chosen(closed_window, services, qtbot, tmp_path):
    services.fail_in("open", UsageError("machine.no_display"))
    (tmp_path / "other.db").touch()
    with qtbot.waitSignal(closed_window.context.open_failed):
        closed_window.open_library(tmp_path / "other.db")
    assert closed_window.start.trouble.isVisible()
    assert not closed_window.rail.buttons[LIBRARY].isEnabled()
    assert issubclass(NotALibrary, Exception)


def test_closing_while_an_import_runs_stops_it_and_then_closes(window, services, qtbot, tmp_path):
    services.wait_in("import_paths")
    drop(window, tmp_path / "a.pdf")
    qtbot.waitUntil(lambda: "import_paths" in services.calls)
    window.close()
    qtbot.waitUntil(lambda: services.closed)
    assert not window.isVisible()


def test_the_library_and_the_review_page_count_the_same_findings(window, services, qtbot):
    """Notes too: a page that says 4 and a list that says nothing are two truths."""
    found = [finding(1, Severity.WARNING), *(finding(each, Severity.NOTE) for each in (2, 3, 4))]
    services.findings[1] = tuple(found)
    services.holds(document(1, findings=FindingCounts(0, 1, 3)), document(2))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.show_page(LIBRARY)
    chosen = window.library.filters.findings
    for kind, numbers in (("open", [1]), ("warning", [1]), ("blocking", []), ("none", [2])):
        chosen.setCurrentIndex(chosen.findData(kind))
        assert [window.library.model.at(row).document_id for row in range(window.library.model.rowCount())] == numbers
    chosen.setCurrentIndex(0)
    told = wording.findings_words(window.context.document(1).findings)
    assert told == "△ 提醒 1 · 说明 3"
    window.context.place_wanted.emit(Place(1))
    qtbot.waitUntil(lambda: window.review.opened is not None)
    assert window.review.tabs.tabText(1) == f"问题 {window.context.document(1).findings.open}"
    assert told in window.review.state.text()


def test_a_scan_is_read_from_beside_the_table(window, services, qtbot):
    services.holds(document(1), document(2))
    services.unread[1] = UnreadPages((1, 3), can_be_read=True)
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    button = window.library.details.scan
    window.library.table.selectRow(window.library.model.places[1])
    qtbot.waitUntil(button.isVisible)
    assert button.text() == "读出这 2 页"
    with qtbot.waitSignal(window.context.noticed) as told:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told.args[0].message == "已识别 2 页扫描页。"
    assert "核验" in told.args[0].hint
    assert services.calls.count("read_scanned_pages") == 1
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)
    assert not button.isVisible()


def test_where_no_reader_is_here_the_button_beside_the_table_offers_one(window, services, qtbot):
    services.holds(document(1))
    services.unread[1] = UnreadPages((1,))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.waitUntil(window.library.details.scan.isVisible)
    assert window.library.details.scan.text() == "安装文字识别…"


def test_ctrl_o_asks_for_files_at_once_from_every_page(window, services, qtbot, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda _page, title, *_args: (asked.append(title) or [], ""))
    window.show_page(REVIEW)
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["导入文件…"]
    assert not window.library.import_button.menu().isVisible()
    assert window.context.shortcuts.named(shortcuts.IMPORT).words == "gui.import_files", "as the list of keys says it"
    window.library.import_button.menu().aboutToShow.emit()
    assert window.library.import_button.menu().actions()[0].text() == "导入文件…\tCtrl+O"


def test_the_first_start_asks_for_a_name_and_where_to_begin(
    closed_window, settings, services, qtbot, tmp_path, monkeypatch
):
    """Own files are asked for at once: who said so does not look for the button again."""
    chosen = str(tmp_path / "a.pdf")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args: ([chosen], ""))
    closed_window.ask()
    compose(closed_window.start.reviewer, "王敏")
    with qtbot.waitSignal(closed_window.context.opened):
        qtbot.mouseClick(closed_window.start.own_files, Qt.MouseButton.LeftButton)
    assert settings.reviewer == "王敏"
    assert closed_window.library.isVisible()
    qtbot.waitUntil(lambda: "import_paths" in services.calls)


def test_the_first_start_proposes_the_name_of_the_account_which_typing_replaces(
    closed_window, settings, services, qtbot, monkeypatch
):
    monkeypatch.setattr(account, "person_of_account", lambda: "Li Lei")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args: ([], ""))
    closed_window.ask()
    assert closed_window.start.reviewer.text() == "Li Lei"
    compose(closed_window.start.reviewer, "王敏")
    assert closed_window.start.reviewer.text() == "王敏"
    closed_window.start.reviewer.clear()
    closed_window.ask()
    with qtbot.waitSignal(closed_window.context.opened):
        qtbot.mouseClick(closed_window.start.own_files, Qt.MouseButton.LeftButton)
    assert settings.reviewer == "Li Lei"
