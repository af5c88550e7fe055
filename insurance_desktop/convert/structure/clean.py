"""Furniture of the page: headers, page numbers, captions. Each removal keeps its glyphs and its reason."""

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_line, per_pack
from ..headings import RANKS, read_heading
from ..reading.pages import LeftOut
from ..reading.runs import Row, make_row, split_at_gaps
from .typeface import is_heavy

HEADER_ZONE = 0.12
FOOTER_ZONE = 0.88
"""Parts of the page height where furniture may stand."""
MIDDLE = 0.02
"""Page widths between the middle of a page's number and of the page."""
SAME_HEIGHT = 3.0
"""Points: a running header stands at the same height on each page."""
EDGE = 0.07
"""Part of the page height in which a line with a page number is a header or footer, whatever else it says."""
LARGE = 1.08
"""Larger by this than most signs is a title."""
APART = 3.0
"""Pieces of such a line stand at least this many type sizes apart."""
STRIDE = 2
"""Headers and footers may differ on left and right pages: they come back after two."""
NUMBER = re.compile(r"\d{1,4}")
NAMED = re.compile(r"(.*[^\d.])(\d{1,4})")
"""Words and a number behind them."""
BARE = re.compile(r"[^\w\s]*\d{1,4}[^\w\s%\u2030]*")
"""A number by itself, or between dashes and the like."""
FIELD = re.compile(r"[^\W\d]{2,8}:[\dA-Z./\u5e74\u6708\u65e5-]+")
"""A name, a colon, and what has figures, letters and the signs of a date only."""
LEAST_COUNTING = 3
"""A number that counts pages is seen on at least so many."""
STOPS = frozenset("\u3002\uff1b;\uff1a:\uff0c,")
STRAY_CAPTION = 2.2
"""A lone sign this close (in type sizes) to a caption belongs to it."""


class PageRows(NamedTuple):
    """The rows of one page, from the top down, and the page's size in points; `panels` may part them."""

    number: int
    width: float
    height: float
    rows: tuple[Row, ...]
    panels: tuple[Box, ...] = ()


def remove_furniture(pages: Sequence[PageRows], pack: DomainPack) -> tuple[tuple[PageRows, ...], tuple[LeftOut, ...]]:
    """The pages without headers, footers, page numbers, captions and separators, and what was taken away."""
    furniture = _Furniture(pages, pack)
    cleaned: list[PageRows] = []
    left: list[LeftOut] = []
    for page in pages:
        kept: list[Row] = []
        captions: list[Row] = []
        for row in page.rows:
            reason = furniture.reason(row, page)
            if reason == ExclusionReason.QR_CAPTION:
                captions.append(row)
                continue
            gone, rest = ([row], []) if reason else furniture.cut(row, page)
            left += [LeftOut(reason or _margin(row, page), page.number, each.glyphs) for each in gone]
            kept += rest
        kept, strays = _without_captions(kept, captions, page.number, pack)
        cleaned.append(page._replace(rows=tuple(kept)))
        left += strays
    return tuple(cleaned), tuple(left)


