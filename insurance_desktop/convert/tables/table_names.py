"""What a table is, and in which unit its figures are: said above it or in its first rows. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .filling import GridTable
from .table_headers import HEAD, is_figure


def name_tables(tables: Sequence[GridTable], notes: Sequence[str], pack: DomainPack) -> tuple[GridTable, ...]:
    """Kind and unit of each table, from the words above it or in its first rows; `notes[n]` stand above table n."""
    named: list[GridTable] = []
    for table, note in zip(tables, notes, strict=True):
        head = [cell.text for row in table.rows[:HEAD] for cell in row]
        kind = kind_of_table(head, pack) or kind_of_table([note], pack)
        described = replace(table.table, table_type=kind, unit=_unit(note, table, pack))
        named.append(replace(table, table=described))
    return tuple(named)


def _unit(note: str, table: GridTable, pack: DomainPack) -> str | None:
    """The unit of all figures: said above the table, or by names that stand over every column of figures.

    A unit that names one column of several says nothing about the others.
    """
    above = said_unit(note, pack)
    if above is not None:
        return above
    spans = {(row, column): wide for row, column, _, wide in table.table.spans}
    units: set[str] = set()
    named: set[int] = set()
    for place, row in enumerate(table.rows[:HEAD]):
        for column, cell in enumerate(row):
            unit = said_unit(cell.text, pack)
            if unit is not None:
                units.add(unit)
                named |= set(range(column, column + spans.get((place, column), 1)))
    body = table.rows[table.table.header_rows + 1 :]
    columns = range(1, len(table.rows[0]))
    figures = {column for column in columns if 2 * sum(is_figure(row[column].text) for row in body) > len(body)}
    return units.pop() if len(units) == 1 and figures <= named else None


def said_unit(text: str, pack: DomainPack) -> str | None:
    """The unit that the words say all figures to be in."""
    found = (re.search(pattern, text) for pattern in pack.unit_phrases)
    match = next((each for each in found if each), None)
    return match.group(1) if match else None


def kind_of_table(words: Sequence[str], pack: DomainPack) -> str:
    """The first form whose words occur; "" for a table of no known kind."""
    text = normalised(" ".join(words))
    forms = (form for form in pack.table_forms if any(word in text for word in form.words))
    return next((form.table_type for form in forms), "")
