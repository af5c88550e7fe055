"""Which key does what on the review page. Everything that can be done there stands here once."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from insurance_desktop.gui.context import Desk

from . import keys

if TYPE_CHECKING:
    from .review_page import ReviewPage


def bind_keys(page: "ReviewPage", desk: Desk) -> None:
    """Every command by its key, and by its bare letter where nothing is typed: an editor takes the letter first."""
    actions = actions_of(page)
    for key, action in actions.items():
        desk.shortcuts.bind(key, page, action, repeats=key not in keys.DECIDING)
    for letter, key in keys.SINGLE.items():
        shortcut = QShortcut(QKeySequence(letter), page)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(actions[key])


def actions_of(page: "ReviewPage") -> dict[str, Callable[[], object]]:
    """What each key does, by the key as it ships."""
    return {
        keys.APPROVE: page.approve.click,
        keys.REJECT: page.reject.click,
        keys.UNDO: page.undo.click,
        keys.NOTE: page.notes.write,
        keys.FRAME: page.page.start_frame,
        keys.CORRECT_CLAUSE: page.correct_clause,
        keys.NEXT_DOCUMENT: lambda: page.go(1),
        keys.PREVIOUS_DOCUMENT: lambda: page.go(-1),
        keys.NEXT_FINDING: lambda: page.findings.step(1),
        keys.PREVIOUS_FINDING: lambda: page.findings.step(-1),
        keys.RESOLVE: page.findings.resolve.click,
        keys.NEXT_CLAUSE: lambda: page.walk(page.looking.go_on),
        keys.PREVIOUS_CLAUSE: lambda: page.walk(page.looking.go_back),
        keys.LOOKED: page.looking.toggle,
        keys.DIFFERENCE: page.text.toggle_difference,
        keys.MISREAD: page.layers.misread.click,
        keys.EXCLUSIONS: page.layers.exclusions.click,
        keys.LEDGER: page.layers.ledger.click,
        keys.FIND: page.text.find_bar.open_bar,
        keys.SOURCE: page.text.toggle_source,
        keys.TABLES: page.text.toggle_tables,
        keys.EDIT_HERE: page.text.edit_here,
        keys.SAVE: page.text.save.click,
        keys.NEXT_PAGE: lambda: page.page.turn(1),
        keys.PREVIOUS_PAGE: lambda: page.page.turn(-1),
        keys.ZOOM_IN: page.page.view.zoom_in,
        keys.ZOOM_OUT: page.page.view.zoom_out,
        keys.FIT_WIDTH: page.page.view.fit_width,
    }