class _Furniture:
    """What of the margins is furniture, and what only looks like it: titles that come back with their tables."""

    def __init__(self, pages: Sequence[PageRows], pack: DomainPack) -> None:
        self.pages = pages
        self.pack = pack
        self.lines = _running_lines(pages)
        self.running = frozenset(self.lines) | _counting_lines(pages, pack) | _lone_page_numbers(pages)
        self.spared: set[str] = set()
        """Titles whose first occurrence has been kept."""

    def reason(self, row: Row, page: PageRows) -> str | None:
        """Under which name the whole row is left out; None for what stays, or stays in part."""
        is_margin = _is_margin(row, page)
        reason = noise_reason(row.text, self.pack)
        if reason is not None and (is_margin or reason != ExclusionReason.PAGE_NUMBER):
            return reason
        words, height = (normalised(row.text), _height(row)) if is_margin else ("", 0)
        if not is_margin or (words, height) not in self.running or self.is_spared(row, words, page):
            return None
        return ExclusionReason.PAGE_NUMBER if words.isdigit() else _margin(row, page)

    def is_spared(self, row: Row, words: str, page: PageRows) -> bool:
        """Whether a line that comes back is a title: nothing else of the document says it, so the first one stays.

        A title over the text of two pages is a title twice; only what stands on more pages surely runs.
        """
        if _is_title(row.text, self.pack) and self.lines.get((words, _height(row)), 0) < LEAST_COUNTING:
            return True
        if self.is_over_text(row, page):
            return True
        if words in self.spared or not (_is_title(row.text, self.pack) or names_table(row.text, self.pack)):
            return False
        self.spared.add(words)
        return words not in self.body

    def is_over_text(self, row: Row, page: PageRows) -> bool:
        """Whether a line of a file of two pages is printed as a title over their text: below the edge, and set off.

        Two pages do not show that a line runs, and a title that is taken for a header is lost on both.
        """
        is_below_edge = EDGE * page.height < row.y < page.height / 2
        return len(self.pages) == 2 and is_below_edge and (is_heavy(row) or row.size >= LARGE * self.size)

    @cached_property
    def size(self) -> float:
        """The size in which most signs are printed."""
        sizes: dict[float, int] = defaultdict(int)
        for page in self.pages:
            for row in page.rows:
                sizes[round(row.size * 2) / 2] += len(row.text)
        return max(sizes, key=lambda size: sizes[size], default=0.0)

    def cut(self, row: Row, page: PageRows) -> tuple[list[Row], list[Row]]:
        """The piece of a line at the very edge that counts the page, and what comes back beside it; and the rest.

        The number is furniture even on a page by itself; what stands beside it only where it is said again elsewhere.
        """
        is_edge = not EDGE * page.height < row.y < (1 - EDGE) * page.height
        pieces = split_at_gaps(row, APART) if is_edge else ()
        numbers = [piece for piece in pieces if noise_reason(piece.text, self.pack) == ExclusionReason.PAGE_NUMBER]
        if len(pieces) < 2 or not numbers:
            return [], [row]
        number = max(numbers, key=lambda piece: (any(map(str.isalpha, piece.text)), piece.x0))
        rest = [piece for piece in pieces if piece is not number and not self.comes_back(piece, page)]
        if not rest:
            return [row], []
        gone = [piece for piece in pieces if piece not in rest]
        return gone, [make_row([run for piece in rest for run in piece.runs])]

    def comes_back(self, piece: Row, page: PageRows) -> bool:
        """Whether the words of a piece stand in the margins of another page too, or in the text."""
        words = normalised(piece.text)
        return bool(self.margins.get(words, set()) - {page.number}) or words in self.body or _is_field(piece.text)

    @cached_property
    def margins(self) -> dict[str, set[int]]:
        """The pages in whose margins each piece of a line stands."""
        found: dict[str, set[int]] = defaultdict(set)
        for page in self.pages:
            for row in page.rows:
                for piece in split_at_gaps(row, APART) if _is_margin(row, page) else ():
                    found[normalised(piece.text)].add(page.number)
        return found

    @cached_property
    def body(self) -> frozenset[str]:
        """The lines of the pages between their margins."""
        return frozenset(normalised(row.text) for page in self.pages for row in page.rows if not _is_margin(row, page))


def _is_field(text: str) -> bool:
    """Whether this is a field of a form, such as the date of an edition: a name, a colon, and a date or a number."""
    return FIELD.fullmatch(normalised(text)) is not None


def _margin(row: Row, page: PageRows) -> str:
    return ExclusionReason.PAGE_HEADER if row.y < page.height / 2 else ExclusionReason.PAGE_FOOTER


@per_line
def names_table(text: str, pack: DomainPack) -> bool:
    """Whether the line is what stands over a table: its unit, or the name of its kind."""
    words = normalised(text)
    is_unit = any(pattern.search(text) for pattern in _units(pack))
    return is_unit or any(word in words for form in pack.table_forms for word in form.words)


@per_pack
def _units(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, pack.unit_phrases))


def _is_title(text: str, pack: DomainPack) -> bool:
    """Whether the line is the title of a section as contracts print it, with its number or without one."""
    heading = read_heading(text, pack)
    return normalised(text) in _titles(pack) or (
        heading is not None and heading.form not in RANKS and bool(heading.number)
    )


def names_part(text: str, pack: DomainPack) -> bool:
    """Whether the words are the title of a part that contracts have, without a number."""
    return normalised(text) in _titles(pack)


@per_pack
def _titles(pack: DomainPack) -> frozenset[str]:
    named = (title for category in pack.categories for title in category.titles)
    return frozenset(normalised(title) for title in (*named, *pack.definition_titles))


