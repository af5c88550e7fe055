"""Signs that only a symbol font knows: ticks in Wingdings have no Unicode value in a PDF, but a published meaning.

The glyph keeps what the PDF prints, so that both readings can be compared, and says what it means.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from insurance_desktop import paths
from insurance_desktop.packs.kept_toml import entries_of

from .pages import CHAR, LeftOut

OWN_CODES = range(0xF020, 0xF100)
"""Private use: where the codes of a symbol font stand."""
OF_A_SUBSET = re.compile(r"^[A-Z]{6}\+")
NO_NAME = re.compile(r"[^a-z0-9]|itc|std|regular|bold|italic|oblique|mt$")
"""What names of one font have besides: styles, foundries, hyphens."""


class FontSign(str):
    """A sign that was recovered: `printed` is the code in the PDF, `meant` what the font shows for it.

    Its text is what is worked with: the meaning of a tick or ≤; of a bullet the code, which is an icon as before.
    """

    __slots__ = ("meant", "printed")
    meant: str
    printed: str


def font_sign(text: str, printed: str, meant: str) -> FontSign:
    sign = FontSign(text)
    sign.printed, sign.meant = printed, meant
    return sign


def is_symbol_font(font: str) -> bool:
    """Whether signs of this font may be recovered."""
    return bool(signs_of_font(font))


@cache
def signs_of_font(font: str) -> Mapping[int, FontSign]:
    """The signs of a font by code point; of most fonts none."""
    if "ding" not in font.lower() and "symbol" not in font.lower():
        return {}
    return _signs().get(NO_NAME.sub("", OF_A_SUBSET.sub("", font).lower()), {})


@cache
def _signs() -> Mapping[str, Mapping[int, FontSign]]:
    file = paths.resource_root() / "fonts" / "symbol_fonts.toml"
    return {
        font: {**_read(kinds["marks"], is_mark=True), **_read(kinds["text"], is_mark=False)}
        for font, kinds in entries_of(file).items()
    }


def _read(entries: str, *, is_mark: bool) -> dict[int, FontSign]:
    """Entries such as "FC✓": the code in hexadecimal, and the sign."""
    found: dict[int, FontSign] = {}
    for entry in entries.split():
        code, meant = OWN_CODES.start - 0x20 + int(entry[:2], 16), entry[2:]
        found[code] = font_sign(chr(code) if is_mark else meant, chr(code), meant)
    return found


def printed(char: str) -> str:
    """What the PDF itself says for a glyph's sign."""
    return char.printed if isinstance(char, FontSign) else char


def meant(char: str) -> str:
    """What a reader sees."""
    return char.meant if isinstance(char, FontSign) else char


def as_printed(left_out: Iterable[LeftOut]) -> list[LeftOut]:
    """The same with each glyph as the PDF says it, as a second reading finds it."""
    return [
        each._replace(glyphs=tuple(glyph._replace(char=printed(glyph.char)) for glyph in each.glyphs))
        if any(isinstance(char, FontSign) for char in map(CHAR, each.glyphs))
        else each
        for each in left_out
    ]
