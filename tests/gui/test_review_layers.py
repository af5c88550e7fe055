"""What can be made to stand out: easily misread signs, exclusions, and the picture of what the text left out."""

import pytest
from clause_sheet import MARKDOWN, SOURCE_MAP
from PySide6.QtCore import Qt
from test_window_review import CTRL, settled
from test_window_review import review as short_document

review = short_document
ALT = Qt.KeyboardModifier.AltModifier


def looks(review):
    return [each.look for each in review.page.view.paper.highlights]


def frames(review, look):
    return [(each.start, each.end) for each in review.text.view.frames.frames if each.look == look]


@pytest.mark.requirement("US2")
def test_easily_misread_signs_are_framed_by_a_key_and_no_longer_by_the_same_key(review, window, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_1, ALT)
    qtbot.waitUntil(lambda: frames(review, "misread") != [])
    assert {MARKDOWN[start:end] for start, end in frames(review, "misread")} == {"不"}
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_1, ALT)
    assert frames(review, "misread") == []


@pytest.mark.requirement("FR-005")
def test_exclusions_are_outlined_on_both_sides_and_named(review, window, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_2, ALT)
    span = SOURCE_MAP[7]
    qtbot.waitUntil(lambda: frames(review, "exclusion") == [(span.start, span.end)])
    review.page.turn(1)
    settled(window, qtbot)
    [mark] = [each for each in review.page.view.paper.highlights if each.look == "exclusion"]
    assert (mark.box, mark.sign) == (span.boxes[0], "除外")
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_2, ALT)
    assert "exclusion" not in looks(review)


@pytest.mark.requirement("FR-005")
def test_the_ledger_hatches_what_is_not_in_the_text_names_why_and_follows_the_page(review, window, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_3, ALT)
    qtbot.waitUntil(lambda: "left_out" in looks(review))
    [mark] = [each for each in review.page.view.paper.highlights if each.look == "left_out"]
    assert mark.sign == "页码"
    assert review.page.below.text() == "这一页没有进入正文的：页码 1 字。"
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_PageDown, CTRL)
    qtbot.waitUntil(lambda: review.page.page == 2 and "left_out" in looks(review))
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_3, ALT)
    assert "left_out" not in looks(review)
    assert not review.page.below.isVisible()
