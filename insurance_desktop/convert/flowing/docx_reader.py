"""A Word file becomes passages: its text in order, with the numbers that Word counts, without what it hides."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from insurance_desktop.domain.conversion import UNREADABLE, BlockKind, Emphasis
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.kinds import ExclusionReason

from .docx_package import WORD, open_docx, part_order, signs_again
from .docx_styles import Numbering, Styles, value_of
from .passages import Cell, FlowReading, Passage, Words, visible

if TYPE_CHECKING:
    from docx.document import Document

FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
BESIDE = {
    "header": ExclusionReason.PAGE_HEADER,
    "footer": ExclusionReason.PAGE_FOOTER,
    "comments": ExclusionReason.COMMENT,
}
"""Parts whose words are no text of the document."""
NOTES = ("footnotes", "endnotes")
OUT = {
    "del": ExclusionReason.DELETED_REVISION,
    "moveFrom": ExclusionReason.DELETED_REVISION,
}
REVISIONS = frozenset({"ins", "del", "moveFrom", "moveTo"})
CONTENTS = "toc "
"""How the names of the styles of a table of contents begin, in every language of Word."""
MADE = {"noBreakHyphen": "-", "tab": " ", "ptab": " ", "softHyphen": ""}
UNSAFE = ("javascript:", "data:", "vbscript:")


def read_docx(original: bytes) -> FlowReading:
    """SourceError for what is no Word file, or one of no measure."""
    document = open_docx(original)
    reader = _Reader(document)
    reader.content(document.element.body, _Around())
    reader.end_line()
    parts = {str(each.partname): each for each in document.part.package.parts}
    for name in sorted(parts, key=part_order):
        kind = name.removeprefix("/word/").removesuffix(".xml").rstrip("0123456789")
        if name.startswith("/word/") and kind in (*BESIDE, *NOTES):
            reader.beside(_element_of(parts[name]), kind)
    title = (document.core_properties.title or "").strip()
    return FlowReading(tuple(reader.passages), signs_again(original), reader.pictures, title, reader.revisions)


def _element_of(part: Any) -> Any:
    """The XML of a part; the library parses some of them itself."""
    from docx.oxml.parser import parse_xml  # noqa: PLC0415  in a worker alone

    element = getattr(part, "element", None)
    return parse_xml(part.blob) if element is None else element


@entity
class _Around:
    """What stands around a run."""

    reason: str = ""
    link: str = ""
    paragraph: Any = None
    is_in_cell: bool = False


class _Reader:
    """Walks the elements once, in their order."""

    def __init__(self, document: "Document") -> None:
        self.passages: list[Passage] = []
        self.pictures = 0
        self.revisions = 0
        self._styles = Styles(document)
        self._numbering = Numbering(document)
        self._relations = document.part.rels
        self._line: list[Words] = []
        self._kind: tuple[BlockKind, int] = (BlockKind.PARAGRAPH, 0)
        self._anchor = ""
        self._notes = 0

    def content(self, element: Any, around: _Around) -> None:
        for child in element:
            if isinstance(child.tag, str):
                self._element(child, around)

    def _element(self, child: Any, around: _Around) -> None:
        name = child.tag.removeprefix(WORD)
        if child.tag == FALLBACK:
            self.content(child, replace(around, reason=around.reason or ExclusionReason.REPEATED_FORM))
        elif name == "p":
            self._paragraph(child, around)
        elif name == "tbl" and not around.is_in_cell and not around.reason:
            self._table(child, around)
        elif name == "r":
            self._run(child, around)
        elif name == "hyperlink":
            self.content(child, replace(around, link=self._target(child)))
        elif name == "bookmarkStart":
            self._bookmark(child)
        elif name not in ("sectPr", "pPr", "rPr", "tblPr", "tcPr", "trPr"):
            self.revisions += name in REVISIONS
            self.pictures += child.tag == PICTURE and not around.reason
            self.content(child, replace(around, reason=around.reason or OUT.get(name, "")))

    def _paragraph(self, paragraph: Any, around: _Around) -> None:
        inside = replace(around, paragraph=paragraph)
        if around.is_in_cell:
            self._line.append(Words(" "))
            self._line += self._number(paragraph)
            self.content(paragraph, inside)
            return
        kind = self._kind
        self.end_line()
        names = self._styles.names_of(paragraph)[:1]
        if any(name.startswith(CONTENTS) for name in names):
            inside = replace(inside, reason=inside.reason or ExclusionReason.CONTENTS)
        level = self._styles.level_of(paragraph)
        numbered = () if inside.reason else self._number(paragraph)
        if level is not None:
            self._kind = (BlockKind.HEADING, level)
        else:
            self._kind = (BlockKind.LIST_ITEM if numbered else BlockKind.PARAGRAPH, 0)
        self._line += numbered
        self.content(paragraph, inside)
        self.end_line()
        self._kind = kind

    def _number(self, paragraph: Any) -> tuple[Words, ...]:
        listed = self._styles.numbering_of(paragraph)
        has_text = any(each.text for each in paragraph.iter(f"{WORD}t"))
        number = self._numbering.next_of(*listed) if listed and has_text else ""
        return (Words(number, is_made=True), Words(" ", is_made=True)) if number.strip() else ()

    def _run(self, run: Any, around: _Around) -> None:
        emphasis, is_hidden, is_struck = self._styles.emphasis_of(run, around.paragraph)
        reason = around.reason
        reason = reason or (ExclusionReason.HIDDEN if is_hidden else "")
        reason = reason or (ExclusionReason.DELETED_REVISION if is_struck else "")
        for child in run:
            name = child.tag.removeprefix(WORD) if isinstance(child.tag, str) else ""
            if name in ("t", "delText"):
                out = reason or (ExclusionReason.DELETED_REVISION if name == "delText" else "")
                self._line.append(Words(child.text or "", emphasis, out, link=around.link))
            elif name in ("instrText", "delInstrText"):
                self._line.append(Words(child.text or "", reason=ExclusionReason.FIELD_CODE))
            elif name in ("br", "cr") and not reason:
                self._break(around)
            elif name == "sym" and not reason:
                self._line.append(Words(UNREADABLE, emphasis, is_made=True))
            elif name in MADE and not reason:
                self._line.append(Words(MADE[name], emphasis, is_made=True))
            elif name in ("footnoteReference", "endnoteReference") and not reason:
                self._notes += 1
                self._line.append(Words(str(self._notes), (Emphasis.SUPERSCRIPT,), is_made=True))
            elif name:
                self._element(child, replace(around, reason=reason))

    def _break(self, around: _Around) -> None:
        if around.is_in_cell or self._kind[0] is BlockKind.HEADING:
            self._line.append(Words(" "))
        else:
            self.end_line()

    def _target(self, link: Any) -> str:
        """Where a link leads: an address, or a place in the document."""
        relation = self._relations.get(link.get(RELATION)) if link.get(RELATION) else None
        target = str(relation.target_ref) if relation is not None and relation.is_external else ""
        anchor = link.get(f"{WORD}anchor")
        whole = f"{target}#{anchor}" if anchor else target
        return "" if whole.strip().casefold().startswith(UNSAFE) else whole

    def _bookmark(self, mark: Any) -> None:
        name = mark.get(f"{WORD}name") or ""
        self._anchor = self._anchor if name in ("", "_GoBack") else name

    def end_line(self) -> None:
        """What was gathered is a passage."""
        line, self._line = self._line, []
        if not any(each.text.strip() for each in line):
            return
        is_text = any(each.is_kept and each.text.strip() and not each.is_made for each in line)
        kind, level = self._kind
        self.passages.append(Passage(kind if is_text else None, visible(line), level if is_text else 0, self._anchor))

    # --- tables and notes -------------------------------------------------------------------------------------
    def _table(self, table: Any, around: _Around) -> None:
        self.end_line()
        rows: list[tuple[Cell, ...]] = []
        header_rows = 0
        for row in table.iterchildren(f"{WORD}tr"):
            is_head = row.find(f"{WORD}trPr/{WORD}tblHeader") is not None
            header_rows += is_head and header_rows == len(rows)
            rows.append(tuple(self._cells(row, around)))
        rows = _spanned(rows)
        if rows:
            self.passages.append(Passage(BlockKind.TABLE, (), 0, self._anchor, tuple(rows), max(header_rows, 1)))

    def _cells(self, row: Any, around: _Around) -> Iterator[Cell]:
        inside = replace(around, is_in_cell=True)
        for cell in row.iter(f"{WORD}tc"):
            if next(cell.iterancestors(f"{WORD}tr")) is not row:
                continue  # of a table within the cell: read with it
            self.content(cell, inside)
            words, self._line = self._line, []
            wide = value_of(cell, "tcPr", "gridSpan") or "1"
            merge = cell.find(f"{WORD}tcPr/{WORD}vMerge")
            goes_on = merge is not None and merge.get(f"{WORD}val", "continue") == "continue"
            yield Cell(visible(words), 0 if goes_on else 1, min(int(wide), 100) if wide.isdecimal() else 1)

    def beside(self, part: Any, kind: str) -> None:
        """Headers, footers and comments are left out; a footnote is a note."""
        if kind in BESIDE:
            self.content(part, _Around(BESIDE[kind]))
            self.end_line()
            return
        number = 0
        for note in part:
            is_note = note.get(f"{WORD}type") in (None, "normal")
            number += is_note
            first = len(self.passages)
            self.content(note, _Around() if is_note else _Around(ExclusionReason.DECORATIVE))
            self.end_line()
            if is_note:
                self._as_note(first, number)

    def _as_note(self, first: int, number: int) -> None:
        """The paragraphs of a footnote as one note with its number."""
        words: list[Words] = [Words(f"{number} ", is_made=True)]
        for passage in self.passages[first:]:
            words += [*passage.words, Words(" ", is_made=True)]
        self.passages[first:] = [Passage(BlockKind.NOTE, tuple(words), 0, self._anchor)]


def _spanned(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """The rows with cells that go on from above counted to the cell where they begin."""
    open_ones: dict[int, tuple[int, int]] = {}  # column -> (row, place) of the cell that goes on
    found = [list(row) for row in rows]
    for number, row in enumerate(rows):
        column = 0
        for place, cell in enumerate(row):
            if cell.row_span:
                open_ones[column] = (number, place)
            elif column in open_ones:
                above = found[open_ones[column][0]]
                first = above[open_ones[column][1]]
                above[open_ones[column][1]] = replace(
                    first, row_span=first.row_span + 1, words=(*first.words, *cell.words)
                )
            column += cell.column_span
    return [tuple(cell for cell in row if cell.row_span) for row in found]
