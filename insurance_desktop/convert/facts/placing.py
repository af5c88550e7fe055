"""Facts of whole clauses on the parts of them that the index holds. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact


def placed(facts: Sequence[Fact], whole: Sequence[Clause], parts: Sequence[Clause]) -> tuple[Fact, ...]:
    """The facts by the parts' chunk indexes and offsets; one that goes over several parts is told part by part.

    What no part holds (a clause that is a table and nothing else) is not told.
    """
    by_section: dict[str, list[Clause]] = {}
    for part in parts:
        by_section.setdefault(part.section_id, []).append(part)
    clauses = {clause.chunk_index: clause for clause in whole}
    found: list[Fact] = []
    for fact in facts:
        clause = clauses[fact.chunk_index]
        found += _pieces(fact, clause, by_section.get(clause.section_id, ()))
    return tuple(found)


def _pieces(fact: Fact, clause: Clause, parts: Sequence[Clause]) -> Iterator[Fact]:
    for part in parts:
        offset = clause.text.find(part.text)
        if offset < 0:
            continue
        if fact.start is None or fact.end is None:
            yield replace(fact, chunk_index=part.chunk_index)
            return
        start, end = max(fact.start, offset), min(fact.end, offset + len(part.text))
        if start < end or fact.start == fact.end == offset:
            value = clause.text[start:end]
            yield replace(fact, value=value, chunk_index=part.chunk_index, start=start - offset, end=end - offset)
            if end == fact.end:
                return
