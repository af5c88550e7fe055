"""The order of each block against the second reading: its parts must follow each other on the page. Pure.

The second reading gives signs in the order in which the PDF draws them. Where a block has them in another order, their
boxes decide: a part may stand right of the one before, below it, or at the top of the next column; on a page whose
lines run up or upside down, as they would if its lines were level.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.geometry import Box

from .block_texts import BlockText, Part

Direction = tuple[int, int]
"""One step along a line, across and down the page."""
RIGHT, LEFT, UP = (1, 0), (-1, 0), (0, -1)
SAME_LINE = 0.6
"""Signs whose middles are closer than this part of the taller one stand on one line."""
NEAR = 2.0
"""The next sign of a line has its middle at most this many sides of its box further on."""
SQUEEZE = 0.7
"""A sign may begin this part of its height before the one to its left ends."""


class Step(NamedTuple):
    """Two neighbouring parts of a text of which the second is drawn before the first."""

    text: BlockText
    before: Part
    after: Part


def steps_back(texts: Iterable[BlockText]) -> Iterator[Step]:
    """Where the Markdown has another order than the PDF draws."""
    for text in texts:
        for before, after in pairwise(text.parts):
            if (after.page, after.first) < (before.page, before.last):
                yield Step(text, before, after)


def is_inverted(step: Step, boxes: Mapping[int, Sequence[Box]]) -> bool:
    """Whether a reader of the page, too, would read the second part first."""
    before, after = step.before, step.after
    if before.page != after.page:
        return after.page < before.page
    on_page = boxes.get(before.page, ())
    if max(before.last, after.last) >= len(on_page):
        return True
    ahead = _direction(on_page, (before, after))
    first, last, begin = (_level(on_page[place], ahead) for place in (before.first, before.last, after.first))
    return not _follows(last, begin, max(first.x1, last.x1))


def _direction(on_page: Sequence[Box], parts: Iterable[Part]) -> Direction:
    """Where most signs of these parts lie from the one before: a page may be shown with its lines on their side.

    Lines that run down count as level: PDFium gives them from the last to the first, and cannot vouch for any order.
    """
    votes = Counter[Direction]()
    for part in parts:
        for last, box in pairwise(on_page[part.first : part.last + 1]):
            across, down = box.x0 + box.x1 - last.x0 - last.x1, box.y0 + box.y1 - last.y0 - last.y1
            if max(abs(across), abs(down)) > 2 * NEAR * max(box.x1 - box.x0, box.y1 - box.y0):
                continue  # the next line, or the next column
            if abs(across) >= abs(down):
                votes[RIGHT if across >= 0 else LEFT] += 1
            else:
                votes[UP if down < 0 else RIGHT] += 1
    return max(votes, key=lambda each: (votes[each], each == RIGHT), default=RIGHT)


def _level(box: Box, ahead: Direction) -> Box:
    """The box on the page turned so that lines in this direction run to the right."""
    across, down = ahead
    sides = [(across * x + down * y, across * y - down * x) for x, y in ((box.x0, box.y0), (box.x1, box.y1))]
    (x0, y0), (x1, y1) = sides
    return Box(box.page, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _follows(last: Box, box: Box, column: float) -> bool:
    """Whether a sign may be read after another; `column` is the right edge of what stands before it."""
    height = max(last.y1 - last.y0, box.y1 - box.y0, 1.0)
    down = (box.y0 + box.y1 - last.y0 - last.y1) / 2
    is_right = box.x0 >= last.x1 - SQUEEZE * height
    if is_right and min(last.y1, box.y1) > max(last.y0, box.y0):
        return True
    if abs(down) <= SAME_LINE * height:
        return is_right
    return down > 0 or box.x0 >= column - SQUEEZE * height
