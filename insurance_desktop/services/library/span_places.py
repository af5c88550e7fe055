"""On which page, and in which lines there, a passage of a verified clause is printed: what every citation says.

The ledger of the verified version knows the glyph of each sign. What a person changed has none: there the pages of the
signs around it are told, or those of the marked item or the clause.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from insurance_desktop.convert.text.plain_text import body_signs
from insurance_desktop.convert.text.source_places import SourcePlaces
from insurance_desktop.domain.conversion import Item, Locator, SourceSpan, from_first_to_last
from insurance_desktop.domain.geometry import Box, union
from insurance_desktop.domain.ledger import LedgerIndex, lines_around
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import ledgers, versions
from insurance_desktop.store.versions.versions import StoredVersion

from .comparable_text import occurrences

MOST_LINES = 60
"""Lines that a place names one by one; a longer passage is marked page by page."""

_SLACK = 2.0
"""Points by which a glyph may stick out of the box of its clause."""

_TRIED = 200
_SURE = 0.8
"""The share of a text's glyphs in its clause's boxes from which on it is that text: cells spill over their borders."""

_GOES_ON = 3
"""Pages behind a clause's own that are looked at, too: the boxes of a part (C2) are those of its items alone."""


@dataclass(frozen=True, slots=True)
class SpanPlace:
    """Where a passage is printed: from which page to which (from 1; None = unknown), and its boxes in reading order.

    Where not `is_exact`, the passage stands somewhere on these pages. An original without pages has its `locator`.
    """

    page_number: int | None
    page_to: int | None
    boxes: tuple[Box, ...]
    is_exact: bool = False
    locator: Locator | None = None


def whole_place(row: ClauseRow) -> SpanPlace:
    """A clause as a whole."""
    if not row.boxes:
        return SpanPlace(row.page_number, row.page_to, (), is_exact=row.locator is not None, locator=row.locator)
    return SpanPlace(row.boxes[0].page, max(box.page for box in row.boxes), row.boxes, is_exact=True)


def item_place(item: Item) -> SpanPlace | None:
    """A marked item of a clause; None where its place is not known."""
    if not item.boxes:
        return None
    return SpanPlace(item.boxes[0].page, max(box.page for box in item.boxes), item.boxes, is_exact=True)


class SpanPlaces:
    """Looks passages up inside one transaction. Of a document it reads what is asked for, once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._printed: dict[int, _Printed | None] = {}
        self._markdown: dict[int, str] = {}
        self._flowing: dict[int, StoredVersion | None] = {}

    def of(self, row: ClauseRow, start: int, end: int, item: Item | None = None) -> SpanPlace:
        """Where characters [start, end) of the clause's text are printed; `item` is the one that holds them, if any."""
        if row.locator is not None:
            return self._in_paragraphs(row, row.locator, start, end)
        if row.row not in self._printed:
            self._printed[row.row] = self._read(row)
        printed = self._printed[row.row]
        found = None if printed is None else printed.place(row.text, start, end)
        return found or (item_place(item) if item is not None else None) or _somewhere(row)

    def of_words(self, row: ClauseRow, words: str, item: Item | None = None) -> SpanPlace:
        """Where these words of the clause's text are printed, the first time that they stand there."""
        if item is not None and words not in item.mark + item.text:
            item = None
        if item is not None and words == item.text and item.boxes:
            return item_place(item) or _somewhere(row)
        start = row.text.find(words) if words else -1
        if start < 0:
            return (item_place(item) if item is not None else None) or _somewhere(row)
        return self.of(row, start, start + len(words), item)

    def heading(self, row: ClauseRow) -> SpanPlace:
        """Where the number and title of a clause are printed: where the clause begins."""
        first = row.boxes[:1]
        if row.locator is not None:
            return replace(whole_place(row), locator=replace(row.locator, paragraph_to=row.locator.paragraph))
        return SpanPlace(first[0].page, first[0].page, first) if first else _somewhere(row)

    def _in_paragraphs(self, row: ClauseRow, whole: Locator, start: int, end: int) -> SpanPlace:
        """The paragraphs of a passage of an original without pages, by the source map of the verified version."""
        version_id = clauses.version_of(self._connection, row.row) or 0
        if version_id not in self._flowing:
            self._flowing[version_id] = versions.get(self._connection, version_id)
        version = self._flowing[version_id]
        own = () if version is None else tuple(span for span in version.source_map if _is_within(span, whole))
        if version is None or not own:
            return _somewhere(row)
        begin = version.markdown.rfind("\n", 0, own[0].start) + 1
        line_end = version.markdown.find("\n", own[-1].end)
        signs, offsets = body_signs(version.markdown, begin, line_end if line_end >= 0 else len(version.markdown))
        place = signs.find("".join(row.text.split()))
        first = place + sum(not sign.isspace() for sign in row.text[:start])
        last = first + sum(not sign.isspace() for sign in row.text[start:end])
        found = SourcePlaces(own)
        spans = [found.at(offset) for offset in offsets[first:last]] if place >= 0 else []
        locator = from_first_to_last([span.locator for span in spans if span is not None and span.locator])
        return _somewhere(row) if locator is None else SpanPlace(None, None, (), is_exact=True, locator=locator)

    def _read(self, row: ClauseRow) -> "_Printed | None":
        version_id = clauses.version_of(self._connection, row.row)
        if version_id is None or row.page_number is None or row.page_to is None:
            return None
        if version_id not in self._markdown:
            self._markdown[version_id] = versions.markdown_of(self._connection, version_id) or ""
        best: _Printed | None = None
        for last in (row.page_to, row.page_to + _GOES_ON):
            ledger = LedgerIndex(ledgers.of_pages(self._connection, version_id, row.page_number, last))
            found = _printed(row, self._markdown[version_id], ledger)
            if found is not None and (best is None or found.unknown < best.unknown):
                best = found
            if best is not None and not best.unknown:
                break
        return best


