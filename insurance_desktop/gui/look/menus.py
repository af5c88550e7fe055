"""Menus at the place of the mouse, or of the menu key: made when they are wanted."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractScrollArea, QMenu, QTableView, QWidget

from insurance_desktop.packs.wording import say

from .parts import copy_text


def offer_menu(view: QWidget, fill: Callable[[QMenu], object]) -> None:
    """A right click in `view`, or the menu key, opens what `fill` adds then; nothing where it adds nothing."""

    def show(at: QPoint) -> None:
        menu = QMenu(view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill(menu)
        if menu.actions():
            around = view.viewport() if isinstance(view, QAbstractScrollArea) else view
            menu.popup(around.mapToGlobal(at))

    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(show)


def offer_buttons(view: QAbstractItemView, *buttons: QAbstractButton) -> None:
    """In the menu of a list what these buttons do that stand beside it, and its line to be copied."""
    offer_menu(view, lambda menu: _fill(menu, view, buttons))


def _fill(menu: QMenu, view: QAbstractItemView, buttons: Sequence[QAbstractButton]) -> None:
    for each in buttons:
        if not each.isHidden():
            menu.addAction(each.text() or each.accessibleName(), each.click).setEnabled(each.isEnabled())
    words = line_of(view)
    if words:
        menu.addAction(say("gui.copy_line"), lambda: copy_text(words))


def line_of(view: QAbstractItemView) -> str:
    """The words of the current row, a tab between two cells; "" where there is none."""
    here = view.currentIndex()
    if not here.isValid():
        return ""
    columns = range(view.horizontalHeader().count()) if isinstance(view, QTableView) else range(1)
    cells = (here.siblingAtColumn(column).data() for column in columns)
    return "\t".join(str(cell) for cell in cells if cell is not None)
