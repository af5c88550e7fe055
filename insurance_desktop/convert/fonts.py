"""Typefaces that Chinese print uses for bold."""

from collections import Counter
from functools import cache

from .pages import PageReading

BLACK_TYPES = ("hei", chr(0x9ED1), "gothic", "sans")
"""Parts of font names of black types (Hei): beside a Song type they are what Chinese print has for bold."""


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
