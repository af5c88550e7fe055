"""Blocks become Markdown, with the source map from its characters back to boxes on the page.

Nothing is added but Markdown marks and recovered chapter numbers; the map says which glyphs went where.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from insurance_desktop.domain.conversion import Block, BlockKind, Emphasis, SourceSpan, Table
from insurance_desktop.domain.geometry import Box

from .blocks import Draft
from .ledger import Written
from .pages import Glyph, box_around
from .runs import WORD_GAP, Run, is_gap
from .tables import GridCell, GridTable

ESCAPED = frozenset("\\`*_<|")
MEANT = re.compile(r"[\\`*_<|]")
"""What means something to Markdown wherever it stands, and is escaped."""
LINE_START = re.compile(r"([#>]|[-+](?=\s)|[-=]{3,}\s*$|~{3})")
LABEL_MARK = "**"


@dataclass(frozen=True, slots=True)
class Text:
    """The Markdown of a document, its source map, its blocks, and where each of its glyphs went."""

    markdown: str
    source_map: tuple[SourceSpan, ...]
    blocks: tuple[Block, ...]
    written: tuple[Written, ...]


def write_markdown(drafts: Sequence[Draft], tables: Sequence[GridTable]) -> Text:
    """Writes the blocks in order, one empty line between them."""
    writer = _Writer()
    for index, draft in enumerate(drafts):
        if index:
            writer.mark("\n\n")
        if draft.kind is BlockKind.TABLE and draft.table is not None:
            writer.table(index, draft, tables[draft.table])
        else:
            writer.block(index, draft)
    if drafts:
        writer.mark("\n")
    return Text("".join(writer.pieces), tuple(writer.spans), tuple(writer.blocks), tuple(writer.written))


class _Writer:
    """Collects Markdown and spans at the running position."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.at = 0
        self.spans: list[SourceSpan] = []
        self.blocks: list[Block] = []
        self.written: list[Written] = []

    def mark(self, text: str) -> None:
        """Text of Markdown's own, without a source."""
        self.pieces.append(text)
        self.at += len(text)

    def block(self, index: int, draft: Draft) -> None:
        start = len(self.spans)
        if draft.kind is BlockKind.HEADING:
            self.mark("#" * draft.level + " ")
        if draft.is_label:
            self.mark(LABEL_MARK)
        if draft.lead:
            self.recovered(index, draft)
        words: list[str] = []
        for position, part in enumerate(draft.parts):
            self.mark(part.joint)
            words += [part.joint, self.runs(index, part.runs, is_first=position == 0 and not draft.lead)]
        if draft.is_label:
            self.mark(LABEL_MARK)
        text = "".join(words)
        self.blocks.append(
            Block(
                index=index,
                kind=draft.kind,
                text=f"{draft.lead} {text}" if draft.lead else text,
                boxes=_boxes(draft),
                emphasis=_united(span.emphasis for span in self.spans[start:]),
                level=draft.level,
                number=draft.number,
                rule=draft.rule,
            )
        )

    def recovered(self, index: int, draft: Draft) -> None:
        """A chapter number that the page shows as an icon: the one thing that is added."""
        icon = draft.icon
        boxes = (box_around(draft.page, icon),) if icon else ()
        signs = "".join(each.char for each in icon)
        self.spans.append(SourceSpan(self.at, self.at + len(draft.lead), index, boxes, recovered=signs or draft.lead))
        self.written.append(Written(draft.page, icon, [self.at] * len(icon)))
        self.mark(draft.lead + " ")

    def runs(self, index: int, runs: Sequence[Run], *, is_first: bool) -> str:
        """Writes the runs of one row; a span for each. Returns their plain words."""
        glyphs = runs[0].glyphs if len(runs) == 1 else tuple(glyph for run in runs for glyph in run.glyphs)
        signs = [glyph.char for glyph in glyphs]
        for place in gaps(glyphs):
            signs[place] = f" {signs[place]}"
        plain = "".join(signs)
        if is_first and LINE_START.match(plain):
            self.mark("\\")
        is_escaped = MEANT.search(plain) is not None
        if is_escaped:
            signs = [f"{sign[:-1]}\\{sign[-1]}" if sign[-1] in ESCAPED else sign for sign in signs]
        offsets = self.write(signs, is_longer=is_escaped or len(plain) > len(signs))
        begin = 0
        for run in runs:
            end = begin + len(run.glyphs)
            here = offsets[begin:end]
            start = here[0] - (glyphs[begin].char in ESCAPED)
            boxes = (box_around(run.page, run.glyphs),)
            self.spans.append(SourceSpan(start, here[-1] + 1, index, boxes, emphasis=run.emphasis))
            self.written.append(Written(run.page, run.glyphs, here))
            begin = end
        return plain

    def write(self, signs: Sequence[str], *, is_longer: bool) -> Sequence[int]:
        """Writes one sign after the other; returns the offset of the last character of each."""
        begin = self.at
        self.mark("".join(signs))
        return [begin + end - 1 for end in accumulate(map(len, signs))] if is_longer else range(begin, self.at)

    def table(self, index: int, draft: Draft, table: GridTable) -> None:
        """A GFM table; merged text stands once, at its first cell."""
        for position, row in enumerate(table.rows):
            for cell in row:
                self.mark("| ")
                if cell.whole:
                    self.cell(index, cell)
                    self.mark(" ")
            self.mark("|")
            if position == 0:
                self.mark("\n" + "| --- " * len(row) + "|")
            if position < len(table.rows) - 1:
                self.mark("\n")
        self.blocks.append(
            Block(index, BlockKind.TABLE, _tabbed(table.table), table.table.boxes, rule=draft.rule, table=draft.table)
        )

    def cell(self, index: int, cell: GridCell) -> None:
        """The words of one cell, those beyond a page break included."""
        begin = self.at
        text = cell.whole
        is_escaped = MEANT.search(text) is not None
        signs = [f"\\{char}" if char in ESCAPED else char for char in text] if is_escaped else text
        offsets = self.write(signs, is_longer=is_escaped)
        parts = (cell, *cell.rest)
        boxes = tuple(part.box for part in parts)
        self.spans.append(SourceSpan(begin, self.at, index, boxes, emphasis=_united(part.emphasis for part in parts)))
        self.place_cell(parts, [(char, at) for char, at in zip(text, offsets, strict=True) if char != " "])

    def place_cell(self, parts: Sequence[GridCell], places: Sequence[tuple[str, int]]) -> None:
        """Each glyph of a cell with its character: they stand in the same order.

        Where they do not, the glyphs get no place, and the account says so.
        """
        at = 0
        for part in parts:
            here = places[at : at + len(part.glyphs)]
            if [char for char, _ in here] == [glyph.char for glyph in part.glyphs]:
                self.written.append(Written(part.box.page, part.glyphs, [offset for _, offset in here]))
            at += len(part.glyphs)


def gaps(glyphs: Sequence[Glyph]) -> list[int]:
    """The places of the glyphs that have a space before them."""
    return [
        place
        for place, (last, glyph) in enumerate(pairwise(glyphs), 1)
        if glyph.x0 - last.x1 >= WORD_GAP * last.size and is_gap(last, glyph)
    ]


def _tabbed(table: Table) -> str:
    above, below = table.rows[: table.header_rows], table.rows[table.header_rows :]
    rows = (*above, table.headers, *below)
    return "\n".join("\t".join(row) for row in rows)


def _boxes(draft: Draft) -> tuple[Box, ...]:
    """One box for each page that the block stands on."""
    by_page: dict[int, list[Glyph]] = {}
    for part in draft.parts:
        for run in part.runs:
            by_page.setdefault(run.page, []).extend(run.glyphs)
    if draft.icon:
        by_page.setdefault(draft.page, []).extend(draft.icon)
    return tuple(box_around(page, tuple(glyphs)) for page, glyphs in by_page.items())


def _united(kinds: Iterable[Iterable[Emphasis]]) -> tuple[Emphasis, ...]:
    found = {kind for each in kinds for kind in each}
    return tuple(kind for kind in Emphasis if kind in found)
