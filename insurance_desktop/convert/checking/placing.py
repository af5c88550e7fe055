"""Where the words alone do not tell which signs belong together, their places do: formulas, tables of figures.

On a page on which something seems to differ, each glyph of the ledger is looked up among the boxes of the second
reading. A block all of whose signs stand there, sign for sign, has lost and gained nothing; and signs of the page that
lie under a glyph with a destination are not lost. The sign itself is always the second reading's. Pure.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.ledger import Ledger, LedgerIndex

from .block_texts import BlockText, Part, joined, offsets_of
from .comparing import Change, Comparison, Difference
from .second_reading import signs_of

CELL = 8.0
"""Points: the grid in which signs are looked up by their middle."""
SAME_PLACE = 0.5
"""Two middles closer than this part of the taller box are one place."""
FURTHEST = 72.0
"""Points: no place is wider. A hostile page has thousands of glyphs as high as itself, each of which lies over all."""
MOST_LOOKS = 2_000_000
"""Cells and signs of a page that are looked at, some twenty for each glyph; one that takes more is not checked."""


class SignPlaces:
    """The signs that the second reading has on one page, looked up by their places."""

    def __init__(self, signs: str, boxes: Sequence[Box]) -> None:
        self.signs = signs
        self.middles = list(map(_middle, boxes))
        self.looks = 0
        self._cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, (x, y) in enumerate(self.middles):
            self._cells[int(x // CELL), int(y // CELL)].append(number)

    def under(self, box: Box) -> list[int]:
        """The numbers of the signs in this place, the nearest first."""
        x, y = _middle(box)
        reach = min(SAME_PLACE * max(box.y1 - box.y0, 1.0), FURTHEST)
        steps = range(-int(reach // CELL) - 1, int(reach // CELL) + 2)
        column, row = int(x // CELL), int(y // CELL)
        near: list[tuple[float, int]] = []
        for cell in ((column + dx, row + dy) for dx in steps for dy in steps):
            there = self._cells.get(cell, ())
            self.looks += 1 + len(there)
            for number in there:
                across, down = self.middles[number]
                distance = max(abs(across - x), abs(down - y))
                if distance <= reach:
                    near.append((distance, number))
        return [number for _, number in sorted(near)]


def _middle(box: Box) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def place_signs(
    compared: Comparison, markdown: str, ledger: Ledger, read: Mapping[int, tuple[str, Sequence[Box]]]
) -> Comparison:
    """The comparison once the places of these pages have been asked; `read` has their signs and boxes.

    A cell in whose place other signs stand is a difference even where the page has its own signs elsewhere.
    """
    known = _known(compared.texts, len(markdown))
    looked = _Looked(len(markdown))
    taken: dict[int, bytearray] = {}
    unplaced: list[int] = []
    in_ledger = {each.page: each for each in ledger.pages}
    for page, (signs, boxes) in read.items():
        if signs != compared.signs[page]:
            continue
        index = LedgerIndex(Ledger((in_ledger[page],) if page in in_ledger else ()))  # unpacked for this page alone
        glyphs = (
            (glyph.box, offset) for glyph, (offset, _) in index.on_page(page) if offset is None or not known[offset]
        )
        under = _look_up(page, SignPlaces(signs, boxes), glyphs, markdown, looked)
        if under is None:
            unplaced.append(page)
        else:
            taken[page] = under
    placed = bytearray(len(markdown))
    open_cells: list[BlockText] = []
    for text in compared.texts:
        if not taken.keys() >= set(text.pages):
            continue
        if not text.is_certain:
            parts = _parts(text, markdown, looked)
            if not parts:
                open_cells += [text] if text.is_cell else []
                continue
            text.parts[:] = parts
            _mark(placed, text.start, text.end)
        for part in text.parts:
            _mark(taken[part.page], part.first, part.last + 1)
    kept = [each for each in compared.differences if not _is_explained(each, placed, taken)]
    told = {each.offset for each in kept if each.written}
    for text in open_cells:
        if told.isdisjoint(range(text.start, text.end)):
            kept += _others_there(text, looked, compared.signs)
    return Comparison(tuple(kept), compared.texts, compared.signs, tuple(unplaced))


class _Looked:
    """For each Markdown offset the same signs in its glyph's place, and the nearest sign there; packed."""

    def __init__(self, length: int) -> None:
        self._pages = array("i", bytes(4 * length))
        self._nearest = array("i", [-1]) * length
        self._others: dict[int, Sequence[int]] = {}
        """Where the same signs are not just the nearest one, as they mostly are."""

    def note(self, offset: int, page: int, numbers: Sequence[int], same: Sequence[int]) -> None:
        self._pages[offset] = page
        if numbers:
            self._nearest[offset] = numbers[0]
        if numbers and same == numbers[:1]:
            self._others.pop(offset, None)
        else:
            self._others[offset] = same

    def same(self, offset: int) -> Sequence[tuple[int, int]]:
        """The page and the numbers of the same signs."""
        page = self._pages[offset]
        return [(page, each) for each in self._others.get(offset, (self._nearest[offset],) if page else ())]

    def nearest(self, start: int, end: int) -> list[tuple[int, int]]:
        """The page and the number of the nearest sign of each offset that has one."""
        there = zip(self._pages[start:end], self._nearest[start:end], strict=True)
        return [(page, number) for page, number in there if number >= 0]


