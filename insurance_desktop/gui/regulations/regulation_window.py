"""The window of a regulation: its text, and around it what points at it and what it points at."""

from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QWidget

from insurance_desktop.domain.regulations import RegulationAnswer, RegulationLink
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, button, column, label, row
from insurance_desktop.gui.pages import place_of
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.practice_words import practice_words
from insurance_desktop.packs.wording import say

from .graph_nodes import Graph, Node, Side, graph_of
from .graph_view import GraphView

with imported_when_used():
    from insurance_desktop.services.regulations import around

AT_FIRST = (940, 720)
Wanted = str | tuple[int, str]
"""A citation, a chunk_id or a subject's name; or a document with one of its sections."""


class RegulationWindow(QDialog):
    """Shows one regulation after the other; what was shown before is gone back to."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._asking: Job | None = None
        self._before: list[Wanted] = []
        self._shown: Wanted | None = None
        self._answer: RegulationAnswer | None = None
        self.setWindowTitle(say("regulation_window.title"))
        self.resize(*AT_FIRST)
        self.field = QLineEdit()
        self.field.setAccessibleName(say("regulation_window.field"))
        self.field.setPlaceholderText(say("regulation_window.placeholder"))
        self.field.returnPressed.connect(self._typed)
        self.back = button(say("regulation_window.back"), self.go_back)
        self.message = label("", "warning", wrap=True)
        self.graph = GraphView(context.theme)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(say("regulation_window.text"))
        self.notice = label(say("search.practice_notice"), "warning", wrap=True)
        self.practice = QPlainTextEdit()
        self.practice.setReadOnly(True)
        self.practice.setTabChangesFocus(True)
        self.practice.setAccessibleName(say("regulation_window.practice"))
        for part in (self.notice, self.practice):
            part.hide()
        self.source = label("", "muted", wrap=True)
        self.open_page = button(say("gui.open_page"), self._open_page, primary=True)
        for each in (self.back, self.open_page):
            each.setAutoDefault(False)
        self.graph.wanted.connect(self.show_regulation)
        context.pack_changed.connect(self.close)
        self._lay_out()

    def _lay_out(self) -> None:
        head = row(self.back, (self.field, 1))
        foot = row((self.source, 1), self.open_page)
        legend = label(say("regulation_window.legend"), "muted", wrap=True)
        practice = column(self.notice, (self.practice, 1), gap=4)
        parts = (head, self.message, (self.graph, 3), legend, (self.text, 2), foot, (practice, 1))
        self.setLayout(column(*parts, margin=MARGIN, gap=8))

    def show_regulation(self, wanted: Wanted) -> None:
        """Look at another one; the one before can be gone back to."""
        if self._shown is not None and self._shown != wanted:
            self._before.append(self._shown)
        self._ask(wanted)

    def go_back(self) -> None:
        if self._before:
            self._ask(self._before.pop())

    def _typed(self) -> None:
        if self.field.text().strip():
            self.show_regulation(self.field.text().strip())

    def _ask(self, wanted: Wanted) -> None:
        if self._asking is not None:
            self._asking.forget()
        self._shown = wanted
        self.back.setEnabled(bool(self._before))
        self._asking = self._context.read(
            lambda workspace: (
                around.around(workspace.engine, wanted)
                if isinstance(wanted, str)
                else around.around_section(workspace.engine, *wanted)
            ),
            self._show,
            self._failed,
        )

    def _failed(self, failure: Failure) -> None:
        self._asking = None
        self._say(failure.message)

    def _say(self, message: str) -> None:
        self.message.setText(message)
        self.message.setVisible(bool(message))

    def _show(self, found: "around.RegulationAround") -> None:
        self._asking = None
        self._answer = found.regulation
        regulation, related = found.regulation.regulation, found.related
        self._say("" if related.status is AnswerStatus.OK else related.message or "")
        graph = graph_of(related) or _candidates(self._shown, related.candidates)
        self.graph.show_graph(graph)
        self.field.setText(graph.name if graph else self.field.text())
        text = regulation.text if regulation else ""
        cut = say("regulation_window.cut") if found.regulation.truncated else ""
        self.text.setPlainText("\n\n".join(filter(None, (text, cut))))
        self.text.setVisible(regulation is not None)
        titled = (f"{say('practice.title', title=each.entry.title)}\n{practice_words(each)}" for each in found.practice)
        self.practice.setPlainText("\n\n".join(titled))
        for part in (self.notice, self.practice):
            part.setVisible(bool(found.practice))
        self.open_page.setVisible(regulation is not None)
        self.source.setText(" › ".join(regulation.breadcrumb) if regulation else "")

    def _open_page(self) -> None:
        if self._answer is not None and self._answer.regulation is not None:
            self._context.place_wanted.emit(place_of(self._answer.regulation.source_reference))


def _candidates(wanted: Wanted | None, links: tuple[RegulationLink, ...]) -> Graph | None:
    """What may have been meant, to be chosen from."""
    nodes = tuple(Node(Side.TARGET, each.id, each.title, each.chunk_id) for each in links)
    return Graph(wanted if isinstance(wanted, str) else "", "", nodes) if nodes else None
