"""A document printed by its habits, and the sections that it has."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pymupdf

from .combination import Combination

WIDTH, HEIGHT = 595.0, 842.0
TOP, BOTTOM = 90.0, 770.0
NUMBER_X, TITLE_X, TEXT_X, RIGHT = 62.0, 98.0, 190.0, 540.0
SIZE, PITCH = 10.5, 17.0
INDENT = 21.0
STRETCHES = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]+")
"""Figures and letters stand in a font of their own, as in most contracts."""


class Expected(NamedTuple):
    """A section: its number as printed ("" for none) and its title."""

    number: str
    title: str


class Made(NamedTuple):
    """The PDF, its sections in order, and its table: the header, () for none printed."""

    pdf: bytes
    sections: tuple[Expected, ...]
    header: tuple[str, ...] | None


@cache
def words() -> dict[str, Any]:
    """The words of the documents."""
    return tomllib.loads(Path(__file__).with_name("text.toml").read_text(encoding="utf-8"))


def make(combination: Combination) -> Made:
    """The document of these habits."""
    return _Printer(combination).document()


class _Printer:
    """Prints from the top down and keeps what it printed as sections."""

    def __init__(self, habits: Combination) -> None:
        self.habits = habits
        self.words = words()
        self.pdf = pymupdf.open()
        self.sections: list[Expected] = []
        self.count = 0
        self.sentence = 0
        self.y = TOP
        self.page = self.new_page()

    @property
    def left(self) -> float:
        return TEXT_X if self.habits.titles == "label" else TITLE_X if self.habits.numbers == "column" else NUMBER_X

    def new_page(self) -> Any:
        self.page = self.pdf.new_page(width=WIDTH, height=HEIGHT)
        self.y = TOP
        return self.page

    def row(self, x: float, text: str, *, size: float = SIZE, bold: bool = False, y: float | None = None) -> float:
        """One row of words; returns where it ends."""
        at = self.y if y is None else y
        weight = self.habits.weight if bold else "none"
        modes = {"stroke": ((0, 0.0), (1, 0.0)), "overprint": ((0, 0.0), (0, 0.3)), "none": ((0, 0.0),)}[weight]
        for stretch in STRETCHES.findall(text):
            font = "helv" if stretch.isascii() else "china-s"
            for mode, shift in modes:
                self.page.insert_text((x + shift, at), stretch, fontsize=size, fontname=font, render_mode=mode)
            x += pymupdf.get_text_length(stretch, font, size)
        return x

    def feed(self, lines: float = 1.0) -> None:
        self.y += lines * PITCH
        if self.y > BOTTOM:
            self.new_page()

    def paragraph(self, text: str, *, first: float | None = None) -> None:
        """Text broken at the right edge; its first row begins at `first`."""
        x = self.left if first is None else first
        while text:
            count = int((RIGHT - x) // SIZE)
            self.row(x, text[:count])
            text, x = text[count:], self.left
            self.feed()

    def say(self) -> str:
        self.sentence += 1
        said: str = self.words["sentences"][self.sentence % len(self.words["sentences"])]
        return said

    def document(self) -> Made:
        """Title, contents, chapters with their sections, table, definitions."""
        for text, size in ((self.words["company"], 14.0), (self.words["product"], 16.0)):
            self.row((WIDTH - size * len(text)) / 2, text, size=size, bold=True)
            self.feed(1.8)
        outline = self.outline()
        if self.habits.contents != "none":
            self.contents(outline)
        for place, (chapter, titles) in enumerate(outline):
            self.chapter(place, chapter)
            for title in titles:
                self.section(place, title)
        header = self.table()
        self.definitions(len(outline))
        self.furnish()
        return Made(self.pdf.tobytes(deflate=True), tuple(self.sections), header)

    def outline(self) -> list[tuple[str, list[str]]]:
        titles = list(self.words["sections"])
        if self.habits.titles == "label":
            titles[4] = self.words["long_section"]
        return [
            (chapter, titles[3 * place : 3 * place + 3]) for place, chapter in enumerate(self.words["chapters"][:3])
        ]

    def number(self, chapter: int, place: int) -> str:
        """The number of a section; articles and numerals count through the document."""
        if self.habits.numbers == "none":
            return ""
        if self.habits.form == "decimal":
            return f"{chapter + 1}.{place + 1}"
        counted = self.words["numerals"][self.count]
        return str(self.words["article" if self.habits.form == "article" else "han"]).format(counted)

    def chapter(self, place: int, title: str) -> None:
        kind = self.habits.chapters
        if kind == "none" and not (self.habits.form == "decimal" and self.habits.numbers != "none"):
            return
        self.feed(0.8)
        if kind in {"part", "centred", "none"}:
            text = f"{self.words['parts'][place]} {title}" if kind == "part" else title
            self.row((WIDTH - SIZE * 1.15 * len(text)) / 2, text, size=SIZE * 1.15, bold=True)
            self.sections.append(Expected(self.words["parts"][place] if kind == "part" else "", title))
        else:
            number = self.words["circles"][place] if kind == "circled" else f"{place + 1}."
            self.row(NUMBER_X, number, size=SIZE * 1.15, bold=True)
            self.row(TITLE_X, title, size=SIZE * 1.15, bold=True)
            self.sections.append(Expected(str(place + 1), title))
        self.feed(1.6)
        self.in_chapter = 0

    def section(self, chapter: int, title: str) -> None:
        place = self.count % 3
        number = self.number(chapter, place)
        self.break_before(title)
        self.count += 1
        kind = self.habits.titles
        self.sections.append(Expected(number.rstrip("\u3001"), "" if kind == "none" else title))
        text = self.say()
        if kind == "label":
            self.label(number, title, text)
        elif self.habits.numbers == "column":
            self.beside(number, title, text)
        else:
            self.inline(number, title, text)
        if place == 1:
            for item in self.words["items"]:
                self.paragraph(item)
        self.feed(0.7)

    def break_before(self, title: str) -> None:
        """The page turned so that a label, or a sentence, is cut by it."""
        if self.count == 4 and self.habits.page_break == "label":
            self.y = BOTTOM
        elif self.count == 4 and self.habits.page_break == "sentence":
            self.y = BOTTOM - PITCH

    def label(self, number: str, title: str, text: str) -> None:
        per_row = int((TEXT_X - TITLE_X - 6) // SIZE)
        start = NUMBER_X if number else TITLE_X
        if self.habits.form == "article" and number:
            rows = [number, *(title[at : at + per_row] for at in range(0, len(title), per_row))]
            labels = [(start, row) for row in rows]
        else:
            rows = [title[at : at + per_row] for at in range(0, len(title), per_row)]
            labels = [(TITLE_X, row) for row in rows]
            if number:
                self.row(NUMBER_X, number, bold=True)
        count = int((RIGHT - TEXT_X) // SIZE)
        texts = [text[at : at + count] for at in range(0, len(text), count)]
        for place in range(max(len(labels), len(texts))):
            if place < len(labels):
                self.row(*labels[place], bold=True)
            if place < len(texts):
                self.row(TEXT_X, texts[place])
            self.feed()

    def beside(self, number: str, title: str, text: str) -> None:
        """The number in a narrow column of its own, the title on a line of its own or run in."""
        self.row(NUMBER_X, number, bold=True)
        if self.habits.titles == "line":
            self.row(TITLE_X, title, bold=True)
            self.feed()
            self.paragraph(text)
        elif self.habits.titles == "run_in":
            self.paragraph(text, first=self.row(TITLE_X, title, bold=True) + SIZE / 2)
        else:
            self.paragraph(text)

    def inline(self, number: str, title: str, text: str) -> None:
        kind = self.habits.titles
        shown = self.words["bracket"].format(title) if kind == "bracketed" else "" if kind == "none" else title
        gap = " " if number and shown and not number.endswith("\u3001") else ""
        end = self.row(NUMBER_X, f"{number}{gap}{shown}", bold=True)
        if kind == "line":
            self.feed()
            self.paragraph(text, first=self.left + INDENT)
        else:
            self.paragraph(text, first=end + SIZE / 2)

    def contents(self, outline: Sequence[tuple[str, list[str]]]) -> None:
        columns = {"one": 1, "two": 2, "three": 3}[self.habits.contents]
        entries: list[tuple[str, str]] = []
        counted = 0
        for place, (chapter, titles) in enumerate(outline):
            if self.habits.chapters in {"plain", "circled"}:
                entries.append((str(place + 1), chapter))
            for at, title in enumerate(titles):
                self.count = counted
                entries.append((self.number(place, at), title))
                counted += 1
        self.count = 0
        self.feed()
        self.row((WIDTH - 4 * SIZE) / 2, self.words["contents"], bold=True)
        self.feed(1.5)
        per_column = -(-len(entries) // columns)
        top = self.y
        for place, (number, title) in enumerate(entries):
            column, at = divmod(place, per_column)
            x = NUMBER_X + column * (RIGHT - NUMBER_X) / columns
            y = top + at * PITCH
            self.row(x, number, y=y)
            end = self.row(x + 34, title, y=y)
            if columns == 1:
                self.row(end, "\u2026" * int((RIGHT - 30 - end) // SIZE) + "1", y=y)
        self.new_page()

    def table(self) -> tuple[str, ...] | None:
        """A table of two columns behind the last section."""
        kind = self.habits.table
        if kind == "none":
            return None
        head = () if kind == "entries" else tuple(self.words["table_head"])
        rows = [*([list(head)] if head else []), *self.words["table_rows"]]
        if self.y + (len(rows) + 1) * 22 > BOTTOM:
            self.new_page()
        x0, x1, x2 = self.left, self.left + 130, self.left + 230
        top = self.y
        for place, row in enumerate(rows):
            y = top + place * 22
            if kind == "shaded" and place == 0:
                self.page.draw_rect((x0, y, x2, y + 22), color=None, fill=(0.85, 0.85, 0.85))
            for x, text in zip((x0, x1), row, strict=True):
                self.row(x + 5, text, y=y + 15, bold=bool(head) and place == 0)
        for line in range(len(rows) + 1):
            self.page.draw_line((x0, top + line * 22), (x2, top + line * 22), width=0.7)
        for x in (x0, x1, x2):
            self.page.draw_line((x, top), (x, top + len(rows) * 22), width=0.7)
        self.y = top + len(rows) * 22
        self.feed(1.6)
        return head

    def definitions(self, chapter: int) -> None:
        kind = self.habits.definitions
        if kind == "none":
            return
        self.chapter(chapter, self.words["definitions"])
        if self.habits.chapters == "none" and (self.habits.form != "decimal" or self.habits.numbers == "none"):
            self.feed()
            self.row((WIDTH - 2 * SIZE) / 2, self.words["definitions"], size=SIZE * 1.15, bold=True)
            self.sections.append(Expected("", self.words["definitions"]))
            self.feed(1.6)
        for place, (term, text) in enumerate(zip(self.words["terms"], self.words["explanations"], strict=True)):
            self.definition(chapter, place, term, text)
        self.list_of_diseases()

    def definition(self, chapter: int, place: int, term: str, text: str) -> None:
        kind = self.habits.definitions
        number = {"numbered": f"{chapter + 1}.{place + 1}", "han": f"{self.words['numerals'][place]}\u3001"}.get(
            kind, ""
        )
        self.sections.append(Expected(number.rstrip("\u3001"), term))
        if kind == "numbered" and self.habits.titles == "label":
            self.label(number, term, text)
        elif kind in {"numbered", "han"}:
            self.row(NUMBER_X, f"{number} {term}" if kind == "numbered" else number + term, bold=True)
            self.feed()
            self.paragraph(text)
        else:
            shown = term + self.words["colon"] if kind == "terms" else self.words["bracket"].format(term)
            self.paragraph(text, first=self.row(self.left, shown, bold=True))
        self.feed(0.6)

    def list_of_diseases(self) -> None:
        """Diseases with their explanations, in the last definition."""
        if self.habits.diseases == "none":
            return
        for place, (name, text) in enumerate(zip(self.words["diseases"], self.words["explanations"], strict=True), 1):
            number = f"{place}." if self.habits.diseases == "numbered" else ""
            self.sections.append(Expected(number.rstrip("."), name))
            self.row(self.left, f"{number}{name}", bold=True)
            self.feed()
            self.paragraph(text)
            self.feed(0.4)

    def furnish(self) -> None:
        """Headers and page numbers."""
        kind = self.habits.furniture
        total = len(self.pdf)
        for place in range(total):
            self.page = self.pdf[place]
            forms = {"header": self.words["page_of"].format(place + 1, total), "slash": f"{place + 1}/{total}"}
            if kind != "none":
                self.row(280, forms.get(kind, f"{total}-{place + 1}"), y=815, size=9)
            if kind == "header":
                self.row(NUMBER_X, self.words["company"], y=45, size=9)
