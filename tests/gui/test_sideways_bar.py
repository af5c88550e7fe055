"""The text is scrolled sideways where a table needs it, and nowhere else."""

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
