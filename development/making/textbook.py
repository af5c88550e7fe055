"""Makes the sample textbook of the exam pack, two volumes with flow charts and comparison tables, and the table of what
these say in words, from sample_textbook.toml.

python -m development.making.textbook [FOLDER]
"""

import csv
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pymupdf

from insurance_desktop.packs.registry import pack_folder

from .samples import BOTTOM, LEADING, LEFT, MANIFEST_COLUMNS, RIGHT, SIZE, TOP, Canvas, Glyph, bind, read_marks, wrap

TEXT = Path(__file__).with_name("sample_textbook.toml")
PACK = "fund_exam"
TRANSCRIPTION_COLUMNS = ("book", "chapter", "section", "figure_ref", "text", "exam_priority")
INDENT = 2 * SIZE
BOX_HEIGHT, ARROW, GAP = 26.0, 20.0, 4.0
ROW_HEIGHT = 20.0
CAPTION = 9.5


class Layout:
    """The pages of a volume, filled from top to bottom."""

    def __init__(self, font: pymupdf.Font) -> None:
        self.font = font
        self.pages = [Canvas(font)]
        self.y = TOP

    @property
    def page(self) -> Canvas:
        return self.pages[-1]

    def room_for(self, height: float) -> None:
        if self.y + height > BOTTOM:
            self.pages.append(Canvas(self.font))
            self.y = TOP

    def heading(self, words: str, size: float) -> None:
        self.room_for(4 * LEADING)
        self.y += LEADING / 2
        self.page.text(LEFT, self.y, words, size, bold=True)
        self.y += 1.4 * LEADING

    def paragraphs(self, text: str) -> None:
        """Each begins two signs further in, as books are printed."""
        for paragraph in text.strip().splitlines():
            blank = [Glyph("\u3000"), Glyph("\u3000")]
            for number, line in enumerate(wrap([*blank, *read_marks(paragraph)], RIGHT - LEFT, self.font)):
                self.room_for(LEADING)
                first = number == 0
                self.page.glyphs(LEFT + INDENT * first, self.y, line[2:] if first else line)
                self.y += LEADING

    def caption(self, words: str) -> None:
        self.page.centred(self.y, words, CAPTION)
        self.y += 1.3 * LEADING

    def figure(self, caption: str, steps: Sequence[str]) -> None:
        """Boxes one below the other with arrows between them, and the caption below."""
        height = len(steps) * (BOX_HEIGHT + ARROW)
        self.room_for(height + 2 * LEADING)
        width = max(self.page.width(each) for each in steps) + 2 * INDENT
        middle = (LEFT + RIGHT) / 2
        for number, each in enumerate(steps):
            if number:
                self.arrow(middle)
            frame(self.page, middle - width / 2, self.y, width, BOX_HEIGHT)
            self.page.text(middle - self.page.width(each) / 2, self.y + 17, each)
            self.y += BOX_HEIGHT
        self.y += LEADING
        self.caption(caption)

    def arrow(self, x: float) -> None:
        """It touches no box: joined, the boxes would be the grid of a table."""
        end = self.y + ARROW - GAP
        self.page.rule(x, self.y + GAP, x, end)
        self.page.rule(x - 3, end - 5, x, end)
        self.page.rule(x + 3, end - 5, x, end)
        self.y += ARROW

    def table(self, caption: str, rows: Sequence[Sequence[str]]) -> None:
        """The caption above, and a ruled table with a header in bold."""
        self.room_for(len(rows) * ROW_HEIGHT + 2 * LEADING)
        self.y += LEADING / 2
        self.caption(caption)
        self.y -= LEADING / 2
        width = (RIGHT - LEFT) / len(rows[0])
        for number, row in enumerate(rows):
            for column, words in enumerate(row):
                x = LEFT + column * width
                frame(self.page, x, self.y, width, ROW_HEIGHT)
                start = x + (width - self.page.width(words, CAPTION)) / 2
                self.page.text(start, self.y + 14, words, CAPTION, bold=number == 0)
            self.y += ROW_HEIGHT
        self.y += 1.3 * LEADING


def frame(page: Canvas, x: float, y: float, width: float, height: float) -> None:
    for x0, y0, x1, y1 in (
        (x, y, x + width, y),
        (x, y + height, x + width, y + height),
        (x, y, x, y + height),
        (x + width, y, x + width, y + height),
    ):
        page.rule(x0, y0, x1, y1)


def draw(book: dict[str, Any], font: pymupdf.Font) -> list[Canvas]:
    """The pages of a volume: its title, then chapter by chapter."""
    layout = Layout(font)
    layout.page.centred(layout.y, book["name"], 16)
    layout.y += 2 * LEADING
    for chapter in book["chapter"]:
        layout.heading(chapter["heading"], 14)
        for section in chapter["section"]:
            layout.heading(section["heading"], 12)
            layout.paragraphs(section["text"])
            if "figure" in section:
                layout.figure(section["figure"]["caption"], section["figure"]["steps"])
            if "table" in section:
                layout.table(section["table"]["caption"], section["table"]["rows"])
            layout.paragraphs(section.get("after", ""))
    return layout.pages


def transcriptions(books: Sequence[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """What figures and tables say, a row each."""
    for book in books:
        for chapter in book["chapter"]:
            for section in chapter["section"]:
                for each in (section[kind] for kind in ("figure", "table") if kind in section):
                    place = (book["short"], chapter["heading"], section["heading"], each["caption"])
                    yield (*place, each["transcription"].strip(), each["exam_priority"])


def make_textbook(folder: Path) -> list[Path]:
    """Writes the volumes, the transcriptions and their manifest into `folder` and returns the files."""
    text = tomllib.loads(TEXT.read_text(encoding="utf-8"))
    font = pymupdf.Font("cjk")
    folder.mkdir(parents=True, exist_ok=True)
    for book in text["book"]:
        bind(draw(book, font), text, book["name"], folder / book["file"])
    table = text["transcriptions"]
    _write(folder / table["file"], TRANSCRIPTION_COLUMNS, transcriptions(text["book"]))
    documents = (*text["book"], table)
    manifest = folder / "manifest.csv"
    given = [{**each, "product_name": each["name"]} for each in documents]
    _write(manifest, MANIFEST_COLUMNS, [tuple(each.get(name, "") for name in MANIFEST_COLUMNS) for each in given])
    return [*(folder / each["file"] for each in documents), manifest]


def _write(path: Path, heading: Sequence[str], rows: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heading)
        writer.writerows(rows)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else pack_folder(PACK) / "samples"
    for path in make_textbook(folder):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
