"""A document under review made ready to show: parsed and linked on a reader thread."""

from typing import TYPE_CHECKING

from insurance_desktop.domain.entity import entity

from ..workbench import Workbench
from .text.markdown_pieces import Piece, measured, pieces_of, with_spans, words_of
from .text.source_links import Links

if TYPE_CHECKING:
    from insurance_desktop.services.review.decisions import ReviewSheet
    from insurance_desktop.services.review.drafts import Draft
    from insurance_desktop.services.review.notes import Note
    from insurance_desktop.services.review.review_progress import LookingProgress
    from insurance_desktop.services.review.two_reviewers import Approvals

SPOKEN = 1_200  # characters of a block that a screen reader is given at once


@entity
class OpenDocument:
    review: "ReviewSheet"
    pieces: tuple[Piece, ...]
    links: Links
    progress: "LookingProgress | None" = None
    draft: "Draft | None" = None
    notes: "tuple[Note, ...]" = ()
    approvals: "Approvals | None" = None

    def words_of(self, start: int, end: int) -> str:
        """The plain words of the Markdown characters [start, end), cut where there are very many."""
        text = words_of(self.review.markdown[start : min(end, start + SPOKEN)], 0, 0).text
        return f"{text}\u2026" if end - start > SPOKEN else text

    @property
    def document_id(self) -> int:
        return self.review.document.document_id


def open_document(bench: Workbench, document_id: int, reviewer: str) -> OpenDocument:
    """Slow part of showing a document; knows no Qt."""
    review = bench.sheet(document_id)
    pieces = measured(with_spans(pieces_of(review.markdown), review.tables))
    progress = bench.progress(document_id, reviewer, review.clauses)
    drafts = bench.drafts(document_id, reviewer)
    links = Links(review.source_map)
    draft = drafts[0] if drafts else None
    approvals = bench.approvals(document_id, reviewer)
    return OpenDocument(review, pieces, links, progress, draft, bench.notes(document_id), approvals)
