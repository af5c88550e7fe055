"""What a work provides: the clauses that stand below its section of benefits, each by its name. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind

from .plain import plain_of
from .rules import Rules, has

_TITLED, _ITEM, _NAMED = "benefit_title", "benefit_item", "benefit_phrase"
_HEAD = re.compile("[^\\s,\uff0c:\uff1a;\uff1b\u3002]+(?=[\\s:\uff1a]|$)")
"""The name that a line begins with, if its text goes on behind a space or a colon."""


def benefit_facts(rules: Rules, clauses: Sequence[Clause]) -> list[Fact]:
    """Every benefit with its verbatim text; one that stands below another is told under it."""
    below = _below(rules, clauses)
    titled = [*_titled(rules, below), *_anywhere(rules, clauses)]
    return _unique(titled or [*_phrased(rules, below)])


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


def _titled(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Those that have a title of their own, a clause's or a line's."""
    paths: dict[str, str] = {}
    for clause in clauses:
        above = paths.get(clause.parent_section or "", rules.benefits)
        name = clause.section_title
        if name and _is_benefit(rules, name):
            path = paths[clause.section_id] = _under(above, name)
            yield _of(path, clause, 0, len(clause.text), _TITLED)
        else:
            paths[clause.section_id] = above
        yield from _lines(rules, clause, paths[clause.section_id])


def _lines(rules: Rules, clause: Clause, above: str) -> Iterator[Fact]:
    """Lines that begin with a benefit's name, each with its text up to the next one's."""
    starts: list[tuple[int, str]] = []
    place = 0
    for line in clause.text.splitlines(keepends=True):
        mark = rules.item_mark.match(line)
        head = _HEAD.match(line[mark.end() if mark else 0 :].lstrip())
        if head and _is_benefit(rules, head[0]):
            starts.append((place, head[0]))
        place += len(line)
    for (start, name), (end, _) in pairwise([*starts, (len(clause.text), "")]):
        yield _of(_under(above, name), clause, start, end, _ITEM)


def _anywhere(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Clauses that are each about one benefit, whatever they stand below."""
    for clause in clauses:
        for form in rules.benefit_clauses:
            found = form.search(plain_of(rules, clause.section_title).text)
            if found:
                start, end = plain_of(rules, clause.section_title).printed(*found.span("name"))
                yield _of(_under(rules.benefits, clause.section_title[start:end]), clause, 0, len(clause.text), _TITLED)


def _phrased(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Those that only the text names, each with its paragraph: we pay the death benefit."""
    for clause in clauses:
        place = 0
        for line in clause.text.splitlines(keepends=True):
            for name in _named(rules, line):
                yield _of(_under(rules.benefits, name), clause, place, place + len(line), _NAMED)
            place += len(line)


def _named(rules: Rules, line: str) -> Iterator[str]:
    plain = plain_of(rules, line)
    for phrase in rules.benefit_phrases:
        for found in phrase.finditer(plain.text):
            start, end = plain.printed(*found.span("name"))
            if _is_benefit(rules, line[start:end]):
                yield line[start:end]


def _of(path: str, clause: Clause, start: int, end: int, rule: str) -> Fact:
    value = clause.text[start:end].rstrip()
    return Fact(path, value, FactKind.TEXT, clause.chunk_index, start, start + len(value), rule)


def _is_benefit(rules: Rules, name: str) -> bool:
    plain = plain_of(rules, name).text
    return has(rules.benefit_names, plain) and not has(rules.other_benefits, plain)


def _under(above: str, name: str) -> str:
    """The path of a benefit, whose name may be broken over lines."""
    return f"{above}.{''.join(name.split()).replace('.', chr(0xFF0E))}"


def _unique(facts: Sequence[Fact]) -> list[Fact]:
    return list({each.path: each for each in reversed(facts)}.values())[::-1]
