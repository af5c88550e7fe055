"""A clause in the pieces that may be quoted by themselves, verbatim.

None of them says more than the clause: a sentence that takes back or leans on the one before it stays with it, an item
of a list comes with the words above the list, the row of a table with the table's header.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from insurance_desktop.domain.conversion import Item, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.sentences import sentence_spans
from insurance_desktop.index.questions import compiled
from insurance_desktop.services.answers.item_lists import COLONS, places_of

CELLS = "\t"
_GOES_ON = ("\uff1b", ";", "\uff0c", ",", "\u3001", *COLONS)
"""What does not end a sentence."""
_SHORT_LIST = 160
"""Signs."""
_MOST_CAPTIONS, _LONGEST_CAPTION = 2, 40
"""Lines right above a table that are its caption, and the signs of one: which of several it is, in what it counts."""
_STOPS = frozenset("\u3002\uff1b;")


@entity
class Unit:
    """`lines` are verbatim lines of the clause, one behind the other; `leads` those without which they say something
    else, from further above. `listed`: the number of the table or list that it is one of; 0 where it is of none.
    `is_figures`: a row without a word that could answer a question."""

    lines: tuple[str, ...]
    leads: tuple[str, ...] = ()
    is_row: bool = False
    is_figures: bool = False
    listed: int = 0

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
    measured = tuple(unit for form in pack.measure_forms for unit in form.units)
    found: list[Unit] = []
    end = 0
    for start, last, leads in _items(text, items):
        found += _running(text[end:start], table, measured)
        found.append(Unit(_lines(text[start:last]), leads))
        end = last
    return tuple(_numbered(_with_short_lists(_joined([*found, *_running(text[end:], table, measured)], forms))))


def _numbered(units: Iterable[Unit]) -> Iterator[Unit]:
    """The units, each with the number of its table or list: items have the same words above them, rows a header."""
    lists: dict[tuple[str, ...], int] = {}
    count = 0
    before: Unit | None = None
    for each in units:
        is_first_row = each.is_row and (before is None or not before.is_row or before.leads != each.leads)
        if each.leads and (each.leads not in lists or is_first_row):
            count += 1
            lists[each.leads] = count
        yield replace(each, listed=lists.get(each.leads, 0))
        before = each


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


def _running(text: str, table: Table | None, measured: Sequence[str]) -> Iterator[Unit]:
    """The sentences of running text, and the rows of tables with their captions and headers. `measured`: the units that
    stand beside figures."""
    above: tuple[str, ...] = ()
    for is_table, lines in groupby(text.split("\n"), key=lambda line: CELLS in line):
        if is_table:
            rows = list(lines)
            headers = tuple(rows[: 1 + (table.header_rows if table is not None and table.trusted else 0)])
            below = rows[len(headers) :]
            leads = (*above, *headers)
            yield from (Unit((row,), leads, is_row=True, is_figures=_is_figures(row, measured)) for row in below)
            if not below:
                yield Unit(headers)
        else:
            running = "\n".join(lines)
            above = tuple(takewhile(_is_caption, reversed(_lines(running)[-_MOST_CAPTIONS:])))[::-1]
            yield from _sentences(running)


def _is_caption(line: str) -> bool:
    """Whether a line above a table only says what the table is of."""
    return len(line) <= _LONGEST_CAPTION and line[-1] not in _STOPS


def _is_figures(row: str, measured: Sequence[str]) -> bool:
    """Whether nothing but figures and their units stands in a row."""
    for unit in measured:
        row = row.replace(unit, "")
    return not any(map(str.isalpha, row))


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