@per_line
def noise_reason(text: str, pack: DomainPack) -> str | None:
    """The reason under which the pack calls this line furniture, however wide its signs stand."""
    forms = dict.fromkeys((text.strip(), "".join(text.split())))
    for reason, pattern in _patterns(pack):
        if any(map(pattern.fullmatch, forms)):
            return reason
    return None


@per_pack
def _patterns(pack: DomainPack) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((each.reason, re.compile(each.pattern)) for each in pack.noise_forms)


def _is_margin(row: Row, page: PageRows) -> bool:
    return row.y < HEADER_ZONE * page.height or row.y > FOOTER_ZONE * page.height


def _height(row: Row) -> int:
    return round(row.y / SAME_HEIGHT)


def _running_lines(pages: Sequence[PageRows]) -> dict[tuple[str, int], int]:
    """Margin lines that stand word for word at the same height on pages that follow each other, on how many pages.

    The same words at the same height on scattered pages are text: each page of an appendix may begin with its number.
    """
    seen: dict[tuple[str, int], set[int]] = defaultdict(set)
    sizes: dict[tuple[int, int], int] = defaultdict(int)
    for page in pages:
        sizes[round(page.width), round(page.height)] += 1
        for row in page.rows:
            if _is_margin(row, page) and row.text[-1:] not in STOPS:
                words, height = normalised(row.text), _height(row)
                for nearby in (height - 1, height, height + 1):
                    seen[words, nearby].add(page.number)
    needed = max(2, min(3, max(sizes.values(), default=0) // 2))
    return {line: len(numbers) for line, numbers in seen.items() if follow_each_other(numbers, needed)}


def follow_each_other(numbers: set[int], needed: int) -> bool:
    """Whether as many pages as needed come one after the other, or every second one: headers differ left and right."""
    count, last = 0, -STRIDE
    for number in sorted(numbers):
        count = count + 1 if number - last <= STRIDE else 1
        if count >= needed:
            return True
        last = number
    return False


def _counting_lines(pages: Sequence[PageRows], pack: DomainPack) -> frozenset[tuple[str, int]]:
    """Margin lines that differ from page to page by nothing but a page number, and that number counts the pages.

    Any other number that grows with the page is text: plan 1, plan 2 and plan 3 each stand over their own table.
    """
    seen: dict[tuple[str, int], list[tuple[int, tuple[int, ...], str, int]]] = defaultdict(list)
    lines = {normalised(row.text) for page in pages for row in page.rows}
    for page in pages:
        for row in page.rows:
            if not _is_margin(row, page) or row.text[-1:] in STOPS or not any(map(str.isdigit, row.text)):
                continue
            form, numbers = _without_page_number(row, lines, pack)
            if numbers and not _names_unit(row, pack):
                place = (form, round(_height(row) / 3))
                seen[place].append((page.number, numbers, normalised(row.text), _height(row)))
    return frozenset(
        (words, height)
        for found in seen.values()
        if len(found) >= LEAST_COUNTING and _counts(found)
        for _, _, words, height in found
    )


def _lone_page_numbers(pages: Sequence[PageRows]) -> frozenset[tuple[str, int]]:
    """Last lines that are nothing but their page's number, in the foot zone.

    On both of two pages in one place, or in the middle of the page: other pages may print none.
    """
    lasts = [(page, page.rows[-1]) for page in pages if page.rows]
    alone = [
        (page, row)
        for page, row in lasts
        if row.y >= FOOTER_ZONE * page.height and normalised(row.text) == str(page.number)
    ]
    middles = [(row.x0 + row.x1) / 2 for _, row in alone]
    is_pair = len(pages) == len(alone) == 2 and (
        abs(alone[0][1].y - alone[1][1].y) < SAME_HEIGHT and abs(middles[0] - middles[1]) < SAME_HEIGHT
    )
    return frozenset(
        (normalised(row.text), _height(row))
        for (page, row), middle in zip(alone, middles, strict=True)
        if is_pair or abs(middle - page.width / 2) < MIDDLE * page.width
    )


def _without_page_number(row: Row, lines: Set[str], pack: DomainPack) -> tuple[str, tuple[int, ...]]:
    """The words of a margin line with a sign for its page number, and the numbers of that; none where it has none.

    A page number stands apart, or before or behind the other words in a form that names the page, or behind words that
    are a line of their own elsewhere, such as the name of the product.
    """
    words: list[str] = []
    numbers: list[int] = []
    for piece in split_at_gaps(row, APART):
        said = normalised(piece.text)
        found = _bare_number(said) or _paged(said, pack)
        named = NAMED.fullmatch(said)
        if found is None and named is not None and named[1] in lines:
            numbers.append(int(named[2]))
            said = named[1] + "#"
        elif found is not None:
            numbers += map(int, NUMBER.findall(found.group()))
            said = said[: found.start()] + "#" + said[found.end() :]
        words.append(said)
    return " ".join(words), tuple(numbers)


def _bare_number(words: str) -> re.Match[str] | None:
    return BARE.fullmatch(words)


def _paged(words: str, pack: DomainPack) -> re.Match[str] | None:
    """The form that names the page at the beginning or end of the words."""
    for pattern in _page_forms(pack):
        for found in pattern.finditer(words):
            is_named = any(map(str.isalpha, found.group())) or found.group() == words
            if is_named and (found.start() == 0 or found.end() == len(words)):
                return found
    return None


@per_pack
def _page_forms(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    return tuple(pattern for reason, pattern in _patterns(pack) if reason == ExclusionReason.PAGE_NUMBER)


def _names_unit(row: Row, pack: DomainPack) -> bool:
    """Whether the line is the heading of a section, article or chapter: those may begin one page after the other."""
    heading = read_heading(row.text, pack)
    return heading is not None and (heading.form in RANKS or bool(heading.title))


def _counts(found: Sequence[tuple[int, tuple[int, ...], str, int]]) -> bool:
    """Whether each number of the lines stays the same or grows with the page, and one of them grows."""
    grows = False
    for (page, numbers, _, _), (next_page, next_numbers, _, _) in pairwise(found):
        steps = {after - before for before, after in zip(numbers, next_numbers, strict=True)}
        if not steps <= {0, next_page - page} or next_page == page:
            return False
        grows = grows or next_page - page in steps
    return grows


def _without_captions(
    rows: list[Row], captions: list[Row], number: int, pack: DomainPack
) -> tuple[list[Row], list[LeftOut]]:
    """Captions that share a baseline with text, and the lone sign that a caption leaves behind."""
    cut = [split_at_gaps(row, 1.5) for row in rows]
    if not captions and not any(
        noise_reason(piece.text, pack) == ExclusionReason.QR_CAPTION for pieces in cut for piece in pieces
    ):
        return rows, []  # nearly all pages
    kept: list[Row] = []
    for row, pieces in zip(rows, cut, strict=True):
        noise = [noise_reason(piece.text, pack) == ExclusionReason.QR_CAPTION for piece in pieces]
        captions += [piece for piece, is_noise in zip(pieces, noise, strict=True) if is_noise]
        rest = [run for piece, is_noise in zip(pieces, noise, strict=True) if not is_noise for run in piece.runs]
        if not any(noise):
            kept.append(row)
        elif rest:
            kept.append(make_row(rest))
    kept, beside = _without_strays_beside(kept, captions)
    captions += beside
    strays = [row for row in kept if len(row.glyphs) == 1 and any(_is_near(row, caption) for caption in captions)]
    kept = [row for row in kept if row not in strays]
    return kept, [LeftOut(ExclusionReason.QR_CAPTION, number, row.glyphs) for row in captions + strays]


def _without_strays_beside(rows: Sequence[Row], captions: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Rows without the lone sign of a caption that happens to stand level with them: it was drawn with the caption."""
    kept: list[Row] = []
    strays: list[Row] = []
    ends = {glyph.id + 1: caption for caption in captions for glyph in caption.glyphs[-1:]}
    for row in rows:
        pieces = split_at_gaps(row, 1.5) if ends else (row,)
        lone = [
            piece
            for piece in pieces
            if len(pieces) > 1
            and len(piece.glyphs) == 1
            and piece.glyphs[0].id in ends
            and _is_near(piece, ends[piece.glyphs[0].id])
        ]
        strays += lone
        kept.append(make_row([run for piece in pieces if piece not in lone for run in piece.runs]) if lone else row)
    return kept, strays


def _is_near(row: Row, caption: Row) -> bool:
    return (
        abs(row.y - caption.y) < STRAY_CAPTION * caption.size
        and row.x0 < caption.x1 + caption.size
        and (row.x1 > caption.x0 - 2 * caption.size)
    )
