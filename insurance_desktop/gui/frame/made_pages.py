"""The pages of the rail that are made: when they are first shown, the first of them while its documents are read."""

from typing import cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QStackedWidget, QTextEdit

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import LIBRARY, Entry, entries

FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)  # what takes dropped text


class MadePages(QObject):
    """`home` is what they stand in. `moved` when the reader is at another place, or another page is in front."""

    moved = Signal()

    def __init__(self, context: AppContext, home: QStackedWidget) -> None:
        super().__init__(home)
        self._context = context
        self._home = home
        self._made: dict[str, Page] = {}
        self._first: Page | None = None  # made before there was anything to show
        context.opening.connect(self._make_first)
        context.open_failed.connect(self._forget_first)
        context.settled.connect(self._prepare)
        home.currentChanged.connect(lambda _place: self.moved.emit())

    def items(self) -> list[tuple[str, Page]]:
        return list(self._made.items())

    def arrived(self) -> list[tuple[str, Page]]:
        """Those that went back to their place: what they say of it is where the reader is."""
        return [(name, page) for name, page in self._made.items() if page is not self._first]

    @property
    def current(self) -> Page | None:
        """The page in front; None while no library is open."""
        shown = self._home.currentWidget()
        return shown if isinstance(shown, Page) else None

    def named(self, name: str) -> Page:
        """The page with this name, made now where nobody has seen it yet; it shows what the open library holds."""
        is_new = name not in self._made
        made = self._make(name) if is_new else self._made[name]
        if self._context.is_open and (is_new or made is self._first):
            self._first = None
            made.catch_up()
            place = self._context.settings.place(name, str(self._context.library_path))
            if place:
                made.return_to(place)
        return made

    @property
    def first_name(self) -> str:
        """Of the page that is in front once a library is open: where its reader was."""
        last = self._context.settings.page
        return last if any(each.name == last for each in entries()) else LIBRARY

    def import_first(self) -> None:
        """For the thread that opens the library: a page's modules take a fifth of a second."""
        _class_of(_entry(self.first_name))

    def _make(self, name: str) -> Page:
        made = self._made[name] = _class_of(_entry(name))(self._context)
        self._home.addWidget(made)
        made.moved.connect(self.moved)
        for kind in FIELDS:
            for field in made.findChildren(kind):
                field.setAcceptDrops(False)  # it would swallow dropped files as text: the window imports them
        for division, splitter in made.splitters():
            splitter.restoreState(self._context.settings.layout(division))
        return made

    def _make_first(self) -> None:
        if self.first_name not in self._made:
            self._first = self._make(self.first_name)

    def _forget_first(self) -> None:
        """The library could not be read: another one may be opened to be read only, which a page is made for."""
        if self._first is not None:
            self._made = {name: page for name, page in self._made.items() if page is not self._first}
            self._first.deleteLater()
            self._first = None

    def _prepare(self) -> None:
        """The modules of pages that nobody has seen yet, on a reader's thread: they take a fifth of a second."""
        self._context.read_later(lambda _workspace: [_class_of(each) for each in entries()], lambda _: None)


def _entry(name: str) -> Entry:
    return next(each for each in entries() if each.name == name)


def _class_of(entry: Entry) -> type[Page]:
    return cast("type[Page]", entry.load(entry.page))
