"""Looks at the drawn page whether a reader sees words: draws it with them and without, and compares the two pictures.

What they differ in is what the words show; the words drawn alone in black say where their ink should be. So lids and
pictures, gradients, masks, blend modes and clear ink all count as they come out, whatever the file calls them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .drawing import Drawing, Looked
from .pages import ID, SAME_PLACE, Glyph
from .pymupdf_library import load_library

UNSEEN = 6
"""Ink that differs less than this from what it covers, of 100 from black to white, is not seen."""
CLEAR = 12
"""Ink that differs by this can be read."""
HARDLY = 0.1
"""Less than this part of a sign's ink is no more than the edge of a lid."""
MOSTLY = 0.5
"""A sign of which this part can be read is seen."""
FULL_INK = 50
"""Of 255; a pixel that a sign only grazes says nothing."""
GAP = 40.0
"""Points without doubtful words, over which nothing is drawn."""
MOST_STRIPS = 6
MOST_LAYERS = 4
"""So many words may stand over each other in one place."""
CELL = 12.0
"""Points: the grid in which glyphs look for others in their place."""
MOST_CELLS = 50
MOST_LOOKED_FOR = 20_000
"""So many glyphs of a page are looked for; of more all are left in doubt. A page of a contract has 2,000 signs."""


class Looks(NamedTuple):
    """The ids of the glyphs that do not show, and of those that hardly show, in part, or could not be looked for."""

    unseen: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()


def look_for(
    page: Any, doubtful: Sequence[Glyph], printed: Iterable[Glyph], signs: dict[int, str], hidden_layer: str
) -> Looks:
    """Which of the glyphs the drawn page shows; `printed` are all that are drawn, `signs` reads code points.

    Places are those of the page as it is shown. What lies on the hidden layer is not drawn; a page that cannot be drawn
    leaves all of them in doubt.
    """
    inside = [glyph for glyph in doubtful if _is_inside(glyph, page.rect)]
    if not inside:
        return Looks()
    if len(inside) > MOST_LOOKED_FOR:
        return Looks(faint=frozenset(map(ID, inside)))
    unseen: set[int] = set()
    faint: set[int] = set()
    try:
        drawing = Drawing(load_library(), page, printed, signs, hidden_layer)
        for strip in _strips(inside):
            layers, rest = _layers(strip)
            faint.update(map(ID, rest))
            for layer in layers:
                for glyph, weakly, clearly in _shares(drawing.look(layer), layer):
                    if weakly < HARDLY:
                        unseen.add(glyph.id)
                    elif clearly < MOSTLY:
                        faint.add(glyph.id)
    except MemoryError:
        raise
    except Exception:  # MuPDF's own errors share no base; a person must look then
        return Looks(faint=frozenset(map(ID, inside)))
    return Looks(frozenset(unseen), frozenset(faint))


def _is_inside(glyph: Glyph, page: Any) -> bool:
    return bool(glyph.x0 < page.width and glyph.x1 > 0 and glyph.y0 < page.height and glyph.y1 > 0)


def _strips(glyphs: Iterable[Glyph]) -> Iterator[list[Glyph]]:
    """The glyphs by the strips of the page that must be drawn for them."""
    down = sorted(glyphs, key=lambda glyph: glyph.y0)
    strips: list[list[Glyph]] = []
    end = 0.0
    for glyph in down:
        if strips and (glyph.y0 < end + GAP or len(strips) == MOST_STRIPS):
            strips[-1].append(glyph)
        else:
            strips.append([glyph])
        end = max(end, glyph.y1)
    yield from strips


def _layers(glyphs: Iterable[Glyph]) -> tuple[list[list[Glyph]], list[Glyph]]:
    """The glyphs so divided that none stands over another, but for second prints of itself; and what is too many."""
    layers: list[tuple[list[Glyph], dict[tuple[int, int], list[Glyph]]]] = []
    rest: list[Glyph] = []
    for glyph in sorted(glyphs, key=ID):
        cells = _cells(glyph)
        free = [
            layer
            for layer in layers
            if not any(_is_over(glyph, other) for cell in cells for other in layer[1].get(cell, ()))
        ]
        if not free and len(layers) == MOST_LAYERS:
            rest.append(glyph)
            continue
        if not free:
            layers.append(([], {}))
        held, places = free[0] if free else layers[-1]
        held.append(glyph)
        for cell in cells:
            places.setdefault(cell, []).append(glyph)
    return [held for held, _ in layers], rest


def _heart(glyph: Glyph) -> tuple[float, float, float, float]:
    """The middle half of a glyph's box, across and down."""
    across, down = (glyph.x1 - glyph.x0) / 4, (glyph.y1 - glyph.y0) / 4
    return glyph.x0 + across, glyph.y0 + down, glyph.x1 - across, glyph.y1 - down


def _cells(glyph: Glyph) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = (int(side // CELL) for side in _heart(glyph))
    return [(x, y) for x in range(x0, min(x1, x0 + MOST_CELLS) + 1) for y in range(y0, min(y1, y0 + MOST_CELLS) + 1)]


def _is_over(glyph: Glyph, other: Glyph) -> bool:
    """Whether two signs stand in one place, and are not the same sign printed twice."""
    reach = SAME_PLACE * glyph.size
    if glyph.char == other.char and abs(glyph.x - other.x) < reach and abs(glyph.y - other.y) < reach:
        return False
    one, two = _heart(glyph), _heart(other)
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _shares(looked: Looked, glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, float, float]]:
    """Of each glyph, how much of its ink shows at all, and how much clearly.

    A sign without ink of its own, as some fonts draw theirs in white, is seen where the pictures differ, else in doubt.
    """
    import numpy  # noqa: PLC0415  in worker processes only, and for few pages

    def picture(samples: bytes, *depth: int) -> Any:
        return numpy.frombuffer(samples, numpy.uint8).reshape(looked.height, looked.width, *depth)

    one, other = picture(looked.with_words, 3), picture(looked.without, 3)
    differing = (numpy.maximum(one, other) - numpy.minimum(one, other)).astype(numpy.uint16)
    red, green, blue = differing[:, :, 0], differing[:, :, 1], differing[:, :, 2]
    most = numpy.maximum(numpy.maximum(red, green), blue)
    shown = numpy.maximum((77 * red + 150 * green + 29 * blue) >> 8, most >> 1)
    ink = 255 - picture(looked.ink).astype(numpy.uint16)
    ink[ink < FULL_INK] = 0
    weakly, clearly = (numpy.where(100 * shown > least * ink, ink, 0) for least in (UNSEEN, CLEAR))
    for glyph in glyphs:
        x0, y0, x1, y1 = looked.pixels(glyph)
        total = int(ink[y0:y1, x0:x1].sum())
        if total:
            yield glyph, int(weakly[y0:y1, x0:x1].sum()) / total, int(clearly[y0:y1, x0:x1].sum()) / total
        elif shown[y0:y1, x0:x1].size:
            darkest = int(shown[y0:y1, x0:x1].max()) * 100 // 255
            yield glyph, 1.0, float(darkest > CLEAR)
