"""Every line that could open a section, with what speaks for it. Nothing is decided here."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import ARTICLES, UNITS
from ..reading.runs import Row, split_row
from ..structure.contents import Entry
from ..structure.text_columns import Columns
from ..structure.typeface import is_heavy
from .habits import HABITS
from .numbers import DECIMAL, PLAIN, Number, read_number
from .titles import STRONG_KINDS, Kind, Title, TitleReader
from .zones import Piece, Zone

ALIKE = 0.8
"""Titles of which this part agrees are one: contents pages abbreviate and misprint."""


@entity
class Start:
    """A line that begins with a number. `x` is where it begins, from the left of its column, in type sizes."""

    place: int
    number: Number
    title: Title
    zone: Zone
    x: float
    is_heavy: bool
    is_larger: bool
    is_inside: bool
    in_contents: bool
    weight: float

    @property
    def value(self) -> tuple[int, ...]:
        return self.number.value

    @property
    def is_titled(self) -> bool:
        return self.title.kind is not Kind.NONE


def read_starts(
    pieces: Sequence[Piece], reader: TitleReader, entries: Sequence[Entry], columns: Columns, pack: DomainPack
) -> list[Start]:
    """The starts of the document in order."""
    known = _Contents(entries)
    found: list[Start] = []
    last = 0
    for place, piece in enumerate(pieces):
        is_line = bool(piece.rows) and not piece.table and not piece.is_item
        number = read_number(piece.row, pack, last) if is_line else None
        if number is not None:
            last = number.value[0] if number.form in PLAIN and number.value else last
            title = reader.read(place, number)
            found.append(_start(place, piece, number, title, size=columns.size, is_known=known.hold(number, title)))
    return _with_neighbours(found)


def _with_neighbours(starts: Sequence[Start]) -> list[Start]:
    """The starts, plain numbers with the next number right above or below them weighed as items, as most are."""
    crowded = {
        each.place
        for one, other in pairwise(starts)
        if other.place == one.place + 1 and one.number.form == other.number.form and one.number.form in PLAIN
        for each in (one, other)
    }
    return [
        replace(start, weight=start.weight + HABITS.crowded) if start.place in crowded else start for start in starts
    ]


def _start(place: int, piece: Piece, number: Number, title: Title, *, size: float, is_known: bool) -> Start:
    sign = split_row(piece.row, number.length)[0] if number.length < len(piece.row.glyphs) else piece.row
    is_larger = piece.row.size >= HABITS.larger * size or sign.size >= HABITS.larger * size
    start = Start(
        place=place,
        number=number,
        title=title,
        zone=piece.zone,
        x=(piece.row.x0 - piece.left) / size,
        is_heavy=is_heavy(sign) or _is_numeral_of_heavy(sign, piece, title),
        is_larger=is_larger,
        is_inside=piece.is_inside and not is_known,
        in_contents=is_known,
        weight=0.0,
    )
    return _weighed(start)


def _is_numeral_of_heavy(sign: Row, piece: Piece, title: Title) -> bool:
    """Whether a figure from a font without a bold cut stands before a bold title."""
    return sign.text.isascii() and title.kind in STRONG_KINDS and is_heavy(piece.row)


def _weighed(start: Start) -> Start:
    """The start with the sum of what speaks for it as a section of a decimal or counted-through chain."""
    form = start.number.form
    weight = (
        HABITS.base
        + HABITS.plain_number * (form in PLAIN)
        + HABITS.own_form * (form in ARTICLES or form in UNITS)
        + HABITS.in_label * (start.zone is Zone.LABEL)
        + HABITS.heavy_number * start.is_heavy
        + HABITS.has_title * start.is_titled
        + HABITS.has_strong_title * (start.title.kind in STRONG_KINDS)
        + HABITS.is_larger * start.is_larger
        + HABITS.in_contents * start.in_contents
        + HABITS.inside_sentence * start.is_inside
        + HABITS.untitled * (form in PLAIN | {DECIMAL} and not start.is_titled)
    )
    return replace(start, weight=weight)


class _Contents:
    """The titles that the contents page prints, by their numbers."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.titles: dict[str, list[str]] = {}
        for entry in entries:
            self.titles.setdefault(normalised(entry.number).rstrip("."), []).append(normalised(entry.title))

    def hold(self, number: Number, title: Title) -> bool:
        """Whether they name this number with about this title."""
        words = normalised(title.text)
        keys = {normalised(number.printed).rstrip("."), ".".join(map(str, number.value))}
        return bool(words) and any(
            is_alike(words, printed) for key in keys for printed in self.titles.get(key, ()) if printed
        )


def is_alike(words: str, printed: str) -> bool:
    """Whether a title is one of the contents: equal, begun, or nearly so."""
    if words == printed or (len(words) > 2 and (printed.startswith(words) or words.startswith(printed))):
        return True
    return SequenceMatcher(None, words, printed).ratio() >= ALIKE
