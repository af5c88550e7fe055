"""Passages become Markdown, with the source map from its characters to paragraphs, and the ledger of their signs."""

from collections.abc import Sequence

from insurance_desktop.domain.conversion import Block, BlockKind, Coverage, Exclusion, Locator, SourceSpan, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.ledger import NO_PAGE, NOWHERE, OFFSETS, POINTS, Ledger, LedgerPage, packed
from insurance_desktop.domain.pack import DomainPack

from ..headings import read_heading
from ..reading.runs import united_emphasis
from ..text.markdown import LINE_START, NOTE_MARK, Text
from ..text.plain_text import ESCAPED
from .passages import LOST, Cell, Passage, Words, signs_of

GIVEN = "given"
"""The rule of every block: the original itself says what it is."""


@entity
class FlowText:
    """The Markdown of an original without pages, its tables, and where each of its signs went.

    `lost` are the stretches of signs that went nowhere.
    """

    text: Text
    tables: tuple[Table, ...]
    ledger: Ledger
    coverage: Coverage
    lost: tuple[str, ...]


def write_flow(passages: Sequence[Passage], pack: DomainPack) -> FlowText:
    """Writes the passages in order, one empty line between them."""
    writer = _Writer(pack)
    for passage in passages:
        if passage.kind is None:
            writer.left_out(passage.words)
        else:
            writer.block(passage, passage.kind)
    if writer.blocks:
        writer.mark("\n")
    return writer.written()


class _Writer:
    """Collects Markdown, spans and the places of the original's signs at the running position."""

    def __init__(self, pack: DomainPack) -> None:
        self.pack = pack
        self.pieces: list[str] = []
        self.at = 0
        self.spans: list[SourceSpan] = []
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.places: list[int] = []
        self.exclusions: list[Exclusion] = []
        self.marks: list[str] = []
        self.marks_at: int | None = None
        self.lost: list[str] = []

    def mark(self, text: str) -> None:
        """Text of Markdown's own, without a source."""
        self.pieces.append(text)
        self.at += len(text)

    def left_out(self, words: Sequence[Words]) -> None:
        """Signs that do not stand in the Markdown: marks are one exclusion of the whole, others one each."""
        for each in words:
            signs = signs_of(each.text)
            if not signs or each.is_kept or each.is_made:
                continue
            if each.reason == LOST:
                self.lost.append(each.text)
                self.places += [NOWHERE] * len(signs)
            elif each.reason == ExclusionReason.MARKUP:
                if self.marks_at is None:
                    self.marks_at = len(self.exclusions)
                    self.exclusions.append(Exclusion(each.reason, None, ""))
                self.marks.append(signs)
                self.places += [-self.marks_at - 1] * len(signs)
            else:
                self.exclusions.append(Exclusion(each.reason, None, each.text.strip()))
                self.places += [-len(self.exclusions)] * len(signs)

    def block(self, passage: Passage, kind: BlockKind) -> None:
        if self.blocks:
            self.mark("\n\n")
        first = len(self.spans)
        if kind is BlockKind.TABLE:
            self.left_out(passage.words)
            text, table = self.table(passage), len(self.tables) - 1
        else:
            if kind is BlockKind.HEADING:
                self.mark("#" * passage.level + " ")
            elif kind is BlockKind.NOTE:
                self.mark(NOTE_MARK)
            elif LINE_START.match(passage.text.strip()):
                self.mark("\\")
            text, table = self.words(passage.words, passage.anchor), None
        heading = read_heading(text, self.pack) if kind is BlockKind.HEADING else None
        self.blocks.append(
            Block(
                index=len(self.blocks),
                kind=kind,
                text=text,
                boxes=(),
                emphasis=united_emphasis(span.emphasis for span in self.spans[first:]),
                level=passage.level,
                number=heading.number if heading else "",
                rule=GIVEN,
                table=table,
            )
        )

    def words(self, words: Sequence[Words], anchor: str) -> str:
        """Writes the kept words as one line, white space as single spaces; returns them as they are plain."""
        number = len(self.blocks)
        locator = Locator(number + 1, number + 1, anchor)
        plain: list[str] = []
        is_apart = False
        for each in words:
            if not each.is_kept:
                self.left_out((each,))
                continue
            start = self.at + (is_apart and bool(plain))
            for sign in each.text:
                if sign.isspace():
                    is_apart = True
                    continue
                if is_apart and plain:
                    self.mark(" ")
                    plain.append(" ")
                is_apart = False
                self.mark(f"\\{sign}" if sign in ESCAPED else sign)
                plain.append(sign)
                if not each.is_made:
                    self.places.append(self.at - 1)
            if self.at > start:
                recovered = each.text if each.is_made else ""
                self.spans.append(SourceSpan(start, self.at, number, (), recovered, each.emphasis, locator, each.link))
        return "".join(plain)

    def table(self, passage: Passage) -> str:
        """A GFM table; merged text stands once, at its first cell."""
        grid = _grid(passage.rows)
        told: list[tuple[str, ...]] = []
        for position, row in enumerate(grid):
            texts: list[str] = []
            for cell in row:
                self.mark("| ")
                texts.append(self.words(cell.words, passage.anchor) if cell else "")
                self.mark(" " if texts[-1] else "")
            self.mark("|")
            if position == 0:
                self.mark("\n" + "| --- " * len(row) + "|")
            if position < len(grid) - 1:
                self.mark("\n")
            told.append(tuple(texts))
        self.tables.append(_twin(passage, told))
        return "\n".join("\t".join(row) for row in told)

    def written(self) -> FlowText:
        if self.marks_at is not None:
            self.exclusions[self.marks_at] = Exclusion(ExclusionReason.MARKUP, None, "".join(self.marks))
        total, lost = len(self.places), self.places.count(NOWHERE)
        inside = sum(place >= 0 for place in self.places)
        page = LedgerPage(NO_PAGE, packed(OFFSETS, self.places), packed(POINTS, [0.0] * (4 * total)))
        return FlowText(
            Text("".join(self.pieces), tuple(self.spans), tuple(self.blocks), ()),
            tuple(self.tables),
            Ledger((page,) if total else ()),
            Coverage(total, inside, total - inside - lost, lost, tuple(self.exclusions)),
            tuple(self.lost),
        )


