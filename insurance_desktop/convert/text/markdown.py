"""Blocks become Markdown, with the source map from its characters back to boxes on the page.

Nothing is added but Markdown marks and recovered chapter numbers; the map says which glyphs went where. A sign that
only its font knows is written as that font shows it, and marked in the map with what the PDF has for it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, groupby, islice, pairwise

from insurance_desktop.domain.conversion import Block, BlockKind, SourceSpan, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box, union

from ..reading.pages import CHAR, Glyph, box_around, signs_of
from ..reading.runs import Run, is_gap, united_emphasis
from ..reading.symbol_fonts import FontSign, meant, printed
from ..structure.drafts import Draft
from ..tables.filling import GridCell, GridTable
from .account import Written
from .plain_text import ESCAPED

LINE_START = re.compile(r"([#>]|[-+](?=\s)|[-=]{3,}\s*$|~{3})")
LABEL_MARK = "**"
NOTE_MARK = "> "
NO_BODY = "\u200b"
"""Stands where the page has no sign."""


@entity
class Text:
    """The Markdown of a document, its source map, its blocks, and where each of its glyphs went."""

    markdown: str
    source_map: tuple[SourceSpan, ...]
    blocks: tuple[Block, ...]
    written: tuple[Written, ...]


def write_markdown(drafts: Sequence[Draft], tables: Sequence[GridTable], recovering: frozenset[int]) -> Text:
    """Writes the blocks in order, one empty line between them.

    On the pages of `recovering` there are symbol fonts, whose signs are written as their font shows them.
    """
    writer = _Writer(recovering)
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


def text_as_printed(text: Text, recovering: frozenset[int]) -> Text:
    """The same text with the PDF's own codes for what was recovered from symbol fonts on the pages of `recovering`.

    What the map says of such signs is taken back: they stand for themselves now. One sign may have been written as
    several: a circled 10 as 10.
    """
    if not recovering:
        return text
    signs = list(text.markdown)
    for page, glyphs, offsets in text.written:
        if page in recovering:
            for char, offset in zip(map(CHAR, glyphs), offsets, strict=True):
                if isinstance(char, FontSign):
                    signs[offset] = printed(char)
                    if signs[offset - 1 : offset] == ["\\"] and text.markdown[offset] != signs[offset]:
                        signs[offset - 1] = printed(char)  # it escaped the sign, and would now be text
    drawn = {offset for _, _, offsets in text.written for offset in offsets}
    for span in text.source_map:
        if span.recovered and signs[span.start] != text.markdown[span.start]:
            for offset in range(span.start + 1, span.end):
                signs[offset] = signs[offset] if offset in drawn else NO_BODY
    markdown = "".join(signs)
    return replace(
        text,
        markdown=markdown,
        source_map=tuple(
            replace(span, recovered="")
            if span.recovered and markdown[span.start : span.end] != text.markdown[span.start : span.end]
            else span
            for span in text.source_map
        ),
    )


class _Writer:
    """Collects Markdown and spans at the running position."""

    def __init__(self, recovering: frozenset[int]) -> None:
        self.recovering = recovering
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
        if draft.kind is BlockKind.NOTE:
            self.mark(NOTE_MARK)
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
                emphasis=united_emphasis(span.emphasis for span in self.spans[start:]),
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
        spaces = ["", *(" " if is_gap(last.glyphs[-1], run.glyphs[0]) else "" for last, run in pairwise(runs))]
        told = [self.meant(run) for run in runs]
        plain = "".join([space + words for space, words in zip(spaces, told, strict=True)])
        if is_first and LINE_START.match(plain):
            self.mark("\\")
        for space, run, words in zip(spaces, runs, told, strict=True):
            self.mark(space)
            begin = self.at
            offsets = self.words(words)
            self.written.append(Written(run.page, run.glyphs, offsets))
            if self.has_recovered(run.page, run.glyphs):
                self.parted_spans(index, run, begin, offsets)
            else:
                self.spans.append(SourceSpan(begin, self.at, index, (run.box,), emphasis=run.emphasis))
        return plain

    def has_recovered(self, page: int, glyphs: Sequence[Glyph]) -> bool:
        """Whether some of the signs were recovered from their font."""
        return page in self.recovering and any(isinstance(char, FontSign) for char in map(CHAR, glyphs))

    def meant(self, run: Run) -> str:
        """The words of a run, each sign as its font shows it."""
        if not self.has_recovered(run.page, run.glyphs):
            return run.words
        signs = map(meant, map(CHAR, run.glyphs))
        return "".join(" " if sign == " " else next(signs) for sign in run.words)

    def parted_spans(self, index: int, run: Run, begin: int, offsets: Sequence[int]) -> None:
        """The run's spans with one for each sign that was recovered from its font."""
        placed = zip(run.glyphs, offsets, strict=True)
        for is_own, group in groupby(placed, lambda pair: isinstance(pair[0].char, FontSign)):
            pairs = list(group)
            for glyphs in [[pair] for pair in pairs] if is_own else [pairs]:
                end = glyphs[-1][1] + 1
                box = box_around(run.page, [glyph for glyph, _ in glyphs])
                signs = printed(glyphs[0][0].char) if is_own else ""
                self.spans.append(SourceSpan(begin, end, index, (box,), recovered=signs, emphasis=run.emphasis))
                begin = end

    def words(self, words: str) -> Sequence[int]:
        """Writes plain words, escaped; returns the offset of each sign that is no space."""
        begin = self.at
        if ESCAPED.isdisjoint(words):
            self.mark(words)
            if " " not in words:
                return range(begin, self.at)
            return [offset for offset, sign in enumerate(words, begin) if sign != " "]
        signs = [f"\\{sign}" if sign in ESCAPED else sign for sign in words]
        self.mark("".join(signs))
        ends = accumulate(map(len, signs), initial=begin - 1)
        return [end for sign, end in zip(words, islice(ends, 1, None), strict=True) if sign != " "]

    def table(self, index: int, draft: Draft, table: GridTable) -> None:
        """A GFM table; merged text stands once, at its first cell."""
        for position, row in enumerate(table.rows):
            for cell in row:
                self.mark("| ")
                if words := cell.whole:
                    self.cell(index, cell, words)
                    self.mark(" ")
            self.mark("|")
            if position == 0:
                self.mark("\n" + "| --- " * len(row) + "|")
            if position < len(table.rows) - 1:
                self.mark("\n")
        self.blocks.append(
            Block(index, BlockKind.TABLE, _tabbed(table.table), table.table.boxes, rule=draft.rule, table=draft.table)
        )

    def cell(self, index: int, cell: GridCell, words: str) -> None:
        """The words of one cell, those beyond a page break included.

        Its glyphs stand in the order of the words. Where they do not, they get no place, and the account says so.
        """
        begin = self.at
        offsets = self.words(words)
        parts = (cell, *cell.rest)
        boxes = tuple(part.box for part in parts)
        signs = words.replace(" ", "")
        said = list(self.pieces[-1])
        at = 0
        for part in parts:
            end = at + len(part.glyphs)
            if signs[at:end] == signs_of(part.glyphs):
                self.written.append(Written(part.box.page, part.glyphs, offsets[at:end]))
                if self.has_recovered(part.box.page, part.glyphs):
                    for glyph, offset in zip(part.glyphs, offsets[at:end], strict=True):
                        said[offset - begin] = printed(glyph.char)
            at = end
        recovered = "" if (cell_said := "".join(said)) == self.pieces[-1] else cell_said
        emphasis = united_emphasis(part.emphasis for part in parts)
        self.spans.append(SourceSpan(begin, self.at, index, boxes, recovered=recovered, emphasis=emphasis))


def _tabbed(table: Table) -> str:
    above, below = table.rows[: table.header_rows], table.rows[table.header_rows :]
    rows = (*above, table.headers, *below)
    return "\n".join("\t".join(row) for row in rows)


def _boxes(draft: Draft) -> tuple[Box, ...]:
    """One box for each page that the block stands on."""
    by_page: dict[int, list[Box]] = {}
    for part in draft.parts:
        for run in part.runs:
            by_page.setdefault(run.page, []).append(run.box)
    if draft.icon:
        by_page.setdefault(draft.page, []).append(box_around(draft.page, draft.icon))
    return tuple(map(union, by_page.values()))
