"""What a document states once and for all: the values that two documents, or two clauses, must not tell apart. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, quote_of
from insurance_desktop.domain.pack import DomainPack

from .reading import read_single_facts
from .rules import has, rules_of


class Stated(NamedTuple):
    """A value that holds under no condition, and the clause that states it."""

    fact: Fact
    clause: Clause

    @property
    def said(self) -> str:
        """The value as it is compared: 90日 is 90天."""
        return str(self.fact.parsed)


def stated_once(clauses: Sequence[Clause], pack: DomainPack) -> dict[str, tuple[Stated, ...]]:
    """By path, what clauses state of what a contract has one value of; a clause that states several says itself when
    each of them holds."""
    rules = rules_of(pack)
    by_index = {each.chunk_index: each for each in clauses}
    found: dict[tuple[str, int], list[Stated]] = {}
    for fact in read_single_facts(clauses, pack):
        if fact.parsed is not None:
            found.setdefault((fact.path, fact.chunk_index), []).append(Stated(fact, by_index[fact.chunk_index]))
    once: dict[str, tuple[Stated, ...]] = {}
    for (path, _), stated in found.items():
        (fact, clause), *others = stated
        quote = quote_of(fact, clause.section_title, clause.text)
        if all(each.said == stated[0].said for each in others) and not has(rules.conditions, quote):
            once[path] = (*once.get(path, ()), stated[0])
    return once
