"""Tables are real tables: read with their merged cells, edited cell by cell, each cell linked to its place."""

import pytest
from clause_sheet import MARKDOWN, SOURCE_MAP
from hypothesis import given
from hypothesis import strategies as st
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from test_window_review import CTRL, click_text, settled
from test_window_review import review as short_document

from insurance_desktop.domain.conversion import Table
from insurance_desktop.gui.review.text.markdown_pieces import pieces_of
from insurance_desktop.gui.review.text.markdown_tables import tables_of

review = short_document
TABLE = "| 年龄 | 保险费（元） |\n| --- | --- |\n| 30 | 1,200 |\n| 40 | 2,400 |"
CELLS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), max_size=12)


def in_tables(review, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_T, CTRL)
    qtbot.waitUntil(review.text.table.isVisible)
    return review.text.table


def edit_cell(cells, qtbot, words):
    """As a person does: the cell is replaced by what an input method composes."""
    qtbot.keyClick(cells, Qt.Key.Key_F2)
    editor = cells.findChild(QLineEdit)
    editor.selectAll()
    compose(editor, words)
    with qtbot.waitSignal(cells.model().changed):
        qtbot.keyClick(editor, Qt.Key.Key_Return)


@pytest.mark.requirement("US2")
def test_a_cell_is_edited_by_keys_and_saved_as_a_new_version(review, services, window, qtbot):
    table = in_tables(review, qtbot)
    qtbot.keyClick(table.cells, Qt.Key.Key_Down)
    qtbot.keyClick(table.cells, Qt.Key.Key_Right)
    assert table.model.data(table.cells.currentIndex()) == "1,200"
    edit_cell(table.cells, qtbot, "1,300|元")
    assert "| 30 | 1,300\\|元 |" in review.text.view.text
    qtbot.keyClick(table.cells, Qt.Key.Key_S, CTRL)
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "1,300" in services.texts.get(1, ""))
    assert services.texts[1] == MARKDOWN.replace("1,200", "1,300\\|元")


def test_the_cell_in_hand_is_still_in_hand_after_its_new_version_is_stored(review, services, window, qtbot):
    table = in_tables(review, qtbot)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(table.cells, key)
    edit_cell(table.cells, qtbot, "2,500")
    qtbot.keyClick(table.cells, Qt.Key.Key_D, CTRL)
    qtbot.keyClick(review.text.difference.text, Qt.Key.Key_S, CTRL)
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "2,500" in services.texts.get(1, ""))
    settled(window, qtbot)
    qtbot.keyClick(review.text.difference.text, Qt.Key.Key_T, CTRL)
    qtbot.waitUntil(review.text.table.isVisible)
    assert table.model.data(table.cells.currentIndex()) == "2,500"


def test_the_cell_in_hand_stays_in_sight_when_the_table_loses_room(review, qtbot):
    table = in_tables(review, qtbot)
    cells = table.cells
    cells.setFixedHeight(cells.rowHeight(0) * 3 + 2 * cells.frameWidth())
    qtbot.keyClick(cells, Qt.Key.Key_Down)
    qtbot.keyClick(cells, Qt.Key.Key_Down)
    cells.setFixedHeight(cells.rowHeight(0) + 2 * cells.frameWidth())
    qtbot.waitUntil(lambda: cells.viewport().rect().contains(cells.visualRect(cells.currentIndex()).center()))


def test_a_changed_cell_can_be_taken_back(review, qtbot):
    table = in_tables(review, qtbot)
    edit_cell(table.cells, qtbot, "周岁")
    assert review.text.view.is_edited
    qtbot.keyClick(table.cells, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: table.model.data(table.model.index(0, 0)) == "年龄")
    assert review.text.view.text == MARKDOWN


def test_the_cell_in_hand_is_marked_on_the_page(review, qtbot):
    in_tables(review, qtbot)
    assert [each.box for each in review.page.view.paper.highlights if each.look == "chosen"] == list(
        SOURCE_MAP[8].boxes
    )


def test_letters_in_a_table_are_text_and_never_a_decision(review, services, qtbot):
    table = in_tables(review, qtbot)
    qtbot.keyClick(table.cells, Qt.Key.Key_A)
    assert table.cells.findChild(QLineEdit).text() == "a"
    assert "approve" not in services.calls


def test_a_key_at_a_place_of_the_text_opens_its_cell(review, qtbot):
    click_text(review, qtbot, "2,400")
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_F2)
    qtbot.waitUntil(review.text.table.isVisible)
    assert review.text.table.model.data(review.text.table.cells.currentIndex()) == "2,400"
    qtbot.keyClick(review.text.table.cells, Qt.Key.Key_T, CTRL)
    assert review.text.view.rendered.isVisible()


def test_merged_cells_are_one_cell_in_the_table_and_in_the_text(review, services, window, qtbot):
    twin = Table(2, "rate", ("年龄", "保险费（元）"), (("30", "1,200"), ("40", "")), 2, 2, spans=((1, 1, 2, 1),))
    services.texts[2] = MARKDOWN.replace("| 40 | 2,400 |", "| 40 | |")
    services.tables[2] = (twin,)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    settled(window, qtbot)
    qtbot.waitUntil(lambda: not review.text.view.writer.is_writing)
    cursor = review.text.view.rendered.document().find("1,200")
    assert cursor.currentTable().cellAt(cursor).rowSpan() == 2
    table = in_tables(review, qtbot)
    assert table.cells.rowSpan(1, 1) == 2


@pytest.mark.requirement("US2")
@given(st.integers(0, 2), st.integers(0, 1), CELLS)
def test_whatever_is_written_into_a_cell_is_read_back_and_nothing_else_moves(row, column, words):
    text = f"# 题\n\n{TABLE}\n\n后面的正文\n"
    [table] = tables_of(text, ())
    before = [[table.words(r, c) for c in range(2)] for r in range(3)]
    start, end, replacement = table.change(row, column, words)
    changed = text[:start] + replacement + text[end:]
    [again] = tables_of(changed, ())
    before[row][column] = words
    assert [[again.words(r, c) for c in range(2)] for r in range(3)] == before
    assert [each.kind for each in pieces_of(changed)] == [each.kind for each in pieces_of(text)]
    for r in range(3):
        for c in range(2):
            assert again.cell_at(again.offset(r, c)) == (r, c)
