"""Pages in the making: rows of words in an embedded font, bold in the ways of real contracts, rules and shading."""

import math
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pymupdf

from development.making.samples import FIXED_DATE, Glyph, wrap

from .combination import Emphasis

WIDTH, HEIGHT = 595.0, 842.0
SIZE = 10.5
STROKE = 0.03
"""How wide the second stroke of a bold sign is, in type sizes."""
SHIFT = 0.35
"""How far apart the two prints of an overprinted sign lie, in points."""
SHADE, WATERMARK = 0.85, 0.82
LOOSEST = 1.2
"""Signs of a full row are set at most so many points wider."""
FACES = {"body": "SMWORD+SimSun", "heavy": "SMWORD+SimHei"}
"""The names under which the font is embedded: a heavier face is told by its name, as in contracts from Word."""


@dataclass(frozen=True, slots=True)
class Mark(Glyph):
    """The raised number of a note."""


@cache
def words() -> dict[str, Any]:
    """The words of the documents."""
    return tomllib.loads(Path(__file__).with_name("text.toml").read_text(encoding="utf-8"))


@cache
def font() -> pymupdf.Font:
    return pymupdf.Font("cjk")


def width_of(text: str, size: float = SIZE) -> float:
    return float(font().text_length(text, size))


def plain(text: str) -> str:
    """Marked words as they are read."""
    return text.replace("**", "")


def marked(text: str, *, is_title: bool = False) -> list[Glyph]:
    """Signs with their weight: bold in a title, `**set off**` in a sentence."""
    return [
        Glyph(sign, bold=is_title, shaded=place % 2 == 1)
        for place, part in enumerate(text.split("**"))
        for sign in part
    ]


def rows_of(glyphs: Sequence[Glyph], width: float) -> list[list[Glyph]]:
    """The signs broken into rows, as the samples break theirs."""
    return wrap(glyphs, width, font())


@cache
def _template() -> bytes:
    """A document of one page that embeds the signs of all texts once, under the two names."""
    signs = sorted(
        {*Path(__file__).with_name("text.toml").read_text(encoding="utf-8"), *map(chr, range(32, 127))} - {"\n"}
    )
    document = pymupdf.open()
    page = document.new_page(width=WIDTH, height=HEIGHT)
    page.insert_font(fontname="body", fontbuffer=font().buffer)
    sheet = Sheet()
    sheet.text(0, 20, "".join(signs), size=1)
    _set_contents(document, page, sheet)
    document.subset_fonts()
    body = page.get_fonts()[0][0]
    faces = {face: _renamed(document, body, name) for face, name in FACES.items()}
    resources = " ".join(f"/{face} {xref} 0 R" for face, xref in faces.items())
    document.xref_set_key(page.xref, "Resources", f"<</Font<<{resources}>>>>")
    return bytes(document.tobytes(garbage=1, deflate=True, no_new_id=True))


def _renamed(document: pymupdf.Document, xref: int, name: str) -> int:
    """A copy of the font under another name; the outlines are shared."""
    copies = [_copy(document, xref)]
    for key in ("DescendantFonts", "FontDescriptor"):
        found = re.search(r"\d+", document.xref_get_key(copies[-1], key)[1])
        if found is None:
            raise ValueError(f"The font has no {key}: another version of PyMuPDF writes it in another form.")
        copy = _copy(document, int(found[0]))
        document.xref_set_key(copies[-1], key, f"[{copy} 0 R]" if key == "DescendantFonts" else f"{copy} 0 R")
        copies.append(copy)
    for copy, key in zip(copies, ("BaseFont", "BaseFont", "FontName"), strict=True):
        document.xref_set_key(copy, key, f"/{name}")
    return copies[0]


def _copy(document: pymupdf.Document, xref: int) -> int:
    copy = document.get_new_xref()
    document.update_object(copy, document.xref_object(xref))
    return int(copy)


def _set_contents(document: pymupdf.Document, page: pymupdf.Page, sheet: "Sheet") -> None:
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, "\n".join(sheet.operators).encode("ascii"))
    page.set_contents(stream)


