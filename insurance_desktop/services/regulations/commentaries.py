"""Documents about an instrument: interpretations, amendments and guidelines, and what their headings are about. Pure.

None of them is the instrument: regulation 9 of an interpretation of SOLAS is not SOLAS regulation 9.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.convert.clauses.pointers import candidates
from insurance_desktop.convert.headings import read_heading
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.regulation_rules import Instrument, RegulationRules
from insurance_desktop.domain.regulations import Relation

from .citing import instrument_in, plain


class Commentary(NamedTuple):
    """A document that is cited by its own name (`instrument`); `about` is None where it speaks of several."""

    instrument: Instrument
    about: Instrument | None
    relation: Relation


class Cited(NamedTuple):
    """A regulation that a line names: as printed, and with all that the line says of its place."""

    anchor: str
    reference: str
    start: int


def commentary_on(name: str, rules: RegulationRules) -> Commentary | None:
    """What a document of this name is, if it is about an instrument and not the instrument itself."""
    about, rest = instrument_in(name, rules)
    relation = _relation(plain(name), rules)
    if about is None or relation is None:
        return None
    other = instrument_in(rest, rules)[0]
    units = tuple(unit.name for unit in rules.units if unit.printed_plain)
    own = Instrument(" ".join(name.split()), relation.value, units)
    return Commentary(own, about if other in (None, about) else None, relation)


def _relation(name: str, rules: RegulationRules) -> Relation | None:
    forms = {
        Relation.INTERPRETS: rules.interpreting_titles,
        Relation.AMENDS: rules.amending_titles,
        Relation.REFERENCES: rules.guiding_titles,
    }
    return next((each for each, titles in forms.items() if any(re.search(title, name) for title in titles)), None)


def cited_above(breadcrumb: Sequence[str], pack: DomainPack) -> tuple[Cited, ...]:
    """What the last of these headings names: the place that it is a heading of, and the pointers in it."""
    numbers = [heading.number if (heading := read_heading(crumb, pack)) else "" for crumb in breadcrumb]
    lettered = [number for number in numbers if number[:1].isalpha()]
    own = (Cited(numbers[-1], ", ".join(lettered), 0),) if numbers[-1][:1].isalpha() else ()
    return own or tuple(cited_in(breadcrumb[-1], pack))


def cited_in(line: str, pack: DomainPack) -> Iterator[Cited]:
    """The pointers of a line, each as a citation that can be looked up by itself."""
    taken: list[tuple[int, int]] = []
    for found in candidates(line, pack):
        if any(found.start < end and start < found.end for start, end in taken):
            continue
        taken.append((found.start, found.end))
        if not found.pointers:
            yield Cited(line[found.start : found.end], line[found.start : found.end], found.start)
        for pointer in found.pointers:
            if pointer.words:
                reference = f"{pointer.words[0]} {pointer.number} {pointer.scope}"
                yield Cited(line[pointer.start : pointer.end], reference, pointer.start)
