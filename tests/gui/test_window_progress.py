"""How far the library is, drawn and in words."""

import pytest
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from insurance_desktop.domain.states import ReviewStatus


@pytest.fixture
def progress(window, services, qtbot):
    services.holds(document(1), document(2, review_status=ReviewStatus.VERIFIED), document(3), document(4))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.keyClick(window.library, Qt.Key.Key_F4)
    qtbot.waitUntil(lambda: bool(window.library.progress.documents.shares))
    return window.library.progress


def test_what_is_drawn_is_written_too(progress):
    assert "已核验 1 (25%)" in progress.documents_text.accessibleName()
    assert "待核验 3 (75%)" in progress.documents_text.accessibleName()
    assert "已处理的问题 13 (62%)" in progress.findings_text.accessibleName()
    assert ("2026-11-14", "14", "2", "", "28") in progress.day_table.texts
    assert progress.people.texts[0] == ("王敏", "1", "", "", "", "12", "", "2")


def test_the_bar_is_cut_by_the_shares_in_the_colours_of_the_theme(progress, window):
    bar = progress.documents
    picture = bar.grab().toImage()
    colours = window.context.theme.colours
    first, last = picture.pixelColor(2, 5), picture.pixelColor(picture.width() - 6, 5)
    assert (first, last) == (QColor(colours.good), QColor(colours.muted))
    assert "已核验 1" in bar.accessibleDescription()


def test_it_follows_the_list_and_leads_back_to_it(progress, window, services, qtbot):
    services.holds(document(2, review_status=ReviewStatus.VERIFIED))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.waitUntil(lambda: "已核验 1 (100%)" in progress.documents_text.accessibleName())
    assert progress.isVisible()
    assert not window.library.more.isVisible()  # nobody rejects or takes back what he does not see
    qtbot.keyClick(window.library, Qt.Key.Key_F4)
    assert window.library.more.isVisible()
    assert window.library.table.isVisible()
    assert window.library.filters.isVisible()
