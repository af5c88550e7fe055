"""What stands where: nothing jumps, nothing is cut off that must be read."""

import pytest
from fake_workbench import document
from PySide6.QtCore import QPoint

from insurance_desktop.gui.desk import Notice
from insurance_desktop.gui.notice_bar import NoticeBar
from insurance_desktop.gui.parts import Chooser


def listed(window, qtbot):
    with qtbot.waitSignal(window.desk.listed):
        window.desk.refresh()


@pytest.mark.parametrize("hint", ["", "下一步：到“核验”页对照原页检查，通过后即可检索。" * 6])
def test_a_notice_moves_nothing_and_shows_all_its_words(window, qtbot, hint):
    page, frame = window.pages, window.library.splitter
    before = (page.geometry(), frame.mapTo(window, QPoint(0, 0)))
    window.desk.noticed.emit(Notice("error", "没有完成：磁盘已满。" * 4, hint, "details"))
    notice = window.notice
    assert isinstance(notice, NoticeBar)
    assert notice.isVisible()
    assert (page.geometry(), frame.mapTo(window, QPoint(0, 0))) == before
    for label in (notice.message, notice.hint):
        assert label.height() >= label.heightForWidth(label.width()) or not label.text()
    assert page.rect().contains(notice.geometry())
    window.resize(960, 600)
    assert page.rect().contains(notice.geometry())
    window.show_page(1)
    assert not notice.isVisible()


def test_a_short_list_opens_whole(window, bench, qtbot):
    bench.holds(document(1), document(2))
    listed(window, qtbot)
    for page, chooser in ((1, window.review.queue.scope), (0, window.library.status), (2, window.search.count)):
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
