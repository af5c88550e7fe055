"""A verified clause beside the pages it is printed on, for whoever wants to see it with his own eyes."""

from insurance_desktop.domain.answers import ClauseAnswer
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.reading import KeptPicture
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.answers.page_reading import read_page
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.review.page_pictures import render_page

MOST_PAGES = 6
"""Pages of a clause that are drawn; its answer names all of them."""


@entity
class MarkedPage:
    """A page, its size in points, and where the clause stands on it."""

    page: int
    width: float
    height: float
    boxes: tuple[Box, ...]


@entity
class MarkedClause:
    """`pages` are those that could be drawn, `left` how many more there are."""

    status: AnswerStatus
    message: str | None
    clause: ClauseAnswer | None = None
    pages: tuple[MarkedPage, ...] = ()
    left: int = 0


def marked_clause(library: Library, clause_id: str, converter: Converter, cursor: str | None = None) -> MarkedClause:
    """The clause with this id and its pages; `not_found` where the library's verified text has none."""
    clause = get_clause(library, clause_id, cursor)
    if clause.hit is None:
        return MarkedClause(clause.status, clause.message)
    source = clause.hit.source_reference
    numbers = sorted({box.page for box in source.boxes})
    pages = []
    for number in numbers[:MOST_PAGES]:
        picture = page_picture(library, source.document_id, number, converter)
        if picture is not None:
            boxes = tuple(box for box in source.boxes if box.page == number)
            pages.append(MarkedPage(number, picture.page_width, picture.page_height, boxes))
    return MarkedClause(clause.status, clause.message, clause, tuple(pages), len(numbers) - len(pages))


def page_picture(library: Library, document_id: int, page: int, converter: Converter) -> KeptPicture | None:
    """The picture of a page of a verified document; None where there is no such page, or it cannot be drawn."""
    if read_page(library, document_id, page).status is not AnswerStatus.OK:
        return None
    try:
        drawn = render_page(library, converter, document_id, page)
    except SourceError:
        return None
    return KeptPicture(drawn.png, drawn.page_width, drawn.page_height)
