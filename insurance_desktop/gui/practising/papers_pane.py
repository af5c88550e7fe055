"""What there is to practise: what is due today, then the papers with how far each is."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from insurance_desktop.domain.practising import PracticeState, PractisedPaper
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.lists import DeletableList
from insurance_desktop.gui.look.menus import offer_buttons
from insurance_desktop.gui.look.parts import GAP, STRETCH, button, column, label, row
from insurance_desktop.gui.questions import Question
from insurance_desktop.packs.wording import say

DUE = 0
"""Stands where the id of a paper would: the questions of all papers that are due."""
PAPER = Qt.ItemDataRole.UserRole


class PapersPane(QWidget):
    """`opened` brings the id of a paper, or DUE; `removed` the id of one that is to go."""

    opened = Signal(int)
    removed = Signal(int)
    load_wanted = Signal()
    type_wanted = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.state = PracticeState(0, None, ())
        self.asking: Question | None = None
        self.list = DeletableList()
        self.list.setAccessibleName(say("practise_page.papers"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.load = button(say("practise_page.load"), self.load_wanted.emit)
        self.type = button(say("practise_page.type"), self.type_wanted.emit)
        self.remove = button(say("practise_page.remove"), self.ask_to_remove)
        head = label(say("practise_page.papers"), "heading")
        inner = column(head, row(self.load, self.type, STRETCH), (self.list, 1), row(self.remove, STRETCH), gap=8)
        inner.setContentsMargins(GAP, 0, 0, 0)
        self.setLayout(inner)
        self.list.itemActivated.connect(lambda item: self.opened.emit(int(item.data(PAPER))))
        self.list.currentItemChanged.connect(lambda *_: self._weigh())
        self.list.delete_wanted.connect(self.ask_to_remove)
        offer_buttons(self.list, self.remove)
        context.read_only.changing(self.load, self.type, self.remove)
        self._weigh()

    def show_state(self, state: PracticeState) -> None:
        """How things stand now; the same line stays chosen."""
        before = self._chosen
        self.state = state
        self.list.clear()
        self._add(DUE, _due_words(state))
        for each in state.papers:
            self._add(each.paper_id, f"{name_of(each)}\n{say('practise_page.progress', it=each)}")
        lines = [line for line in range(self.list.count()) if self._paper_at(line) == before]
        self.list.setCurrentRow(lines[0] if lines else 0)
        self._weigh()

    def ask_to_remove(self) -> None:
        paper = next((each for each in self.state.papers if each.paper_id == self._chosen), None)
        if paper is None or not self.remove.isEnabled():
            return
        text = say("practise_page.remove_text", name=name_of(paper), count=paper.answered)
        self.asking = Question(self.window(), say("practise_page.remove"), text)
        self.asking.confirm.setText(say("practise_page.remove"))
        self.asking.accepted.connect(lambda: self.removed.emit(paper.paper_id))
        self.asking.open()

    @property
    def _chosen(self) -> int:
        return self._paper_at(self.list.currentRow())

    def _paper_at(self, line: int) -> int:
        item = self.list.item(line) if line >= 0 else None
        return int(item.data(PAPER)) if item is not None else DUE

    def _add(self, paper_id: int, words: str) -> None:
        item = QListWidgetItem(words)
        item.setData(PAPER, paper_id)
        self.list.addItem(item)

    def _weigh(self) -> None:
        self.remove.setEnabled(self._chosen != DUE)


def name_of(paper: PractisedPaper) -> str:
    return paper.name or say("practise_page.typed")


def _due_words(state: PracticeState) -> str:
    if state.due:
        return say("practise_page.due", count=state.due)
    if state.next_due is None:
        return say("practise_page.due_none")
    return say("practise_page.due_later", date=f"{state.next_due.astimezone():%Y-%m-%d}")
