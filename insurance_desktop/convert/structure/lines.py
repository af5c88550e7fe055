"""A step of the reading order: rows, the part that they play, and the rule that decided it."""

from enum import StrEnum

from insurance_desktop.domain.entity import entity

from ..headings import HeadingParts
from ..reading.runs import Row


class Part(StrEnum):
    """What a row, or a group of label rows, is in the text."""

    TITLE = "title"
    GUIDE = "guide"
    CHAPTER = "chapter"
    CLAUSE = "clause"
    LABEL = "label"
    BRANCH = "branch"
    ANNEX = "annex"
    ITEM = "item"
    TEXT = "text"
    TABLE = "table"
    NOTE = "note"


@entity
class Line:
    """Its rows, its part, the heading it was read as, and the name of the rule that decided (rules.py)."""

    part: Part
    page: int
    y: float
    rows: tuple[Row, ...]
    rule: str
    heading: HeadingParts | None = None
    column: str = "full"
    table: int | None = None

    @property
    def text(self) -> str:
        return "".join(row.text for row in self.rows)


@entity
class TablePlace:
    """Where a table stands in the flow of a page."""

    index: int
    page: int
    y: float
