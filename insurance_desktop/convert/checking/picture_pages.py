"""Pages whose words a text layer does not give: nearly all picture, an unseen text layer, or one without meaning."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import UNSEEN, FindingKind

from ..reading.pages import FEW_GLYPHS, LeftOut, PageReading, signs_of
from .findings import blocking

MOST_OF_PAGE = 0.5
"""A picture that covers more than this share of a page with little text may hold what the page says."""
MEANINGLESS = 0.3
"""A text layer with more than this share of signs without meaning is not trusted (bullets of symbol fonts are few)."""
LEAST_GLYPHS = 20
"""A page with fewer signs is judged sign by sign."""
NO_MEANING = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")
"""A sign without a Unicode value of its own: unknown, or private to its font."""


def check_pictures(pages: Sequence[PageReading], left_out: Sequence[LeftOut]) -> list[Finding]:
    """A blocking finding for each page whose picture says more than its text layer, or something else."""
    unseen = Counter[int]()
    for each in left_out:
        if each.reason in UNSEEN:
            unseen[each.page] += len(each.glyphs)
    found: list[Finding] = []
    for page in pages:
        if not page.stretches or page.fault:
            continue
        whole = Box(page.number, 0, 0, page.width, page.height)
        signs = signs_of(chain.from_iterable(page.stretches))
        total, seen = len(signs), len(signs) - unseen[page.number]
        meaningless = len(NO_MEANING.findall(signs))
        if not seen:
            found.append(blocking(FindingKind.PAGE_TEXT_UNSEEN, whole, page=page.number, count=total))
        elif total >= LEAST_GLYPHS and meaningless > MEANINGLESS * total:
            found.append(blocking(FindingKind.PAGE_GARBLED, whole, page=page.number, count=meaningless, total=total))
        elif seen < FEW_GLYPHS and _largest_picture(page) > MOST_OF_PAGE:
            found.append(blocking(FindingKind.PAGE_MOSTLY_PICTURE, whole, page=page.number, count=seen))
    return found


def _largest_picture(page: PageReading) -> float:
    """The share of the page that its largest picture covers."""
    area = page.width * page.height
    if area <= 0:
        return 0.0
    return max((_size(box) / area for box in page.images), default=0.0)


def _size(box: Box) -> float:
    return max(0.0, box.x1 - box.x0) * max(0.0, box.y1 - box.y0)
