"""Watermarks: words drawn large, slanting or very light behind the text, page after page. They are no contract text.

Being light or large is not enough: a table's header may be white on blue on every page, a title large. A watermark
slants, or stands behind other words; and it is the same words in the same place on most pages.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason

from .pages import FIRST, SIZE, LeftOut, PageReading, Stretch, Style, box_around, signs_of

SLANT = 10.0
"""Degrees away from upright and level: a page that was scanned askew leans less."""
LIGHT = 0.7
"""Brightness from which colour alone makes words hard to read."""
CLEAR = 0.5
"""Opacity below which words let the text through."""
LARGE = 2.0
"""Times the usual type size."""
SAME_PLACE = 12.0
"""Points by which a watermark may wander from page to page."""
MOST_PAGES = 0.5
BEHIND = 0.2
"""Part of a smaller stretch that must lie inside the watermark's box."""


class _Candidate(NamedTuple):
    """Neighbouring stretches of one style that might be a watermark."""

    page: PageReading
    stretches: tuple[Stretch, ...]
    is_slanting: bool
    is_light: bool
    is_large: bool

    @property
    def box(self) -> Box:
        return box_around(self.page.number, tuple(chain.from_iterable(self.stretches)))

    @property
    def key(self) -> tuple[str, int, int]:
        first = self.stretches[0][0]
        words = signs_of(chain.from_iterable(self.stretches))
        return words, round(first.x / SAME_PLACE), round(first.y / SAME_PLACE)


def find_watermarks(pages: Sequence[PageReading]) -> dict[int, LeftOut]:
    """The watermark of each page that has one."""
    usual = _usual_size(pages)
    candidates = [each for page in pages for each in _candidates(page, usual)]
    if not candidates:
        return {}
    counts = Counter(key for key, _ in {(each.key, each.page.number) for each in candidates})
    needed = max(2.0, MOST_PAGES * sum(bool(page.stretches) for page in pages))
    found: dict[int, list[Stretch]] = defaultdict(list)
    for each in candidates:
        if _is_watermark(each, counts[each.key] >= needed):
            found[each.page.number] += each.stretches
    return {
        page: LeftOut(ExclusionReason.WATERMARK, page, tuple(chain.from_iterable(stretches)))
        for page, stretches in found.items()
    }


def without_watermark(page: PageReading, mark: LeftOut) -> PageReading:
    """The page as a reader reads it; a watermark is whole stretches."""
    gone = {glyph.id for glyph in mark.glyphs}
    return replace(page, stretches=tuple(stretch for stretch in page.stretches if stretch[0].id not in gone))


def _usual_size(pages: Sequence[PageReading]) -> float:
    exact: dict[float, int] = {}
    for page in pages:
        for size, count in zip(map(SIZE, map(FIRST, page.stretches)), map(len, page.stretches), strict=True):
            exact[size] = exact.get(size, 0) + count
    sizes = Counter[float]()
    for size, count in exact.items():
        sizes[round(size, 1)] += count
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _candidates(page: PageReading, usual: float) -> Iterator[_Candidate]:
    slanting = {index for index, style in enumerate(page.styles) if _is_slanting(style)}
    light = {index for index, style in enumerate(page.styles) if _is_light(style)}
    group: list[Stretch] = []
    for stretch in page.stretches:
        first = stretch[0]
        if first.style not in slanting and first.style not in light and first.size < LARGE * usual:
            continue
        if group and not _goes_on(group[-1], stretch):
            yield _candidate(page, group, slanting, light, usual)
            group = []
        group.append(stretch)
    if group:
        yield _candidate(page, group, slanting, light, usual)


def _candidate(
    page: PageReading, group: Sequence[Stretch], slanting: Collection[int], light: Collection[int], usual: float
) -> _Candidate:
    first = group[0][0]
    return _Candidate(page, tuple(group), first.style in slanting, first.style in light, first.size >= LARGE * usual)


def _goes_on(last: Stretch, stretch: Stretch) -> bool:
    is_next = stretch[0].id == last[-1].id + 1
    return is_next and stretch[0].style == last[0].style and stretch[0].size == last[0].size


def _is_slanting(style: Style) -> bool:
    return SLANT <= style.angle % 90 <= 90 - SLANT


def _is_light(style: Style) -> bool:
    if style.opacity < CLEAR:
        return True
    colour = style.colour
    if len(colour) == 4:
        return max(colour) < 1 - LIGHT
    return bool(colour) and min(colour) >= LIGHT


def _is_watermark(each: _Candidate, is_repeated: bool) -> bool:
    """Slanting words need one more sign; level ones are repeated, and large and light or behind other words."""
    if each.is_slanting:
        return is_repeated or ((each.is_light or each.is_large) and _is_behind(each))
    if not is_repeated or _lies_on_dark(each):
        return False
    return (each.is_light and each.is_large) or _is_behind(each)


def _is_behind(each: _Candidate) -> bool:
    """Whether other words of the page stand inside the box of these."""
    mine = {id(stretch) for stretch in each.stretches}
    box = each.box
    return any(
        id(stretch) not in mine and _shared(box, stretch) for stretch in each.page.stretches if _is_near(box, stretch)
    )


def _is_near(box: Box, stretch: Stretch) -> bool:
    return box.y0 < stretch[0].y1 and stretch[0].y0 < box.y1


def _shared(box: Box, stretch: Stretch) -> bool:
    width = min(box.x1, stretch[-1].x1) - max(box.x0, stretch[0].x0)
    height = min(box.y1, stretch[0].y1) - max(box.y0, stretch[0].y0)
    whole = (stretch[-1].x1 - stretch[0].x0) * (stretch[0].y1 - stretch[0].y0)
    return width > 0 and height > 0 and width * height >= BEHIND * whole


def _lies_on_dark(each: _Candidate) -> bool:
    box = each.box
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return any(fill.light < LIGHT and fill.x0 <= x <= fill.x1 and fill.y0 <= y <= fill.y1 for fill in each.page.fills)
