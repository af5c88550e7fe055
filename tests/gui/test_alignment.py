"""What stands under one another begins or ends at one edge, and what is ticked is seen to be."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QLabel, QRadioButton

from insurance_desktop.gui.frame.key_list import KeyGroup
from insurance_desktop.gui.library.progress_pane import _part
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.look.word_table import Column, Table

WORDS = "HHHH"


@pytest.fixture
def switch(dressed):
    return ThemeSwitch(dressed, "light")


def ink(picture, rows, columns):
    """The first and last column with something drawn within a part of a picture."""
    ground = picture.pixelColor(columns.start, rows.start)
    drawn = [x for x in columns if any(picture.pixelColor(x, y) != ground for y in rows)]
    return drawn[0], drawn[-1]


@pytest.mark.parametrize("is_number", [False, True])
def test_a_column_of_a_table_stands_under_its_title(switch, qtbot, is_number):
    table = Table(switch, "x", (Column("", 60), Column(WORDS, 120, is_number=is_number)))
    qtbot.addWidget(table)
    table.show_rows([("", ""), ("", WORDS)])  # the first row is chosen
    table.resize(400, 200)
    table.show()
    picture = table.grab().toImage()
    header, row = table.horizontalHeader().height(), table.rowHeight(0)
    columns = range(64, 176)
    title = ink(picture, range(6, header - 4), columns)
    cell = ink(picture, range(header + row + 4, header + 2 * row - 2), columns)
    assert title[is_number] == pytest.approx(cell[is_number], abs=1)


def test_keys_of_every_page_stand_in_the_same_columns(switch, qtbot):
    several = [("Next document", "Ctrl+N"), ("B", "C")]
    groups = [KeyGroup("x", lines, (200, 80)) for lines in ([("Approve", "A")], several)]
    for each in groups:
        qtbot.addWidget(each)
        each.resize(640, 200)
        each.show()
    keys = [next(one for one in each.findChildren(QLabel) if one.text() in ("A", "Ctrl+N")).x() for each in groups]
    assert keys[0] == keys[1]


def test_a_few_of_many_are_not_told_as_none_and_not_as_all():
    assert [_part(count, 496) for count in (2, 3, 62, 494, 496)] == ["<1%", "1%", "12%", ">99%", "100%"]


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_what_is_ticked_is_filled_and_has_its_sign(switch, qtbot, kind, light):
    switch.choose(light)
    made = kind("")
    qtbot.addWidget(made)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    made.setChecked(True)
    made.show()
    picture = made.grab().toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert {QColor(switch.colours.accent).name(), QColor(switch.colours.on_accent).name()} <= seen
