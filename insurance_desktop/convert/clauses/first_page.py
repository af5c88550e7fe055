"""The head of a document: the lines of its first page above the running text, as far as they may name it. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack

from ..reading.pages import Glyph
from ..reading.runs import Row, spaced
from ..structure.typeface import is_strong
from .document_names import is_name, may_go_on

LARGE = 1.12
"""A title is printed so much larger than the text, where it is larger at all."""
SAME_SIZE = 0.12
"""Rows of one title differ by less, in parts of their size."""
STEP = 2.6
"""Rows of one title follow each other within so many sizes."""
CENTRED = 0.04
"""The middle of a centred line is this close to the middle of the page, and those of two rows to each other."""
EDGE = 2.0
"""Points: rows that begin so close to each other begin at one edge."""
APART, SMALL_GAP = 3.0, 0.5
"""Sizes: what stands further from what is before it on its line is no part of it; where its size is another, nearer."""
OTHER_SIZE = 0.2
MOST_LINES = 16
"""A head has no more lines: what has is a list."""


@entity
class HeadLine:
    """One line of the head; `size` is 0 where only its words are known."""

    text: str
    x0: float = 0.0
    x1: float = 0.0
    y: float = 0.0
    size: float = 0.0
    is_heavy: bool = False
    is_centred: bool = False
    is_large: bool = False

    @property
    def stands_out(self) -> bool:
        return self.is_large or self.is_centred or self.is_heavy


@entity
class FirstPage:
    """The first page that has rows, the tables on it, its width, and the size of the text behind it."""

    rows: tuple[Row, ...] = ()
    tables: tuple[Table, ...] = ()
    width: float = 0.0
    text_size: float = 0.0


def text_size_of(pages: Iterable[Sequence[Glyph]]) -> float:
    """The size of the middle one of all signs: a cover has none of the text, a table has it in its cells."""
    sizes = sorted(round(glyph.size, 1) for glyphs in pages for glyph in glyphs)
    return sizes[len(sizes) // 2] if sizes else 0.0


def head_of(page: FirstPage) -> tuple[HeadLine, ...]:
    """The lines before the first sentence, and what stands below it in the middle and larger than all of them."""
    pieces = [piece for row in sorted(page.rows, key=lambda row: (row.y, row.x0)) for piece in _pieces(row)]
    found: list[HeadLine] = []
    is_above = True
    for glyphs, is_strong_piece in pieces:
        line = _head_line(glyphs, page, is_strong_piece)
        is_above = is_above and is_name(line.text) and len(found) < MOST_LINES
        is_larger = line.is_large and line.is_centred and all(line.size > each.size for each in found)
        if is_above or (is_larger and is_name(line.text)):
            found.append(line)
    return tuple(found)


def _pieces(row: Row) -> list[tuple[tuple[Glyph, ...], bool]]:
    """What stands apart on one line, a title beside a caption, the two ends of a header; and whether it is bold."""
    glyphs = row.glyphs
    cuts = [
        place
        for place, (last, glyph) in enumerate(pairwise(glyphs), 1)
        if glyph.x0 - last.x1 > APART * max(last.size, glyph.size)
        or (glyph.x0 - last.x1 > SMALL_GAP * glyph.size and _differ(last.size, glyph.size, OTHER_SIZE))
    ]
    bold = {glyph.id for run in row.runs if is_strong(run) or run.words.isascii() for glyph in run.glyphs}
    parts = [glyphs[start:end] for start, end in pairwise((0, *cuts, len(glyphs)))]
    return [(part, all(glyph.id in bold for glyph in part)) for part in parts]


def _differ(one: float, other: float, share: float) -> bool:
    return abs(one - other) > share * max(one, other)


def _head_line(glyphs: Sequence[Glyph], page: FirstPage, is_heavy: bool) -> HeadLine:
    size = Counter(round(glyph.size, 1) for glyph in glyphs).most_common(1)[0][0]
    x0, x1 = glyphs[0].x0, glyphs[-1].x1
    return HeadLine(
        text="".join(text for text, _ in spaced(glyphs)).strip(),
        x0=x0,
        x1=x1,
        y=glyphs[0].y,
        size=size,
        is_heavy=is_heavy,
        is_centred=abs((x0 + x1) / 2 - page.width / 2) < CENTRED * page.width,
        is_large=size >= LARGE * page.text_size,
    )


def titles_of(head: Sequence[HeadLine], pack: DomainPack) -> tuple[HeadLine, ...]:
    """The lines of the head with those of one title joined: alike in size, near, at one middle or edge."""
    groups: list[list[HeadLine]] = []
    for line in head:
        last = next((group for group in reversed(groups) if _goes_on(group, line, pack)), None)
        if last is None:
            groups.append([line])
        else:
            last.append(line)
    return tuple(_joined(group) for group in groups)


def _goes_on(group: Sequence[HeadLine], line: HeadLine, pack: DomainPack) -> bool:
    above = group[-1]
    is_alike = not _differ(above.size, line.size, SAME_SIZE)
    is_near = 0 < line.y - above.y <= STEP * line.size
    middles = abs((above.x0 + above.x1) - (line.x0 + line.x1)) / 2
    is_in_line = middles <= line.size or abs(above.x0 - line.x0) <= EDGE
    words = "".join(each.text for each in group)
    return is_alike and is_near and is_in_line and may_go_on(words, line.text, pack)


def _joined(group: Sequence[HeadLine]) -> HeadLine:
    first = group[0]
    return HeadLine(
        text="".join(each.text for each in group),
        x0=min(each.x0 for each in group),
        x1=max(each.x1 for each in group),
        y=first.y,
        size=first.size,
        is_heavy=all(each.is_heavy for each in group),
        is_centred=all(each.is_centred for each in group),
        is_large=first.is_large,
    )
