"""Typefaces that Chinese print uses for bold, and colours that set words off."""

from collections import Counter
from functools import cache

from .pages import PageReading

BLACK_TYPES = ("hei", chr(0x9ED1), "gothic", "sans")
"""Parts of font names of black types (Hei): beside a Song type they are what Chinese print has for bold."""


COLOURFUL = 0.25
"""Parts of light that differ by more than this make a colour; less is a shade of grey."""


@cache
def is_coloured(colour: tuple[float, ...]) -> bool:
    """Whether type in this colour (grey, RGB or CMYK, from 0 to 1) is neither black nor a shade of grey."""
    if len(colour) == 4:
        key = 1 - colour[3]
        colour = tuple((1 - part) * key for part in colour[:3])
    return len(colour) == 3 and max(colour) - min(colour) > COLOURFUL


@cache
def is_black_type(font: str) -> bool:
    """Whether the font's name says that it is a black type."""
    name = font.lower()
    return any(part in name for part in BLACK_TYPES)


def black_styles(page: PageReading) -> frozenset[int]:
    """The styles of the page in black type, where most of its Chinese is set in another type."""
    black = {index for index, style in enumerate(page.styles) if is_black_type(style.font)}
    if not black or len(black) == len(page.styles):
        return frozenset()
    counts = Counter(glyph.style for glyph in page.glyphs if glyph.char > "\u2e7f")
    total = sum(counts.values())
    share = sum(counts[index] for index in black)
    return frozenset(index for index in black if counts[index]) if 2 * share < total else frozenset()
