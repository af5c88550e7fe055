"""What a page is before it is understood: glyphs, rules and fills as plain values."""

from dataclasses import dataclass
from typing import NamedTuple

from insurance_desktop.domain.conversion import Fault
from insurance_desktop.domain.geometry import Box


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


@dataclass(frozen=True, slots=True)
class Style:
    """How a run of glyphs is drawn; `render` is the PDF's text render mode (0 fill, 1 stroke, 3 invisible)."""

    font: str
    bold: bool
    italic: bool
    colour: tuple[float, ...]
    opacity: float
    render: int


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


@dataclass(frozen=True, slots=True)
class PageReading:
    """One page as the PDF says it, nothing judged yet. `images` are looked for only where there is no glyph.

    `second` holds the signs of an independent reading of the same page, `unseen` the ids of the glyphs that it does
    not show, `clipped` those that a clipping path hides; `fault` says why a page could not be read.
    """

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...] = ()
    styles: tuple[Style, ...] = ()
    rules: tuple[Rule, ...] = ()
    fills: tuple[Fill, ...] = ()
    images: tuple[Box, ...] = ()
    second: str = ""
    clipped: frozenset[int] = frozenset()
    unseen: frozenset[int] = frozenset()
    fault: Fault | None = None


def lost_page(fault: Fault, width: float = 595.0, height: float = 842.0) -> PageReading:
    """What stands for a page that could not be converted: its number and the fault."""
    return PageReading(fault.page or 1, width, height, fault=fault)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Glyphs of one page that do not go into the Markdown, and the reason by name."""

    reason: str
    page: int
    glyphs: tuple[Glyph, ...]


def box_around(page: int, glyphs: tuple[Glyph, ...]) -> Box:
    """The smallest box that holds the glyphs."""
    return Box(
        page,
        min(each.x0 for each in glyphs),
        min(each.y0 for each in glyphs),
        max(each.x1 for each in glyphs),
        max(each.y1 for each in glyphs),
    )
