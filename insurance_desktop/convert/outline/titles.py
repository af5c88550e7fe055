"""What of a line is its title: a label, a line of its own, bold words, words in brackets or before a colon."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.pack import DomainPack

from ..reading.runs import Row, Run, make_row, split_row
from ..structure.inline_titles import is_title, title_before_gap
from ..structure.text_columns import Columns
from ..structure.titles import is_centred
from ..structure.typeface import is_heavy, is_strong
from .habits import HABITS
from .numbers import PLAIN, Number, read_number
from .zones import Piece, Zone

COLONS = frozenset("\uff1a:")
COMMAS = frozenset("\uff0c,\u3002\uff1b;")
JOINTS = frozenset("\u3001\uff0c,\uff08(\u3002\uff1b;")
"""What follows bold words that stand in a sentence: they are no title then."""
OPENED, CLOSED = "\uff08(\u3010\u300a\u201c", "\uff09)\u3011\u300b\u201d"
BELOW = 2.5
"""Line pitches: a title stands this close below a number that has its row to itself."""


class Kind(StrEnum):
    """How a title is set off from the text; the strong ones need no others like them."""

    LABEL = "label"
    HEAVY_LINE = "heavy_line"
    RUN_IN = "run_in"
    LEAD = "lead"
    """Bold words that nothing but their weight parts from the text: titles where most of their chain are."""
    BELOW = "below"
    BRACKET = "bracket"
    LINE = "line"
    GAP = "gap"
    TERM = "term"
    NONE = "none"


STRONG_KINDS = frozenset({Kind.LABEL, Kind.HEAVY_LINE, Kind.RUN_IN, Kind.BELOW, Kind.BRACKET})


class Title(NamedTuple):
    """`length` glyphs of the first row are number and title; `further` pieces after it belong to the title whole.

    `lead` glyphs of the piece after these are its rest: the number stands in a column of its own.
    """

    kind: Kind
    text: str
    length: int
    further: int = 0
    lead: int = 0


NO_TITLE = Title(Kind.NONE, "", 0)


class TitleReader:
    """Reads titles of a document whose habits are known."""

    def __init__(self, pieces: Sequence[Piece], columns: Columns, widths: dict[int, float], pack: DomainPack) -> None:
        self.pieces = pieces
        self.columns = columns
        self.widths = widths
        self.pack = pack

    def read(self, place: int, number: Number | None) -> Title:
        """The title of the piece, behind its number."""
        piece = self.pieces[place]
        length = number.length if number is not None else 0
        if piece.zone is Zone.LABEL:
            return self.of_label(place, length)
        if length >= len(piece.row.glyphs):
            return self.below(place, length)
        rest = split_row(piece.row, length)[1] if length else piece.row
        found = self.of_rest(place, piece, rest, length)
        is_unit = number is not None and number.form in PLAIN and len(found.text) == 1  # a degree, not a title
        return Title(Kind.NONE, "", length) if is_unit else found

    def of_label(self, place: int, length: int) -> Title:
        piece = self.pieces[place]
        words = "".join(row.text for row in piece.rows)
        if length < len(piece.row.glyphs):
            first = split_row(piece.row, length)[1] if length else piece.row
            words = "".join(row.text for row in (first, *piece.rows[1:]))
        elif len(piece.rows) > 1:
            words = "".join(row.text for row in piece.rows[1:])
        else:
            return self.beside(place, length)
        return Title(Kind.LABEL, words.strip(), sum(len(row.glyphs) for row in piece.rows))

    def beside(self, place: int, length: int) -> Title:
        """The title of a number in a column of its own: what its text begins with."""
        text = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        if text is None or text.zone is Zone.LABEL or not text.rows or text.page != self.pieces[place].page:
            return Title(Kind.NONE, "", length)
        found = self.of_rest(place + 1, text, text.row, 0)
        if found.kind not in STRONG_KINDS | {Kind.LEAD, Kind.LINE}:
            return Title(Kind.NONE, "", length)
        is_line = found.length >= len(text.row.glyphs)
        return Title(found.kind, found.text, length, found.further + is_line, 0 if is_line else found.length)

    def below(self, place: int, length: int) -> Title:
        """The title of a number that has its row to itself: a heavy or centred short row right below."""
        piece = self.pieces[place]
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        if after is None or not after.rows or after.zone is Zone.LABEL or read_number(after.row, self.pack) is not None:
            return Title(Kind.NONE, "", length)
        row, width = after.row, self.widths[after.page]
        is_near = after.page == piece.page + 1 or 0 < row.y - piece.row.y < BELOW * self.columns.pitch
        is_middle = is_centred(piece.row, width, self.columns) and is_centred(row, width, self.columns)
        is_below = is_middle or (is_heavy(row) and abs(row.x0 - piece.row.x0) < 2)
        is_short = is_title(row.text, HABITS.longest_plain) and not self.columns.is_full(row, width)
        if is_near and is_below and is_short and len(after.rows) == 1:
            return Title(Kind.BELOW, row.text.strip(), length, 1)
        return Title(Kind.NONE, "", length)

    def of_rest(self, place: int, piece: Piece, rest: Row, length: int) -> Title:
        """The title at the begin of what follows a number, or of a whole row without one."""
        words = rest.text.strip()
        return (
            self.bracketed(place, piece, words, length)
            or self.heavy_line(place, piece, rest, length)
            or self.run_in(rest, length)
            or self.gap(piece, rest, length)
            or self.term(rest, length)
            or self.line(place, rest)
            or Title(Kind.NONE, "", length)
        )

    def bracketed(self, place: int, piece: Piece, words: str, length: int) -> Title | None:
        """Words between the brackets of titles, which may close in the next row."""
        if words[:1] != "\u3010":
            return None
        if "\u3011" in words:
            inside = words[1 : words.index("\u3011")]
            return Title(Kind.BRACKET, inside, length + len("".join(inside.split())) + 2)
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        is_open = len(piece.rows) == 1 and after is not None and bool(after.rows) and after.zone is piece.zone
        if after is None or not is_open or not self.is_next(piece, after) or "\u3011" not in after.row.text:
            return None
        rest = after.row.text.strip()
        inside = rest[: rest.index("\u3011")]
        whole, count = words[1:] + inside, len("".join(inside.split())) + 1
        if not is_title(whole, HABITS.longest_wrapped):
            return None
        is_line = count >= len(after.row.glyphs)
        return Title(Kind.BRACKET, whole, len(piece.row.glyphs), int(is_line), 0 if is_line else count)

    def heavy_line(self, place: int, piece: Piece, rest: Row, length: int) -> Title | None:
        """A heavy row that is a title by itself or, where it is full, with the heavy row below."""
        if not is_heavy(rest) or piece.is_inside or len(piece.rows) > 1:
            return None
        words = rest.text.strip()
        if self.defines(place, rest) or (length and len(words) <= HABITS.longest_lead and COMMAS.isdisjoint(words)):
            words = words.rstrip("\uff1a:")
        is_full = self.columns.is_full(piece.row, self.widths[piece.page])
        if is_title(words, HABITS.longest_title) and not is_full and is_closed(words):
            return Title(Kind.HEAVY_LINE, words, len(piece.row.glyphs))
        return self.wrapped(place, piece, rest)

    def defines(self, place: int, rest: Row) -> bool:
        """Whether a row that ends in a colon is a defined term: what follows is lighter and no list."""
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        if (
            rest.text.strip()[-1:] not in COLONS
            or after is None
            or not after.rows
            or after.page != self.pieces[place].page
        ):
            return False
        return not is_heavy(after.row) and any(map(after.row.text.startswith, self.pack.defining_words))

    def wrapped(self, place: int, piece: Piece, rest: Row) -> Title | None:
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        if after is None or len(after.rows) != 1 or after.zone is not piece.zone or not is_heavy(after.row):
            return None
        words = rest.text.strip() + after.row.text.strip()
        is_last = not self.columns.is_full(after.row, self.widths[after.page])
        is_whole = is_title(words, HABITS.longest_wrapped) and is_closed(words)
        is_open = self.columns.is_full(piece.row, self.widths[piece.page]) or not is_closed(rest.text)
        is_plain = read_number(after.row, self.pack) is None
        if self.is_next(piece, after) and is_last and is_whole and is_open and is_plain:
            return Title(Kind.HEAVY_LINE, words, len(piece.row.glyphs), 1)
        return None

    def is_next(self, piece: Piece, after: Piece) -> bool:
        """Whether one piece begins in the row below the other, or at the head of the next page."""
        if after.page != piece.page:
            return after.page == piece.page + 1
        return after.y - piece.y < HABITS.label_step * self.columns.pitch

    def run_in(self, rest: Row, length: int) -> Title | None:
        """Bold words with lighter text behind them, parted by a colon, a gap, or their weight alone."""
        lead = list(takewhile(_is_of_title, rest.runs))
        if not lead or len(lead) == len(rest.runs) or not any(map(is_strong, lead)):
            return None
        words = make_row(lead).text.strip()
        after = rest.runs[len(lead)]
        has_colon = words[-1:] in COLONS or after.text[:1] in COLONS
        count = sum(len(run.glyphs) for run in lead) + (after.text[:1] in COLONS)
        plain = words.rstrip("\uff1a:")
        is_set_off = has_colon or after.x0 - lead[-1].x1 > HABITS.title_gap * rest.size
        is_sentence = not is_set_off and (after.text[:1] in JOINTS or after.text.startswith(self.pack.joining_words))
        if is_sentence or not is_title(plain, HABITS.longest_title) or not is_closed(plain):
            return None
        return Title(Kind.RUN_IN if is_set_off else Kind.LEAD, plain, length + count)

    def gap(self, piece: Piece, rest: Row, length: int) -> Title | None:
        count = title_before_gap(rest, self.columns, self.widths[piece.page])
        if not count or piece.is_inside:
            return None
        return Title(Kind.GAP, split_row(rest, count)[0].text.strip(), length + count)

    def term(self, rest: Row, length: int) -> Title | None:
        """A short term before a colon with its explanation behind it."""
        place = next((at for at, glyph in enumerate(rest.glyphs) if glyph.char in COLONS), -1)
        if not 0 < place < len(rest.glyphs) - 1 or place > HABITS.longest_term:
            return None
        words = "".join(glyph.char for glyph in rest.glyphs[:place])
        if not COMMAS.isdisjoint(words) or not is_closed(words):
            return None
        return Title(Kind.TERM, words, length + place + 1)

    def line(self, place: int, rest: Row) -> Title | None:
        """A short row by itself, no sentence."""
        words = rest.text.strip()
        return self.alone(place, words) if COMMAS.isdisjoint(words) else None

    def with_comma(self, place: int, number: Number) -> Title | None:
        """A row by itself behind a number that a comma divides; None where it may be the begin of a sentence."""
        piece = self.pieces[place]
        if number.length >= len(piece.row.glyphs) or piece.zone is Zone.LABEL:
            return None
        return self.alone(place, split_row(piece.row, number.length)[1].text.strip())

    def alone(self, place: int, words: str) -> Title | None:
        """Words as the title of a row that neither fills its line nor goes on in the next."""
        piece = self.pieces[place]
        is_full = self.columns.is_full(piece.row, self.widths[piece.page])
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        goes_on = after is not None and after.is_inside
        is_by_itself = not piece.is_inside and not is_full and len(piece.rows) == 1 and not goes_on
        is_whole = is_by_itself and is_title(words, HABITS.longest_plain) and is_closed(words)
        return Title(Kind.LINE, words, len(piece.row.glyphs)) if is_whole else None


def _is_of_title(run: Run) -> bool:
    return is_strong(run) or Emphasis.SUPERSCRIPT in run.emphasis


def is_closed(words: str) -> bool:
    """Whether every bracket that the words open is closed in them."""
    return sum(words.count(sign) for sign in OPENED) == sum(words.count(sign) for sign in CLOSED)
