"""The facts of a document, read out of its clauses by its pack's rules. Pure."""

from collections.abc import Sequence
from typing import Any

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind
from insurance_desktop.domain.pack import DomainPack

from .benefits import benefit_facts
from .fields import field_facts, sentences_of
from .lists import list_facts
from .rules import rules_of
from .values import parsed_words


def read_facts(clauses: Sequence[Clause], pack: DomainPack) -> tuple[Fact, ...]:
    """The facts that a document's clauses state, by the pack's fields in order; a reading guide states none."""
    rules = rules_of(pack)
    binding = [each for each in clauses if each.section_id not in rules.is_guide]
    sentences = sentences_of(rules, binding)
    found = [fact for field in rules.fields for fact in field_facts(rules, field, sentences)]
    found += benefit_facts(rules, binding)
    found += [fact for listed in rules.lists for fact in list_facts(rules, listed, binding)]
    return tuple(found)


def read_value(pack: DomainPack, path: str, words: str) -> tuple[FactKind, dict[str, Any] | None]:
    """The kind of a path of the pack, and what these words say under it to a program."""
    rules = rules_of(pack)
    kind = next((field.kind for field in rules.fields if field.path == path), FactKind.TEXT)
    return kind, parsed_words(rules, kind, words)
