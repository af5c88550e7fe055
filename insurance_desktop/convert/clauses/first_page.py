"""The head of a document: the lines of its first page above the running text, as far as they may name it. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median_low

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack

from ..reading.runs import Row
from ..structure.typeface import is_heavy
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


def head_of(rows: Sequence[Row], width: float) -> tuple[HeadLine, ...]:
    """The lines before the first sentence, and larger ones that stand anywhere on the page."""
    ordered = sorted(rows, key=lambda row: (row.y, row.x0))
    body = _text_size(ordered)
    found: list[HeadLine] = []
    is_above = True
    for row in ordered:
        line = _head_line(row, width, body)
        is_above = is_above and is_name(row.text) and len(found) < MOST_LINES
        if is_above or (line.is_large and line.is_centred and is_name(row.text)):
            found.append(line)
    return tuple(found)


def _text_size(rows: Iterable[Row]) -> float:
    """The size of most signs."""
    signs: Counter[float] = Counter()
    for row in rows:
        signs[round(row.size, 1)] += len(row.text)
    whole = [size for size, count in signs.items() for _ in range(count)]
    return median_low(whole) if whole else 0.0


def _head_line(row: Row, width: float, body: float) -> HeadLine:
    return HeadLine(
        text=row.text.strip(),
        x0=row.x0,
        x1=row.x1,
        y=row.y,
        size=row.size,
        is_heavy=is_heavy(row),
        is_centred=abs((row.x0 + row.x1) / 2 - width / 2) < CENTRED * width,
        is_large=row.size >= LARGE * body,
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
    is_alike = abs(above.size - line.size) <= SAME_SIZE * above.size
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
