"""Where the reader is: paging, what follows what, and that no change of the window loses the place."""

from dataclasses import replace

import pytest
from clause_sheet import CLAUSES, MARKDOWN, SOURCE_MAP
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from test_window_review import CTRL, chosen_boxes, click_page, click_text, opened, settled

from insurance_desktop.domain.conversion import SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.pages import Place

PARAGRAPHS = 240
PER_PAGE = 40


@pytest.fixture
def long(window, services, settings, qtbot):
    """Document 1 with a text of many screens on six pages, opened; the text still has its cursor at the start."""
    settings.reviewer = "王敏"
    lines = [f"第{number}段：被保险人在等待期后初次确诊，我们按基本保险金额给付。" for number in range(PARAGRAPHS)]
    services.holds(document(1, pages=6), document(2))
    services.texts[1] = "\n\n".join(lines) + "\n"
    spans, start = [], 0
    for number, line in enumerate(lines):
        top = 60.0 + 18 * (number % PER_PAGE)
        box = Box(number // PER_PAGE + 1, 100.0, top, 500.0, top + 14)
        spans.append(SourceSpan(start, start + len(line), number, (box,)))
        start += len(line) + 2
    services.source_maps[1] = tuple(spans)
    return opened(window, services, qtbot, 1)


def first_in_sight(review):
    view = review.text.view.rendered
    return view.document().findBlock(view.top).text().split("：")[0]


def test_page_down_turns_one_screen_also_right_after_opening(long, qtbot):
    view = long.text.view.rendered
    bar = view.verticalScrollBar()
    assert bar.value() == 0
    assert not view.textCursor().hasSelection()
    assert view.textCursor().position() == 0
    for number in range(1, 4):
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
        assert 0.6 * number <= bar.value() / view.viewport().height() <= number
    assert bar.value() < bar.maximum() / 2
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert bar.value() == 0


def test_page_down_while_the_text_is_still_being_written_stays_near_the_beginning(window, services, qtbot):
    services.holds(document(1))
    services.texts[1] = "\n\n".join(f"第{number}段文字" * 12 for number in range(400))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(1))
    view = window.review.text.view
    with qtbot.waitSignal(view.writer.advanced):
        pass
    assert view.writer.is_writing
    qtbot.keyClick(view.rendered, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: not view.writer.is_writing)
    assert view.rendered.verticalScrollBar().value() <= view.rendered.viewport().height()


def test_page_down_goes_on_from_what_is_in_sight_wherever_the_cursor_was_left(long, qtbot):
    view = long.text.view.rendered
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert before < bar.value() <= before + view.viewport().height()


def test_the_last_page_down_reaches_the_last_line(long, qtbot):
    view = long.text.view.rendered
    while view.verticalScrollBar().value() < view.verticalScrollBar().maximum():
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.textCursor().atEnd()


@pytest.mark.requirement("US2")
def test_the_text_follows_the_page(long, qtbot):
    qtbot.keyClick(long.text.view.rendered, Qt.Key.Key_PageDown, CTRL)
    assert first_in_sight(long) == "第40段"
    long.page.number.selectAll()
    qtbot.keyClicks(long.page.number, "5")
    qtbot.keyClick(long.page.number, Qt.Key.Key_Return)
    assert long.page.page == 5
    assert first_in_sight(long) == "第160段"
    qtbot.mouseClick(long.page.back, Qt.MouseButton.LeftButton)
    assert first_in_sight(long) == "第120段"
    assert long.page.page == 4


def test_the_source_follows_the_page_too(long, qtbot):
    long.text.toggle_source()
    qtbot.keyClick(long.text.view.source, Qt.Key.Key_PageDown, CTRL)
    block = long.text.view.source.firstVisibleBlock()
    assert block.text().startswith("第40段") or block.next().text().startswith("第40段")


def test_a_part_under_its_heading_is_named_by_what_the_heading_does_not_say(window):
    whole = replace(CLAUSES[0], section_id="账户说明", section_title="账户说明", level=2)
    part = replace(CLAUSES[1], section_id="账户说明/（一）", section_title="费用", level=3)
    outline = window.review.outline
    outline.show_clauses((whole, part))
    assert outline.rows.topLevelItem(0).text(0) == "账户说明"
    assert outline.rows.topLevelItem(0).child(0).text(0) == "（一）  费用"


def test_a_second_place_moves_every_mark(window, services, settings, qtbot):
    services.holds(document(1))
    review = opened(window, services, qtbot, 1)
    for words, number, section in (("酒后驾驶", 7, "2.4"), ("签收本合同", 11, "3.2"), ("初次确诊", 3, "2.3")):
        span = SOURCE_MAP[number]
        click_text(review, qtbot, words)
        selections = review.text.view.rendered.extraSelections()
        assert words in "".join(each.cursor.selectedText() for each in selections)
        assert len(selections) == len(review.text.view.writer.places.runs_of(span.start, span.end, 99))
        assert chosen_boxes(review) == list(span.boxes)
        assert review.outline.rows.currentItem().text(0).startswith(section)
    review.outline.rows.itemClicked.emit(review.outline.rows.topLevelItem(1), 0)
    assert review.text.view.marked == (SOURCE_MAP[9].start, SOURCE_MAP[9].end)
    assert chosen_boxes(review) == list(SOURCE_MAP[9].boxes)
    assert review.outline.rows.currentItem().text(0).startswith("3")
    qtbot.waitUntil(lambda: review.page.view.paper.has_picture)
    click_page(review, qtbot, SOURCE_MAP[10].boxes[0])
    assert "犹豫期" in review.text.view.rendered.extraSelections()[0].cursor.selectedText()


