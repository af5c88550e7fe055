"""The order of each block against the second reading: its parts must follow each other on the page. Pure.

The second reading gives signs in the order in which the PDF draws them. Where a block has them in another order, their
boxes decide: a part may stand right of the one before, below it, or at the top of the next column.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.geometry import Box

from .block_texts import BlockText, Part

SAME_LINE = 0.6
"""Signs whose middles are closer than this part of the taller one stand on one line."""
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
    column = max(on_page[place].x1 for place in (before.first, before.last))
    return not _follows(on_page[before.last], on_page[after.first], column)


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
