"""Rows printed from the top down, page after page, with the notes that belong to them at the foot."""

from collections.abc import Sequence
from typing import NamedTuple

from development.making.samples import Glyph

from .combination import Emphasis
from .paper import HEIGHT, SIZE, Mark, Sheet, marked, rows_of, words

TOP, BOTTOM = 92.0, 768.0
NUMBER_X, RIGHT = 62.0, 540.0
PITCH = 17.0
NOTE_SIZE, NOTE_PITCH = 9.0, 13.0
NOTES_GAP = 10.0
"""Between the text and the rule above the notes."""


class Piece(NamedTuple):
    """Signs from `x` on; a full row is set to `width`."""

    x: float
    glyphs: Sequence[Glyph]
    width: float | None = None


Row = tuple[Piece, ...]


class Flow:
    """The pages so far and the place of the next row."""

    def __init__(self, emphasis: Emphasis) -> None:
        self.emphasis = emphasis
        self.sheets = [Sheet(emphasis)]
        self.notes: list[list[str]] = [[]]
        """Page by page the rows of its notes."""
        self.noted: list[int] = []
        """The page of each note that was printed."""
        self.terms: list[int] = []
        """What each note explains, by its place among the terms."""
        self.y = TOP

    @property
    def sheet(self) -> Sheet:
        return self.sheets[-1]

    @property
    def page(self) -> int:
        return len(self.sheets)

    @property
    def bottom(self) -> float:
        notes = len(self.notes[-1])
        return BOTTOM - (notes * NOTE_PITCH + NOTES_GAP if notes else 0)

    @property
    def rows_left(self) -> int:
        """How many rows of text the page still takes."""
        return max(int((self.bottom - self.y) // PITCH) + 1, 0)

    def turn(self) -> None:
        self.sheets.append(Sheet(self.emphasis))
        self.notes.append([])
        self.y = TOP

    def room_for(self, height: float) -> None:
        """A new page where this one ends earlier; nothing for what no page holds."""
        if self.y + height > self.bottom and self.y > TOP:
            self.turn()

    def gap(self, lines: float) -> None:
        """Room between rows; none at the top of a page."""
        if self.y > TOP:
            self.y += lines * PITCH

    def row(self, row: Row, pitch: float = PITCH) -> int:
        """One row with the notes of its marks; returns its page."""
        notes = [
            note for piece in row for each in piece.glyphs if type(each) is Mark for note in self._note(each.character)
        ]
        added = len(notes) * NOTE_PITCH + (NOTES_GAP if notes and not self.notes[-1] else 0)
        if self.y > self.bottom - added:
            self.turn()
        self.notes[-1] += notes
        self.noted += [self.page for piece in row for each in piece.glyphs if type(each) is Mark]
        for piece in row:
            self.sheet.glyphs(piece.x, self.y, piece.glyphs, piece.width)
        self.y += pitch
        return self.page

    def foot(self) -> None:
        """The notes of each page below a short rule."""
        for sheet, notes in zip(self.sheets, self.notes, strict=True):
            y = BOTTOM - (len(notes) - 1) * NOTE_PITCH + SIZE
            if notes:
                sheet.line(NUMBER_X, y - NOTE_PITCH, NUMBER_X + 140, y - NOTE_PITCH)
            for place, note in enumerate(notes):
                at = y + place * NOTE_PITCH
                number = note[: note[0].isdigit()]
                sheet.text(NUMBER_X, at - 3, number, size=6)
                sheet.text(NUMBER_X + 5, at, note[len(number) :], size=NOTE_SIZE)

    def furnish(self, kind: str) -> None:
        """What stands on all pages: a header, page numbers of some form, a watermark."""
        total = len(self.sheets)
        for number, sheet in enumerate(self.sheets, 1):
            forms = {
                "header": words()["forms"]["page_of"].format(number, total),
                "slash": f"{number}/{total}",
                "dash": f"{total}-{number}",
            }
            if kind in forms:
                sheet.text(280, HEIGHT - 28, forms[kind], size=9)
            if kind == "header":
                sheet.text(NUMBER_X, 50, words()["company"], size=9)
                sheet.line(NUMBER_X, 56, RIGHT, 56)
            if kind == "watermark":
                sheet.watermark(words()["company"])

    def _note(self, number: str) -> list[str]:
        """The rows of a note; the first begins with its number."""
        term = words()["terms"][self.terms[int(number) - 1]]
        text = f"{term['name']}{words()['forms']['colon']}{term['text']}"
        width = (RIGHT - NUMBER_X - 8) * SIZE / NOTE_SIZE
        rows = ["".join(each.character for each in row) for row in rows_of(marked(text), width)]
        return [number + rows[0], *rows[1:]]
