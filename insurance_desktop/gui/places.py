"""Where the words of an answer stand, for the review page to open."""

from insurance_desktop.domain.answers import SourceReference
from insurance_desktop.domain.facts import FactSource

from .context import Place


def place_of(source: SourceReference | FactSource) -> Place:
    """The boxes on their page, or the first paragraph."""
    paragraph = None if source.locator is None else source.locator.paragraph
    return Place(source.document_id, source.boxes, source.page_number, paragraph=paragraph)
