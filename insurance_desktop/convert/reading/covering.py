"""Text under a filled rectangle that is drawn later: printed, but not to be seen. Pure."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from .pages import Glyph, Stretch

OPAQUE = 0.95
WHITE = 0.95
DARK = 0.35
"""Only white and dark lids count: some print the grey of exclusions, or a marker's yellow, over the words."""
SMALLEST = 3.0
"""Points; a flatter rectangle is a rule."""
Bounds = tuple[float, float, float, float]


def covered_glyphs(
    spans: Sequence[dict[str, Any]],
    starts: Sequence[int],
    stretches: Sequence[Stretch],
    drawings: Sequence[dict[str, Any]],
    placed: Callable[[Bounds], Bounds],
) -> frozenset[int]:
    """The ids of the glyphs that a later rectangle hides.

    `spans` and `drawings` carry the number of their turn on the page (`seqno`); `starts` is the id of each span's first
    glyph; `placed` turns a box as the page is turned.
    """
    lids = list(_lids(drawings))
    if not lids or not spans or lids[-1][0] < spans[0]["seqno"]:
        return frozenset()
    covered: set[int] = set()
    glyphs = tuple(chain.from_iterable(stretches))
    ends = (*starts[1:], len(glyphs))
    for turn, lid in lids:
        box = placed(lid)
        for span, start, end in zip(spans, starts, ends, strict=True):
            if span["seqno"] >= turn:
                break
            if _meet(span["bbox"], lid):
                covered.update(each.id for each in glyphs[start:end] if _lies_in(each, box))
    return frozenset(covered)


def _lids(drawings: Sequence[dict[str, Any]]) -> Iterator[tuple[int, Bounds]]:
    """Rectangles that hide what is below them, each with its turn."""
    for drawing in drawings:
        colour = drawing.get("fill")
        if not colour or (drawing.get("fill_opacity") or 0) < OPAQUE or not (min(colour) > WHITE or max(colour) < DARK):
            continue
        for item in drawing["items"]:
            x0, y0, x1, y1 = item[1] if item[0] == "re" else (0, 0, 0, 0)
            if min(abs(x1 - x0), abs(y1 - y0)) > SMALLEST:
                yield drawing["seqno"], (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _meet(one: Sequence[float], other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _lies_in(glyph: Glyph, box: Bounds) -> bool:
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
