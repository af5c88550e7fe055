"""Who is asked to review which document. A plan that everybody sees: it keeps nobody from deciding, and no approval
rests on it. Only where a second reviewer is due it is not the first one who can be asked."""

from collections.abc import Sequence
from datetime import datetime

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.json_forms import moment, storable
from insurance_desktop.store.versions import assignments
from insurance_desktop.store.versions.assignments import AssignmentRow

from .decision_log import required
from .two_reviewers import same_person


@entity
class Assignment:
    """`set_by` asked `reviewer` to review a document; None gave it back to whoever takes it."""

    document_id: int
    reviewer: str | None
    set_by: str
    note: str
    at: datetime


def assign(
    library: Library, document_ids: Sequence[int], *, to: str, reviewer: str, note: str = ""
) -> tuple[Assignment, ...]:
    """`reviewer` gives these documents to `to` ("" = to nobody in particular): all of them, or none where one of them
    cannot be. What its bearer has already is left as it is."""
    reviewer = required(reviewer, "services.reviewer_required")
    to, note = storable(to).strip(), storable(note).strip()
    given = []
    with library.database.write() as connection:
        for document_id in dict.fromkeys(document_ids):
            document = require(connection, document_id)
            first = document.first_reviewer if document.review_status is ReviewStatus.PENDING else None
            if to and first is not None and same_person(first, to):
                raise ReviewRefused("review.assigned_to_first", document_id=document_id, first=first)
            if to != (document.assigned_to or ""):
                given.append(AssignmentRow(document_id, to or None, reviewer, note, library.now()))
                assignments.add(connection, given[-1])
    return tuple(_told(each) for each in given)


def assignments_of(library: Library, document_id: int) -> tuple[Assignment, ...]:
    """Who was asked and by whom, the newest first. NotFound where there is no such document."""
    with library.database.read() as connection:
        require(connection, document_id)
        return tuple(_told(each) for each in assignments.of_document(connection, document_id))


def people(library: Library) -> tuple[str, ...]:
    """Everybody whose name the library knows, who acted last first."""
    with library.database.read() as connection:
        return assignments.people(connection)


def _told(row: AssignmentRow) -> Assignment:
    return Assignment(row.document_id, row.reviewer, row.set_by, row.note, moment(row.at))
