"""What was asked within a day: the sessions that are remembered, opened again or forgotten."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from insurance_desktop.domain.asking import Conversation, RememberedSession
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.forgetting import ForgetQuestion
from insurance_desktop.gui.look.lists import DeletableList
from insurance_desktop.gui.look.menus import offer_buttons
from insurance_desktop.gui.look.parts import GAP, STRETCH, button, column, label, row
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.asking import memory

if TYPE_CHECKING:
    Remembered = tuple[tuple[RememberedSession, ...], str]

SESSION = Qt.ItemDataRole.UserRole


class History(QWidget):
    """`recalled` after a session was opened."""

    recalled = Signal(object)  # Conversation

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self.asking: ForgetQuestion | None = None
        self.list = DeletableList()
        self.list.setAccessibleName(say("asking_page.history"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note = label("", "muted", wrap=True)
        self.delete = button(say("asking_page.delete"), self._delete)
        self.delete_all = button(say("asking_page.delete_all"), self._ask_all)
        head = label(say("asking_page.history"), "heading")
        inner = column(head, row(self.delete, self.delete_all, STRETCH), (self.list, 1), self.note, gap=8)
        inner.setContentsMargins(GAP, 0, 0, 0)
        self.setLayout(inner)
        self.list.itemActivated.connect(self._open)
        self.list.currentItemChanged.connect(lambda *_: self._weigh())
        self.list.delete_wanted.connect(self._delete)
        offer_buttons(self.list, self.delete)
        context.forgotten.connect(lambda _session: self.look())
        self._weigh()

    def look(self) -> None:
        """What is remembered now."""
        if self._context.is_open:
            self._context.read(lambda _workspace: _remembered(), self._show)

    def _show(self, found: "Remembered") -> None:
        sessions, note = found
        chosen = self._chosen
        self.list.clear()
        for each in sessions:
            item = QListWidgetItem(_line(each))
            item.setData(SESSION, each.session_id)
            self.list.addItem(item)
            if each.session_id == chosen:
                self.list.setCurrentItem(item)
        self.note.setText(note or ("" if sessions else say("memory.no_sessions")))
        self.note.setVisible(bool(self.note.text()))
        self._weigh()

    @property
    def _chosen(self) -> str:
        item = self.list.currentItem()
        return str(item.data(SESSION)) if item is not None else ""

    def _weigh(self) -> None:
        self.delete.setEnabled(bool(self._chosen))
        self.delete_all.setEnabled(self.list.count() > 0)

    def _open(self, item: QListWidgetItem) -> None:
        session = str(item.data(SESSION))
        self._context.read(lambda _workspace: _recall(session), self.recalled.emit)

    def _delete(self) -> None:
        session = self._chosen
        if session:
            self._context.read(lambda _workspace: _forget(session), lambda _: self._context.forgotten.emit(session))

    def _ask_all(self) -> None:
        self.asking = ForgetQuestion(self._context, self.window())
        self.asking.open()


def _remembered() -> "Remembered":
    with memory.Memory() as kept:
        return kept.sessions(), kept.note


def _recall(session: str) -> Conversation:
    with memory.Memory() as kept:
        return kept.of(session)


def _forget(session: str) -> None:
    with memory.Memory() as kept:
        kept.forget(session)


def _line(session: RememberedSession) -> str:
    at = datetime.fromisoformat(session.last_at).astimezone()
    topics = say("gui.between_sections").join(session.topics[:3])
    return say("asking_page.session", at=f"{at:%m-%d %H:%M}", topics=topics or say("asking_page.no_topic"))
