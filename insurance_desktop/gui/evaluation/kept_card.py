"""The questions that reviewers kept in this library, and the way to take one out with a reason on record."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import EmptyState, button, column, label, row
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.questions import Asking
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.kept_questions import Kept

from ..pages import SEARCH
from . import evaluation_words

with imported_when_used():
    from insurance_desktop.services.search import kept_questions


class KeptPane(QWidget):
    def __init__(self, context: AppContext, asking: Asking) -> None:
        super().__init__()
        self._context = context
        self._asking = asking
        self.kept: tuple[Kept, ...] = ()
        self.empty = EmptyState(
            context.theme, "search", say("evaluation_page.none_kept"), say("evaluation_page.none_kept_text")
        )
        self.go = button(say("evaluation_page.go_to_search"), lambda: context.page_wanted.emit(SEARCH), primary=True)
        self.empty.add(self.go)
        self.table = Table(
            context.theme,
            say("evaluation_page.tab_kept"),
            (
                Column(say("evaluation_page.column_tier"), 80),
                Column(say("evaluation_page.column_question")),
                Column(say("evaluation_page.column_clauses"), 160),
                Column(say("evaluation_page.column_fit"), 220),
                Column(say("evaluation_page.column_who"), 100),
                Column(say("evaluation_page.column_at"), 110),
            ),
        )
        self.remove_button = button(say("evaluation_page.remove"), self.ask_removal, danger=True)
        self._lay_out()
        self.table.picked.connect(self._open)
        QShortcut(QKeySequence("Del"), self.table, self.ask_removal)
        self.show_kept(())

    def _lay_out(self) -> None:
        self.foot = QWidget()
        self.foot.setLayout(row((label(say("evaluation_page.kept_text"), "muted", wrap=True), 1), self.remove_button))
        whole = column()
        whole.setContentsMargins(0, 8, 0, 0)
        whole.addWidget(self.empty, 1)
        whole.addWidget(self.table, 1)
        whole.addWidget(self.foot)
        self.setLayout(whole)

    def read(self) -> None:
        self._context.read(lambda workspace: kept_questions.kept_questions(workspace.library), self.show_kept)

    def show_kept(self, kept: tuple[Kept, ...]) -> None:
        self.kept = kept
        self.table.show_rows(evaluation_words.kept_rows(kept))
        self.empty.setVisible(not kept)
        self.table.setVisible(bool(kept))
        self.foot.setVisible(bool(kept))

    def _open(self, place: int) -> None:
        question = self.kept[place].question
        label_ = next(iter(question.labels), None)
        sha256 = label_.document_sha256 if label_ else question.document_sha256
        open_answer(self._context, sha256, label_.section_id if label_ else None)

    def ask_removal(self) -> None:
        """The reason stays on record with the name."""
        place = self.table.currentRow()
        if not 0 <= place < len(self.kept):
            return
        question = self.kept[place].question
        self._asking.reason(
            say("evaluation_page.remove_title"),
            question.question,
            say("evaluation_page.remove"),
            lambda reviewer, reason: self._remove(question.golden_id, reviewer, reason),
        )

    def _remove(self, golden_id: int, reviewer: str, reason: str) -> None:
        def done(_: None) -> None:
            self._context.noticed.emit(Notice("good", say("evaluation_page.removed")))
            self.read()
            self.table.setFocus()

        self._context.write(
            "",
            lambda workspace: kept_questions.remove(workspace.library, golden_id, reviewer=reviewer, reason=reason),
            done,
        )


def open_answer(context: AppContext, document_sha256: str | None, section: str | None) -> None:
    """The place of a right answer in review, where this library holds the file; else it is said that it does not."""
    found = next((each for each in context.documents if each.sha256 == document_sha256), None)
    if found is None:
        context.noticed.emit(
            Notice("information", say("evaluation_page.not_here"), say("evaluation_page.not_here_hint"))
        )
    else:
        context.place_wanted.emit(Place(found.document_id, section=section))
