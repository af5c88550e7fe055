"""What a made document must come back as."""

from enum import StrEnum
from typing import NamedTuple

from insurance_desktop.domain.entity import entity

SIGNS = 10
"""So many signs at each end tell where a text begins and ends, as in lists that people read off the pages."""


class SectionKind(StrEnum):
    """What a section is, in the words of lists read by eye."""

    CHAPTER = "chapter"
    CLAUSE = "clause"
    TITLED_ITEM = "titled_item"
    LABEL = "label"
    DEFINITION = "definition"
    DISEASE = "disease"
    NOTE = "note"


@entity
class Section:
    """A section in order: `id` is its number as printed, without its dot ("" for none); `parent` an id or a title.

    `text` is its own text as printed, up to the next section, marks of notes among it.
    """

    id: str
    title: str
    parent: str
    kind: SectionKind
    page: int
    text: str = ""

    @property
    def first10(self) -> str:
        return self.text[:SIGNS]

    @property
    def last10(self) -> str:
        return self.text[-SIGNS:]


@entity
class PrintedTable:
    """A table with its header rows, its data rows and the id or the title of the section that it stands in."""

    header: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    owner: str


class Made(NamedTuple):
    """A document and what is in it. Notes and diseases stand among the sections."""

    pdf: bytes
    sections: tuple[Section, ...]
    tables: tuple[PrintedTable, ...]
