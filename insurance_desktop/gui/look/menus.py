"""Menus at the place of the mouse, or of the menu key: made when they are wanted."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget


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
