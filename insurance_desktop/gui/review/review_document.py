"""A document under review made ready to show: parsed and linked on a reader thread."""

from typing import TYPE_CHECKING

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.running.late_imports import imported_when_used

from .text.markdown_pieces import Piece, measured, pieces_of, with_spans, words_of
from .text.source_links import Links

with imported_when_used():
    from insurance_desktop.services.review import (
        assignments,
        decisions,
        drafts,
        notes,
        review_progress,
        two_reviewers,
    )

if TYPE_CHECKING:
    from insurance_desktop.services.review.assignments import Assignment
    from insurance_desktop.services.review.decisions import ReviewDocument
    from insurance_desktop.services.review.drafts import Draft
    from insurance_desktop.services.review.notes import Note
    from insurance_desktop.services.review.review_progress import LookingProgress
    from insurance_desktop.services.review.two_reviewers import Approvals
    from insurance_desktop.services.workspace import Workspace

SPOKEN = 1_200  # characters of a block that a screen reader is given at once


@entity
class OpenDocument:
    review: "ReviewDocument"
    pieces: tuple[Piece, ...]
    links: Links
    progress: "LookingProgress | None" = None
    draft: "Draft | None" = None
    notes: "tuple[Note, ...]" = ()
    approvals: "Approvals | None" = None
    assignments: "tuple[Assignment, ...]" = ()
    has_regulations: bool = False
    """Whether its sections are regulations, which point at each other."""

    def words_of(self, start: int, end: int) -> str:
        """The plain words of the Markdown characters [start, end), cut where there are very many."""
        text = words_of(self.review.markdown[start : min(end, start + SPOKEN)], 0, 0).text
        return f"{text}\u2026" if end - start > SPOKEN else text

    @property
    def has_pages(self) -> bool:
        """Whether the original is read on pages; else paragraph by paragraph."""
        return not any(span.locator for span in self.review.source_map[:1])

    @property
    def document_id(self) -> int:
        return self.review.document.document_id


def open_document(workspace: "Workspace", document_id: int, reviewer: str) -> OpenDocument:
    """Slow part of showing a document; knows no Qt."""
    library = workspace.library
    review = decisions.show(library, document_id)
    kept = drafts.drafts_of(library, document_id, reviewer=reviewer)
    return OpenDocument(
        review,
        measured(with_spans(pieces_of(review.markdown), review.tables)),
        Links(review.source_map),
        review_progress.progress_of(library, document_id, reviewer=reviewer, clauses=review.clauses),
        kept[0] if kept else None,
        notes.notes_of(library, document_id),
        two_reviewers.approvals(library, document_id, reviewer=reviewer),
        assignments.assignments_of(library, document_id),
        bool(library.pack.regulations.instruments),
    )
