"""Page and text move together, and what is framed in one is framed in the other."""

import pytest
from clause_sheet import SOURCE_MAP
from fake_services import document, finding
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSlider
from test_review_places import PER_PAGE, first_in_sight
from test_review_places import long as long_document
from test_window_review import looked_through, opened, settled
from test_window_review import review as short_document

from insurance_desktop.domain.states import ReviewStatus, Severity

long, review = long_document, short_document


def scroll(view, value):
    """As a wheel or a dragged handle does it."""
    bar = view.verticalScrollBar()
    bar.setSliderPosition(value)
    bar.triggerAction(QAbstractSlider.SliderAction.SliderMove)


@pytest.mark.requirement("US2")
def test_scrolling_the_text_takes_the_page_along_over_its_borders(long, qtbot):
    text = long.text.view.rendered
    scroll(text, text.verticalScrollBar().maximum() // 2)
    qtbot.waitUntil(lambda: long.page.page == int(first_in_sight(long)[1:-1]) // PER_PAGE + 1 > 1)
    before = text.verticalScrollBar().value()
    qtbot.waitUntil(lambda: long.page.view.paper.has_picture)
    assert text.verticalScrollBar().value() == before  # the page does not push back


@pytest.mark.requirement("US2")
def test_scrolling_the_page_takes_the_text_along(long, qtbot):
    page = long.page.view
    page.zoom_in()
    scroll(page, page.verticalScrollBar().maximum() // 2)
    with qtbot.waitSignal(long.page.scrolled):
        pass
    expected = next(number for number in range(PER_PAGE) if 60 + 18 * number + 7 >= page.top)
    assert first_in_sight(long) == f"第{expected}段"


def test_open_findings_are_framed_in_the_text_and_the_settled_ones_are_not(window, services, settings, qtbot):
    services.holds(document(1))
    settled_one = finding(8, Severity.WARNING, page=3, resolved_by="李强", resolved_reason="看过")
    services.findings[1] = (finding(7, Severity.BLOCKING), settled_one)
    shown = opened(window, services, qtbot, 1)
    [frame] = shown.text.view.frames.frames
    assert (frame.start, frame.end, frame.look) == (SOURCE_MAP[7].start, SOURCE_MAP[7].end, "blocking")


@pytest.mark.requirement("US2")
def test_single_keys_decide_while_nothing_can_be_typed(review, services, window, qtbot):
    looked_through(review, window, qtbot)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)
    settled(window, qtbot)
    qtbot.keyClick(review.page.view, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    settled(window, qtbot)
    qtbot.keyClick(review.queue.rows, Qt.Key.Key_R)
    compose(review.decisions.question.reason, "缺页")
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[2].review_status is ReviewStatus.REJECTED)


@pytest.mark.requirement("US2")
def test_the_same_letters_are_text_wherever_something_can_be_typed(review, services, qtbot):
    review.text.toggle_source()
    source, find = review.text.view.source, review.text.find_bar
    before = source.toPlainText()
    qtbot.keyClicks(source, "anrp")
    assert source.toPlainText() == "anrp" + before
    review.text.view.discard()
    find.open_bar()
    qtbot.keyClicks(find.words, "anrp")
    assert find.words.text() == "anrp"
    assert review.decisions.question is None
    assert not {"approve", "reject"} & set(services.calls)
    assert review.opened.document_id == 1


def test_the_editor_shows_what_the_reader_will_see_while_it_is_typed(review, qtbot):
    review.text.toggle_source()
    source, preview = review.text.view.source, review.text.view.preview
    cursor = source.document().find("签收")
    cursor.clearSelection()
    source.setTextCursor(cursor)
    compose(source, "**合同**")
    qtbot.waitUntil(lambda: "签收合同本合同" in preview.rendered.toPlainText())
