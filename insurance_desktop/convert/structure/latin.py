"""Text in Latin script: whether a document is written in it, how its lines join and where its paragraphs end. Pure.

Chinese lines are full or not by their right edge; Latin lines end where the next word no longer fits, ragged or
justified, so that the next row's first word decides.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.conversion import Emphasis

from ..reading.runs import Row, Run
from .clean import PageRows

HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
LETTER = re.compile(r"[A-Za-z\u00c0-\u024f]+")
MOSTLY = 4
"""A document with this many times more Latin letters than Chinese signs is written in Latin script."""
HYPHENS = frozenset("-\u2010\u2011\u00ad")
STOPS = frozenset(".;:!?")
ENDINGS = re.compile(r"(?:[.;:,\u2014\u2013-]|\b(?:and|or|and/or))$")
SPACE = 0.22
"""A space between words is at least this wide, in type sizes."""
NEW_PARAGRAPH = 1.28
"""A step of more line pitches than this begins a paragraph: paragraphs are set apart by half a line."""
MARK_SIZE = 0.75
CENTRED = 0.02
INSIDE = 0.15
"""Parts of the page width: how far from the middle a centred row's middle is at most, and from the edge its begin."""
INDENT = 1.0
NARROW = 0.6
"""Part of the usual right edge that text with a margin of its own still reaches."""
SAME_SIZE = 1.0


def is_latin(text: str) -> bool:
    """Whether the words are Latin: some letters and no Chinese sign."""
    return HAN.search(text) is None and LETTER.search(text) is not None


def is_written_in_latin(pages: Sequence[PageRows]) -> bool:
    """Whether the document is."""
    words = "\n".join([row.text for page in pages for row in page.rows])
    return _signs_in(LETTER, words) > MOSTLY * _signs_in(HAN, words)


def _signs_in(stretches: re.Pattern[str], words: str) -> int:
    """How many signs the stretches have: one match for each stretch, not for each sign."""
    return sum(map(len, stretches.findall(words)))


def latin_joint(before: Sequence[Run], after: Sequence[Run]) -> str:
    """What joins a Latin line to the next: a space, or nothing behind the hyphen of a cut word.

    The hyphen itself stays as printed: whether a word has it anyway (Secretary-General) cannot be seen.
    """
    above, below = "".join([run.words for run in before]), "".join([run.words for run in after])
    if HAN.search(above) or HAN.search(below) or not LETTER.search(above + below):
        return ""
    glyphs = [glyph for run in before[-2:] for glyph in run.glyphs]
    last = glyphs[-1]
    is_bound = len(glyphs) > 1 and last.x0 - glyphs[-2].x1 < SPACE * last.size
    return "" if last.char in HYPHENS and is_bound and glyphs[-2].char.isalnum() else " "


class LatinMeasures(NamedTuple):
    """What a Latin document's rows have in common: line pitch by type size, right edges by page width."""

    pitches: dict[float, float]
    edges: dict[int, float]
    pitch: float

    def begins_paragraph(self, last: Row, row: Row) -> bool:
        """Whether the gap above the row is wider than between lines of one paragraph."""
        pitch = self.pitches.get(_size(row), self.pitch)
        return row.page == last.page and row.y - last.y > NEW_PARAGRAPH * pitch

    def is_full(self, last: Row, row: Row, width: float) -> bool:
        """Whether the first word of the row had no room on the line before."""
        edge = self.edges.get(round(width), last.x1)
        return last.x1 + SPACE * last.size + _first_word(row) > edge


