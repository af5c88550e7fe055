"""What the review page asks of the services beside the decisions: each method is one service call."""

from collections.abc import Sequence

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.services import drafting, looking, review_queue
from insurance_desktop.services.drafting import Draft
from insurance_desktop.services.library import Library
from insurance_desktop.services.looking import LookingProgress
from insurance_desktop.services.review_queue import ReviewQueue


class ReviewCalls:
    """A part of the workbench, which opens the library."""

    _library: Library

    def queue(self, reviewer: str) -> ReviewQueue:
        return review_queue.review_queue(self._library, reviewer=reviewer)

    def drafts(self, document_id: int, reviewer: str) -> tuple[Draft, ...]:
        return drafting.drafts_of(self._library, document_id, reviewer=reviewer)

    def save_draft(self, document_id: int, reviewer: str, markdown: str, based_on: int) -> Draft | None:
        return drafting.save_draft(self._library, document_id, reviewer=reviewer, markdown=markdown, based_on=based_on)

    def drop_draft(self, document_id: int, reviewer: str, based_on: int) -> None:
        drafting.drop_draft(self._library, document_id, reviewer=reviewer, based_on=based_on)

    def restore_draft(self, document_id: int, reviewer: str) -> Draft:
        return drafting.restore_draft(self._library, document_id, reviewer=reviewer)

    def progress(self, document_id: int, reviewer: str, clauses: Sequence[Clause]) -> LookingProgress:
        return looking.progress_of(self._library, document_id, reviewer=reviewer, clauses=clauses)

    def look_at(self, document_id: int, reviewer: str, keys: Sequence[str]) -> None:
        looking.mark_looked_at(self._library, document_id, reviewer=reviewer, keys=keys)

    def look_away(self, document_id: int, reviewer: str, keys: Sequence[str]) -> None:
        looking.unmark_looked_at(self._library, document_id, reviewer=reviewer, keys=keys)