@dataclass(slots=True)
class Sheet:
    """The drawing operators of one page in their order. Points from the top left."""

    emphasis: Emphasis = "stroke"
    operators: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, *, size: float = SIZE, weight: str = "", spacing: float = 0) -> float:
        """Words with their baseline at `y`; returns where they end."""
        shown = "".join(f"{font().has_glyph(ord(sign)):04x}" for sign in text)
        mode = f"2 Tr {size * STROKE:.3f} w" if weight == "stroke" else "0 Tr"
        face = "heavy" if weight == "face" else "body"
        end = x + width_of(text, size) + spacing * len(text)
        if weight == "shade":
            self.fill(x, y - size + 0.5, end - x, size + 4)
        for shift in (0.0, SHIFT) if weight == "overprint" else (0.0,):
            place = f"1 0 0 1 {x + shift:.2f} {HEIGHT - y:.2f} Tm"
            self.operators.append(f"BT /{face} {size} Tf {mode} {spacing:.3f} Tc {place} <{shown}> Tj ET")
        if weight == "underline":
            self.line(x, y + 2, end, y + 2)
        return end

    def title(self, x: float, y: float, text: str, *, size: float = SIZE) -> float:
        return self.text(x, y, text, size=size, weight=self.title_weight)

    def centred(self, y: float, text: str, size: float) -> None:
        self.title((WIDTH - width_of(text, size)) / 2, y, text, size=size)

    @property
    def title_weight(self) -> str:
        """Where words in sentences are shaded or underlined, titles are bold."""
        return {"shade": "stroke", "underline": "stroke", "none": ""}.get(self.emphasis, self.emphasis)

    def glyphs(self, x: float, y: float, row: Sequence[Glyph], width: float | None = None) -> None:
        """A row of marked signs, set to `width` where one is given; leading wide spaces only move it."""
        indent = next((place for place, each in enumerate(row) if each.character != "\u3000"), 0)
        x += indent * SIZE
        row = row[indent:]
        lack = width - indent * SIZE - width_of("".join(each.character for each in row)) if width else 0.0
        spacing = min(max(lack, 0.0) / max(len(row) - 1, 1), LOOSEST)
        for (is_mark, is_title, is_set_off), run in groupby(
            row, lambda each: (type(each) is Mark, each.bold, each.shaded)
        ):
            text = "".join(each.character for each in run)
            if is_mark:
                x = self.text(x, y - 4, text, size=6.5)
                continue
            weight = self.title_weight if is_title else self.emphasis if is_set_off else ""
            x = self.text(x, y, text, weight=weight, spacing=spacing)

    def fill(self, x: float, y: float, width: float, height: float) -> None:
        self.operators.append(f"q {SHADE} g {x:.2f} {HEIGHT - y - height:.2f} {width:.2f} {height:.2f} re f Q")

    def line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.operators.append(f"0.5 w {x0:.2f} {HEIGHT - y0:.2f} m {x1:.2f} {HEIGHT - y1:.2f} l S")

    def frame(self, x0: float, y0: float, x1: float, y1: float) -> None:
        for line in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
            self.line(*line)

    def watermark(self, text: str) -> None:
        """Large grey words aslant, behind all others."""
        shown = "".join(f"{font().has_glyph(ord(sign)):04x}" for sign in text)
        turn = math.cos(math.pi / 4)
        place = f"{turn:.4f} {turn:.4f} {-turn:.4f} {turn:.4f} 120 240 Tm"
        self.operators.insert(0, f"q {WATERMARK} g BT /body 50 Tf 0 Tr 0 Tc {place} <{shown}> Tj ET Q")


def bound(sheets: Sequence[Sheet]) -> bytes:
    """The pages as one PDF, the same bytes for the same pages."""
    document = pymupdf.open("pdf", _template())
    resources = document.xref_get_key(document[0].xref, "Resources")[1]
    for sheet in sheets:
        page = document.new_page(width=WIDTH, height=HEIGHT)
        document.xref_set_key(page.xref, "Resources", resources)
        _set_contents(document, page, sheet)
    document.delete_page(0)
    document.set_metadata({"creationDate": FIXED_DATE, "modDate": FIXED_DATE, "producer": "grid"})
    return bytes(document.tobytes(garbage=3, deflate=True, no_new_id=True))
