"""Words of documents in answers: set to be read, and never anything but what stands there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from insurance_desktop.gui.look.passage import LONGEST_LINE, Verbatim

CLAUSE = "自您签收本合同次日起，有 15 日的犹豫期。<b>不是标记</b>\n  （一）保险合同；" + "我们不承担责任。" * 20


@pytest.fixture
def passage(qtbot):
    made = Verbatim(CLAUSE)
    qtbot.addWidget(made)
    return made


def test_nothing_of_a_document_is_read_as_markup(passage):
    passage.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    passage.resize(400, 400)
    passage.show()
    passage.setSelection(0, len(CLAUSE))
    assert passage.selectedText().replace("\u2028", "\n") == CLAUSE
    assert passage.text() == CLAUSE
    assert QAccessible.queryAccessibleInterface(passage).text(QAccessible.Text.Name) == CLAUSE


def test_its_lines_end_where_an_eye_can_follow_however_wide_it_lies(passage):
    longest = LONGEST_LINE * passage.fontInfo().pixelSize()
    narrow, wide = longest // 2, longest * 4
    assert passage.heightForWidth(narrow) > passage.heightForWidth(longest)
    assert passage.heightForWidth(wide) == passage.heightForWidth(longest)
    passage.resize(wide, 100)
    passage.show()
    assert passage.contentsRect().width() == longest
    assert passage.heightForWidth(wide) == passage.heightForWidth(longest)


def test_its_lines_stand_apart(passage):
    line = passage.fontMetrics().height()
    passage.setText("一\n二\n三")
    assert passage.heightForWidth(400) >= 3 * 1.4 * line