def measure_latin(rows: Sequence[Row], widths: dict[int, float]) -> LatinMeasures:
    """The measures of a document's text rows in reading order."""
    steps: dict[float, Counter[float]] = defaultdict(Counter)
    ends: dict[int, list[float]] = defaultdict(list)
    for above, below in pairwise(rows):
        step = below.y - above.y
        if above.page == below.page and _size(above) == _size(below) and 0.8 * below.size < step < 2.5 * below.size:
            steps[_size(below)][round(step * 2) / 2] += 1
    for row in rows:
        ends[round(widths[row.page])].append(row.x1)
    pitches = {size: _closest(found) for size, found in steps.items() if sum(found.values()) > 2}
    usual = max(steps, key=lambda size: sum(steps[size].values()), default=10.0)
    return LatinMeasures(
        pitches,
        {width: sorted(found)[int(len(found) * 0.97)] for width, found in ends.items()},
        pitches.get(usual, 1.25 * usual),
    )


def _closest(steps: Counter[float]) -> float:
    """The smallest step that is common: lines of a paragraph, not paragraphs."""
    top = max(steps.values())
    return min(step for step, count in steps.items() if count >= 0.25 * top)


def _size(row: Row) -> float:
    return round(row.size * 2) / 2


def _first_word(row: Row) -> float:
    """The width of the row's first word, with the hyphen after which it could be cut."""
    last = row.runs[0].glyphs[0]
    for glyph in row.glyphs[1:]:
        if glyph.x0 - last.x1 > SPACE * last.size or last.char in HYPHENS:
            break
        last = glyph
    return last.x1 - row.x0


def goes_on(
    rows: Sequence[Row], row: Row, measures: LatinMeasures, width: float, *, opens: bool, is_item: bool
) -> bool:
    """Whether a Latin row continues the paragraph of `rows`. `opens`: it begins with a mark; `is_item`: they do."""
    last = rows[-1]
    if abs(last.size - row.size) > SAME_SIZE or measures.begins_paragraph(last, row):
        return False
    ended = last.text.rstrip()
    if _are_centred(last, row, width) and style_of(last) == style_of(row) is Emphasis.BOLD and not opens:
        return row.page == last.page and ended[-1:] not in STOPS
    is_full = measures.is_full(last, row, width)
    if opens and (not is_full or ENDINGS.search(ended)):
        return False
    if ended[-1:] in STOPS and len(rows) == 1 and _begins_alike(rows[0], row):
        return False
    if not is_full:
        is_cut = ended[-1:] not in STOPS and row.text[:1].islower()
        return is_cut and (row.page != last.page or _is_narrow_set(last, row, measures, width))
    if style_of(last) != style_of(row):
        return style_of(last) is None
    step = row.x0 - last.x0 if row.page == last.page else 0.0
    if step > INDENT * row.size:
        return is_item and len(rows) == 1
    return step > -INDENT * row.size or len(rows) == 1


def _begins_alike(first: Row, row: Row) -> bool:
    """Whether two rows begin with the same long word: entries of a list without marks."""
    word = row.text.split()[0]
    return len(word) > 3 and word[0].isupper() and first.text.split()[:1] == [word]


def _are_centred(last: Row, row: Row, width: float) -> bool:
    """Whether both rows stand in the middle: a heading of several rows without a number."""
    return all(
        abs((each.x0 + each.x1) / 2 - width / 2) < CENTRED * width and each.x0 > INSIDE * width for each in (last, row)
    )


def _is_narrow_set(last: Row, row: Row, measures: LatinMeasures, width: float) -> bool:
    """Whether a long row that had room for more goes on in the next: text set narrower than the rest of the page."""
    return abs(row.x0 - last.x0) < 1 and last.x1 > NARROW * measures.edges.get(round(width), last.x1)


def style_of(row: Row) -> Emphasis | None:
    """How the whole row stands out: bold, italic or not at all. Raised marks of notes do not count."""
    kinds = [set(run.emphasis) for run in row.runs if run.size > MARK_SIZE * row.size]
    if all(each & {Emphasis.BOLD, Emphasis.STROKED} for each in kinds):
        return Emphasis.BOLD
    return Emphasis.ITALIC if all(Emphasis.ITALIC in each for each in kinds) else None