def joined(places: Sequence[SpanPlace]) -> SpanPlace:
    """Several passages that follow each other as one."""
    first, last = places[0], places[-1]
    pages = [page for each in places for page in (each.page_to, each.page_number) if page is not None]
    return SpanPlace(
        first.page_number,
        max(pages, default=last.page_to),
        tuple(box for each in places for box in each.boxes),
        all(each.is_exact for each in places),
        from_first_to_last([each.locator for each in places if each.locator]),
    )


@dataclass(frozen=True, slots=True)
class _Printed:
    """The printed signs of a clause's text with the page and the glyph of each; None for signs that have none."""

    ledger: LedgerIndex
    glyphs: tuple[tuple[int, int] | None, ...]
    first_page: int
    last_page: int

    @property
    def unknown(self) -> int:
        """How many signs no glyph is known for."""
        return self.glyphs.count(None)

    def place(self, text: str, start: int, end: int) -> SpanPlace | None:
        """Where characters [start, end) of the text are printed. None where they are no signs of the page at all."""
        first = sum(not sign.isspace() for sign in text[:start])
        last = first + sum(not sign.isspace() for sign in text[start:end])
        inside = self.glyphs[first:last]
        known = [self.ledger.placed(*glyph).box for glyph in inside if glyph is not None]
        if not known or len(known) < len(inside):
            return self._changed(first, last, known)
        return SpanPlace(known[0].page, max(box.page for box in known), _marked(known), is_exact=True)

    def _changed(self, first: int, last: int, known: Sequence[Box]) -> SpanPlace:
        """Signs that are not all the page's: they stand between the next ones that are, before and behind."""
        before = next((glyph for glyph in reversed(self.glyphs[: first + 1]) if glyph is not None), None)
        behind = next((glyph for glyph in self.glyphs[max(last - 1, 0) :] if glyph is not None), None)
        begin = before[0] if before is not None else self.first_page
        end = max(behind[0] if behind is not None else self.last_page, begin)
        around = known or [self.ledger.placed(*glyph).box for glyph in (before, behind) if glyph is not None]
        return SpanPlace(begin, end, _marked(around))

    def share_inside(self, around: Sequence[Box]) -> float:
        """Of its glyphs, how many have their middle in one of these boxes: 1 = all. Of very many some are looked at."""
        known = [glyph for glyph in self.glyphs if glyph is not None]
        tried = [self.ledger.placed(*glyph).box for glyph in known[:: 1 + len(known) // _TRIED]]
        inside = sum(any(_holds(each, box) for each in around) for box in tried)
        return inside / len(tried) if tried else 0.0


def _printed(row: ClauseRow, markdown: str, ledger: LedgerIndex) -> _Printed | None:
    """The clause's text among the signs of its pages; None where it cannot be told which ones are its own."""
    glyphs = ledger.by_offset()
    wanted = "".join(row.text.split())
    if not glyphs or not wanted:
        return None
    begin = markdown.rfind("\n", 0, min(glyphs)) + 1
    end = markdown.find("\n", max(glyphs))
    for notes in (True, False):
        signs, offsets = body_signs(markdown, begin, len(markdown) if end < 0 else end, notes=notes)
        found: list[tuple[float, _Printed]] = []
        for place in occurrences(wanted, signs):
            own = tuple(glyphs.get(offset) for offset in offsets[place : place + len(wanted)])
            printed = _Printed(ledger, own, row.page_number or 0, row.page_to or 0)
            found.append((printed.share_inside(row.boxes), printed))
        share, best = max(found, key=_share, default=(0.0, None))
        if best is not None and (share > _SURE or (share > 0 and len(found) == 1)):
            return best
    return None


def _holds(outer: Box, inner: Box) -> bool:
    if outer.page != inner.page:
        return False
    x, y = (inner.x0 + inner.x1) / 2, (inner.y0 + inner.y1) / 2
    return outer.x0 - _SLACK <= x <= outer.x1 + _SLACK and outer.y0 - _SLACK <= y <= outer.y1 + _SLACK


def _page(box: Box) -> int:
    return box.page


def _share(found: tuple[float, _Printed]) -> float:
    return found[0]


def _marked(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """One box for each stretch of a line; of very many lines one for each page."""
    lines = lines_around(boxes)
    if len(lines) <= MOST_LINES:
        return lines
    return tuple(union(list(found)) for _, found in groupby(lines, key=_page))


def _is_within(span: SourceSpan, whole: Locator) -> bool:
    at = span.locator
    return at is not None and whole.paragraph <= at.paragraph and at.paragraph_to <= whole.paragraph_to


def _somewhere(row: ClauseRow) -> SpanPlace:
    return replace(whole_place(row), is_exact=False)
