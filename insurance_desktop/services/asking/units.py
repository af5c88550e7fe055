"""A clause in the pieces that may be quoted by themselves, verbatim.

None of them says more than the clause: a sentence that takes back or leans on the one before it stays with it, an item
of a list comes with the words above the list, the row of a table with the table's header.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from insurance_desktop.domain.conversion import Item, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.sentences import sentence_spans
from insurance_desktop.index.questions import compiled
from insurance_desktop.services.answers.item_lists import COLONS, places_of

_CELLS = "\t"
_GOES_ON = ("\uff1b", ";", "\uff0c", ",", "\u3001", *COLONS)
"""What does not end a sentence."""
_SHORT_LIST = 160
"""Signs."""


@entity
class Unit:
    """`lines` are verbatim lines of the clause, one behind the other; `leads` those without which they say something
    else, from further above."""

    lines: tuple[str, ...]
    leads: tuple[str, ...] = ()
    is_row: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def is_lead_in(self) -> bool:
        """Whether it only leads into a list."""
        return not self.leads and self.text.endswith(COLONS)

    @property
    def stands_alone(self) -> bool:
        return not self.leads and not self.is_row and not self.is_lead_in

    def size(self, shown: frozenset[str] = frozenset()) -> int:
        """Signs, without the leads that are shown already."""
        return sum(len(each) for each in self.lines) + sum(len(each) for each in self.leads if each not in shown)


def units_of(text: str, items: Sequence[Item], table: Table | None, pack: DomainPack) -> tuple[Unit, ...]:
    """All of a clause, in order."""
    forms = compiled((*pack.leaning_forms, *pack.exception_forms))
    found: list[Unit] = []
    end = 0
    for start, last, leads in _items(text, items):
        found += _running(text[end:start], table)
        found.append(Unit(_lines(text[start:last]), leads))
        end = last
    return tuple(_with_short_lists(_joined([*found, *_running(text[end:], table)], forms)))


def _with_short_lists(units: Iterable[Unit]) -> Iterator[Unit]:
    """The units, a short list as one of them: who needs one of its items mostly needs them all."""
    for leads, together in groupby(units, key=lambda each: each.leads):
        listed = list(together)
        is_one = bool(leads) and not listed[0].is_row and sum(len(each.text) for each in listed) <= _SHORT_LIST
        yield from [Unit(tuple(line for each in listed for line in each.lines), leads)] if is_one else listed


def _items(text: str, items: Sequence[Item]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where the items stand, once each, with the lines that lead into their lists."""
    end = 0
    for place in sorted(places_of(text, items), key=lambda each: each.start):
        if place.start >= end and place.end > place.start:
            yield place.start, place.end, _lines(place.lead_in)
            end = place.end


def _running(text: str, table: Table | None) -> Iterator[Unit]:
    """The sentences of running text, and the rows of tables with their headers."""
    for is_table, lines in groupby(text.split("\n"), key=lambda line: _CELLS in line):
        if is_table:
            rows = list(lines)
            headers = tuple(rows[: 1 + (table.header_rows if table is not None and table.trusted else 0)])
            below = rows[len(headers) :]
            yield from (Unit((row,), headers, is_row=True) for row in below)
            if not below:
                yield Unit(headers)
        else:
            yield from _sentences("\n".join(lines))


def _sentences(text: str) -> Iterator[Unit]:
    """The sentences: what no full stop ends goes on where its line does."""
    begin = end = 0
    for start, last in sentence_spans(text):
        if end and ("\n" in text[end:start] or not text[begin:end].endswith(_GOES_ON)):
            yield Unit(_lines(text[begin:end]))
            begin = start
        end = last
    if end:
        yield Unit(_lines(text[begin:end]))


def _joined(units: Sequence[Unit], forms: Sequence[re.Pattern[str]]) -> Iterator[Unit]:
    """The units, those that lean on the one before them joined to it."""
    held: Unit | None = None
    for each in units:
        leans = held is not None and not each.is_row and not held.is_row
        if held is not None and leans and (_leans(each, forms) or (held.text.endswith(COLONS) and not each.leads)):
            held = Unit((*held.lines, *each.lines), held.leads)
            continue
        if held is not None:
            yield held
        held = each
    if held is not None:
        yield held


def _leans(unit: Unit, forms: Sequence[re.Pattern[str]]) -> bool:
    return any(form.match(unit.lines[0]) for form in forms)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.split("\n") if line.strip())
