"""An original without pages in the window: its paragraphs stand where pages do, and both sides point at each other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor

from insurance_desktop.domain.conversion import Locator
from insurance_desktop.gui.pages import Place

PATIENCE_MS = 60_000
LAW = """# 某某条例

<!-- 来源：某处 -->

第一条 为了规范某某活动，制定本条例。

第二条 见<a href="https://example.com/">说明</a>：

（一）投保人故意造成的事故；
"""


@pytest.fixture
def window(real_window, qtbot, tmp_path):
    made = real_window
    (tmp_path / "条例.md").write_text(LAW, encoding="utf-8")
    with qtbot.waitSignal(made.context.noticed, timeout=PATIENCE_MS):
        made.context.imports.take_in([tmp_path / "条例.md"])
    qtbot.waitUntil(lambda: len(made.context.documents) == 1, timeout=PATIENCE_MS)
    return made


@pytest.fixture
def review(window, qtbot):
    window.library.open_in_review(1)
    qtbot.waitUntil(lambda: bool(window.review.flow.text.toPlainText()), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not window.review.text.view.writer.is_writing)
    return window.review


def marked(review):
    return [each.cursor.selectedText() for each in review.flow.text.extraSelections()]


def test_the_paragraphs_of_the_original_stand_beside_the_markdown(review):
    assert review.flow.isVisible() and not review.page.isVisible()
    shown = review.flow.text.toPlainText().split("\n")
    assert shown[0] == "1\u3000某某条例"
    assert "〔未放入文本：注释〕<!-- 来源：某处 -->" in shown
    assert shown[-1] == "6\u3000（一）投保人故意造成的事故；"
    assert review.flow.text.isReadOnly()
    assert review.panes()[1] is review.flow.text


def test_a_clause_of_the_outline_marks_its_paragraphs(review):
    review.linking.show_section("第二条")
    assert marked(review) == ["4\u3000第二条", "5\u3000见说明：", "6\u3000（一）投保人故意造成的事故；"]


def test_a_click_on_a_paragraph_marks_the_text_and_the_clause(review, qtbot):
    line = review.flow.text.document().lastBlock()
    cursor = QTextCursor(line)
    review.flow.text.setTextCursor(cursor)
    place = review.flow.text.cursorRect(cursor).center() + QPoint(2, 0)
    qtbot.mouseClick(review.flow.text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert marked(review) == ["6\u3000（一）投保人故意造成的事故；"]
    assert review.opened.review.clauses[review.outline.current].section_id == "第二条"


def test_a_place_of_an_answer_opens_the_paragraph(window, review):
    window.review.open(Place(1, paragraph=3))
    assert marked(review) == ["3\u3000为了规范某某活动，制定本条例。"]
    assert review.opened.review.clauses[0].locator == Locator(2, 3, "某某条例")