def _grid(rows: Sequence[Sequence[Cell]]) -> list[list[Cell | None]]:
    """The rows with every cell at its column; None where one spans, or where a row is short."""
    taken: dict[tuple[int, int], Cell | None] = {}
    for row, cells in enumerate(rows):
        column = 0
        for cell in cells:
            while (row, column) in taken:
                column += 1
            for below in range(min(cell.row_span, len(rows) - row)):
                for right in range(cell.column_span):
                    taken.setdefault((row + below, column + right), None)
            taken[row, column] = cell
    width = max((column for _, column in taken), default=0) + 1
    return [[taken.get((row, column)) for column in range(width)] for row in range(len(rows))]


def _twin(passage: Passage, told: Sequence[tuple[str, ...]]) -> Table:
    """The table's JSON twin; the lowest header row stands apart."""
    head = min(max(passage.header_rows, 1), len(told))
    spans: list[tuple[int, int, int, int]] = []
    for row, cells in enumerate(_grid(passage.rows)):
        for column, cell in enumerate(cells):
            if cell is not None and (cell.row_span, cell.column_span) != (1, 1):
                spans.append((row, column, min(cell.row_span, len(told) - row), cell.column_span))
    rows = (*told[: head - 1], *told[head:])
    return Table(
        page=None,
        table_type="",
        headers=told[head - 1],
        rows=rows,
        row_count=len(rows),
        column_count=len(told[0]),
        header_rows=head - 1,
        spans=tuple(spans),
    )
