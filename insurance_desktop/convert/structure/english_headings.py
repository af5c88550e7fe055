"""Headings of legal texts in Latin script: Chapter, Part, Article, Regulation, with their titles and levels. Pure.

In such a text the words of a heading also begin lines of running text ("Regulation 3 of this Annex"), so that the form
alone decides nothing. A heading stands out (bold, italic, larger, in capitals or centred) as most of its kind do in
the same document; where none of its kind stands out, it stands alone: the line before has ended, and so has it.
The title follows the number on its line or stands below it in rows of one style.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import RANKS, HeadingParts, read_heading
from ..reading.runs import Row, make_row, split_row
from .contents import plain_words
from .latin import LatinMeasures, style_of
from .lines import Line, Part
from .text_columns import Columns

NUMBERED = frozenset({"section", "chapter_digit"})
"""Plain numbers open paragraphs in such texts; those that stand out are headings below the last one."""
DEEPEST = 6
MOST_TITLE = 160
LEAST_TITLE = 4
LARGER = 1.08
CENTRED = 0.05
TITLE_STEP = 2.3
"""A title begins at most this many line pitches below its number."""
COVER = 1.5
COVER_STEP = 3.0
"""On a cover, whose type is this much larger than the text's, it may stand so many of its type sizes lower."""
NEXT_ROW = 1.45
"""A title's further rows follow at this many of its own type sizes."""
ENDED = re.compile(r"[.,;]$")
REMARK = re.compile(r"\([A-Z]")
NO_TITLE = re.compile(r"[a-z(\u2019'\"\u201c]|\d+\s*[.)]")
"""What a title does not begin with: words that go on with a sentence, marks of items."""


@entity
class _Candidate:
    """A line that reads like a heading, and whether it stands out from the text."""

    index: int
    parts: HeadingParts
    is_prominent: bool


def assign_headings(
    lines: Sequence[Line], columns: Columns, measures: LatinMeasures, widths: dict[int, float], pack: DomainPack
) -> tuple[Line, ...]:
    """The lines with every heading of a Latin text where it is one, with its title, and nowhere else."""
    reader = _Reader(lines, columns, measures, widths, pack)
    accepted = reader.accepted()
    levels = _levels({each.parts.form for each in accepted.values()})
    assigned: list[Line] = []
    index = 0
    depth = 1
    title = reader.title(min(accepted, default=len(lines)))
    while index < len(lines):
        found = accepted.get(index)
        if found is None:
            line = reader.plain(index)
            assigned.append(replace(line, part=Part.TITLE, rule="title_centred") if index in title else line)
            index += 1
            continue
        level = levels.get(found.parts.form) or min(depth + max(found.parts.depth - 1, 1), DEEPEST)
        if found.parts.form in RANKS:
            depth = level
        heading, rest, index = reader.heading(found, level)
        assigned.append(heading)
        assigned += rest
    return tuple(assigned)


def _levels(forms: set[str]) -> dict[str, int]:
    """Markdown levels of the forms that the document has; an article is never above a chapter's level."""
    present = sorted({RANKS[form] for form in forms if form in RANKS})
    levels = {form: min(2 + present.index(RANKS[form]), DEEPEST - 1) for form in forms if form in RANKS}
    if "english_article" in levels:
        levels["english_article"] = max(levels["english_article"], 3)
    return levels


