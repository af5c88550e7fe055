"""What a page is before it is understood: glyphs, rules and fills as plain values."""

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from insurance_desktop.domain.conversion import Fault
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box

RUN_GAP = 0.35
"""A wider gap, in type sizes, ends a run."""
OVERLAP = -0.7
"""Squeezed punctuation overlaps its neighbour by up to this."""
SAME_PLACE = 0.16
"""Two equal glyphs closer than this part of their size are one glyph, printed twice to look bold."""


class Glyph(NamedTuple):
    """One printed sign: `x`, `y` is its origin on the baseline, the rest its box; `id` counts the page's glyphs."""

    id: int
    char: str
    x0: float
    y0: float
    x1: float
    y1: float
    x: float
    y: float
    size: float
    style: int


PLACE = itemgetter(*(Glyph._fields.index(name) for name in ("char", "x", "y")))
"""What a glyph is and where it stands, to the last decimal."""
ID, CHAR, X0, Y0, X1, Y1, SIZE = (
    itemgetter(Glyph._fields.index(name)) for name in ("id", "char", "x0", "y0", "x1", "y1", "size")
)
"""For `map`: on a hundred thousand glyphs twice as fast as a loop over attributes."""
FIRST, LAST = itemgetter(0), itemgetter(-1)
"""The ends of a stretch."""
CONTROLS = frozenset(
    map(
        chr,
        chain(
            (0x034F, 0x061C, 0x115F, 0x1160, 0x3164, 0xFEFF, 0xFFA0),  # joiners, marks and fillers
            range(0x180B, 0x180F),
            range(0x200B, 0x2010),  # zero-width, direction marks
            range(0x202A, 0x202F),  # bidi embeddings and overrides
            range(0x2060, 0x2070),  # invisible operators, bidi isolates
            range(0xFE00, 0xFE10),  # variation selectors
            range(0xE0000, 0xE01F0),  # tags, and further selectors: whole sentences fit in them
        ),
    )
)
"""Signs that show nothing themselves and can turn, join or smuggle words between those beside them."""
INVISIBLE = 3
"""The text render mode that shows nothing."""
Stretch = tuple[Glyph, ...]
"""Glyphs drawn one after the other in one style and size on one baseline, each the right neighbour of the one before.

What holds for the ends of a stretch holds for all of it, and no glyph is printed twice within it; a page has ten times
fewer stretches than glyphs.
"""


class Style(NamedTuple):
    """How a run of glyphs is drawn; `render` is the PDF's text render mode (0 fill, 1 stroke, 3 invisible).

    `angle` is how many degrees its lines are turned, clockwise, on the page as it is shown.
    """

    font: str
    bold: bool
    italic: bool
    colour: tuple[float, ...]
    opacity: float
    render: int
    angle: float = 0.0


class Rule(NamedTuple):
    """A straight line, thinner than it is long."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def is_horizontal(self) -> bool:
        return self.x1 - self.x0 >= self.y1 - self.y0


class Fill(NamedTuple):
    """A filled rectangle; `light` is its brightness from 0 (black) to 1 (white)."""

    x0: float
    y0: float
    x1: float
    y1: float
    light: float


FEW_GLYPHS = 100
"""A page with fewer signs that can be seen may say more in pictures."""


@entity
class PageReading:
    """One page as the PDF says it, nothing judged yet: `stretches` are its glyphs in draw order.

    `boxes` are the glyphs' boxes as the ledger packs them: all x0, then y0, x1, y1. `images` are looked for only where
    few glyphs are seen; `clipped` holds the ids of glyphs that a clipping path hides, `unseen` of those that the drawn
    page does not show, `faint` of those that it hardly shows; `fault` says why a page could not be read.
    """

    number: int
    width: float
    height: float
    stretches: tuple[Stretch, ...] = ()
    boxes: bytes = b""
    styles: tuple[Style, ...] = ()
    rules: tuple[Rule, ...] = ()
    fills: tuple[Fill, ...] = ()
    images: tuple[Box, ...] = ()
    clipped: frozenset[int] = frozenset()
    unseen: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()
    fault: Fault | None = None

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        return tuple(chain.from_iterable(self.stretches))


def lost_page(fault: Fault, width: float = 595.0, height: float = 842.0) -> PageReading:
    """What stands for a page that could not be converted: its number and the fault."""
    return PageReading(fault.page or 1, width, height, fault=fault)


class LeftOut(NamedTuple):
    """Glyphs of one page that do not go into the Markdown, and the reason by name."""

    reason: str
    page: int
    glyphs: tuple[Glyph, ...]


def signs_of(glyphs: Iterable[Glyph]) -> str:
    """The bare signs of the glyphs, one character for each."""
    return "".join(map(CHAR, glyphs))


def box_around(page: int, glyphs: Sequence[Glyph]) -> Box:
    """The smallest box that holds the glyphs."""
    return Box(page, min(map(X0, glyphs)), min(map(Y0, glyphs)), max(map(X1, glyphs)), max(map(Y1, glyphs)))
