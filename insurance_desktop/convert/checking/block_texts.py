"""The signs of each block of the Markdown with the pages that it came from, for the second reading to find. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from insurance_desktop.domain.conversion import SourceSpan

from ..text.plain_text import Piece, pieces
from ..text.source_places import SourcePlaces
from .second_reading import signs_of, signs_of_one

CELL_BORDERS = re.compile(r"[\t\n]")
INNER = re.compile(r"[A-Za-z0-9]\s+(?=[A-Za-z0-9])")
"""A gap inside Latin words or numbers."""
BREAK = re.compile(r"[\r\n]")


class Part(NamedTuple):
    """Signs [begin, begin + length) of a text, found on a page; `first`, `last` are the places of its ends there."""

    begin: int
    length: int
    page: int
    first: int
    last: int


def joined(parts: Iterable[Part]) -> list[Part]:
    """Parts in order, those that follow each other on the page as one."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        if last is not None and last.page == part.page and last.last + 1 == part.first:
            found[-1] = last._replace(length=last.length + part.length, last=part.last)
        else:
            found.append(part)
    return found


@dataclass(slots=True)
class BlockText:
    """The signs of a heading, a line or a cell, or of what was left out, and its pages.

    `start`, `end` delimit it in the Markdown; `gaps` count the signs before each space inside a Latin word or number;
    `parts` fill up as the second reading finds them; `is_certain`: all of them are known to be the right ones.
    """

    signs: str
    pages: tuple[int, ...]
    start: int = 0
    end: int = 0
    is_left_out: bool = False
    gaps: tuple[int, ...] = ()
    is_cell: bool = False
    is_certain: bool = False
    parts: list[Part] = field(default_factory=list)


def block_texts(markdown: str, places: SourcePlaces) -> Iterator[BlockText]:
    """The texts of the Markdown in order. What has no source stands on the page of the text before it."""
    page = 1
    for piece in pieces(markdown):
        for text in _piece_texts(piece, places.within(piece.start, piece.end), markdown, page):
            if text.signs:
                yield text
            page = text.pages[-1]


def _piece_texts(piece: Piece, spans: Sequence[SourceSpan], markdown: str, page: int) -> Iterator[BlockText]:
    """One text for a heading or a line, one for each cell; what crosses a page is cut there."""
    if piece.kind == "table":
        cells = [cell for cell in CELL_BORDERS.split(piece.text) if cell.strip()]
        if len(cells) == len(spans):
            for cell, span in zip(cells, spans, strict=True):
                signs, pages = signs_of(cell), _pages([span], page)
                yield BlockText(signs, pages, span.start, span.end, gaps=_gaps(cell), is_cell=True)
            return
    words = piece.text
    recovered = next((span for span in spans if span.recovered), None)
    if recovered is not None:
        words = words.removeprefix(markdown[recovered.start : recovered.end]).lstrip()
    signs = signs_of(words)
    pages = _pages([span for span in spans if not span.recovered] or spans, page)
    start = recovered.end if recovered is not None else piece.start
    if len(pages) == 1:
        yield BlockText(signs, pages, start, piece.end, gaps=_gaps(words))
    else:
        whole = BlockText(signs, pages, gaps=_gaps(words))
        yield from _cut_at_pages(whole, offsets_of(markdown, start, piece.end, signs), spans, page)


def _cut_at_pages(
    whole: BlockText, offsets: Sequence[int], spans: Sequence[SourceSpan], page: int
) -> Iterator[BlockText]:
    places = SourcePlaces(spans)
    numbers: list[int] = []
    for offset in offsets:
        span = places.at(offset)
        page = span.boxes[0].page if span is not None and span.boxes else page
        numbers.append(page)
    for number, group in groupby(range(len(offsets)), key=lambda index: numbers[index]):
        indexes = list(group)
        first, last = indexes[0], indexes[-1]
        gaps = tuple(gap - first for gap in whole.gaps if first < gap <= last)
        yield BlockText(whole.signs[first : last + 1], (number,), offsets[first], offsets[last] + 1, gaps=gaps)


def _gaps(words: str) -> tuple[int, ...]:
    return tuple(inner_gaps(words)) if " " in words else ()


def _pages(spans: Sequence[SourceSpan], page: int) -> tuple[int, ...]:
    found = tuple(dict.fromkeys(box.page for span in spans for box in span.boxes))
    return found or (page,)


def offsets_of(markdown: str, start: int, end: int, signs: str) -> list[int]:
    """The Markdown offset of each sign of a block; marks and backslashes have none."""
    found: list[int] = []
    for offset in range(start, end):
        for sign in signs_of_one(markdown[offset]):
            if len(found) < len(signs) and sign == signs[len(found)]:
                found.append(offset)
    return found + [max(start, end - 1)] * (len(signs) - len(found))


def inner_gaps(text: str) -> dict[int, bool]:
    """The gaps in the Latin stretches of a text: how many signs stand before each, and whether it is a line break."""
    found: dict[int, bool] = {}
    count = counted = 0
    for match in INNER.finditer(text):
        end = match.start() + 1
        count += len(signs_of(text[counted:end]))
        counted = end
        found[count] = BREAK.search(match.group()) is not None
    return found