class _Reader:
    """Asks of single lines what they are, with the lines around them in view."""

    def __init__(
        self,
        lines: Sequence[Line],
        columns: Columns,
        measures: LatinMeasures,
        widths: dict[int, float],
        pack: DomainPack,
    ) -> None:
        self.lines = lines
        self.columns = columns
        self.measures = measures
        self.widths = widths
        self.pack = pack

    def accepted(self) -> dict[int, _Candidate]:
        """The headings by line. Where most of a form stand out, those that do not are text."""
        by_form: dict[str, list[_Candidate]] = defaultdict(list)
        for index, line in enumerate(self.lines):
            candidate = self.candidate(index) if len(line.rows) == 1 and line.part is not Part.ITEM else None
            if candidate is not None:
                by_form[candidate.parts.form].append(candidate)
        found: dict[int, _Candidate] = {}
        for form, candidates in by_form.items():
            strong = [each for each in candidates if each.is_prominent]
            must_stand_out = form in NUMBERED or len(strong) >= 2
            found |= {each.index: each for each in candidates if each.is_prominent or not must_stand_out}
        return _without_repeats(found, len(self.lines))

    def candidate(self, index: int) -> _Candidate | None:
        """The line as a possible heading."""
        row = self.lines[index].rows[0]
        parts = read_heading(row.text, self.pack)
        if parts is None or parts.form not in RANKS.keys() | NUMBERED:
            return None
        is_prominent = self.is_prominent(row)
        title = parts.title
        is_large = row.size >= LARGER * self.columns.size and _style_before_bracket(row) is not None
        if len(title) > MOST_TITLE or (title and NO_TITLE.match(title) and not is_large):
            return None
        if parts.form in NUMBERED and (not title or ENDED.search(title) or _style_before_bracket(row) is None):
            return None
        if not self.stands_alone(index):
            return None
        return _Candidate(index, parts, is_prominent)

    def is_prominent(self, row: Row) -> bool:
        """Whether the row stands out from running text as a whole."""
        letters = [char for char in row.text if char.isalpha()]
        return (
            _style_before_bracket(row) is not None
            or row.size >= LARGER * self.columns.size
            or (len(letters) > 4 and all(char.isupper() for char in letters))
            or self.is_centred(row)
        )

    def style(self, row: Row) -> tuple[Emphasis | None, float]:
        return style_of(row), round(row.size)

    def is_centred(self, row: Row) -> bool:
        width = self.widths[row.page]
        is_inside = row.x0 > self.columns.left + 2 * row.size
        return is_inside and abs((row.x0 + row.x1) / 2 - width / 2) < CENTRED * width

    def stands_alone(self, index: int) -> bool:
        """Whether the line before has ended, so that this one begins something."""
        row = self.lines[index].rows[0]
        before = self.lines[index - 1] if index else None
        if before is None or not before.rows or before.part is not Part.TEXT:
            return True
        last = before.rows[-1]
        if self.measures.begins_paragraph(last, row) or self.style(last) != self.style(row):
            return True
        return not self.measures.is_full(last, row, self.widths[last.page])

    def title(self, end: int) -> range:
        """The document's title: the first prominent centred rows before its first unit, all of one style."""
        place = next((each for each in range(end) if self.is_title_row(each)), end)
        last = place
        while last < end and self.is_title_row(last) and self.style(self.row(last)) == self.style(self.row(place)):
            last += 1
        return range(place, last)

    def is_title_row(self, index: int) -> bool:
        line = self.lines[index]
        if line.part is not Part.TEXT or len(line.rows) != 1 or len(normalised(line.text)) < LEAST_TITLE:
            return False
        row = line.rows[0]
        is_heavy = style_of(row) is Emphasis.BOLD or row.size >= LARGER * self.columns.size
        return is_heavy and self.is_centred(row) and not ENDED.search(row.text)

    def row(self, index: int) -> Row:
        return self.lines[index].rows[0]

    def plain(self, index: int) -> Line:
        """A line that is no heading: what read like one is text again."""
        line = self.lines[index]
        if line.part in {Part.CLAUSE, Part.CHAPTER, Part.ANNEX, Part.BRANCH}:
            return replace(line, part=Part.TEXT, heading=None, rule="flow")
        return line

    def heading(self, found: _Candidate, level: int) -> tuple[Line, list[Line], int]:
        """The heading with the rows of its title, the text that stands in its line, and the line after them."""
        line = self.lines[found.index]
        row = line.rows[0]
        parts = found.parts._replace(level=level)
        part = Part.CLAUSE if parts.form == "english_article" or parts.form in NUMBERED else Part.CHAPTER
        rule = "stands_out" if found.is_prominent else "stands_alone"
        if parts.title and not found.is_prominent and self.runs_on(found.index):
            number, rest = split_row(row, len(normalised(parts.number)))
            bare = HeadingParts(parts.form, parts.number, "", level)
            text = Line(Part.TEXT, row.page, row.y, (rest,), "after_heading")
            return (
                replace(line, part=part, rows=(number,), heading=bare, rule="number_in_line"),
                [text],
                (found.index + 1),
            )
        end = found.index + 1
        rows = [row]
        while end < len(self.lines) and self.is_title(rows, end):
            rows.append(self.lines[end].rows[0])
            end += 1
        heading = parts._replace(title=" ".join([parts.title, *(each.text for each in rows[1:])]).strip())
        return replace(line, part=part, rows=tuple(rows), heading=heading, rule=rule), [], end

    def runs_on(self, index: int) -> bool:
        """Whether the words behind the number are a sentence: they end with a stop or fill their row."""
        row = self.lines[index].rows[0]
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        if row.text.rstrip()[-1:] in ".;:":
            return True
        if after is None or not after.rows or after.page != row.page:
            return False
        below = after.rows[0]
        return not self.measures.begins_paragraph(row, below) and self.measures.is_full(
            row, below, self.widths[row.page]
        )

    def is_title(self, rows: Sequence[Row], index: int) -> bool:
        """Whether the line is the title of the heading above it, or its next row."""
        line = self.lines[index]
        if len(line.rows) != 1 or line.part in {Part.TABLE, Part.ITEM, Part.GUIDE, Part.NOTE}:
            return False
        row, last = line.rows[0], rows[-1]
        if row.page != last.page:
            return self.is_title_over_page(rows, index)
        step = row.y - last.y
        if read_heading(row.text, self.pack) is not None and self.candidate(index) is not None:
            return False
        if not plain_words(row.text, self.pack) or len(row.text) > MOST_TITLE:
            return False
        if len(rows) > 1 or read_heading(last.text, self.pack) != read_heading(rows[0].text, self.pack):
            return self.is_next_row(last, row, step)
        parts = read_heading(last.text, self.pack)
        if parts is not None and parts.title:
            return self.is_next_row(last, row, step)
        reach = COVER_STEP * row.size if row.size >= COVER * self.columns.size else 0.0
        if not 0 < step < max(TITLE_STEP * max(self.measures.pitch, row.size), reach) or NO_TITLE.match(row.text):
            return False
        return self.is_prominent(row) or (not ENDED.search(row.text.rstrip()) and not self.is_followed_closely(index))

    def is_title_over_page(self, rows: Sequence[Row], index: int) -> bool:
        """Whether a number at the foot of a page has its title at the head of the next: it stands out as the number."""
        row, number = self.row(index), rows[0]
        parts = read_heading(number.text, self.pack)
        if len(rows) > 1 or row.page != number.page + 1 or parts is None or parts.title:
            return False
        is_unit = read_heading(row.text, self.pack) is not None and self.candidate(index) is not None
        is_alike = self.style(row) == self.style(number) and self.is_prominent(row)
        return is_alike and not is_unit and self.is_centred(row) == self.is_centred(number)

    def is_next_row(self, last: Row, row: Row, step: float) -> bool:
        """Whether the row goes on with the title: the same style, right below, and no remark in brackets."""
        if REMARK.match(row.text):
            return False
        is_alike = style_of(last) == style_of(row) and abs(last.size - row.size) < 1 and self.is_prominent(row)
        if style_of(row) is None and abs(row.size - self.columns.size) < 1:
            is_alike = is_alike and self.is_centred(row) == self.is_centred(last)
        return is_alike and 0 < step < NEXT_ROW * row.size

    def is_followed_closely(self, index: int) -> bool:
        """Whether the row goes on in the next one: then it is a sentence, no title."""
        row = self.lines[index].rows[0]
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        if after is None or not after.rows or after.page != row.page:
            return False
        return self.measures.is_full(row, after.rows[0], self.widths[row.page])


def _style_before_bracket(row: Row) -> Emphasis | None:
    """How the row stands out before a bracket at its end: what a heading points at there is often printed plain."""
    first = next((place for place, run in enumerate(row.runs) if run.text.startswith("(")), 0)
    is_behind = first > 0 and row.text.rstrip().endswith(")")
    return style_of(make_row(row.runs[:first]) if is_behind else row)


def _without_repeats(found: dict[int, _Candidate], count: int) -> dict[int, _Candidate]:
    """An annex named again, or a chapter right after itself, is the same one: a cover page names it first."""
    kept: dict[int, _Candidate] = {}
    seen: set[str] = set()
    last = ("", "")
    for candidate in (found[index] for index in range(count) if index in found):
        name = (candidate.parts.form, normalised(candidate.parts.number).casefold())
        is_annex = candidate.parts.form == "english_annex"
        if (name == last and RANKS.get(name[0]) == 1) or (is_annex and name[1] in seen):
            continue
        kept[candidate.index] = candidate
        seen |= {name[1]} if is_annex else set()
        last = name
    return kept
