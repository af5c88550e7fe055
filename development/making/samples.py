"""Makes the sample documents of resources/samples from sample_text.toml: a clause in two editions and a rate table.

They show what real clause PDFs show: a label column, chapters with an icon for their number, stroked bold, shading,
emphasis dots, dotted leaders, a table of contents in two columns, merged headers that return on the next page.

    python -m development.making.samples [FOLDER]
"""

import csv
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any

import pymupdf

from insurance_desktop import paths

TEXT = Path(__file__).with_name("sample_text.toml")
WORK_COLUMNS = ("file", "company", "product_name", "product_code", "document_type", "product_category")
MANIFEST_COLUMNS = (*WORK_COLUMNS, "edition", "publish_time", "url")

WIDTH, HEIGHT = 595.0, 842.0
TOP, BOTTOM = 92.0, 776.0
LEFT, RIGHT = 56.0, 540.0
NUMBER_X, LABEL_X, BODY_X = LEFT, 96.0, 194.0
SIZE, LEADING = 10.5, 17.0
BOLD_STROKE = 0.03  # of the font size
SHADE = 0.85
FIXED_DATE = "D:20250601000000Z"  # the same bytes on each run

NOT_AT_START = "，。；：、）”’？！》】％%"
NOT_AT_END = "（“‘《【"
ICON = "❖"


@dataclass(frozen=True, slots=True)
class Glyph:
    character: str
    bold: bool = False
    shaded: bool = False


@dataclass(slots=True)
class Canvas:
    """The drawing operators of one page, in the order in which they are called. Coordinates in points from top left."""

    font: pymupdf.Font
    operators: list[str] = field(default_factory=list)

    def text(
        self, x: float, y: float, text: str, size: float = SIZE, bold: bool = False, *, spacing: float = 0.0
    ) -> float:
        """Writes `text` on the baseline `y`, `spacing` points wider at each character, and returns the x behind it."""
        glyphs = "".join(f"{self.font.has_glyph(ord(each)):04x}" for each in text)
        mode = f"2 Tr {size * BOLD_STROKE:.3f} w" if bold else "0 Tr"
        mode += f" {spacing:.3f} Tc"
        self.operators.append(f"BT /body {size} Tf {mode} 1 0 0 1 {x:.2f} {HEIGHT - y:.2f} Tm <{glyphs}> Tj ET")
        return x + self.width(text, size) + spacing * len(text)

    def centred(self, y: float, text: str, size: float, bold: bool = True) -> None:
        self.text((WIDTH - self.width(text, size)) / 2, y, text, size, bold)

    def right(self, x: float, y: float, text: str, size: float = SIZE) -> None:
        self.text(x - self.width(text, size), y, text, size)

    def icon(self, x: float, y: float) -> None:
        self.text(x, y, ICON, 13)

    def fill(self, x: float, y: float, width: float, height: float, grey: float = 0.0) -> None:
        self.operators.append(f"q {grey} g {x:.2f} {HEIGHT - y - height:.2f} {width:.2f} {height:.2f} re f Q")

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.operators.append(f"0.5 w {x0:.2f} {HEIGHT - y0:.2f} m {x1:.2f} {HEIGHT - y1:.2f} l S")

    def width(self, text: str, size: float = SIZE) -> float:
        return float(self.font.text_length(text, size))

    def glyphs(self, x: float, y: float, line: Sequence[Glyph], width: float | None = None) -> None:
        """One line of marked text, set to `width` where one is given: the shading first, then the runs."""
        runs = list(_runs(line))
        natural = sum(self.width(text) for text, _ in runs)
        spacing = (width - natural) / max(len(line) - 1, 1) if width else 0.0
        starts = [x]
        for text, _ in runs:
            starts.append(starts[-1] + self.width(text) + spacing * len(text))
        for (_, style), (start, end) in zip(runs, pairwise(starts), strict=True):
            if style.shaded:
                self.fill(start, y - SIZE + 0.5, end - start, LEADING - 2, SHADE)
        for (text, style), start in zip(runs, starts, strict=False):
            self.text(start, y, text, bold=style.bold, spacing=spacing)


def _runs(line: Sequence[Glyph]) -> Iterator[tuple[str, Glyph]]:
    """Neighbours of the same style as one text."""
    text = ""
    for glyph, after in zip_longest(line, line[1:]):
        text += glyph.character
        if after is None or (after.bold, after.shaded) != (glyph.bold, glyph.shaded):
            yield text, glyph
            text = ""


