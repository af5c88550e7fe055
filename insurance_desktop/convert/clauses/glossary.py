"""Which definitions a clause is read with: those it points at, and those whose term it uses where nothing points. Pure.

The verified text stays as it is printed; an index can say a definition beside the words that use it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from insurance_desktop.domain.conversion import Clause, DefinedTerm, Reference
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .references import DEFINITION
from .targets import Sections, bare

TERM_END = re.compile("[:\uff1a\u2014]")
LONGEST_TERM = 24


def define_terms(
    clauses: Sequence[Clause], references: Sequence[Reference], pack: DomainPack
) -> tuple[DefinedTerm, ...]:
    """The definitions of each clause, once each, in reading order.

    A definition that the document points at belongs to the clauses that do; one that it only lists belongs to every
    clause outside the list that uses its term, the longest term where several begin together.
    """
    sections = Sections(clauses, pack)
    entries = {clause.section_id: clause for clause in clauses if clause.section_id in sections.defined}
    pointed = [each for each in references if each.kind == DEFINITION and each.target in entries]
    by_source: dict[str, list[Reference]] = {}
    for each in pointed:
        by_source.setdefault(each.source, []).append(each)
    listed = _listed(entries.values(), {each.target for each in pointed})
    terms = re.compile("|".join(map(re.escape, sorted(listed, key=len, reverse=True)))) if listed else None
    found: list[DefinedTerm] = []
    for clause in clauses:
        found += _pointed(clause, by_source.get(clause.section_id, ()), entries)
        if terms is not None and clause.section_id not in sections.defined:
            used = dict.fromkeys(match.group() for match in terms.finditer(normalised(clause.text)))
            found += [_term(clause, listed[term]) for term in used]
    return tuple(dict.fromkeys(found))


def _listed(entries: Iterable[Clause], pointed: set[str | None]) -> dict[str, Clause]:
    """The definitions that nothing points at, by their term."""
    return {
        bare(normalised(entry.section_title)): entry
        for entry in entries
        if entry.section_id not in pointed and entry.section_title and entry.text
    }


def _pointed(clause: Clause, references: Sequence[Reference], entries: dict[str, Clause]) -> Iterator[DefinedTerm]:
    for each in references:
        entry = entries[each.target or ""]
        if each.item is None:
            yield _term(clause, entry)
            continue
        text = next((item.text for item in entry.items if item.mark == each.item), "")
        head = TERM_END.split(text, maxsplit=1)[0].strip()
        if text:
            term = head if len(head) <= LONGEST_TERM else entry.section_title
            yield DefinedTerm(clause.section_id, term, entry.section_id, text)


def _term(clause: Clause, entry: Clause) -> DefinedTerm:
    return DefinedTerm(clause.section_id, entry.section_title, entry.section_id, entry.text)
