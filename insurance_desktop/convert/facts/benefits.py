"""What a work provides: the clauses that stand below its section of benefits, each by its name. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind

from .plain import Plain, plain_of
from .rules import Patterns, Rules, has

_TITLED, _ITEM, _NAMED = "benefit_title", "benefit_item", "benefit_phrase"
_HEAD = re.compile("[^\\s,\uff0c:\uff1a;\uff1b\u3002]+(?=[\\s:\uff1a]|$)")
"""The name that a line begins with, if its text goes on behind a space or a colon."""


def benefit_facts(rules: Rules, clauses: Sequence[Clause]) -> list[Fact]:
    """Every benefit with its verbatim text; one that stands below another is told under it."""
    below = _below(rules, clauses)
    titled = [*_titled(rules, below, ()), *_anywhere(rules, clauses)]
    return _unique(titled or [*_phrased(rules, below)] or [*_titled(rules, below, rules.benefit_parts)])


def _below(rules: Rules, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses that stand in a section of benefits."""
    heads: set[str] = set()
    found = []
    for clause in clauses:
        title = plain_of(rules, clause.section_title).text
        is_head = bool(title) and has(rules.benefit_sections, title)
        if is_head or (clause.parent_section in heads and not has(rules.other_benefits, title)):
            heads.add(clause.section_id)
            found.append(clause)
    return found


def _titled(rules: Rules, clauses: Sequence[Clause], more: Patterns) -> Iterator[Fact]:
    """Those that have a title of their own, a clause's or a line's, by the pack's names and `more`."""
    paths: dict[str, str] = {}
    for clause in clauses:
        above = paths.get(clause.parent_section or "", rules.benefits)
        name = _benefit_name(rules, clause.section_title, _parts(rules, above, more))
        if name:
            path = paths[clause.section_id] = _under(above, name)
            yield _of(path, clause, 0, len(clause.text), _TITLED)
        else:
            paths[clause.section_id] = above
        yield from _lines(rules, clause, paths[clause.section_id], more)


def _lines(rules: Rules, clause: Clause, above: str, more: Patterns) -> Iterator[Fact]:
    """Lines that begin with a benefit's name, each with its text up to the next one's."""
    starts: list[tuple[int, str]] = []
    parts = _parts(rules, above, more)
    place = 0
    for line in clause.text.splitlines(keepends=True):
        mark = rules.item_mark.match(line)
        name = _benefit_name(rules, _head(rules, line[mark.end() if mark else 0 :].lstrip()), parts)
        if name:
            starts.append((place, name))
        place += len(line)
    for (start, name), (end, _) in pairwise([*starts, (len(clause.text), "")]):
        yield _of(_under(above, name), clause, start, end, _ITEM)


def _head(rules: Rules, line: str) -> str:
    """What a line begins with, up to its text."""
    if found := _HEAD.match(line):
        return found[0]
    plain = plain_of(rules, line)
    opener = next((found for each in rules.benefit_openers if (found := each.search(plain.text))), None)
    return line[: plain.printed(*opener.span())[0]] if opener else ""


def _anywhere(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Clauses that are each about one benefit, whatever they stand below."""
    for clause in clauses:
        plain = plain_of(rules, clause.section_title)
        for found in (each.search(plain.text) for each in rules.benefit_clauses):
            if found:
                path = _under(rules.benefits, _named(clause.section_title, plain, found))
                yield _of(path, clause, 0, len(clause.text), _TITLED)


def _phrased(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Those that only the text names, each with its paragraph: we pay the death benefit."""
    for clause in clauses:
        place = 0
        for line in clause.text.splitlines(keepends=True):
            for name in _names_in(rules, line):
                yield _of(_under(rules.benefits, name), clause, place, place + len(line), _NAMED)
            place += len(line)


def _names_in(rules: Rules, line: str) -> Iterator[str]:
    plain = plain_of(rules, line)
    for phrase in rules.benefit_phrases:
        for found in phrase.finditer(plain.text):
            name = _benefit_name(rules, _named(line, plain, found), rules.benefit_parts)
            if name:
                yield name


def _of(path: str, clause: Clause, start: int, end: int, rule: str) -> Fact:
    value = clause.text[start:end].rstrip()
    return Fact(path, value, FactKind.TEXT, clause.chunk_index, start, start + len(value), rule)


def _parts(rules: Rules, above: str, more: Patterns) -> Patterns:
    """What counts below a path beside the benefits' names."""
    return more if above == rules.benefits else rules.benefit_parts


def _benefit_name(rules: Rules, title: str, parts: Patterns) -> str:
    """What a benefit is called by its title, without notes to it; "" where it names none."""
    plain = plain_of(rules, title)
    if not title or has(rules.other_benefits, plain.text):
        return ""
    found = next((match for each in (*rules.benefit_names, *parts) if (match := each.search(plain.text))), None)
    return _named(title, plain, found) if found else ""


def _named(text: str, plain: Plain, found: re.Match[str]) -> str:
    """The group `name` of a match, as the text prints it."""
    start, end = plain.printed(*found.span("name"))
    return text[start:end]


def _under(above: str, name: str) -> str:
    """The path of a benefit, whose name may be broken over lines."""
    return f"{above}.{''.join(name.split()).replace('.', chr(0xFF0E))}"


def _unique(facts: Sequence[Fact]) -> list[Fact]:
    return list({each.path: each for each in reversed(facts)}.values())[::-1]
