"""The reviewers' notes: beside a clause, a framed place of the page, or the document; for colleagues only."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import STRETCH, button, column, label, row
from insurance_desktop.gui.questions import ReasonQuestion
from insurance_desktop.gui.review.decisions.deciding import Decisions
from insurance_desktop.gui.review.linking import Linking
from insurance_desktop.gui.review.page.page_pane import PagePane
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.review_progress import ReviewProgress
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .outline import OutlinePanel
from .wrapped_rows import Rows

with imported_when_used():
    from insurance_desktop.services.review import notes

if TYPE_CHECKING:
    from insurance_desktop.services.library.library import Library
    from insurance_desktop.services.review.notes import Note
    from insurance_desktop.services.workspace import Workspace

QWIDGETSIZE_MAX = 16_777_215  # Qt's own, which the binding leaves out


class NoteRows(Rows):
    """Delete takes the note away."""

    unwanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.unwanted.emit()
        else:
            super().keyPressEvent(event)


class NotesPanel(QWidget):
    """`picked` leads to a note's place, `wanted` asks for a new one, `unwanted` for the chosen one to go."""

    picked = Signal(int)
    wanted = Signal()
    unwanted = Signal()
    wanted_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows = NoteRows(say("review_page.notes"))
        self.heading = label(say("review_page.notes"), "muted")
        self.add = button(say("review_page.note_add"), self.wanted.emit)
        self.remove = button(say("review_page.note_remove"), self.unwanted.emit)
        self.bring_back = button(say("review_page.note_bring_back"), self.wanted_back.emit)
        self.bring_back.hide()
        foot = row(self.add, self.remove, self.bring_back, STRETCH, gap=8)
        self.setLayout(column(self.heading, (self.rows, 1), foot, gap=6))
        self.rows.picked.connect(self.picked)
        self.rows.unwanted.connect(self.unwanted)
        self.rows.currentRowChanged.connect(lambda line: self.remove.setEnabled(line >= 0))
        self.show_notes(())

    def show_notes(self, notes: "tuple[Note, ...]") -> None:
        self.rows.fill((each.note_id, _line(each)) for each in notes)
        self.rows.setVisible(bool(notes))
        self.remove.setVisible(bool(notes))
        self.remove.setEnabled(self.rows.current_id is not None)
        self.setMaximumHeight(QWIDGETSIZE_MAX if notes else self.sizeHint().height())
        self.heading.setText(say("review_page.notes" if notes else "review_page.notes_none"))


class Notes(QObject):
    """Writes notes and shows those of the document that is open."""

    def __init__(
        self,
        context: AppContext,
        panel: NotesPanel,
        decisions: Decisions,
        parts: tuple[OutlinePanel, ReviewProgress, Linking, PagePane],
    ) -> None:
        super().__init__(panel)
        self._context = context
        self._panel = panel
        self._decisions = decisions
        self._outline, self._progress, self._linking, self._picture = parts
        self._opened: OpenDocument | None = None
        self._notes: tuple[Note, ...] = ()
        self.question: ReasonQuestion | None = None
        self._removed: int | None = None
        panel.picked.connect(self._lead)
        panel.wanted.connect(self.write)
        panel.unwanted.connect(self._remove)
        panel.wanted_back.connect(self._bring_back)

    def show_opened(self, opened: OpenDocument | None) -> None:
        self._opened = opened
        self._panel.bring_back.hide()
        self._take(opened.notes if opened is not None else ())

    def write(self) -> None:
        """A note on what is framed on the page, else on the clause here, else on the document."""
        opened = self._opened
        if opened is None:
            return
        if not self._context.settings.reviewer:
            self._decisions.ask_reviewer(lambda _name: self.write())
            return
        place, here = self._picture.framed, self._outline.current
        clause = opened.review.clauses[here] if place is None and here is not None else None
        about = _about(place, wording.heading_of(clause.section_id, clause.section_title) if clause else "")
        section = clause.section_id if clause else None
        self.question = ReasonQuestion(
            self._panel.window(),
            say("review_page.note_title", about=about),
            say("review_page.note_text"),
            say("gui.save"),
            lambda text: self._add(text, section, place),
        )
        self.question.open()

    def _add(self, text: str, section: str | None, place: Box | None) -> None:
        opened, reviewer = self._opened, self._context.settings.reviewer
        if opened is not None:
            number = opened.document_id
            self._change(
                lambda library: notes.add_note(
                    library, number, reviewer=reviewer, text=text, section_id=section, place=place
                ),
                number,
            )

    def _remove(self) -> None:
        note_id, opened, reviewer = self._panel.rows.current_id, self._opened, self._context.settings.reviewer
        if note_id is None or opened is None:
            return

        def gone() -> None:
            self._removed = note_id
            self._panel.bring_back.show()

        self._change(lambda library: notes.remove_note(library, note_id, reviewer=reviewer), opened.document_id, gone)

    def _bring_back(self) -> None:
        note_id, opened, reviewer = self._removed, self._opened, self._context.settings.reviewer
        if note_id is not None and opened is not None:
            self._panel.bring_back.hide()
            self._change(lambda library: notes.restore_note(library, note_id, reviewer=reviewer), opened.document_id)

    def _change(
        self, change: "Callable[[Library], object]", number: int, then: Callable[[], None] = lambda: None
    ) -> None:
        """Change a note, and show those of its document as they are then."""

        def work(workspace: "Workspace") -> "tuple[Note, ...]":
            change(workspace.library)
            return notes.notes_of(workspace.library, number)

        def done(now: "tuple[Note, ...]") -> None:
            self._arrived(number, now)
            then()

        self._context.write(say("review_page.job_note"), work, done)

    def _arrived(self, number: int, notes: "tuple[Note, ...]") -> None:
        if self._opened is not None and self._opened.document_id == number:
            self._take(notes)

    def _take(self, notes: "tuple[Note, ...]") -> None:
        self._notes = notes
        self._panel.show_notes(notes)
        clauses = self._opened.review.clauses if self._opened is not None else ()
        places = {clause.chunk_index: number for number, clause in enumerate(clauses)}
        counts = Counter(places[each.chunk_index] for each in notes if each.chunk_index in places)
        self._progress.show_notes(dict(counts))

    def _lead(self, note_id: int) -> None:
        note = next((each for each in self._notes if each.note_id == note_id), None)
        if note is None or self._opened is None:
            return
        if note.place is not None:
            self._linking.show_boxes((note.place,))
        elif note.section_id is not None:
            self._linking.show_section(note.section_id)


def _about(place: Box | None, heading: str) -> str:
    if place is not None:
        return say("review_page.note_about_place", page=place.page)
    return heading or say("review_page.note_about_document")


def _line(note: "Note") -> str:
    about = _about(note.place, note.section_id or "")
    old = say("review_page.note_outdated") if note.is_outdated else ""
    return f"{about}　{note.author}　{wording.moment(note.changed_at or note.at)}{old}\n{note.text}"
