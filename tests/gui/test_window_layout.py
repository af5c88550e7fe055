"""What stands where: nothing jumps, nothing is cut off that must be read."""

import pytest
from fake_services import document
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QWheelEvent
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from test_window_review import opened

from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.gui.frame.notice_bar import NoticeBar
from insurance_desktop.gui.library.details import facts_of
from insurance_desktop.gui.library.document_model import COLUMNS
from insurance_desktop.gui.look.parts import Chooser
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pages import SEARCH
from insurance_desktop.gui.review.panels.queue_rows import name_lines


def listed(window, qtbot):
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()


@pytest.mark.parametrize("hint", ["", "下一步：到“核验”页对照原页检查，通过后即可检索。" * 6])
def test_a_notice_moves_nothing_and_shows_all_its_words(window, qtbot, hint):
    page, frame = window.pages, window.library.splitter
    before = (page.geometry(), frame.mapTo(window, QPoint(0, 0)))
    window.context.noticed.emit(Notice("error", "没有完成：磁盘已满。" * 4, hint, "details"))
    notice = window.notice
    assert isinstance(notice, NoticeBar)
    assert notice.isVisible()
    assert (page.geometry(), frame.mapTo(window, QPoint(0, 0))) == before
    for label in (notice.message, notice.hint):
        assert label.height() >= label.heightForWidth(label.width()) or not label.text()
    assert page.rect().contains(notice.geometry())
    window.resize(960, 600)
    assert page.rect().contains(notice.geometry())
    window.show_page("review")
    assert not notice.isVisible()


def test_a_short_list_opens_whole(window, services, qtbot):
    services.holds(document(1), document(2))
    listed(window, qtbot)
    for page, chooser in (
        ("review", window.review.queue.scope),
        ("library", window.library.status),
        ("search", window.search.asking.count),
    ):
        window.show_page(page)
        assert isinstance(chooser, Chooser)
        for chosen in (0, chooser.count() - 1):
            chooser.setCurrentIndex(chosen)
            chooser.showPopup()
            view = chooser.view()
            qtbot.waitUntil(view.isVisible)
            assert view.verticalScrollBar().maximum() == 0
            rows = [view.visualRect(view.model().index(row, 0)) for row in range(chooser.count())]
            assert all(view.viewport().rect().top() <= row.top() for row in rows)
            assert all(row.bottom() <= view.viewport().rect().bottom() for row in rows)
            chooser.hidePopup()


def test_scrolling_past_a_choice_does_not_change_it(dressed, qtbot):
    """The settings went offline when somebody turned the wheel over them on the way down."""
    chooser = Chooser(ThemeSwitch(dressed))
    qtbot.addWidget(chooser)
    chooser.addItems(["联网", "离线"])
    spot = QPointF(chooser.rect().center())
    nothing = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
    for _ in range(3):
        event = QWheelEvent(spot, chooser.mapToGlobal(spot), QPoint(), QPoint(0, -120), *nothing)
        QApplication.sendEvent(chooser, event)
        assert not event.isAccepted()  # what it stands in scrolls
    assert chooser.currentText() == "联网"


LONG_NAME = "中国示例人寿保险股份有限公司安心保重大疾病终身寿险（分红型）2026版"


@pytest.mark.parametrize("many", [3, 40])
def test_every_row_of_the_queue_shows_its_state_at_every_size(window, services, qtbot, many):
    services.holds(*(document(number, product_name=f"{LONG_NAME}{number}") for number in range(1, many + 1)))
    listed(window, qtbot)
    window.show_page("review")
    rows = window.review.queue.rows
    for width, height in ((1280, 800), (1920, 1080), (960, 600)):
        window.resize(width, height)
        qtbot.waitUntil(lambda: abs(rows.visualRect(rows.lines.index(0)).width() - rows.viewport().width()) <= 1)
        line = rows.fontMetrics().lineSpacing()
        for number in range(min(many, 3)):
            assert rows.visualRect(rows.lines.index(number)).height() >= 3 * line
            assert rows.lines.lines[number].text.endswith("○ 未核验")


def test_documents_of_one_name_are_told_apart(window, services, qtbot):
    same = {"product_name": "安心保"}
    services.holds(
        document(1, **same, logical_path="a/甲.pdf"),
        document(2, **same, logical_path="b/乙.pdf"),
        document(3, product_name="福寿", edition=None),
        document(4, product_name="福寿", edition=None),
        document(5),
    )
    listed(window, qtbot)
    window.show_page("review")
    rows = window.review.queue.rows
    shown = {each.text for each in rows.lines.lines}
    assert "安心保 · 产品条款\n甲.pdf · 2001-1（现行）\n○ 未核验" in shown
    assert "安心保 · 产品条款\n乙.pdf · 2002-1（现行）\n○ 未核验" in shown
    assert "福寿 · 产品条款\n文件 3\n○ 未核验" in shown
    assert "安心保重大疾病保险5 · 产品条款\n2005-1（现行）\n○ 未核验" in shown


