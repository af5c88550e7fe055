"""In a narrow window the lists give way to what is read, and nothing has to be scrolled sideways."""

import pytest
from fake_services import document
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from test_window_review import opened

from insurance_desktop.gui.review.panels.side_panels import FOLDED

SMALL, DESIGNED = QSize(1024, 700), QSize(1280, 800)


@pytest.fixture
def review(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    window.resize(SMALL)
    return opened(window, services, qtbot, 1)


def test_at_1024_nothing_is_scrolled_sideways_with_the_lists_and_without(review, qtbot):
    bar = review.page.view.horizontalScrollBar()
    assert not review.tabs.isVisible()
    qtbot.waitUntil(lambda: not bar.isVisible())
    review.page.fold.click()
    QApplication.processEvents()
    assert review.tabs.isVisible()
    qtbot.waitUntil(lambda: not bar.isVisible())
    assert review.text.width() >= 180


def test_lists_that_gave_way_come_back_with_the_room_and_are_not_remembered_as_folded(window, review, settings):
    assert not settings.layout(FOLDED)
    window.resize(DESIGNED)
    assert review.tabs.isVisible()
    review.page.fold.click()
    assert settings.layout(FOLDED)
    window.resize(SMALL)
    window.resize(DESIGNED)
    assert not review.tabs.isVisible(), "who folded them himself finds them folded"


def test_who_brings_the_lists_back_keeps_them_while_the_window_stays_narrow(window, review):
    review.page.fold.click()
    window.resize(SMALL.width() - 20, SMALL.height())
    assert review.tabs.isVisible()


def test_until_a_document_is_open_the_lists_are_all_there_is(window, services, qtbot):
    window.resize(SMALL)
    window.show_page("review")
    assert window.review.tabs.isVisible()


def test_the_window_fits_a_small_screen_whose_user_wants_large_words(window):
    window.resize(667, 419)
    assert (window.width(), window.height()) == (667, 419)
