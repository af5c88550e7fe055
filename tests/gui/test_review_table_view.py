"""A wide table is read like a sheet: what says what a number is stays in sight, and cells are copied as cells."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from test_window_review import CTRL

from insurance_desktop.gui.look.theme import LIGHT
from insurance_desktop.gui.review.text.copied_cells import Block, as_html, as_text, whole
from insurance_desktop.gui.review.text.markdown_tables import TableText
from insurance_desktop.gui.review.text.table_pane import TablePane

COLUMNS, ROWS = 12, 60
HEADER = "| 年龄 | " + " | ".join(f"{each} 年交" for each in range(1, COLUMNS)) + " |"
LINES = [
    f"| {20 + row} 岁 | " + " | ".join(f"{row}.{each:02}" for each in range(1, COLUMNS)) + " |" for row in range(ROWS)
]
MERGED = TableText(
    0, ["| 费率 |  |  |", "| --- | --- | --- |", "| 男 | 1<2 | 3 |", "|  | 4 | 5 |"], ((0, 0, 1, 3), (1, 0, 2, 1))
)


@pytest.fixture
def pane(window, qtbot):
    made = TablePane(window.context.theme)
    qtbot.addWidget(made)
    made.resize(420, 360)
    made.show()
    made.show_tables((TableText(0, [HEADER, "| --- |" * COLUMNS, *LINES]),), None)
    return made


def shown_at(cells, row, column):
    """What of the frozen edges covers this place."""
    place = cells.visualRect(cells.model().index(row, column)).center()
    edge = cells.frozen
    return place.x() < edge.width() or place.y() < edge.height()


def test_header_and_first_column_stay_in_sight(pane, qtbot):
    cells = pane.cells
    assert cells.frozen.isNull()
    cells.setCurrentIndex(cells.model().index(ROWS, COLUMNS - 1))
    assert cells.frozen.height() == cells.rowHeight(0)
    assert cells.frozen.width() == cells.columnWidth(0)
    picture = cells.viewport().grab().toImage()
    assert picture.pixelColor(3, 3).name() == LIGHT.stripe
    assert picture.pixelColor(3, picture.height() // 2).name() == LIGHT.stripe


def test_all_levels_of_a_header_stay_in_sight(pane):
    """As in a rate table: benefit, under it sex, under that the payment."""
    levels = ["| 年龄 | 必选 |  |  |  |", "|  | 男 |  | 女 |  |", "|  | 趸交 | 年交 | 趸交 | 年交 |"]
    rows = [f"| {age} | 1 | 2 | 3 | 4 |" for age in range(40)]
    table = TableText(0, [levels[0], "| --- |" * 5, *levels[1:], *rows], ((0, 1, 1, 4), (1, 1, 1, 2), (1, 3, 1, 2)))
    pane.show_tables((table,), None)
    cells = pane.cells
    cells.setCurrentIndex(cells.model().index(42, 1))
    assert cells.header_rows == range(3)
    assert cells.frozen.height() == sum(map(cells.rowHeight, range(3)))
    pane.resize(420, 200)
    assert cells.header_rows.stop == 3, "what the columns are called last stays"
    assert 0 < cells.frozen.height() <= cells.viewport().height() // 2


def test_the_cell_in_hand_is_never_below_what_stays_in_sight(pane, qtbot):
    cells = pane.cells
    cells.setCurrentIndex(cells.model().index(ROWS, COLUMNS - 1))
    for key, count in ((Qt.Key.Key_Up, ROWS - 1), (Qt.Key.Key_Left, COLUMNS - 2)):
        for _step in range(count):
            qtbot.keyClick(cells, key)
            index = cells.currentIndex()
            assert not shown_at(cells, index.row(), index.column())


def test_selected_cells_are_copied_as_text_with_tabs_and_as_a_table(pane, qtbot):
    cells = pane.cells
    cells.setCurrentIndex(cells.model().index(1, 0))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(cells, key, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(cells, Qt.Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text() == "20 岁\t0.01\n21 岁\t1.01"
    assert "<td>20 岁</td><td>0.01</td>" in copied.html()
    pane.copy.click()
    assert QGuiApplication.clipboard().text().count("\n") == ROWS


def test_merged_cells_are_copied_merged_and_signs_stay_words():
    assert as_text(MERGED, whole(MERGED)) == "费率\t\t\n男\t1<2\t3\n\t4\t5"
    assert as_html(MERGED, whole(MERGED)) == (
        '<table><tr><td colspan="3">费率</td></tr>'
        '<tr><td rowspan="2">男</td><td>1&lt;2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>'
    )
    assert as_html(MERGED, Block(1, 1, 2, 2)) == (
        "<table><tr><td>1&lt;2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>"
    )


def test_a_title_over_all_columns_is_no_header(pane):
    pane.show_tables((MERGED,), None)
    assert pane.cells.header_rows == range(1, 3)


def test_words_of_a_merged_cell_stand_where_they_are_seen(pane, qtbot):
    tall = TableText(0, ["| 项目 | 值 |", "| --- | --- |", *[f"|  | {each} |" for each in range(80)]], ((1, 0, 80, 1),))
    pane.show_tables((tall,), None)
    cells = pane.cells
    cells.verticalScrollBar().setValue(cells.verticalScrollBar().maximum() // 2)
    index = cells.model().index(1, 0)
    part = cells.seen(cells.visualRect(index), index)
    assert cells.viewport().rect().contains(part)
    assert part.contains(QPoint(5, cells.viewport().height() // 2))


def test_a_table_is_made_larger_and_smaller(pane, qtbot):
    before = pane.cells.rowHeight(1), pane.cells.fontMetrics().height()
    pane.larger.click()
    assert (pane.cells.rowHeight(1), pane.cells.fontMetrics().height()) > before
    pane.smaller.click()
    assert (pane.cells.rowHeight(1), pane.cells.fontMetrics().height()) == before


def test_long_words_go_on_in_further_lines_of_their_cell(pane):
    long = TableText(0, ["| 项目 | 说明 |", "| --- | --- |", "| 甲 | " + "住院医疗保险金" * 8 + " |", "| 乙 | 短 |"])
    pane.show_tables((long,), None)
    assert pane.cells.columnWidth(1) <= 168
    assert pane.cells.rowHeight(1) > 2 * pane.cells.rowHeight(2)


def test_a_table_grows_with_its_pane(pane, qtbot):
    before = pane.cells.fontMetrics().height()
    pane.resize(1800, 900)
    qtbot.waitUntil(lambda: pane.cells.fontMetrics().height() > before)
    pane.resize(420, 360)
    qtbot.waitUntil(lambda: pane.cells.fontMetrics().height() == before)