def test_a_file_is_named_by_number_and_path(window, services, qtbot):
    services.holds(document(7, edition=None, edition_status=EditionStatus.UNKNOWN))
    listed(window, qtbot)
    window.library.table.selectRow(0)
    facts = dict(facts_of(window.library.current()))
    assert facts["gui.fact_document"] == "文件 7"
    assert facts["gui.fact_file"].replace("\u200b", "") == "产品条款.pdf"
    assert "版本" not in facts["gui.fact_edition"]
    review = opened(window, services, qtbot, 7)
    assert "文件 7" in review.state.text()
    assert "示例人寿/2007/2007-1/产品条款.pdf" in review.state.text()
    assert review.log.nothing.isVisibleTo(review.log)
    assert not review.log.rows.isVisibleTo(review.log)


def test_a_page_that_does_not_exist_is_put_back_and_said(window, services, qtbot):
    services.holds(document(1))
    review = opened(window, services, qtbot, 1)
    for typed in ("9", "0", "x", ""):
        review.page.number.selectAll()
        qtbot.keyClick(review.page.number, Qt.Key.Key_Delete)
        qtbot.keyClicks(review.page.number, typed)
        with qtbot.waitSignal(window.context.noticed) as notice:
            qtbot.keyClick(review.page.number, Qt.Key.Key_Return)
        assert "1 到 3" in notice.args[0].message
        assert review.page.number.text() == "1"
        assert review.page.page == 1


def test_columns_never_get_narrower_than_they_need_and_share_what_is_left(window, services, qtbot):
    services.holds(document(1, company="中国示例人寿保险股份有限公司"))
    listed(window, qtbot)
    table = window.library.table
    for width, sideways in ((960, True), (1280, True), (1920, False)):
        was = table.viewport().width()
        window.resize(width, 900)
        qtbot.waitUntil(lambda was=was: table.viewport().width() != was)
        for number, column in enumerate(COLUMNS):
            assert table.isColumnHidden(number) or table.columnWidth(number) >= column.width
        if not sideways:
            assert table.horizontalScrollBar().maximum() == 0
            assert sum(table.columnWidth(number) for number in range(len(COLUMNS))) <= table.viewport().width()
    text = table.fontMetrics().horizontalAdvance("中国示例人寿保险股份有限公司")
    assert table.columnWidth(6) >= text + 16


def test_what_is_left_over_goes_to_the_column_that_needs_it(window, services, qtbot):
    """One long company among short products: its column gets the room, and a name too long for it keeps its end."""
    company = "中国示例人寿保险股份有限公司上海市分公司浦东新区支公司"
    services.holds(document(1, company=company, product_name="甲"))
    listed(window, qtbot)
    window.resize(1900, 800)
    table = window.library.table
    needed = table.fontMetrics().horizontalAdvance(company)
    qtbot.waitUntil(lambda: table.columnWidth(6) >= needed)
    assert table.columnWidth(0) < table.columnWidth(6)
    assert table.textElideMode() is Qt.TextElideMode.ElideMiddle


def test_the_first_window_fits_the_screen(window):
    room = window.screen().availableGeometry().size()
    assert window._first_size().width() <= max(room.width(), 960)
    assert window._first_size().height() <= max(room.height(), 600)


def test_a_long_name_is_broken_and_cut_with_a_sign(qapp):
    option = QStyleOptionViewItem()
    long = "youngpj-toulianxian__citypdf_modules_jiangxi.pdf · 投保提示书" * 3
    width = 200.0
    lines = name_lines(long, option, width)
    assert len(lines) == 2
    assert "…" in lines[-1]
    assert lines[-1].endswith(long[-6:])
    assert all(QFontMetricsF(option.font).horizontalAdvance(line) <= width for line in lines)
    assert name_lines("安心保", option, width) == ["安心保"]


def test_the_painted_row_ends_in_its_state(window, services, qtbot):
    """The last line of every row is ink of its own, below the name."""
    services.holds(*(document(number, product_name=f"{LONG_NAME}{number}") for number in range(1, 4)))
    listed(window, qtbot)
    window.show_page("review")
    rows = window.review.queue.rows
    qtbot.waitUntil(lambda: rows.visualRect(rows.lines.index(2)).height() > 0)
    picture = rows.viewport().grab().toImage()
    place, line = rows.visualRect(rows.lines.index(2)), rows.fontMetrics().lineSpacing()
    bands = [range(place.bottom() - 6 - (number + 1) * line, place.bottom() - 6 - number * line) for number in range(3)]
    ground = picture.pixelColor(place.right() - 2, place.bottom() - 2)
    for band in bands:
        assert any(picture.pixelColor(x, y) != ground for y in band for x in range(8, place.right() - 8))


def test_enter_presses_the_button_that_has_the_keyboard(window, services, qtbot):
    services.holds(document(1))
    listed(window, qtbot)
    qtbot.keyClick(window.library.details.open_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.page.view.paper.has_picture)
    qtbot.keyClick(window.review.page.forward, Qt.Key.Key_Return)
    assert window.review.page.page == 2
    qtbot.keyClick(window.rail.buttons[SEARCH], Qt.Key.Key_Enter)
    assert window.search.isVisible()
    qtbot.keyClick(window.review.text.source, Qt.Key.Key_Return)
    assert window.review.text.view.is_source


def test_all_parts_of_the_review_column_are_named_in_sight_in_the_longer_language(closed_window, qtbot):
    bar = closed_window.review.tabs.tabBar()
    tabs = closed_window.review.tabs
    for front in range(tabs.count()):  # its name is bold
        tabs.setCurrentIndex(front)
        assert tabs.minimumWidth() >= bar.sizeHint().width()
    assert not bar.usesScrollButtons()
