"""Words that a reader of the page does not see, or may not see.

Labels that a page break cuts are told apart: the same words may stand in their column all the same.
"""

from collections import defaultdict
from collections.abc import Sequence

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import UNSEEN, ExclusionReason, FindingKind

from ..reading.pages import CONTROLS, Glyph, LeftOut, PageReading, box_around, signs_of
from ..tables.cut_texts import lines_of
from ..tables.filling import GridTable
from .findings import SHOWN, Seen, by_cause, note, warning

LEAST_SIGNS = 2
"""A shorter line is part of too many words to say where it belongs."""
NEXT_PAGE = 1


def check_hidden(left_out: Sequence[LeftOut], tables: Sequence[GridTable]) -> list[Finding]:
    """Text that no reader of the page sees: kept out, and said. Labels that their column shows are told apart."""
    found: list[Finding] = []
    columns = _ColumnWords(tables)
    for each in left_out:
        if each.reason not in UNSEEN:
            continue
        shown, missing = columns.divided(each)
        is_clipped = each.reason == ExclusionReason.CLIPPED
        is_planted = len(missing) > 2 or any(glyph.char in CONTROLS or glyph.char.isalnum() for glyph in missing)
        kind = FindingKind.CLIPPED_TEXT if is_clipped else FindingKind.HIDDEN_TEXT
        tell = warning if is_clipped or is_planted else note
        for said, which, glyphs in ((note, FindingKind.LABEL_IN_TABLE, shown), (tell, kind, missing)):
            if glyphs:
                words, box = signs_of(glyphs)[:SHOWN], box_around(each.page, glyphs)
                found.append(said(which, box, text=words, page=each.page))
    return found + _watermarks([each for each in left_out if each.reason == ExclusionReason.WATERMARK])


def check_faint(pages: Sequence[PageReading], left_out: Sequence[LeftOut]) -> list[Finding]:
    """For each page the words in the text of which it is not certain that a reader sees them."""
    gone = {(each.page, glyph.id) for each in left_out for glyph in each.glyphs} if any(p.faint for p in pages) else ()
    found: list[Seen] = []
    for page in pages:
        glyphs = [glyph for glyph in page.glyphs if glyph.id in page.faint] if page.faint else []
        faint = [glyph for glyph in glyphs if (page.number, glyph.id) not in gone]
        if faint:
            words, box = signs_of(faint), box_around(page.number, faint)
            found.append(Seen(words, box, {"count": len(words), "text": words[:SHOWN]}))
    return by_cause(FindingKind.FAINT_TEXT, found)


def _watermarks(left_out: Sequence[LeftOut]) -> list[Finding]:
    """Each watermark once, with the number of its pages."""
    by_words: dict[str, list[LeftOut]] = {}
    for each in left_out:
        by_words.setdefault(signs_of(each.glyphs), []).append(each)
    return [
        note(
            FindingKind.WATERMARK_TEXT,
            box_around(places[0].page, places[0].glyphs),
            text=words[:SHOWN],
            count=len(places),
        )
        for words, places in by_words.items()
    ]


class _ColumnWords:
    """The words of all cells, looked up by where a reader would look for them: in this column, about this page."""

    def __init__(self, tables: Sequence[GridTable]) -> None:
        self.cells: dict[int, list[tuple[Box, str]]] = defaultdict(list)
        for cell in (cell for table in tables for row in table.rows for cell in row if cell.text):
            for part in (cell, *cell.rest):
                self.cells[part.box.page].append((part.box, _plain(cell.whole)))

    def divided(self, left: LeftOut) -> tuple[tuple[Glyph, ...], tuple[Glyph, ...]]:
        """The glyphs whose words stand in a cell of their column, and the others."""
        shown: list[Glyph] = []
        missing: list[Glyph] = []
        before = ""
        for line in lines_of(left.glyphs):
            words = _plain(signs_of(line))
            middle = (line[0].x0 + line[-1].x1) / 2
            goes_on = bool(before) and self._holds(left.page, middle, before + words)
            is_shown = goes_on or (len(words) >= LEAST_SIGNS and self._holds(left.page, middle, words))
            (shown if is_shown else missing).extend(line)
            before = f"{before if goes_on else ''}{words}" if is_shown else ""
        return tuple(shown), tuple(missing)

    def _holds(self, page: int, x: float, words: str) -> bool:
        near = (self.cells.get(page + step, ()) for step in range(-NEXT_PAGE, NEXT_PAGE + 1))
        return any(box.x0 <= x <= box.x1 and words in text for cells in near for box, text in cells)


def _plain(text: str) -> str:
    return normalised(text).replace(" ", "")
