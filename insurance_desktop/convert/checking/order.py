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

GUTTER = 0.5
"""Columns stand at least this part of a sign's size apart."""
SAME_EDGE = 0.3
"""Lines of a column begin this close to each other, in signs' sizes."""
LEAST_ACROSS = 2
"""A text steps at least so often back into the left column: fewer may be words drawn late."""


class StepBack(NamedTuple):
    """Two neighbouring parts of a text of which the second is drawn before the first."""

    text: BlockText
    before: Part
    after: Part


def steps_back(texts: Iterable[BlockText]) -> Iterator[StepBack]:
    """Where the Markdown has another order than the PDF draws."""
    for text in texts:
        for before, after in pairwise(text.parts):
            if (after.page, after.first) < (before.page, before.last):
                yield StepBack(text, before, after)


def is_inverted(step: StepBack, boxes: Mapping[int, Sequence[Box]]) -> bool:
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


def read_across(text: BlockText, boxes: Mapping[int, Sequence[Box]]) -> StepBack | None:
    """The first step back of a text that goes line by line through two columns drawn one after the other.

    Each single step leads on down the page; that the lines right of a gutter begin below each other, as those left of
    it do, and that the page draws them together, says that a reader reads them so.
    """
    back = [
        (StepBack(text, before, after), text.parts[place - 1])
        for place, (before, after) in enumerate(pairwise(text.parts))
        if place and before.page == after.page and after.first < before.last
    ]
    if len(back) < LEAST_ACROSS:
        return None
    lefts: list[float] = []
    rights: list[float] = []
    for (_, before, after), beside in back:
        on_page = boxes.get(before.page, ())
        if beside.page != before.page or max(beside.last, before.last, after.last) >= len(on_page):
            continue
        ahead = _direction(on_page, (beside, before, after))
        end, right, last, left = (
            _level(on_page[at], ahead) for at in (beside.last, before.first, before.last, after.first)
        )
        size = max(max(box.x1 - box.x0, box.y1 - box.y0) for box in (end, right, last, left))
        is_level = min(end.y1, right.y1) > max(end.y0, right.y0)
        is_below = left.y0 + left.y1 > last.y0 + last.y1 + 2 * SAME_LINE * size
        if is_level and is_below and right.x0 - end.x1 >= GUTTER * size and left.x1 < right.x0:
            lefts.append(left.x0 / size)
            rights.append(right.x0 / size)
    if len(lefts) < LEAST_ACROSS or max(max(each) - min(each) for each in (lefts, rights)) > SAME_EDGE:
        return None
    return back[0][0]


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
