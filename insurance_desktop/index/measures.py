"""Ages and policy years of a question, met with the rows and columns of tables that hold for them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from insurance_desktop.domain.answers import MatchingRows
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.numerals import values_in
from insurance_desktop.domain.pack import DomainPack, MeasureForm

from .characters import respelled

_MOST_ROWS = 8
"""Where more rows hold for a number it tells nothing apart."""


@entity
class Measure:
    """A number that a question gives: its words, and what it measures."""

    form: MeasureForm
    said: str
    value: int


def measures_asked(text: str, pack: DomainPack) -> tuple[Measure, ...]:
    """The measures in a question, once each."""
    found: dict[tuple[str, int], Measure] = {}
    for form in pack.measure_forms:
        for match in _compiled(form.asked).finditer(respelled(text)):
            values = values_in(match["number"])
            if len(values) == 1 and values[0].isdecimal():
                found.setdefault((form.name, int(values[0])), Measure(form, match[0].strip(), int(values[0])))
    return tuple(found.values())


def rows_met(table: Table, measures: Sequence[Measure], pack: DomainPack) -> tuple[MatchingRows, ...]:
    """For each measure the rows of a table that hold for it, its whole header first, or the columns with the labels."""
    if not table.trusted:
        return ()
    met = []
    for measure in measures:
        rows = tuple(_rows(table, measure, pack)) or tuple(_columns(table, measure, pack))
        if 1 < len(rows) <= _MOST_ROWS + 1 + table.header_rows:
            met.append(MatchingRows(measure.said, rows))
    return tuple(met)


def _rows(table: Table, measure: Measure, pack: DomainPack) -> Iterator[tuple[str, ...]]:
    body = table.rows[table.header_rows :]
    held = rows_held(table, measure, pack)
    if held and len(held) < len(body):
        yield from (*table.rows[: table.header_rows], table.headers)
        yield from (body[place] for place in held)


def rows_held(table: Table, measure: Measure, pack: DomainPack) -> list[int]:
    """The rows below the header whose label holds for the measure; a merged label holds for all of its rows."""
    for column in range(table.column_count):
        above = [table.headers[column], *(row[column] for row in table.rows[: table.header_rows])]
        is_named = any(word in respelled(cell) for cell in above for word in measure.form.headers)
        label, held = "", []
        for place, row in enumerate(table.rows[table.header_rows :]):
            label = row[column] or label
            if _holds(label, measure, pack, is_named=is_named):
                held.append(place)
        if held:
            return held
    return []


def _columns(table: Table, measure: Measure, pack: DomainPack) -> Iterator[tuple[str, ...]]:
    """The same of a table whose columns are labelled: beside each row's label the cells of the columns that hold."""
    held = [place for place, cell in enumerate(table.headers) if place and _holds(cell, measure, pack, is_named=False)]
    if not held or len(held) == table.column_count - 1:
        return
    for row in (table.headers, *table.rows[table.header_rows :]):
        yield (row[0], *(row[place] for place in held))


def _holds(cell: str, measure: Measure, pack: DomainPack, *, is_named: bool) -> bool:
    """Whether a label says a range that the measure lies in. A bare number says nothing without the measure's name."""
    label = "".join(respelled(cell).split())
    if not is_named and not any(unit in label for unit in measure.form.units):
        return False
    for form in pack.range_forms:
        match = _compiled(form).fullmatch(label)
        if match is not None:
            ends = match.groupdict()
            low, high = ends.get("low"), ends.get("high")
            return (low is None or int(low) <= measure.value) and (high is None or measure.value <= int(high))
    return False


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
