"""The numbered notes of a document, wherever they are printed: at the foot of a page or below the text they explain."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.numerals import values_in
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..headings import item_mark
from ..text.source_places import SourcePlaces
from .anchored_lines import AnchoredLine, lines_of, raised_in
from .pointers import part_of
from .targets import Target

BRACKETED = re.compile(r"\s*[\[\uff3b\u3014]\s*(\d{1,3})\s*[\]\uff3d\u3015]")
PLAIN = re.compile(r"\s*(\d{1,3})(?![\d.\uff0e%\uff05])")
"""The number of a note in a section of its own."""
CIRCLED = re.compile(r"\s*([\u2460-\u2473])")
"""The mark of a note at the foot of a page; in other clauses such lines are items."""
NEVER = r"(?!)"


class Note(NamedTuple):
    """A note where its line begins in the Markdown; `target` is its section, with its item where it is one."""

    start: int
    page: int | None
    target: Target


class Notes:
    """The notes by number, in reading order."""

    def __init__(
        self,
        clauses: Sequence[Clause],
        markdown: str,
        places: SourcePlaces,
        raised: Sequence[tuple[int, int]],
        pack: DomainPack,
    ) -> None:
        self.places = places
        self.raised = raised
        self.pack = pack
        self.by_number: dict[tuple[str, ...], list[Note]] = defaultdict(list)
        for clause in clauses:
            for line, number, is_item in self._numbers(clause, list(lines_of(markdown, clause))):
                mark = item_mark(line.text, pack) if is_item else None
                item = mark if any(each.mark == mark for each in clause.items) else None
                self.by_number[values_in(number)].append(Note(line.start, self.page(line.start), Target(clause, item)))

    def _numbers(self, clause: Clause, lines: Sequence[AnchoredLine]) -> Iterator[tuple[AnchoredLine, str, bool]]:
        """The lines of a clause that open a note, the number of each, and whether its mark is an item's."""
        openings = _openings(self.pack)
        is_foot = clause.section_id.startswith(f"{self.pack.note_title}/")
        is_counted = False
        for place, line in enumerate(lines):
            bracketed = BRACKETED.match(line.text)
            raised = raised_in(line, self.raised)
            named = list(openings.note.finditer(line.text))
            if raised and not line.text[: raised[0][0]].strip():
                yield line, line.text[raised[0][0] : raised[0][1]], False
            elif bracketed:
                yield line, bracketed[1], True
            elif is_foot and place == 0 and (own := CIRCLED.match(line.text) or PLAIN.match(line.text)):
                yield line, own[1], True
            elif named:
                yield from ((line, each["number"], False) for each in named)
            elif is_counted and (mark := item_mark(line.text, self.pack)):
                yield line, mark, True
            else:
                is_counted = openings.heading.fullmatch(line.text) is not None

    def page(self, at: int) -> int | None:
        """The page of a place in the Markdown."""
        span = self.places.at(at)
        return span.boxes[0].page if span is not None and span.boxes else None

    def meant(self, number: str, at: int, source: Clause, line: AnchoredLine) -> Target | None:
        """The note that a pointer at this place means.

        Of its own clause, else of its page, else the next one behind it, else the first.
        """
        found = [each for each in self.by_number.get(values_in(number), ()) if each.start != line.start]
        page = self.page(at)
        for alike in (
            [each for each in found if each.target.clause is source],
            [each for each in found if page is not None and each.page == page],
            found,
        ):
            if alike:
                return next((each for each in alike if each.start > at), alike[0]).target
        return None


class _Openings(NamedTuple):
    """What opens a note by the word for notes, and the line that says that counted notes follow."""

    note: re.Pattern[str]
    heading: re.Pattern[str]


@per_pack
def _openings(pack: DomainPack) -> _Openings:
    return _Openings(_part(pack, "note_opening"), _part(pack, "note_heading"))


def _part(pack: DomainPack, name: str) -> re.Pattern[str]:
    return re.compile(part_of(pack, name) or NEVER)
