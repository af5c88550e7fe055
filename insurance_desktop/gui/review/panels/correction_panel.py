"""What was corrected about the clauses of the open document: who said what, and how to take it back."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import STRETCH, button, column, label, row
from insurance_desktop.gui.review.decisions.deciding import Decisions
from insurance_desktop.gui.review.linking import Linking
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.review_progress import ReviewProgress
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .note_panel import NoteRows

with imported_when_used():
    from insurance_desktop.services.review import clause_corrections

if TYPE_CHECKING:
    from insurance_desktop.services.review.clause_corrections import ClauseCorrection
    from insurance_desktop.services.workspace import Workspace

FIELDS = (
    ("category", "review_page.clause_categories"),
    ("entity_role", "review_page.clause_roles"),
    ("section_id", "review_page.clause_number"),
    ("section_title", "review_page.clause_heading"),
)


class CorrectionsPanel(QWidget):
    """Only there while something is corrected. `picked` leads to a clause, `unwanted` takes the correction back."""

    picked = Signal(int)
    unwanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.rows = NoteRows(say("review_page.corrections"))
        self.withdraw = button(say("review_page.correction_withdraw"), self._withdraw)
        foot = row(self.withdraw, STRETCH, gap=8)
        self.setLayout(column(label(say("review_page.corrections"), "muted"), (self.rows, 1), foot, gap=6))
        self.rows.picked.connect(self.picked)
        self.rows.unwanted.connect(self._withdraw)
        self.rows.currentRowChanged.connect(lambda line: self.withdraw.setEnabled(line >= 0))
        self.show_lines(())

    def show_lines(self, lines: tuple[str, ...]) -> None:
        self.rows.fill(enumerate(lines))
        self.withdraw.setEnabled(self.rows.current_id is not None)
        self.setVisible(bool(lines))

    def _withdraw(self) -> None:
        if self.rows.current_id is not None:
            self.unwanted.emit(self.rows.current_id)


class Corrections(QObject):
    """Shows the corrections of the document that is open, in the outline too."""

    def __init__(
        self, context: AppContext, panel: CorrectionsPanel, decisions: Decisions, parts: tuple[ReviewProgress, Linking]
    ) -> None:
        super().__init__(panel)
        self._context = context
        self._panel = panel
        self._decisions = decisions
        self._progress, self._linking = parts
        self._opened: OpenDocument | None = None
        self._found: tuple[ClauseCorrection, ...] = ()
        panel.picked.connect(self._lead)
        panel.unwanted.connect(self._withdraw)

    def show_opened(self, opened: OpenDocument | None) -> None:
        self._opened = opened
        self._show((), {})
        if opened is not None and opened.review.clauses:
            number = opened.document_id
            self._context.read_later(
                lambda workspace: (
                    clause_corrections.clause_corrections(workspace.library, number),
                    labels_of(workspace),
                ),
                lambda found: self._arrived(number, *found),
            )

    def _arrived(self, number: int, found: "tuple[ClauseCorrection, ...]", labels: dict[str, str]) -> None:
        if self._opened is not None and self._opened.document_id == number:
            self._show(found, labels)

    def _show(self, found: "tuple[ClauseCorrection, ...]", labels: dict[str, str]) -> None:
        self._found = found
        self._panel.show_lines(tuple(correction_words(each, labels) for each in found))
        places = (self._place(each) for each in found if not each.is_outdated)
        self._progress.show_corrected(frozenset(each for each in places if each is not None))

    def _place(self, correction: "ClauseCorrection") -> int | None:
        """Where the clause stands in the document."""
        clauses = self._opened.review.clauses if self._opened is not None else ()
        return next((n for n, each in enumerate(clauses) if each.chunk_index == correction.chunk_index), None)

    def _lead(self, number: int) -> None:
        place = self._place(self._found[number])
        if place is not None:
            self._linking.show_clause(place)

    def _withdraw(self, number: int) -> None:
        if self._opened is not None:
            self._decisions.withdraw(self._opened, self._found[number].mark)


def labels_of(workspace: "Workspace") -> dict[str, str]:
    """What categories and roles are called."""
    named = {each.name: each.label for each in workspace.library.pack.categories}
    return named | {each.name: each.label for each in workspace.library.pack.roles}


def correction_words(correction: "ClauseCorrection", labels: dict[str, str]) -> str:
    """Which clause, by whom and when, and each field before and after."""
    head = f"{correction.mark.section_id}　{correction.reviewer}　{wording.moment(correction.at)}"
    lines = [head]
    for name, words in FIELDS:
        now = _said(correction.fields, name, labels)
        if now is not None:
            was = _said(correction.converted, name, labels) if correction.converted is not None else None
            told = {"field": say(words), "now": now or say("review_page.correction_none")}
            if was is None:
                lines.append(say("review_page.correction_now", **told))
            else:
                lines.append(
                    say("review_page.correction_changed", was=was or say("review_page.correction_none"), **told)
                )
    if correction.is_outdated:
        lines.append(say("review_page.correction_outdated"))
    return "\n".join(lines)


def _said(fields: ClauseFields, name: str, labels: dict[str, str]) -> str | None:
    value = getattr(fields, name)
    if value is None or isinstance(value, str):
        return value
    return say("gui.between_sections").join(labels.get(each, each) for each in value)
