"""A pack's rules of facts, compiled once."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from insurance_desktop.domain.fact_rules import FactField, FactRules, ListedKind
from insurance_desktop.domain.facts import FactKind
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.pattern_parts import whole

from ..compiled import per_pack

Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A `FactField` with its forms as patterns; see there."""

    path: str
    kind: FactKind
    words: tuple[str, ...]
    titles: Patterns
    forms: Patterns
    titled_forms: Patterns
    loose_forms: Patterns
    agreed_forms: Patterns
    item_forms: Patterns
    against: Patterns
    asked: Patterns
    is_one: bool
    untold_titles: Patterns


@dataclass(frozen=True, slots=True)
class Listed:
    """A `ListedKind` with its titles as patterns; see there."""

    path: str
    titles: Patterns
    against: Patterns


@dataclass(frozen=True, slots=True)
class Rules:
    """A pack's `FactRules` with patterns in place of words; `measure` finds a number with its unit.

    `spellings` is a `str.translate` table that keeps every sign in its place.
    """

    spellings: dict[int, int]
    fields: tuple[Field, ...]
    lists: tuple[Listed, ...]
    benefits: str
    benefit_sections: Patterns
    benefit_clauses: Patterns
    benefit_names: Patterns
    benefit_parts: Patterns
    other_benefits: Patterns
    benefit_phrases: Patterns
    benefit_openers: Patterns
    measure: re.Pattern[str]
    units: dict[str, tuple[int, str]]
    open_ends: Patterns
    untold_titles: Patterns
    untold: Patterns
    item_mark: re.Pattern[str]
    is_guide: frozenset[str]
    asked_against: Patterns
    conditions: Patterns


@per_pack
def rules_of(pack: DomainPack) -> Rules:
    """The rules of a pack; those of a pack without facts find nothing."""
    told = pack.facts
    return Rules(
        spellings=_table(told.spellings),
        fields=tuple(_field(each, told) for each in told.fields),
        lists=tuple(_listed(each, told) for each in told.lists),
        benefits=told.benefits,
        benefit_sections=_compiled(told.benefit_sections, told),
        benefit_clauses=_compiled(told.benefit_clauses, told),
        benefit_names=_compiled(told.benefit_names, told),
        benefit_parts=_compiled(told.benefit_parts, told),
        other_benefits=_compiled(told.other_benefits, told),
        benefit_phrases=_compiled(told.benefit_phrases, told),
        benefit_openers=_compiled(told.benefit_openers, told),
        measure=_measure(told),
        units={printed: _unit(name) for printed, name in (told.units | told.units_ahead).items()},
        open_ends=_compiled(told.open_ends, told),
        untold_titles=_compiled(told.untold_titles, told),
        untold=_compiled(told.untold, told),
        item_mark=re.compile("|".join((*pack.item_marks, ""))),
        is_guide=frozenset((*pack.guide_titles, pack.preface_title)),
        asked_against=_compiled(told.asked_against, told),
        conditions=_compiled(told.conditions, told),
    )


@per_pack
def types_of(pack: DomainPack) -> tuple[tuple[str, Patterns], ...]:
    """The kinds of works that are named so in their own names, each with what tells it."""
    return tuple((each.name, _compiled(each.printed, pack.facts)) for each in pack.facts.types)


def has(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    """Whether one of the patterns is found in a text."""
    return any(each.search(text) for each in patterns)


def _field(field: FactField, told: FactRules) -> Field:
    return Field(
        path=field.path,
        kind=FactKind(field.kind),
        words=field.words,
        titles=_compiled(field.title_forms, told),
        forms=_compiled(field.forms, told),
        titled_forms=_compiled(field.titled_forms, told),
        loose_forms=_compiled(field.loose_forms, told),
        agreed_forms=_compiled(field.agreed_forms, told),
        item_forms=_compiled(field.item_forms, told),
        against=_compiled(field.against, told),
        asked=_asked(field, told),
        is_one=field.is_one,
        untold_titles=_compiled(field.untold_titles, told),
    )


def _asked(field: FactField, told: FactRules) -> Patterns:
    """How a question asks for a field: by one of its names as such a kind is asked for, or in words of its own."""
    named = told.asked_forms.get(field.kind, ()) if field.names else ()
    parts = {**told.parts, "name": _any_of(field.names)}
    return tuple(re.compile(whole(form, parts)) for form in (*field.asked_forms, *named))


def _listed(kind: ListedKind, told: FactRules) -> Listed:
    return Listed(kind.path, _compiled(kind.title_forms, told), _compiled(kind.against, told))


def _compiled(forms: Iterable[str], told: FactRules) -> Patterns:
    return tuple(re.compile(whole(each, told.parts)) for each in forms)


def _table(spellings: dict[str, str]) -> dict[int, int]:
    pairs = (pair for printed, read in spellings.items() for pair in zip(printed, read, strict=False))
    return {ord(printed): ord(read) for printed, read in pairs}


def _measure(told: FactRules) -> re.Pattern[str]:
    if not told.units:
        return re.compile(r"(?!)")
    ahead = f"(?P<ahead>{_any_of(told.units_ahead)})?" if told.units_ahead else "(?P<ahead>(?!))?"
    return re.compile(
        rf"{ahead}(?P<number>{whole(told.parts['number'], told.parts)})\s*(?P<unit>{_any_of(told.units)})?"
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True))


def _unit(name: str) -> tuple[int, str]:
    """How many of which unit a printed one is: "day" → (1, "day"), "10000 yuan" → (10000, "yuan")."""
    times, _, unit = name.rpartition(" ")
    return int(times or 1), unit
