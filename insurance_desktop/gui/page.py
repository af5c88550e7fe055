"""What the window asks of a page in its rail. A page overrides what it can answer; the rest has a sensible answer."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSplitter, QWidget

from .context import AppContext


class Page(QWidget):
    """Made with the context as its only argument, when it is first shown (see pages.py), in its `page_home`.

    `moved` when `place` says something else.
    """

    moved = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__(context.page_home)
        self.context = context

    def catch_up(self) -> None:
        """The library was open before this page was made: show what it holds."""

    def arrive(self) -> None:
        """The page is in front: the keyboard goes where the work begins."""
        for pane in self.panes()[:1]:
            pane.setFocus()

    def fill_menu(self, menu: QMenu) -> None:
        """Add what can be done here and has no key: the command palette offers it."""

    def panes(self) -> tuple[QWidget, ...]:
        """The stops of F6, each a widget that takes the keyboard, in reading order."""
        return ()

    def reading(self) -> tuple[QWidget, ...]:
        """What is read here and no notice may lie on."""
        return ()

    def splitters(self) -> Iterable[tuple[str, QSplitter]]:
        """Divisions whose widths are remembered, by a name that no other page uses."""
        return ()

    def reset_layout(self) -> None:
        """Widths as the page was made with them."""

    def place(self) -> str:
        """Where the reader is, so that the next start can go there; "" for the page as it opens."""
        return ""

    def return_to(self, place: str) -> None:
        """To what `place` said in an earlier run; what is no longer there is passed over."""

    def may_close(self, then: Callable[[], None]) -> bool:
        """False where something is unsaved: the page then asks, and calls `then` once nothing stands in the way."""
        return True

    def refresh(self) -> None:
        """F5, besides the list of documents."""
