"""Ctrl+K: a page, an action or a document by a few of its letters, without the mouse."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, column, label
from insurance_desktop.gui.pages import Place, entries
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.gui.shortcuts import PALETTE
from insurance_desktop.packs.wording import say

from .near_letters import nearness

with imported_when_used():
    from insurance_desktop.services.products import name_matching

MOST_SHOWN = 60
LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@entity
class Way:
    """Something to go to or to do: its name, what stands beside it, what it is found by, and how it is done. `also` are
    the words that it is found by and that are not in sight."""

    name: str
    beside: str
    letters: str
    sounds: str
    follow: Callable[[], object]
    also: tuple[str, ...] = ()

    def beside_for(self, typed: Sequence[str]) -> str:
        """What stands beside it, with what else these words were found in."""
        in_sight = f"{self.name} {self.beside}".casefold()
        unseen = [word for word in typed if word not in in_sight and word not in self.sounds]
        found = [each for each in self.also if any(word in each.casefold() for word in unseen)]
        return " · ".join(part for part in (*found, self.beside) if part)


class _Field(QLineEdit):
    """The arrows move in the list while one types."""

    def __init__(self, rows: QTreeWidget) -> None:
        super().__init__()
        self._rows = rows

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in LIST_KEYS:
            QApplication.sendEvent(self._rows, event)
        else:
            super().keyPressEvent(event)


class Palette(QDialog):
    """Enter follows the chosen way, Esc leaves. `ways` is all that there is to choose from."""

    def __init__(self, context: AppContext, ways: Iterable[Way], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("gui.palette"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._ways = tuple(ways)
        self._muted = QBrush(QColor(context.theme.colours.muted))
        self._shown: tuple[Way, ...] = ()
        self.rows = QTreeWidget()
        self.rows.setColumnCount(2)
        self.rows.setHeaderHidden(True)
        self.rows.setRootIsDecorated(False)
        self.rows.setUniformRowHeights(True)
        self.rows.setAccessibleName(say("gui.palette"))
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.header().setStretchLastSection(False)
        self.rows.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.rows.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.words = _Field(self.rows)
        self.words.setPlaceholderText(say("gui.palette_words"))
        self.words.setAccessibleName(say("gui.palette_words"))
        self.nothing = label(say("gui.palette_nothing"), "muted", wrap=True)
        self.setLayout(column(self.words, self.nothing, (self.rows, 1), margin=MARGIN, gap=8))
        self.words.textChanged.connect(self.narrow)
        self.words.returnPressed.connect(self.follow)
        self.rows.itemClicked.connect(lambda _item, _column: self.follow())
        self.resize(min(640, parent.width() - 80), min(480, parent.height() - 80))
        self.narrow("")
        self.words.setFocus()

    def narrow(self, words: str) -> None:
        """The nearest first; of what is equally near, in the order given."""
        typed = words.casefold().split()
        near = [
            (found, each) for each in self._ways if (found := nearness(typed, each.letters, each.sounds)) is not None
        ]
        near.sort(key=lambda pair: pair[0])
        self._shown = tuple(each for _, each in near[:MOST_SHOWN])
        self.rows.clear()
        self.rows.addTopLevelItems([self._item(each, typed) for each in self._shown])
        first = self.rows.topLevelItem(0)
        if first is not None:
            self.rows.setCurrentItem(first)
        self.rows.setVisible(bool(self._shown))
        self.nothing.setVisible(not self._shown)

    def follow(self) -> None:
        chosen = self.rows.currentItem()
        if chosen is not None:
            self.accept()
            self._shown[self.rows.indexOfTopLevelItem(chosen)].follow()

    def _item(self, way: Way, typed: Sequence[str]) -> QTreeWidgetItem:
        beside = way.beside_for(typed)
        made = QTreeWidgetItem([way.name, beside])
        made.setToolTip(0, way.name)
        made.setToolTip(1, beside)
        made.setForeground(1, self._muted)
        made.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        made.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{way.name} {beside}")
        return made


def ways_now(context: AppContext, *menus: QMenu) -> Iterator[Way]:
    """What has a key where the window stands now, what `menus` offer, sections of long pages, then every document."""
    for command, follow in context.shortcuts.doable():
        if command.default != PALETTE:
            yield _way(say(command.words), context.shortcuts.with_letter(command), follow)
    for menu in menus:
        yield from _ways_of(menu)
    for page in entries() if context.is_open else ():
        for section in page.sections:
            yield _way(say(section), say(page.words), partial(context.section_wanted.emit, section))
    apart = wording.told_apart(context.documents)
    for each in context.documents:
        beside = " · ".join(
            part for part in (apart.get(each.document_id), wording.review_word(each.review_status)) if part
        )
        follow = partial(context.place_wanted.emit, Place(each.document_id))
        also = tuple(part for part in (each.product_code, each.company, wording.file_name(each), each.edition) if part)
        yield _way(wording.full_title(each), beside, follow, also)


def _ways_of(menu: QMenu, above: str = "") -> Iterator[Way]:
    """What a menu and those within it offer now."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _ways_of(inner, action.text())
        elif action.isEnabled() and not action.isSeparator():
            yield _way(f"{above}　{action.text()}".strip(), "", action.trigger)


def _way(name: str, beside: str, follow: Callable[[], object], also: tuple[str, ...] = ()) -> Way:
    return Way(name, beside, " ".join((name, *also)).casefold(), name_matching.spelled(name), follow, also)
