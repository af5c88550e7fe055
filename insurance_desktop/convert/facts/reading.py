"""The facts of a document, read out of its clauses by its pack's rules. Pure."""

from collections.abc import Sequence
from typing import Any

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind
from insurance_desktop.domain.pack import DomainPack

from .benefits import benefit_facts
from .fields import field_facts, sentences_of
from .lists import list_facts
from .rules import Field, Rules, rules_of
from .values import parsed_words


def read_facts(clauses: Sequence[Clause], pack: DomainPack) -> tuple[Fact, ...]:
    """The facts that a document's clauses state, by the pack's fields in order; a reading guide states none."""
    rules = rules_of(pack)
    binding = _binding(rules, clauses)
    found = _told_in_sentences(rules, rules.fields, binding)
    found += benefit_facts(rules, binding)
    found += [fact for listed in rules.lists for fact in list_facts(rules, listed, binding)]
    return tuple(found)


def read_single_facts(clauses: Sequence[Clause], pack: DomainPack) -> list[Fact]:
    """Those of them alone of which a contract has one value."""
    rules = rules_of(pack)
    return _told_in_sentences(rules, [field for field in rules.fields if field.is_one], _binding(rules, clauses))


def _binding(rules: Rules, clauses: Sequence[Clause]) -> list[Clause]:
    return [each for each in clauses if each.section_id not in rules.is_guide]


def _told_in_sentences(rules: Rules, fields: Sequence[Field], binding: Sequence[Clause]) -> list[Fact]:
    sentences = sentences_of(rules, binding)
    return [fact for field in fields for fact in field_facts(rules, field, sentences)]


def read_value(pack: DomainPack, path: str, words: str) -> tuple[FactKind, dict[str, Any] | None]:
    """The kind of a path of the pack, and what these words say under it to a program."""
    rules = rules_of(pack)
    kind = next((field.kind for field in rules.fields if field.path == path), FactKind.TEXT)
    return kind, parsed_words(rules, kind, words)
