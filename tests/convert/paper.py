"""Small PDFs for the tests: words at places, bold by a second stroke, shading, rules. Points from the top left."""

import re

import pymupdf

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Clause, Conversion
from insurance_desktop.domain.kinds import FindingKind, ReasonKind
from insurance_desktop.packs.loader import load_pack

NUMBER_X, TITLE_X, TEXT_X, RIGHT = 58, 99, 184, 545
PITCH = 19.5
SIZE = 10.5
IN_A_ROW = int((RIGHT - TEXT_X) // SIZE)


class Paper:
    """A PDF in the making."""

    def __init__(self, width: float = 595, height: float = 842) -> None:
        self.document = pymupdf.open()
        self.size = (width, height)
        self.y = 80.0
        self.page = self.document.new_page(width=width, height=height)

    def new_page(self) -> None:
        self.page = self.document.new_page(width=self.size[0], height=self.size[1])
        self.y = 80.0

    def words(self, x: float, text: str, *, y: float | None = None, size: float = SIZE, bold=False, colour=(0, 0, 0)):
        """Text with its baseline at `y`; bold as Chinese documents print it: filled, and stroked on top."""
        baseline = self.y if y is None else y
        for stretch in re.findall(r"[\x00-\x7f]+|[^\x00-\x7f]+", text):
            font = "helv" if stretch.isascii() else "china-s"
            for mode in (0, 1) if bold else (0,):
                self.page.insert_text(
                    (x, baseline), stretch, fontsize=size, fontname=font, render_mode=mode, color=colour
                )
            x += pymupdf.get_text_length(stretch, font, size)

    def watermark(self, text: str, *, grey: float = 0.85, size: float = 70, angle: float = 45) -> None:
        """Words across the page; draw it before the words that stand over it."""
        place = pymupdf.Point(150, 450)
        turn = (place, pymupdf.Matrix(angle))
        self.page.insert_text(
            place, text, fontsize=size, fontname="china-s", color=(grey, grey, grey), morph=turn if angle else None
        )

    def feed(self, lines: float = 1) -> None:
        self.y += lines * PITCH

    def paragraph(self, text: str, *, x: float = TEXT_X, bold=False) -> None:
        """Text broken at the right edge as a justified column is."""
        count = int((RIGHT - x) // SIZE)
        for start in range(0, len(text), count):
            self.words(x, text[start : start + count], bold=bold)
            self.feed()

    def chapter(self, title: str) -> None:
        """A chapter whose number is an icon."""
        self.words(NUMBER_X, "◆", size=20)
        self.words(TITLE_X, title, size=12, bold=True)
        self.feed(2)

    def clause(self, number: str, title: str, *paragraphs: str) -> None:
        """Number and title in the label column, wrapped at seven signs, beside the text."""
        top = self.y
        self.words(NUMBER_X, number, bold=True)
        for row, start in enumerate(range(0, len(title), 7)):
            self.words(TITLE_X, title[start : start + 7], y=top + row * PITCH, bold=True)
        for each in paragraphs:
            self.paragraph(each)
        self.y = max(self.y, top + PITCH * (-(-len(title) // 7))) + PITCH

    def label(self, words: str, *paragraphs: str) -> None:
        """A label without a number."""
        self.words(TITLE_X, words, bold=True)
        for each in paragraphs:
            self.paragraph(each)
        self.feed()

    def shade(self, x0: float, x1: float, y: float, grey: float = 0.85) -> None:
        """A band behind the row whose baseline is `y`; draw it before the words."""
        self.page.draw_rect((x0, y - SIZE, x1, y + 2), color=None, fill=(grey, grey, grey))

    def line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.page.draw_line((x0, y0), (x1, y1), width=0.5)

    def grid(self, xs, ys, words, *, without=()) -> None:
        """A ruled table: `words[row][column]`; `without` = separators to leave out, as ("v"|"h", row, column)."""
        for row in range(len(ys) - 1):
            for column, x in enumerate(xs):
                if ("v", row, column) not in without:
                    self.line(x, ys[row], x, ys[row + 1])
        for row, y in enumerate(ys):
            for column in range(len(xs) - 1):
                if ("h", row, column) not in without:
                    self.line(xs[column], y, xs[column + 1], y)
        for row, cells in enumerate(words):
            for column, text in enumerate(cells):
                self.words(xs[column] + 3, text, y=ys[row] + 14, size=9)

    def cut_off(self, x: float, y: float, lines: list[str], clip: tuple[float, float, float, float]) -> None:
        """Lines printed as one, as a spreadsheet prints a cell: what stands outside of the clip is not shown."""
        x0, y0, x1, y1 = clip
        self.page.insert_text((x, y), lines, fontsize=9, fontname="china-s", lineheight=1.25)
        stream = self.page.get_contents()[-1]
        frame = f"q {x0} {self.size[1] - y1} {x1 - x0} {y1 - y0} re W n\n".encode()
        self.document.update_stream(stream, frame + self.document.xref_stream(stream) + b"\nQ")

    def bytes(self) -> bytes:
        return self.document.tobytes()

    def convert(self) -> Conversion:
        return convert_bytes(self.bytes(), load_pack("insurance"))


def sections(conversion: Conversion) -> dict[str, Clause]:
    return {clause.section_id: clause for clause in conversion.clauses}


def reasons(conversion: Conversion) -> dict[str, str]:
    """All that was left out, by reason."""
    found: dict[str, str] = {}
    for each in conversion.coverage.exclusions:
        found[each.reason] = found.get(each.reason, "") + each.text
    return found


def kinds(conversion: Conversion) -> set[FindingKind]:
    return {finding.kind for finding in conversion.findings}


def families(conversion: Conversion) -> set[ReasonKind]:
    return {finding.kind.family for finding in conversion.findings}


def printed_rows(table):
    """The rows of a table as printed, header rows first; a header without words is not printed."""
    rows = [*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :]]
    return [row for place, row in enumerate(rows) if place != table.header_rows or any(row)]