def test_light_and_dark_and_another_width_keep_the_place(long, window, qtbot):
    long.page.turn(2)
    assert first_in_sight(long) == "第80段"
    window.context.theme.choose("dark")
    qtbot.waitUntil(lambda: not long.text.view.writer.is_writing)
    assert first_in_sight(long) == "第80段"
    window.context.theme.choose("light")
    qtbot.waitUntil(lambda: not long.text.view.writer.is_writing)
    for width in (1500, 1000, 1280, 960):
        was = long.text.view.rendered.width()
        window.resize(width, 800)
        qtbot.waitUntil(lambda was=was: long.text.view.rendered.width() != was)
        assert first_in_sight(long) == "第80段"


def test_reading_and_source_stand_at_the_same_place(long, qtbot):
    long.page.turn(2)
    long.text.toggle_source()
    source = long.text.view.source
    qtbot.waitUntil(lambda: source.firstVisibleBlock().text().startswith("第80段"))
    long.text.toggle_source()
    qtbot.waitUntil(lambda: first_in_sight(long) == "第80段")


def test_saving_a_version_keeps_the_place_in_the_editor(long, services, window, qtbot):
    long.text.toggle_source()
    source = long.text.view.source
    cursor = source.document().find("第150段")
    cursor.setPosition(cursor.selectionStart())
    source.setTextCursor(cursor)
    source.centerCursor()
    compose(source, "改")
    position, block = source.textCursor().position(), source.firstVisibleBlock().blockNumber()
    assert block > 100
    qtbot.keyClick(source, Qt.Key.Key_S, CTRL)
    qtbot.mouseClick(long.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "改第150段" in services.texts[1])
    settled(window, qtbot)
    assert not long.text.view.is_edited
    assert source.textCursor().position() == position
    assert source.firstVisibleBlock().blockNumber() == block


def test_a_source_opens_the_reading_view(window, services, qtbot):
    services.holds(document(1))
    review = opened(window, services, qtbot, 1)
    review.text.toggle_source()
    assert review.text.view.is_source
    window.context.place_wanted.emit(Place(1, SOURCE_MAP[11].boxes, 3))
    assert not review.text.view.is_source
    assert review.text.reading.isChecked()
    assert chosen_boxes(review) == list(SOURCE_MAP[11].boxes)
    assert review.text.view.text == MARKDOWN


def test_words_are_found_in_the_text_and_the_page_follows(long, qtbot):
    qtbot.keyClick(long.text.view.rendered, Qt.Key.Key_F, CTRL)
    line = long.text.find_bar.words
    qtbot.waitUntil(line.isVisible)
    compose(line, "第200段")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert long.text.view.rendered.textCursor().selectedText() == "第200段"
    assert long.page.page == 6
    line.clear()
    compose(line, "初次确诊")
    for key, words in ((Qt.KeyboardModifier.NoModifier, "第200段"), (Qt.KeyboardModifier.ShiftModifier, "第199段")):
        qtbot.keyClick(line, Qt.Key.Key_Return, key)
        assert long.text.view.rendered.textCursor().block().text().startswith(words)
    line.clear()
    compose(line, "没有的字")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert long.text.find_bar.found.text() == "没有找到"
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert not long.text.find_bar.isVisible()


def test_all_places_of_the_words_are_counted_and_marked_and_f3_goes_on(long, qtbot):
    rendered, bar = long.text.view.rendered, long.text.find_bar
    qtbot.keyClick(rendered, Qt.Key.Key_F3)
    qtbot.waitUntil(bar.words.isVisible)
    compose(bar.words, "第20")
    qtbot.waitUntil(lambda: bool(bar.found.text()))
    count = rendered.toPlainText().count("第20")
    assert bar.found.text() == f"– / {count}"
    marked = [each.cursor.selectedText() for each in rendered.extraSelections()]
    assert marked.count("第20") == count
    for place in (1, 2):
        qtbot.keyClick(rendered, Qt.Key.Key_F3)
        assert bar.found.text() == f"{place} / {count}"
    qtbot.keyClick(rendered, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert bar.found.text() == f"1 / {count}"
    qtbot.keyClick(bar.words, Qt.Key.Key_Escape)
    assert "第20" not in [each.cursor.selectedText() for each in rendered.extraSelections()]


def test_a_place_without_text_brings_its_page_to_the_text_and_leaves_no_old_mark(long, qtbot):
    click_text(long, qtbot, "第3段")
    assert long.text.view.marked
    empty = Box(4, 20.0, 820.0, 60.0, 830.0)
    long.linking.show_boxes((empty,))
    qtbot.waitUntil(lambda: chosen_boxes(long) == [empty])
    assert long.text.view.marked is None
    assert long.text.view.rendered.extraSelections() == []
    assert long.page.page == 4
    assert first_in_sight(long) == "第120段"