def read_marks(paragraph: str) -> list[Glyph]:
    """`**stroked**` and `==shaded and stroked==` as glyphs with their style."""
    glyphs: list[Glyph] = []
    bold = shaded = False
    for part in re.split(r"(\*\*|==)", paragraph):
        if part == "**":
            bold = not bold
        elif part == "==":
            bold = shaded = not shaded
        else:
            glyphs += [Glyph(each, bold, shaded) for each in part]
    return glyphs


def wrap(glyphs: Sequence[Glyph], width: float, font: pymupdf.Font) -> list[list[Glyph]]:
    """Lines of at most `width` points and one hanging sign; numbers and Latin words stay whole."""
    lines: list[list[Glyph]] = [[]]
    reached = 0.0
    for word in _words(glyphs):
        length = sum(font.text_length(each.character, SIZE) for each in word)
        first = word[0].character
        if lines[-1] and reached + length > width and first not in NOT_AT_START:
            opening = [lines[-1].pop()] if lines[-1][-1].character in NOT_AT_END else []
            lines.append(opening)
            reached = len(opening) * SIZE
        if lines[-1] or first != " ":
            lines[-1] += word
            reached += length
    return lines


def _words(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    """Single Chinese characters, and runs of digits and Latin letters."""
    word: list[Glyph] = []
    for glyph in glyphs:
        together = bool(re.match(r"[0-9A-Za-z.%]", glyph.character))
        if word and not together:
            yield word
            word = []
        word.append(glyph)
        if not together:
            yield word
            word = []
    if word:
        yield word


@dataclass(slots=True)
class ClauseLayout:
    """The pages of one edition, filled from top to bottom."""

    font: pymupdf.Font
    text: dict[str, Any]
    pages: list[Canvas] = field(default_factory=list)
    y: float = TOP

    @property
    def page(self) -> Canvas:
        return self.pages[-1]

    def turn(self) -> None:
        self.pages.append(Canvas(self.font))
        self.y = TOP

    def room_for(self, lines: int) -> None:
        if self.y + (lines - 1) * LEADING > BOTTOM:
            self.turn()

    def chapter(self, title: str) -> None:
        self.room_for(4)
        self.y += 6
        self.page.icon(NUMBER_X, self.y)
        self.page.text(NUMBER_X + 20, self.y, title, 12, bold=True)
        self.y += LEADING + 4

    def section(self, section: dict[str, str]) -> None:
        """Number and label in their columns, the text beside them; a page may end between any two lines."""
        label = wrap(read_marks(section.get("title") or section["label"]), BODY_X - LABEL_X - 8, self.font)
        width = RIGHT - BODY_X
        body: list[tuple[list[Glyph], float | None]] = []
        for paragraph in section["text"].strip().splitlines():
            lines = wrap(read_marks(paragraph), width, self.font)
            body += [(line, width) for line in lines[:-1]] + [(lines[-1], None)]
        self.room_for(2)
        number = section.get("number", "")
        for label_line, body_line in zip_longest(label, body):
            self.room_for(1)
            if number:
                self.page.text(NUMBER_X, self.y, number, bold=True)
                number = ""
            if label_line:
                self.page.text(LABEL_X, self.y, "".join(each.character for each in label_line), bold=True)
            if body_line:
                self.page.glyphs(BODY_X, self.y, *body_line)
            self.y += LEADING
        self.y += 5


def edition_chapters(text: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The chapters with what an edition changes and adds at the end."""
    changes = text["changes"].get(str(number), {})
    chapters = [
        {**chapter, "section": [_changed(section, changes) for section in chapter["section"]]}
        for chapter in text["chapter"]
    ]
    chapters[-1]["section"] += text["additions"].get(str(number), [])
    return chapters


def _changed(section: dict[str, str], changes: dict[str, str]) -> dict[str, str]:
    return {**section, "text": changes.get(section.get("number", ""), section["text"])}


def draw_clause(text: dict[str, Any], edition: dict[str, Any], font: pymupdf.Font) -> list[Canvas]:
    """All pages of one edition of the clause."""
    chapters = edition_chapters(text, edition["number"])
    layout = ClauseLayout(font, text)
    layout.turn()
    draw_guide(layout.page, text, edition["filing"], chapters)
    layout.turn()
    layout.page.centred(layout.y, text["company"], 13)
    layout.page.centred(layout.y + 22, text["product"] + "条款", 14)
    layout.y += 50
    layout.page.text(LEFT, layout.y, text["opening"], 9.5)
    layout.y += LEADING + 4
    for chapter in chapters:
        layout.chapter(chapter["title"])
        for section in chapter["section"]:
            layout.section(section)
    return layout.pages


def draw_guide(page: Canvas, text: dict[str, Any], filing: str, chapters: list[dict[str, Any]]) -> None:
    """Page 1: filing number, code square with its caption, what to look at first, contents in two columns."""
    guide = text["guide"]
    page.right(RIGHT, 76, filing, 9)
    draw_code_square(page, RIGHT - 52, 84)
    page.right(RIGHT, 148, guide["caption"], 8)
    page.centred(112, guide["title"], 18)
    start = LEFT + 24
    page.text(start, 140, guide["remark"])
    before = page.width(guide["remark"][: guide["remark"].index(guide["emphasised"])])
    for position in range(len(guide["emphasised"])):
        page.text(start + before + position * SIZE, 143, "．")
    y = 172.0
    for title, entries in ((guide["rights_title"], guide["rights"]), (guide["cautions_title"], guide["cautions"])):
        page.icon(LEFT, y)
        page.text(LEFT + 20, y, title, bold=True)
        for words, section in entries:
            y += LEADING
            draw_leader(page, y, words, f"第{section}条")
        y += LEADING + 8
    page.icon(LEFT, y)
    page.text(LEFT + 20, y, guide["contents_title"], bold=True)
    bottom = draw_contents(page, y + LEADING + 2, chapters)
    page.text(LEFT + 24, bottom + LEADING, guide["code_line"], 9.5)


def draw_leader(page: Canvas, y: float, words: str, target: str) -> None:
    behind = page.text(LEFT + 32, y, words)
    end = RIGHT - page.width(target)
    page.text(behind, y, "…" * int((end - behind) / page.width("…")))
    page.text(end, y, target)


def draw_contents(page: Canvas, top: float, chapters: list[dict[str, Any]]) -> float:
    """Chapters and sections in two columns; returns the y below the longer one."""
    entries: list[tuple[float, str, bool]] = []
    for chapter in chapters:
        entries.append((0.0, f"{chapter['number']}.{chapter['title']}", True))
        entries += [
            (10.0, f"{each['number']} {each['title']}", False)
            for each in chapter["section"]
            if each.get("number", "").count(".") == 1
        ]
    half = (len(entries) + 1) // 2
    for column, x in ((entries[:half], LEFT + 24), (entries[half:], LEFT + 264)):
        for row, (indent, words, bold) in enumerate(column):
            page.text(x + indent, top + row * 13.6, words, 9.5, bold)
    return top + half * 13.6


def draw_code_square(page: Canvas, x: float, y: float) -> None:
    """A square of modules as a code shows it; it says nothing."""
    for row in range(13):
        for column in range(13):
            if (row * 7 + column * 11 + row * column * 3) % 5 < 2:
                page.fill(x + column * 4, y + row * 4, 4, 4)


def rate(text: dict[str, Any], age: int, sex: int, years: int) -> str:
    """An invented premium per unit: it rises with age, falls with the number of payments."""
    if age + years > 70:
        return str(text["rates"]["absent"])
    single = 4180 * 1.0115**age * text["rates"]["sex_factors"][sex]
    spread = sum(1.03**-year for year in range(years))
    return f"{single / spread:,.2f}"


def draw_rates(text: dict[str, Any], font: pymupdf.Font) -> list[Canvas]:
    """The rate table over two pages, its header of two rows on both."""
    rates = text["rates"]
    rows = [
        [str(age), *(rate(text, age, sex, years) for sex in range(2) for years in rates["years"])] for age in range(61)
    ]
    pages: list[Canvas] = []
    for position, part in enumerate((rows[:31], rows[31:])):
        page = Canvas(font)
        top = TOP
        if position == 0:
            page.centred(top, rates["title"], 14)
            page.text(LEFT, top + 26, rates["code_line"], 9)
            page.right(RIGHT, top + 26, rates["unit"], 9)
            top += 34
        bottom = draw_grid(page, top, rates, part)
        if position == 1:
            page.text(LEFT, bottom + 16, rates["footnote"], 9)
        pages.append(page)
    return pages


def draw_grid(page: Canvas, top: float, rates: dict[str, Any], rows: list[list[str]]) -> float:
    """A ruled table: the first column's header spans two rows, each sex spans its payment terms. Returns its bottom."""
    height, count = 19.0, len(rates["terms"])
    widths = [44.0] + [(RIGHT - LEFT - 44) / (2 * count)] * (2 * count)
    edges = [LEFT + sum(widths[:position]) for position in range(len(widths) + 1)]
    bottom = top + height * (len(rows) + 2)

    def cell(column: int, span: int, row: float, words: str, bold: bool = False) -> None:
        middle = (edges[column] + edges[column + span]) / 2
        page.text(middle - page.width(words, 8.5) / 2, top + height * row + 13, words, 8.5, bold)

    cell(0, 1, 0.5, rates["age"], bold=True)
    for sex, name in enumerate(rates["sexes"]):
        cell(1 + sex * count, count, 0, name, bold=True)
    for column in range(2 * count):
        cell(1 + column, 1, 1, rates["terms"][column % count], bold=True)
    for row, values in enumerate(rows):
        for column, words in enumerate(values):
            cell(column, 1, row + 2, words)
    page.rule(LEFT, top, RIGHT, top)
    page.rule(edges[1], top + height, RIGHT, top + height)
    for line in range(2, len(rows) + 3):
        page.rule(LEFT, top + height * line, RIGHT, top + height * line)
    for position, x in enumerate(edges):
        whole = position in (0, 1, 1 + count, len(edges) - 1)
        page.rule(x, top if whole else top + height, x, bottom)
    return bottom


def bind(pages: list[Canvas], text: dict[str, Any], header: str, path: Path) -> None:
    """The pages with header, footer and page number as one PDF, the font cut down to the glyphs in use."""
    document = pymupdf.open()
    for number, page in enumerate(pages, 1):
        furniture = Canvas(page.font)
        furniture.text(LEFT, 50, header, 9)
        furniture.right(RIGHT, 50, text["company"], 9)
        furniture.rule(LEFT, 56, RIGHT, 56)
        furniture.centred(806, text["notice"], 8, bold=False)
        furniture.centred(820, text["page"].format(number=number, count=len(pages)), 9, bold=False)
        sheet = document.new_page(width=WIDTH, height=HEIGHT)
        sheet.insert_font(fontname="body", fontbuffer=page.font.buffer)
        stream = document.get_new_xref()
        document.update_object(stream, "<<>>")
        document.update_stream(stream, "\n".join(furniture.operators + page.operators).encode("ascii"))
        sheet.set_contents(stream)
    document.subset_fonts()
    document.set_metadata(
        {"title": header, "creationDate": FIXED_DATE, "modDate": FIXED_DATE, "producer": "make_samples"}
    )
    document.save(path, garbage=4, deflate=True, use_objstms=1, no_new_id=True)


def make_samples(folder: Path) -> list[Path]:
    """Writes the three PDFs and their manifest into `folder` and returns the files."""
    text = tomllib.loads(TEXT.read_text(encoding="utf-8"))
    font = pymupdf.Font("cjk")
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[tuple[str, str, dict[str, Any]]] = []
    for edition in text["edition"]:
        name = f"clause-{edition['number']}.pdf"
        bind(draw_clause(text, edition, font), text, text["product"] + "条款", folder / name)
        rows.append((name, "产品条款", edition))
    bind(draw_rates(text, font), text, text["rates"]["title"], folder / "rates.pdf")
    rows.append(("rates.pdf", "费率表", text["edition"][-1]))
    return [folder / name for name, _, _ in rows] + [write_manifest(folder, text, rows)]


def write_manifest(folder: Path, text: dict[str, Any], rows: list[tuple[str, str, dict[str, Any]]]) -> Path:
    path = folder / "manifest.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(MANIFEST_COLUMNS)
        for name, document_type, edition in rows:
            work = (text["company"], text["product"], text["product_code"], document_type, text["product_category"])
            writer.writerow((name, *work, edition["edition"], edition["publish_time"], ""))
    return path


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else paths.resource_root() / "samples"
    for path in make_samples(folder):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
