"""What the review page asks of the services beside the decisions: each method is one service call."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import DecisionReceipt
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.pack import Category, Role

if TYPE_CHECKING:
    from insurance_desktop.domain.clause_corrections import ClauseFields, ClauseMark
    from insurance_desktop.domain.editions import ComparisonAnswer
    from insurance_desktop.services.review.clause_corrections import ClauseCorrection
    from insurance_desktop.services.review.drafts import Draft
    from insurance_desktop.services.review.highlights import ExclusionMark, LeftOut, RiskMark
    from insurance_desktop.services.review.inheritance import Inheritable
    from insurance_desktop.services.review.ledgers import OpenLedger
    from insurance_desktop.services.review.notes import Note
    from insurance_desktop.services.review.region_reading import RegionText
    from insurance_desktop.services.review.review_progress import LookingProgress
    from insurance_desktop.services.review.review_queue import ReviewQueue
    from insurance_desktop.services.review.two_reviewers import Approvals
    from insurance_desktop.services.review.undo import Undoable
    from insurance_desktop.services.review.version_history import Version, VersionDifference
    from insurance_desktop.services.workspace import Workspace

WHOLE = 1_000_000_000  # bytes of an answer that no client has to pay for


class ReviewCalls:
    """A part of the workbench, which opens the library."""

    _workspace: "Workspace"

    def queue(self, reviewer: str) -> "ReviewQueue":
        from insurance_desktop.services.review import review_queue

        return review_queue.review_queue(self._workspace.library, reviewer=reviewer)

    def drafts(self, document_id: int, reviewer: str) -> "tuple[Draft, ...]":
        from insurance_desktop.services.review import drafts

        return drafts.drafts_of(self._workspace.library, document_id, reviewer=reviewer)

    def save_draft(self, document_id: int, reviewer: str, markdown: str, based_on: int) -> "Draft | None":
        from insurance_desktop.services.review import drafts

        return drafts.save_draft(
            self._workspace.library, document_id, reviewer=reviewer, markdown=markdown, based_on=based_on
        )

    def drop_draft(self, document_id: int, reviewer: str, based_on: int) -> None:
        from insurance_desktop.services.review import drafts

        drafts.drop_draft(self._workspace.library, document_id, reviewer=reviewer, based_on=based_on)

    def restore_draft(self, document_id: int, reviewer: str) -> "Draft":
        from insurance_desktop.services.review import drafts

        return drafts.restore_draft(self._workspace.library, document_id, reviewer=reviewer)

    def progress(self, document_id: int, reviewer: str, clauses: Sequence[Clause]) -> "LookingProgress":
        from insurance_desktop.services.review import review_progress

        return review_progress.progress_of(self._workspace.library, document_id, reviewer=reviewer, clauses=clauses)

    def look_at(self, document_id: int, reviewer: str, keys: Sequence[str]) -> None:
        from insurance_desktop.services.review import review_progress

        review_progress.mark_looked_at(self._workspace.library, document_id, reviewer=reviewer, keys=keys)

    def look_away(self, document_id: int, reviewer: str, keys: Sequence[str]) -> None:
        from insurance_desktop.services.review import review_progress

        review_progress.unmark_looked_at(self._workspace.library, document_id, reviewer=reviewer, keys=keys)

    def inheritable(self, document_id: int, clauses: Sequence[Clause]) -> "tuple[Inheritable, ...]":
        from insurance_desktop.services.review import inheritance

        return inheritance.inheritable(self._workspace.library, document_id, clauses=clauses)

    def inherit(self, document_id: int, reviewer: str, keys: Sequence[str]) -> "LookingProgress":
        from insurance_desktop.services.review import inheritance

        return inheritance.inherit(self._workspace.library, document_id, reviewer=reviewer, keys=keys)

    # --- notes and corrections of clauses -----------------------------------------------------------------------
    def notes(self, document_id: int) -> "tuple[Note, ...]":
        from insurance_desktop.services.review import notes

        return notes.notes_of(self._workspace.library, document_id)

    def add_note(self, document_id: int, reviewer: str, text: str, section_id: str | None, place: Box | None) -> "Note":
        from insurance_desktop.services.review import notes

        return notes.add_note(
            self._workspace.library, document_id, reviewer=reviewer, text=text, section_id=section_id, place=place
        )

    def remove_note(self, note_id: int, reviewer: str) -> None:
        from insurance_desktop.services.review import notes

        notes.remove_note(self._workspace.library, note_id, reviewer=reviewer)

    def restore_note(self, note_id: int, reviewer: str) -> None:
        from insurance_desktop.services.review import notes

        notes.restore_note(self._workspace.library, note_id, reviewer=reviewer)

    @property
    def categories(self) -> tuple[Category, ...]:
        return self._workspace.library.pack.categories

    @property
    def roles(self) -> tuple[Role, ...]:
        return self._workspace.library.pack.roles

    def correct_clause(
        self, document_id: int, key: str, reviewer: str, fields: "ClauseFields", reason: str
    ) -> DecisionReceipt:
        from insurance_desktop.services.review import clause_corrections

        return clause_corrections.correct_clause(
            self._workspace.library, document_id, key, reviewer=reviewer, fields=fields, reason=reason
        )

    def clause_corrections(self, document_id: int) -> "tuple[ClauseCorrection, ...]":
        from insurance_desktop.services.review import clause_corrections

        return clause_corrections.clause_corrections(self._workspace.library, document_id)

    def withdraw_correction(self, document_id: int, mark: "ClauseMark", reviewer: str) -> DecisionReceipt:
        from insurance_desktop.services.review import clause_corrections

        return clause_corrections.withdraw_correction(self._workspace.library, document_id, mark, reviewer=reviewer)

    @property
    def can_read_pictures(self) -> bool:
        from insurance_desktop.services.review import region_reading

        return region_reading.can_read_pictures()

    def read_region(self, document_id: int, region: Box, columns: int, picture: bool) -> "RegionText":
        from insurance_desktop.services.review import region_reading

        return region_reading.read_region(
            self._workspace.library, document_id, region, columns=columns, from_picture=picture
        )

    # --- what can stand out ---------------------------------------------------------------------------------------
    def risk_marks(self, markdown: str) -> "tuple[RiskMark, ...]":
        from insurance_desktop.services.review import highlights

        return highlights.risk_marks(markdown, self._workspace.library.pack)

    def exclusion_marks(self, document_id: int) -> "tuple[ExclusionMark, ...]":
        from insurance_desktop.services.review import highlights

        return highlights.exclusion_marks(self._workspace.library, document_id)

    def ledger(self, document_id: int) -> "OpenLedger":
        from insurance_desktop.services.review import ledgers

        return ledgers.open_ledger(self._workspace.library, document_id)

    def left_out(self, ledger: "OpenLedger", page: int) -> "tuple[LeftOut, ...]":
        from insurance_desktop.services.review import highlights

        return highlights.left_out(ledger.index, ledger.exclusions, page)

    # --- what was decided and what was written --------------------------------------------------------------------
    def undoable(self, reviewer: str) -> "Undoable | None":
        from insurance_desktop.services.review import undo

        return undo.undoable(self._workspace.library, reviewer=reviewer)

    def undo(self, document_id: int, decision_id: int, reviewer: str) -> DecisionReceipt:
        """Take back this decision and no other, as long as it is the reviewer's last one."""
        from insurance_desktop.services.review import undo

        last = undo.undoable(self._workspace.library, reviewer=reviewer)
        if last is None or last.decision.decision_id != decision_id:
            raise ReviewRefused("review_page.nothing_to_undo")
        return undo.undo(self._workspace.engine, document_id, reviewer=reviewer)

    def approvals(self, document_id: int, reviewer: str) -> "Approvals":
        from insurance_desktop.services.review import two_reviewers

        return two_reviewers.approvals(self._workspace.library, document_id, reviewer=reviewer)

    def versions(self, document_id: int) -> "tuple[Version, ...]":
        from insurance_desktop.services.review import version_history

        return version_history.versions_of(self._workspace.library, document_id)

    def compare_documents(self, old: int, new: int) -> "ComparisonAnswer":
        """All changes at once: the window has room for them."""
        from insurance_desktop.services.answers import edition_comparison

        return edition_comparison.compare_documents(self._workspace.library, old, new, budget=WHOLE)

    def compare_versions(self, document_id: int, old: int, new: int) -> "VersionDifference":
        from insurance_desktop.services.review import version_history

        return version_history.compare_versions(self._workspace.library, document_id, old, new)
