"""The Markdown against the second reading, sign by sign: what is lost, added or changed.

The signs of each block are looked for on its pages: as a whole, which nearly always succeeds; else part by part, in
the order in which the block has them; else by a real alignment of what is left. What has been found is struck out of
the page, and what was left out of the Markdown with a reason as well; signs that remain on the page are lost ones,
signs of a block that were not found are added ones. The ledger is not asked. Pure.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple

from insurance_desktop.domain.conversion import SourceSpan

from ..text.source_places import SourcePlaces
from .block_texts import BlockText, Part, block_texts, offsets_of
from .drawn_order import DrawnPage, place_drawn
from .second_reading import signs_of

SHORT = 6
"""Texts of fewer signs are looked for last: they could be found inside others."""
LEAST_PART = 3
"""A shorter stretch of a part that is not found as a whole is aligned, not looked for."""
REACH = 12
"""Signs around a place in which a stretch is aligned, beside twice its own length."""
STRUCK = "\0"
"""Stands for a sign of a page that has been found."""
HOPELESS = 0.5
"""A page of which more than this part is not found is one difference."""
CONTEXT = 8
"""Signs before and after a difference."""
NOT_DRAWN: Mapping[int, DrawnPage] = MappingProxyType({})


class Change(StrEnum):
    """What became of signs of the second reading in the Markdown; `throughout`: the two have little in common."""

    LOST = "lost"
    ADDED = "added"
    CHANGED = "changed"
    THROUGHOUT = "throughout"


class Difference(NamedTuple):
    """`read` are the signs of the second reading, `written` those of the Markdown, `before` and `after` what is around.

    `offset` is the place in the Markdown, `at` the place among the page's signs; None where there is none.
    """

    change: Change
    page: int
    read: str
    written: str
    before: str = ""
    after: str = ""
    offset: int | None = None
    at: int | None = None


class LeftOutText(NamedTuple):
    """Words of a page that are not in the Markdown. What is not `is_seen` (doubles, hidden words) may not be read."""

    page: int
    text: str
    is_seen: bool


@dataclass(slots=True)
class PageText:
    """The signs of a page; of them those not found yet, and where each of these stands among all."""

    number: int
    signs: str
    left: str
    where: Sequence[int]

    def find(self, text: str) -> int:
        """Where the text stands first in what is left, or -1."""
        return self.left.find(text) if text else -1

    def strike(self, at: int, length: int) -> tuple[int, int]:
        """Strikes out what is left at [at, at + length); returns the places of its first and its last sign."""
        self.left = self.left[:at] + STRUCK * length + self.left[at + length :]
        return self.where[at], self.where[at + length - 1]

    def close_up(self) -> None:
        """Moves what is left together: a text that others interrupt becomes one again."""
        if STRUCK in self.left:
            self.where = [place for sign, place in zip(self.left, self.where, strict=True) if sign != STRUCK]
            self.left = self.left.replace(STRUCK, "")


class Comparison(NamedTuple):
    """What differs, the texts of the Markdown with the parts in which they were found, and the signs of each page.

    `unplaced` are the pages on which places could not be asked.
    """

    differences: tuple[Difference, ...]
    texts: tuple[BlockText, ...]
    signs: Mapping[int, str]
    unplaced: tuple[int, ...] = ()


def compare(
    markdown: str,
    source_map: Sequence[SourceSpan],
    left_out: Sequence[LeftOutText],
    read: Mapping[int, str],
    drawn: Mapping[int, DrawnPage] = NOT_DRAWN,
) -> Comparison:
    """The Markdown with what was left out, and what recovered numbers stand for, against the text of each page.

    What is known to stand on the `drawn` pages in draw order need not be looked for.
    """
    places = SourcePlaces(source_map)
    blocks = tuple(block_texts(markdown, places))
    place_drawn(blocks, drawn)
    icons = [
        LeftOutText(span.boxes[0].page, span.recovered, True) for span in source_map if span.recovered and span.boxes
    ]
    outside = [each for each in (*left_out, *icons) if each.page not in drawn or not drawn[each.page].agrees]
    unseen: dict[int, str] = {}
    for each in outside:
        if not each.is_seen:
            unseen[each.page] = unseen.get(each.page, "") + each.text
    finder = _Finder(markdown, places, _pages_left(read, drawn, blocks), unseen)
    uncertain = [each for each in blocks if not each.is_certain]
    finder.find([*uncertain, *(_text_of(each) for each in outside if each.is_seen)])
    differences = [each for text in uncertain for each in finder.align(text)]
    remaining = {number for number, page in finder.pages.items() if page.left.strip(STRUCK)}
    for each in outside:
        if not each.is_seen and each.page in remaining:
            finder.find_interrupted(_text_of(each))
    ends: dict[int, list[tuple[int, int]]] = {number: [] for number in remaining}
    for text in blocks:
        for part in text.parts:
            if part.page in remaining:
                ends[part.page].append((part.last, text.end))
    differences += [
        each for number in sorted(remaining) for each in finder.remaining(finder.pages[number], sorted(ends[number]))
    ]
    for text in blocks:
        text.parts.sort()
    return Comparison(tuple(differences), blocks, {number: page.signs for number, page in finder.pages.items()})


def _text_of(left_out: LeftOutText) -> BlockText:
    return BlockText(signs_of(left_out.text), (left_out.page,), is_left_out=True)


def _pages_left(
    read: Mapping[int, str], drawn: Mapping[int, DrawnPage], texts: Sequence[BlockText]
) -> dict[int, PageText]:
    """The pages with what is not certain. Of one that agrees throughout only open texts are left."""
    left: dict[int, list[str]] = {}
    for number, each_page in drawn.items():
        left[number] = list(STRUCK * len(each_page.signs) if each_page.agrees else each_page.signs)
    for each in texts:
        for number in each.pages:
            if (page := drawn.get(number)) is not None and each.is_certain != page.agrees:
                for place in page.within(each.start, each.end):
                    left[number][place] = STRUCK if each.is_certain else page.signs[place]
    pages: dict[int, PageText] = {}
    for number, text in read.items():
        whole = drawn[number].signs if number in drawn else signs_of(text)
        pages[number] = PageText(number, whole, "".join(left.get(number, whole)), range(len(whole)))
    return pages


class _Finder:
    """The pages of the second reading, struck out bit by bit."""

    def __init__(
        self, markdown: str, places: SourcePlaces, pages: Mapping[int, PageText], unseen: Mapping[int, str]
    ) -> None:
        self.markdown = markdown
        self.places = places
        self.pages = pages
        self.unseen = unseen
        self.hopeless: frozenset[int] = frozenset()

    def find(self, texts: Sequence[BlockText]) -> None:
        """Long texts before short ones; those that stand in one piece before those that others interrupt."""
        ordered = sorted(texts, key=lambda each: -len(each.signs))
        missed = [each for each in ordered if len(each.signs) >= SHORT and not self.find_whole(each)]
        for text in [each for each in missed if not self.strike_dots(each)]:
            self.find_interrupted(text)
        short = [each for each in ordered if len(each.signs) < SHORT and not self.find_whole(each)]
        for text in short:
            self.find_interrupted(text)
        self.hopeless = frozenset(
            number for number, page in self.pages.items() if _is_hopeless(page, self.unseen.get(number, ""))
        )

    def pages_of(self, text: BlockText) -> list[PageText]:
        return [self.pages[number] for number in text.pages if number in self.pages]

    def find_whole(self, text: BlockText) -> bool:
        for page in self.pages_of(text):
            at = page.find(text.signs)
            if at >= 0:
                text.parts.append(Part(0, len(text.signs), page.number, *page.strike(at, len(text.signs))))
                return True
        return False

    def strike_dots(self, text: BlockText) -> bool:
        """One sign over and over that was left out, a leader or dots under words: it may stand between other signs."""
        is_dots = text.is_left_out and len(set(text.signs)) == 1
        for page in self.pages_of(text) if is_dots else ():
            for sign in text.signs:
                if (at := page.find(sign)) >= 0:
                    page.strike(at, 1)
        return is_dots

    def find_interrupted(self, text: BlockText) -> None:
        """A text that the page does not have in one piece: whole once the others are out, else part by part."""
        for page in self.pages_of(text):
            page.close_up()
        if self.find_whole(text):
            return
        for begin, end in pairwise((*self.marks(text), len(text.signs))):
            index = begin
            while index < end:
                part = self.longest(text, index, end)
                if part is not None:
                    text.parts.append(part)
                index += part.length if part is not None else 1

    def marks(self, text: BlockText) -> list[int]:
        """Where the parts of a text begin: the spans of the source map, which are stretches of one line."""
        if text.is_left_out:
            return [0]
        starts = {span.start for span in self.places.within(text.start, text.end)}
        offsets = offsets_of(self.markdown, text.start, text.end, text.signs)
        return [0, *(index for index, offset in enumerate(offsets) if index and offset in starts)]

    def longest(self, text: BlockText, begin: int, end: int) -> Part | None:
        """Strikes out the longest stretch of the text from `begin` on, if it can behind the part before."""
        last = text.parts[-1] if text.parts else None
        best = 0
        found: tuple[PageText, int] | None = None
        for page in self.pages_of(text):
            is_same = last is not None and last.page == page.number
            behind = bisect_right(page.where, last.last) if last is not None and is_same else 0
            for start in dict.fromkeys((behind, 0)):
                length = _longest_prefix(text.signs, begin, end, page.left, start)
                if length > best:
                    best, found = length, (page, page.left.find(text.signs[begin : begin + length], start))
        if found is None or (best < LEAST_PART and best < end - begin):
            return None
        page, at = found
        return Part(begin, best, page.number, *page.strike(at, best))

    def align(self, text: BlockText) -> Iterator[Difference]:
        """The stretches of a text that were not found, against what its page has there."""
        if self.hopeless.intersection(text.pages):
            return
        parts = sorted(text.parts)
        begins = [0, *(part.begin + part.length for part in parts)]
        ends = [*(part.begin for part in parts), len(text.signs)]
        for number, (begin, end) in enumerate(zip(begins, ends, strict=True)):
            if begin < end:
                before = parts[number - 1] if number else None
                after = parts[number] if number < len(parts) else None
                page, low, high = self.window(text, end - begin, before, after)
                yield from self.align_stretch(text, (begin, end), page, (low, high))

    def window(
        self, text: BlockText, length: int, before: Part | None, after: Part | None
    ) -> tuple[PageText, int, int]:
        """The page, and what is left of it where a stretch should stand: between the parts before and after it."""
        known = before or after
        page = self.pages[known.page] if known is not None else next(iter(self.pages_of(text)), None)
        if page is None:
            return PageText(text.pages[0], "", "", ()), 0, 0
        page.close_up()
        if known is None:
            return page, 0, len(page.left)
        reach = 2 * length + REACH
        middle = bisect_left(page.where, known.first)
        low = middle if before is not None else max(0, middle - reach)
        high = bisect_left(page.where, after.first) if after is not None and after.page == page.number else low + reach
        return page, low, high if low <= high <= low + 4 * reach else low + reach

    def align_stretch(
        self, text: BlockText, stretch: tuple[int, int], page: PageText, window: tuple[int, int]
    ) -> Iterator[Difference]:
        """Sign by sign; what the page has beyond the text may still be another text's."""
        first, low = stretch[0], window[0]
        written, read = text.signs[slice(*stretch)], page.left[slice(*window)]
        for kind, w0, w1, r0, r1 in SequenceMatcher(None, written, read, autojunk=False).get_opcodes():
            stretch = first + w0, first + w1
            if kind == "equal":
                text.parts.append(Part(stretch[0], w1 - w0, page.number, *page.strike(low + r0, r1 - r0)))
            elif kind == "replace" and r1 - r0 <= 2 * (w1 - w0) + 2:
                yield self.changed(text, stretch, page, (page.strike(low + r0, r1 - r0)[0], read[r0:r1]))
            elif w0 < w1 and (stray := page.find(written[w0:w1])) >= 0:
                text.parts.append(Part(stretch[0], w1 - w0, page.number, *page.strike(stray, w1 - w0)))
            elif w0 < w1:
                yield self.changed(text, stretch, page, None)

    def changed(
        self, text: BlockText, stretch: tuple[int, int], page: PageText, read: tuple[int, str] | None
    ) -> Difference:
        """Signs of a text that the page has not; `read` are those that it has instead, with their place."""
        begin, end = stretch
        offset = offsets_of(self.markdown, text.start, text.end, text.signs)[begin]
        before, after = text.signs[max(0, begin - CONTEXT) : begin], text.signs[end : end + CONTEXT]
        change = Change.CHANGED if read is not None else Change.ADDED
        at, signs = read if read is not None else (None, "")
        return Difference(change, page.number, signs, text.signs[begin:end], before, after, offset, at)

    def remaining(self, page: PageText, ends: Sequence[tuple[int, int]]) -> Iterator[Difference]:
        """What nobody found on a page; `ends` are the ends of what was found there, on the page and in the Markdown."""
        if page.number in self.hopeless:
            yield Difference(Change.THROUGHOUT, page.number, page.signs, "")
            return
        page.close_up()
        for _, group in groupby(enumerate(page.where), key=lambda each: each[1] - each[0]):
            places = [place for _, place in group]
            begin, end = places[0], places[-1] + 1
            before, after = page.signs[max(0, begin - CONTEXT) : begin], page.signs[end : end + CONTEXT]
            known = bisect_left(ends, (begin,))
            offset = ends[known - 1][1] if known else None
            yield Difference(Change.LOST, page.number, page.signs[begin:end], "", before, after, offset, begin)


def _longest_prefix(signs: str, begin: int, end: int, left: str, start: int) -> int:
    """By halving: what holds a stretch holds its beginnings too."""
    low, high = 0, end - begin
    while low < high:
        middle = (low + high + 1) // 2
        if left.find(signs[begin : begin + middle], start) >= 0:
            low = middle
        else:
            high = middle - 1
    return low


def _is_hopeless(page: PageText, unseen: str) -> bool:
    """Whether most of the page was not found; signs aside that were left out because no reader sees them."""
    most = max(SHORT, HOPELESS * len(page.signs))
    left = len(page.left) - page.left.count(STRUCK)
    return left > most and left - (Counter(page.left) & Counter(unseen)).total() > most
