"""How the number, the title and the text of a section stand on the page: beside each other, below, or run in."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from development.making.samples import Glyph

from .combination import Combination
from .flow import NUMBER_X, PITCH, RIGHT, Piece, Row
from .paper import SIZE, marked, rows_of, width_of, words

TITLE_X, WIDE_TITLE_X, TEXT_X = 98.0, 118.0, 190.0
"""Where titles and text stand behind a column of numbers; articles are wider."""
LABEL_GAP = 8.0
INDENT = [Glyph("\u3000"), Glyph("\u3000")]

Signs = Sequence[Glyph]


class Laid(NamedTuple):
    """The rows of a section, and how many of them stand above its text (0 for a title beside or in it)."""

    rows: list[Row]
    above: int

    @property
    def height(self) -> float:
        return len(self.rows) * PITCH


class Layout:
    """The places of one document's columns."""

    def __init__(self, habits: Combination) -> None:
        self.habits = habits
        self.is_labelled = habits.titles == "label"
        self.has_column = habits.numbers == "column"
        self.title_x = WIDE_TITLE_X if habits.form == "article" and self.has_column else TITLE_X

    @property
    def left(self) -> float:
        """Where text begins."""
        if self.is_labelled:
            return TEXT_X
        return self.title_x if self.has_column else NUMBER_X

    def section(self, number: str, title: str, paragraphs: Sequence[Signs], *, titles: str = "") -> Laid:
        """A section as this document prints it; `titles` is another place of the title than that of its sections."""
        kind = titles or self.habits.titles
        if kind == "label":
            return self.beside(number, title, paragraphs)
        shown = words()["forms"]["bracket"].format(title) if kind == "bracketed" else "" if kind == "none" else title
        column: Row = (Piece(NUMBER_X, marked(number, is_title=True)),) if self.has_column and number else ()
        head = marked(shown if self.has_column else self.joined(number, shown), is_title=True)
        if kind != "line":
            first, *others = paragraphs or [[]]
            gap = [Glyph(" ")] if head and first else []
            rows = [*self.full([*head, *gap, *first], indent=not self.has_column and not head), *self.text(others)]
            return Laid([(*column, *rows[0]), *rows[1:]], 0)
        titled = self.full(head, indent=False)
        return Laid([(*column, *titled[0]), *titled[1:], *self.text(paragraphs)], len(titled))

    def joined(self, number: str, title: str) -> str:
        """Number and title in one row; a numeral with its comma needs no space."""
        is_open = number[-1:].isalnum() and bool(title)
        return f"{number} {title}" if is_open else f"{number}{title}"

    def text(self, paragraphs: Sequence[Signs]) -> list[Row]:
        """The rows of paragraphs; text below its title or number is indented, text in a column is not."""
        is_indented = not self.is_labelled and not self.has_column
        return [row for each in paragraphs for row in self.full(each, indent=is_indented)]

    def full(self, signs: Signs, *, indent: bool) -> list[Row]:
        """Signs broken over the width of the text; all rows but the last are full."""
        width = RIGHT - self.left
        rows = rows_of([*(INDENT if indent else []), *signs], width)
        return [(Piece(self.left, row, width if row is not rows[-1] else None),) for row in rows]

    def beside(self, number: str, title: str, paragraphs: Sequence[Signs]) -> Laid:
        """Number and title in their columns, the text beside them; an article's number stands above its title."""
        is_article = number.startswith(words()["forms"]["article"][0])
        x = NUMBER_X if is_article else TITLE_X
        column: list[tuple[Piece, ...]] = [
            (Piece(x, row),) for row in rows_of(marked(title, is_title=True), TEXT_X - LABEL_GAP - x)
        ]
        shown = (Piece(NUMBER_X, marked(number, is_title=True)),)
        if is_article:
            column.insert(0, shown)
        elif number:
            column[0] = (*shown, *column[0])
        rows = [(*label, *text) for label, text in zip_longest(column, self.text(paragraphs), fillvalue=())]
        return Laid(rows, 0)

    def heading_x(self, number: str) -> float:
        """Where a chapter's title stands behind its number."""
        return TITLE_X if self.has_column or self.is_labelled else NUMBER_X + width_of(number, SIZE * 1.15) + SIZE / 2
