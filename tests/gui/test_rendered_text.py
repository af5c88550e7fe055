"""The text for reading: scrolled sideways only where a table needs it, and what stands where there is none."""

import pytest

from insurance_desktop.gui.look.theme import LIGHT
from insurance_desktop.gui.review.text.document_writer import DocumentWriter
from insurance_desktop.gui.review.text.markdown_pieces import pieces_of
from insurance_desktop.gui.review.text.rendered_text import RenderedText

LINES = "\n\n".join(["被保险人因意外伤害或于等待期后初次发生并经专科医生确诊本合同约定的疾病。"] * 30)
ROW = "|" + "被保险人经医院确诊初次发生的疾病以及约定的手术|" * 6


@pytest.fixture
def text(dressed, qtbot):
    shown = RenderedText()
    qtbot.addWidget(shown)
    shown.resize(360, 300)
    shown.show()
    writer = DocumentWriter(shown.document(), LIGHT, shown)
    table = "\n".join([ROW, "|" + "---|" * 6, *[ROW] * 6])
    with qtbot.waitSignal(writer.finished):
        writer.begin(pieces_of(f"{LINES}\n\n{table}\n\n{LINES}"), LIGHT)
    return shown


def test_a_wide_table_further_down_leaves_no_bar_below_the_lines(text, qtbot):
    table = text.document().rootFrame().childFrames()[0]
    bar = text.horizontalScrollBar()
    assert bar.maximum() > 500
    assert not bar.isVisible()
    text.put_at_top(table.firstPosition())
    qtbot.waitUntil(bar.isVisible)
    bar.setValue(200)
    assert bar.value() == 200
    text.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: not bar.isVisible())
    assert bar.value() == 0, "lines begin at the edge again"
    bar.setValue(50)
    assert bar.value() == 0


def test_a_pane_that_becomes_lower_keeps_its_line_and_can_be_scrolled_to_the_end(text, qtbot):
    text.put_at_top(900)
    top = text.top
    text.resize(360, 150)
    assert text.top == top
    text.verticalScrollBar().setValue(text.verticalScrollBar().maximum())
    assert text.cursorRect(text._cursor_at(10**6)).bottom() <= text.viewport().height()


def test_what_stands_in_place_of_a_text_takes_as_many_lines_as_it_needs(dressed, qtbot):
    """Qt's placeholder has one line, cut at the edge of a narrow pane."""
    empty = RenderedText()
    qtbot.addWidget(empty)
    empty.resize(240, 200)
    empty.show()
    blank = empty.viewport().grab().toImage()
    empty.say_where_empty("这份文件没有转换出的文字，扫描件可以用下方的按钮识别出文字，再对照原页采用。")
    shown = empty.viewport().grab().toImage()
    rows = {y for y in range(shown.height()) for x in range(shown.width()) if shown.pixel(x, y) != blank.pixel(x, y)}
    line = empty.fontMetrics().lineSpacing()
    assert max(rows) - min(rows) > 2 * line, "three lines at least"
