"""Pointers printed in clauses, resolved to the sections they point at. Pure."""

import re
from collections.abc import Iterator

from insurance_desktop.domain.conversion import Clause, Reference
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .compiled import per_pack


def read_references(clauses: tuple[Clause, ...], pack: DomainPack) -> tuple[Reference, ...]:
    """Every pointer of every clause, in order; `target` is the section's id as the clause tree has it."""
    known = {normalised(clause.section_id): clause for clause in clauses}
    found: list[Reference] = []
    for clause in clauses:
        for number, anchor in _pointers(clause.text, pack):
            target = known.get(number)
            if target is clause:
                continue
            found.append(
                Reference(
                    source=clause.section_id,
                    target=target.section_id if target else None,
                    kind=_kind(target, pack),
                    anchor=anchor,
                    resolved=target is not None,
                )
            )
    return tuple(found)


def _kind(target: Clause | None, pack: DomainPack) -> str:
    """A pointer to a definition is read together with its clause; others are followed on demand."""
    is_definition = target is not None and pack.definition_category in target.category and target.level > 2
    return "definition" if is_definition else "section"


def _pointers(text: str, pack: DomainPack) -> Iterator[tuple[str, str]]:
    """Number and printed form of each pointer, no place counted twice."""
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, str, str]] = []
    for pattern in _patterns(pack):
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            taken.append(match.span())
            found.append((match.start(), normalised(match["number"]).rstrip("."), match.group()))
    for _, number, anchor in sorted(found):
        yield number, anchor


@per_pack
def _patterns(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form) for form in pack.reference_forms)