def _mark(marks: bytearray, start: int, end: int) -> None:
    marks[start:end] = b"\1" * (end - start)


def _known(texts: Iterable[BlockText], length: int) -> bytearray:
    """For each offset of the Markdown whether it belongs to a text whose parts are certain."""
    known = bytearray(length)
    for text in texts:
        if text.is_certain:
            _mark(known, text.start, text.end)
    return known


def _look_up(
    page: int, there: SignPlaces, glyphs: Iterable[tuple[Box, int | None]], markdown: str, looked: _Looked
) -> bytearray | None:
    """Notes what stands in the places of these glyphs; returns which signs are under those that were left out.

    None where the page takes too many looks.
    """
    under = bytearray(len(there.signs))
    for box, offset in glyphs:
        if there.looks > MOST_LOOKS:
            return None
        numbers = there.under(box)
        if offset is None:
            for number in numbers:
                under[number] = 1
            continue
        wanted = signs_of(markdown[offset])
        same = [number for number in numbers if there.signs[number] in wanted]
        looked.note(offset, page, numbers, sorted(same[: len(wanted)]))
    return under


def _others_there(text: BlockText, looked: _Looked, signs: Mapping[int, str]) -> Iterator[Difference]:
    """The signs in the place of a cell, where each of its glyphs has one of its own and they are not the cell's."""
    there = looked.nearest(text.start, text.end)
    read = "".join(signs[page][number] for page, number in there)
    if len(read) == len(text.signs) and len(set(there)) == len(there) and read != text.signs:
        page, first = there[0]
        yield Difference(Change.CHANGED, page, read, text.signs, offset=text.start, at=first)


def _parts(text: BlockText, markdown: str, looked: _Looked) -> list[Part]:
    """The parts of a text by place; none where a sign is not in its place."""
    placed: list[tuple[int, int]] = []
    for offset, group in groupby(offsets_of(markdown, text.start, text.end, text.signs)):
        same = looked.same(offset)
        if len(same) != len(list(group)):
            return []
        placed += same
    return joined(Part(begin, 1, page, number, number) for begin, (page, number) in enumerate(placed))


def _is_explained(each: Difference, placed: bytearray, taken: Mapping[int, bytearray]) -> bool:
    if each.change is Change.THROUGHOUT or each.page not in taken:
        return False
    is_written = not each.written or (each.offset is not None and bool(placed[each.offset]))
    return is_written and (each.at is None or all(taken[each.page][each.at : each.at + len(each.read)]))
