"""Cuts Noto Sans CJK down to what clauses are printed with: the font for systems that have no Chinese one.

    python -m development.making.font NotoSansCJK-Regular.ttc

Needs fonttools (the extra `build`).
"""

import argparse
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

from insurance_desktop import paths

SIMPLIFIED = 2
"""The place of the mainland's forms in the collection."""

BLOCKS = (
    (0x20, 0x7E), (0xA0, 0xFF), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2150, 0x21FF), (0x2460, 0x24FF),
    (0x25A0, 0x25FF), (0x3000, 0x303F), (0x3200, 0x33FF), (0xFF00, 0xFFEF),
)  # fmt: skip
"""Latin, punctuation, currencies, numerals and arrows, circled signs, shapes, CJK punctuation and forms."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection", type=Path)
    collection = parser.parse_args().collection
    options = Options(layout_features=[], hinting=False, font_number=SIMPLIFIED, name_IDs=["*"])
    font = load_font(str(collection), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=_signs())
    subsetter.subset(font)
    place = paths.resource_root() / "fonts" / "NotoSansCJKsc-GBK.otf"
    save_font(font, str(place), options)
    print(f"{place.name}: {len(font.getGlyphOrder())} glyphs, {place.stat().st_size / 1e6:.1f} MB")
    return 0


def _signs() -> set[int]:
    lead_bytes, trail_bytes = range(0x81, 0xFF), range(0x40, 0xFF)
    pairs = (bytes((lead, trail)).decode("gbk", "ignore") for lead in lead_bytes for trail in trail_bytes)
    blocks = {sign for first, last in BLOCKS for sign in range(first, last + 1)}
    return blocks | {ord(sign) for text in pairs for sign in text}


if __name__ == "__main__":
    raise SystemExit(main())
