"""Every control of every page can be reached, read aloud and seen: by whoever has no mouse, or no eyes for it."""

import pytest
from filled_window import fill
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from insurance_desktop.gui.pages import REVIEW, entries

PAGES = [each.name for each in entries()]
NOWHERE: dict[str, list[str]] = {each: [] for each in PAGES}  # no page has such a control
CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QTextEdit,
)
ROLE = QAccessible.Role
ROLES = {
    QAbstractButton: {ROLE.Button, ROLE.CheckBox, ROLE.RadioButton, ROLE.ButtonMenu, ROLE.ButtonDropDown},
    QAbstractSpinBox: {ROLE.SpinBox},
    QComboBox: {ROLE.ComboBox},
    QLineEdit: {ROLE.EditableText},
    QTextEdit: {ROLE.EditableText, ROLE.StaticText, ROLE.Document},
    QPlainTextEdit: {ROLE.EditableText, ROLE.StaticText, ROLE.Document},
    QProgressBar: {ROLE.ProgressBar},
    QAbstractItemView: {ROLE.Table, ROLE.Tree, ROLE.List},
}
MOST_STOPS = 400
PARTS = (QHeaderView, QScrollBar, QTabBar)  # Qt names them from what they belong to


@pytest.fixture
def full(window, services, settings, qtbot):
    """Every page has something to show."""
    settings.reviewer = "王敏"
    return fill(window, services, qtbot)


def controls(root):
    """What a person can use, without the inner parts that Qt makes for itself."""
    for each in root.findChildren(QWidget):
        if not isinstance(each, CONTROLS) or isinstance(each, PARTS):
            continue
        inside = each.parent()
        is_inner = isinstance(inside, (QComboBox, QLineEdit, QAbstractSpinBox, QAbstractItemView, QTabBar))
        if not is_inner and not (each.objectName().startswith("qt_") and not each.accessibleName()):
            yield each


def spoken(widget):
    """What a screen reader says of it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    names = (interface.text(QAccessible.Text.Name), interface.text(QAccessible.Text.Description)) if interface else ()
    return " ".join(name for name in names if name).strip()


def described(widget):
    return f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"


def test_every_control_of_a_page_has_a_name_for_screen_readers(full):
    nameless = {name: [described(each) for each in controls(full.page(name)) if not spoken(each)] for name in PAGES}
    assert nameless == NOWHERE


def test_every_control_of_the_frame_and_its_windows_has_a_name(full, qtbot):
    full.show_jobs()
    full.show_keys()
    for root in (full.rail, full.status, full.start, full.notice, full.jobs_window, full.key_list):
        assert [described(each) for each in controls(root) if not spoken(each)] == []
    full.key_list.close()
    full.jobs_window.close()


def test_every_control_of_a_page_that_can_be_used_takes_the_keyboard(full):
    deaf = {}
    for name in PAGES:
        full.show_page(name)
        deaf[name] = [
            described(each)
            for each in controls(full.page(name))
            if each.isVisible() and each.isEnabled() and not isinstance(each, QProgressBar)
            if each.focusPolicy() == Qt.FocusPolicy.NoFocus
        ]
    assert deaf == NOWHERE


@pytest.mark.parametrize("name", PAGES)
def test_the_keyboard_is_seen_wherever_it_is(full, qtbot, name):
    """A control looks different while it has the keyboard."""
    qtbot.waitUntil(full.isActiveWindow)
    full.show_page(name)
    page = full.page(name)
    seen = 0
    for each in controls(page):
        if not (each.isVisible() and each.isEnabled()) or isinstance(each, (QProgressBar, QTextEdit, QPlainTextEdit)):
            continue
        if name == REVIEW and isinstance(each, QAbstractItemView):
            continue  # its rows are read anew with the keyboard in them
        full.rail.focus_current()
        without = each.grab().toImage()
        each.setFocus(Qt.FocusReason.TabFocusReason)
        if each.hasFocus() and each.isVisible():
            assert each.grab().toImage() != without, described(each)
            seen += 1
    assert seen >= 1


def test_files_can_be_dropped_on_every_part_of_a_page(full):
    """A field that takes drops itself would swallow them as text."""
    swallowing = {
        name: [described(each) for each in full.page(name).findChildren(QWidget) if each.acceptDrops()]
        for name in PAGES
    }
    assert swallowing == NOWHERE


def stop_of(widget):
    """What the keyboard is in when it is in this control."""
    while widget.focusProxy() is not None:
        widget = widget.focusProxy()
    return widget


def tab_stops(full, qtbot):
    """What the Tab key reaches, once around."""
    full.rail.focus_current()
    stops = [full.focusWidget()]
    while len(stops) < MOST_STOPS:
        qtbot.keyClick(full.focusWidget(), Qt.Key.Key_Tab)
        if full.focusWidget() is stops[0]:
            break
        stops.append(full.focusWidget())  # once more for each further link of a text
    return stops


@pytest.mark.parametrize("name", PAGES)
def test_tab_alone_reaches_every_control_and_is_caught_by_none(full, qtbot, name):
    qtbot.waitUntil(full.isActiveWindow)
    full.show_page(name)
    qtbot.waitUntil(lambda: full.context.jobs.is_idle)
    usable = [
        each
        for each in controls(full.page(name))
        if each.isVisible() and each.isEnabled() and not isinstance(each, QProgressBar)
    ]
    stops = tab_stops(full, qtbot)
    assert len(stops) < MOST_STOPS
    groups = [each.group() for each in stops if isinstance(each, QAbstractButton) and each.group() is not None]
    missed = [
        described(each)
        for each in usable
        if stop_of(each) not in stops
        if not (isinstance(each, QAbstractButton) and each.group() in groups)  # its arrows lead from one to the other
    ]
    assert missed == []


def test_a_screen_reader_is_told_what_each_control_is(full):
    """Its role in Qt's accessibility tree is that of its kind, and it says when it cannot be used."""
    for name in PAGES:
        full.show_page(name)
        for each in controls(full.page(name)):
            interface = QAccessible.queryAccessibleInterface(each)
            assert interface is not None, (name, described(each))
            kind = next(kind for kind in ROLES if isinstance(each, kind))
            assert interface.role() in ROLES[kind], (name, described(each), interface.role())
            assert bool(interface.state().disabled) is not each.isEnabled(), (name, described(each))
