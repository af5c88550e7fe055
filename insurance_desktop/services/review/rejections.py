"""Rejections: why a document was refused, by whom, and the place on the page that shows it."""

import json
import math
from datetime import datetime

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions
from insurance_desktop.store.works import documents


@entity
class Rejection:
    """The decision behind a rejected document; `place` None = the document as a whole."""

    decision_id: int
    reviewer: str
    at: datetime
    reason: str
    place: Box | None


def rejection_of(library: Library, document_id: int) -> Rejection | None:
    """Why a document is rejected; None where it is not. NotFound where there is no such document."""
    with library.database.read() as connection:
        return rejection_now(connection, require(connection, document_id))


def rejection_now(connection: Connection, document: Document) -> Rejection | None:
    """The same inside a transaction of the caller's."""
    if document.review_status is not ReviewStatus.REJECTED:
        return None
    behind = documents.review_state(connection, document.document_id).decision_id
    found = None if behind is None else decisions.get(connection, behind)
    if found is None:
        return None
    place = json.loads(found.subject).get("place")
    return Rejection(found.decision_id, found.reviewer, found.at, found.reason, Box.from_list(place) if place else None)


def checked_place(document: Document, place: Box) -> list[float]:
    """The place as the log holds it. UsageError where it is no place of the document."""
    numbers = (place.x0, place.y0, place.x1, place.y1)
    is_rectangle = all(map(math.isfinite, numbers)) and place.x0 < place.x1 and place.y0 < place.y1
    if not is_rectangle or not 1 <= place.page <= document.pages:
        raise UsageError("review.no_such_place", document_id=document.document_id, pages=document.pages)
    return place.as_list()
